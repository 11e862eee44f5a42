"""The Python face: opens captures for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.logdir import counted
from traceview.model.source import unreadable
from traceview.tools.derived.derived_lines import with_derived_lines


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OpenCapture:
    """A run that is open. ``capture`` holds its timeline, planes, hosts and notices.

    The timeline is what the window shows: captured lines, and derived ones with
    ``track.derived`` set.
    """

    capture: Capture

    def __repr__(self) -> str:
        capture = self.capture
        start_ps, end_ps = capture.trace.span_ps
        return (
            f"<OpenCapture {capture.run}: {counted(len(capture.hosts), 'host')},"
            f" {counted(len(capture.planes), 'plane')}, {counted(capture.event_count, 'event')},"
            f" {(end_ps - start_ps) / 1e9:,.3f} ms, {counted(len(capture.notices), 'notice')}>"
        )


def open_capture(
    path: str, run: str | None = None, hosts: Sequence[str] | None = None
) -> OpenCapture:
    """Open a capture; see ``traceview.open``. Raises TraceError, and nothing else, for bad input.

    ``path`` may be any ``os.PathLike`` too.
    """
    try:
        return OpenCapture(with_derived_lines(open_path(str(path), run, hosts)))
    except TraceError:
        raise
    except (OSError, MemoryError) as error:
        raise unreadable(str(path), error) from error
