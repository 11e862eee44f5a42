"""The import report: what was left out of a trace-event file, or mended."""

from __future__ import annotations

from collections.abc import Iterator

from traceview.model.errors import Notice
from traceview.model.logdir import counted
from traceview.model.readers.trace_event.records import Skips

# Kinds that lose nothing.
_MENDED = (
    "end with the name of another event",
    "negative duration, drawn without one",
    "end before its begin, drawn without a duration",
    "asynchronous begin without an end",
    "asynchronous end without a begin",
    "did not finish",
    "flow end without a start",
    "flow start without an end",
    "flow into a slice from nowhere",
    "flow out of a slice to nowhere",
    "memory event without totals",
    "unescaped quote",
    "raw control character",
    "stray backslash",
    "half a surrogate pair",
    "invalid UTF-8",
)


def import_report(skips: Skips) -> Iterator[Notice]:
    """A notice for each kind, the most frequent first."""
    for kind, count, offset in skips:
        where = "" if offset is None else f", the first at byte {offset:,}"
        text = f"{kind[:1].upper()}{kind[1:]}: {counted(count, 'event')}{where}."
        yield Notice("import", text, offset=offset, partial=kind not in _MENDED)


def overlaps(count: int, tracks: int) -> Iterator[Notice]:
    """Slices that end after the one they began in."""
    if count:
        where = counted(tracks, "track")
        text = f"Events that end after the event they began in: {count:,}, on {where}."
        yield Notice("overlap", text)
