"""What a user asks to open, and reading it: no widgets in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from traceview.model.capture import Capture
from traceview.model.logdir import nothing_found, run_of_files, survey
from traceview.model.reader import Progress
from traceview.model.runs import Run, chosen_run


@dataclass(frozen=True, slots=True)
class Request:
    """Paths as the user named them; maybe one run of those found there, and one of its hosts."""

    paths: tuple[str, ...]
    run: str = ""
    host: str = ""

    @property
    def name(self) -> str:
        """What a person calls it."""
        return Path(self.paths[0]).name or self.paths[0]


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A run that is read: ``run`` of the ``runs`` found, all hosts unless ``request`` has one.

    The capture's trace holds the derived lines too; ``others`` are paths that were named with
    it but belong to other runs.
    """

    request: Request
    runs: tuple[Run, ...]
    run: Run
    capture: Capture
    others: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """What to open again: what the user named, or the folder of the files that were named."""
        alone = len(self.request.paths) == 1 or self.others
        return self.request.paths[0] if alone else self.run.path

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names of the run's hosts; a single file may know its host's better than its name does."""
        return self.run.hosts if len(self.run.hosts) > 1 else self.capture.hosts


def read(request: Request, progress: Progress) -> Opened:
    """Find the runs, choose one and read it. Raises TraceError or Cancelled."""
    # Readers and protobuf are not needed before the first paint, so they come in here.
    from traceview.model.load import load_run
    from traceview.tools.derived.derived_lines import with_derived_lines

    runs, others = runs_in(request.paths)
    run = chosen_run(runs, request.run) or chosen_run(runs, None) or runs[0]
    hosts = (request.host,) if request.host in run.hosts and request.host else None
    capture = with_derived_lines(load_run(run, hosts, progress))
    return Opened(request, runs, run, capture, others)


def runs_in(paths: Sequence[str]) -> tuple[tuple[Run, ...], tuple[str, ...]]:
    """Runs in what the user named, newest first, and the paths that belong elsewhere.

    Several files of one folder are hosts of one run; otherwise the first path counts alone.
    """
    together = run_of_files(paths) if len(paths) > 1 else None
    if together is not None:
        return (together,), ()
    found = survey(paths[0])
    if not found.runs:
        raise nothing_found(found)
    return found.runs, tuple(paths[1:])
