"""Runs: the traces of one profiling session, and what else lies beside them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from traceview.model.attachments import GRAPH_FOLDER, attachment, graph
from traceview.model.capture import Attachment
from traceview.model.folders import Folders
from traceview.model.run_files import RunFiles

# cloud-tpu-profiler names runs in the second way.
_RUN_TIMES = ("%Y_%m_%d_%H_%M_%S", "%Y-%m-%d_%H:%M:%S")


@dataclass(frozen=True, slots=True)
class HostFile:
    """One host's part of a run. An empty ``host`` is for the file itself to tell."""

    host: str
    path: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Run:
    """One capture: the files of its hosts, sorted by host.

    ``name`` is what TensorBoard calls it: the folder's name, after the logdir's path where
    there are several logdirs. ``modified_s`` is Unix time: that in the folder's name, which
    survives copying, or else that of its newest file. ``attachments`` are results of other tools
    beside the traces; a run may have nothing else.
    """

    name: str
    path: str
    files: tuple[HostFile, ...]
    modified_s: float
    attachments: tuple[Attachment, ...] = ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts' names."""
        return tuple(file.host for file in self.files)

    @property
    def size_bytes(self) -> int:
        """Size of all files on disk."""
        return sum(file.size_bytes for file in self.files)


@dataclass(frozen=True, slots=True)
class SeenFolder:
    """One folder that was walked, and what of it matters."""

    folder: str
    runs: list[RunFiles]
    tools: list[str]


def chosen_run(runs: Sequence[Run], name: str | None) -> Run | None:
    """The run called ``name``, None if there is none.

    Without a name the newest that holds a trace, else the newest. ``runs`` stand newest first.
    """
    if name is not None:
        return next((run for run in runs if run.name == name), None)
    return next((run for run in runs if run.files), runs[0] if runs else None)


def all_runs(top: str, seen: Sequence[SeenFolder], folders: Folders) -> tuple[Run, ...]:
    """The runs of all folders, newest first."""
    logdirs = {each.folder: _logdir(each.folder) for each in seen}
    several = len(set(logdirs.values())) > 1
    runs = []
    for each in seen:
        below = os.path.relpath(logdirs[each.folder], top) if several else "."
        prefix = "" if below == "." or below.startswith("..") else f"{below}/"
        try:
            found = list(_runs_in(each, folders))
        except OSError:  # it vanished since it was listed
            continue
        runs += [replace(run, name=prefix + run.name) for run in found]
    return tuple(sorted(runs, key=_newest, reverse=True))


def _newest(run: Run) -> tuple[float, list[tuple[int, str]]]:
    return run.modified_s, _natural(run.name)


def _natural(name: str) -> list[tuple[int, str]]:
    """A key by which "rank 10" stands behind "rank 9"."""
    parts = re.findall(r"(\d{1,30})|(\D+)", name)
    return [(int(digits or 0), text) for digits, text in parts]


def _logdir(run_folder: str) -> str:
    """The folder that TensorBoard is given: above ``plugins/profile/RUN``, if it is there."""
    folder = Path(run_folder)
    if folder.parts[-3:-1] == ("plugins", "profile"):
        return str(folder.parents[2])
    return str(folder.parent)


def _runs_in(seen: SeenFolder, folders: Folders) -> Iterator[Run]:
    """The runs in a folder; raises OSError when it has vanished."""
    attachments = tuple(_attachments(seen, folders))
    for files in seen.runs or [RunFiles({})]:
        yield run_in(seen.folder, files, attachments, folders)


def run_in(
    folder: str, found: RunFiles, attachments: tuple[Attachment, ...], folders: Folders
) -> Run:
    """One run in ``folder``; raises OSError when it has vanished."""
    hosts = sorted(found.files, key=_natural)
    paths = {host: os.path.join(folder, found.files[host]) for host in hosts}
    status = {path: folders.status(path) for path in paths.values()}
    times_s = [each.modified_s for each in status.values()]
    times_s += [folders.status(each.path).modified_s for each in attachments if not paths]
    name = os.path.basename(os.path.abspath(folder))
    written_s = next(_named_time(folder), found.written_s)
    return Run(
        name=f"{name}/{found.label}" if found.label else name,
        path=folder,
        files=tuple(HostFile(host, path, status[path].size_bytes) for host, path in paths.items()),
        modified_s=max(times_s, default=0.0) if written_s is None else written_s,
        attachments=attachments,
    )


def _attachments(seen: SeenFolder, folders: Folders) -> Iterator[Attachment]:
    """Results of tools in a run's folder, and the graph that lies in the logdir."""
    for name in sorted(seen.tools):
        path = os.path.join(seen.folder, name)
        if found := attachment(path, folders.status(path).size_bytes):
            yield found
    run = os.path.basename(os.path.abspath(seen.folder))
    graphs = os.path.join(_logdir(os.path.abspath(seen.folder)), GRAPH_FOLDER + run)
    try:
        names = folders.entries(graphs)[1]
    except OSError:
        return
    for name in sorted(names):
        path = os.path.join(graphs, name)
        if found := graph(path, folders.status(path).size_bytes):
            yield found


def _named_time(folder: str) -> Iterator[float]:
    """The time that profilers name a run's folder after, in local time."""
    name = os.path.basename(os.path.abspath(folder))
    for format in _RUN_TIMES:
        try:
            yield time.mktime(time.strptime(name, format))
        except (ValueError, OverflowError):
            continue
