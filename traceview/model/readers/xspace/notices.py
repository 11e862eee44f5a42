"""What is said about an XSpace that opens, but not as it should."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from traceview.model.capture import Plane
from traceview.model.errors import Notice
from traceview.model.logdir import counted
from traceview.model.proto import XSpace, text
from traceview.model.readers.wire import CutError, WireError
from traceview.model.readers.xspace.plane import Line, OpenPlane
from traceview.model.readers.xspace.wire import SPACE_PLANES, SpaceBytes


def captured(head: XSpace) -> Iterator[Notice]:
    """What the profiler itself noticed, in its own words."""
    for error in head.errors:
        yield Notice("captured-error", text(error))
    for warning in head.warnings:
        yield Notice("captured-warning", text(warning))


def damaged_planes(found: SpaceBytes, names: Sequence[str], size_bytes: int) -> Iterator[Notice]:
    """Where the file stops making sense, and what was opened nevertheless."""
    whole = list(found.planes)
    match found.damage:
        case CutError(number=number) as cut if number == SPACE_PLANES:
            lines = len(whole.pop().lines)
            last = len(found.planes)
            yield Notice(
                "truncated",
                f"The file ends early: plane {last} of at least {last}"
                f" ({names[-1] or 'its name is lost'}) needs {cut.needs:,} bytes, {cut.has:,} are"
                f" there. Opened: {counted(len(whole), 'whole plane')} and"
                f" {counted(lines, 'whole line')} of this one.",
                offset=cut.offset,
                partial=True,
            )
        case WireError() as error:
            yield Notice(
                "damaged",
                f"The file is damaged from byte {error.offset:,} of {size_bytes:,} on:"
                f" {error.what}. Opened: {counted(len(whole), 'plane')} before that.",
                offset=error.offset,
                partial=True,
            )
    for plane, name in zip(whole, names, strict=False):
        if plane.damage is not None:
            yield Notice(
                "damaged",
                f"Plane {name or 'without a name'} is damaged from byte {plane.damage.offset:,} on:"
                f" {plane.damage.what}. Opened: {counted(len(plane.lines), 'line')} before that.",
                offset=plane.damage.offset,
                partial=True,
            )


def damaged_metadata(planes: Iterable[OpenPlane]) -> Iterator[Notice]:
    """Planes that lost names or stats."""
    for plane in planes:
        if plane.damage:
            yield Notice(
                "damaged",
                f"Plane {plane.section.name or 'without a name'} has {plane.damage};"
                " names or stats of its events are missing.",
                partial=True,
            )


def damaged_line(plane: str, ordinal: int, line: Line) -> Iterator[Notice]:
    """What is lost of a line."""
    which = f"Line {ordinal + 1} of plane {plane or 'without a name'}"
    if line.damage is not None:
        where = line.damage.offset
        what = f"{which} is damaged from byte {where:,} on: {line.damage.what}."
        yield Notice("damaged", what, offset=where, partial=True)
    if line.damaged:
        what = f"{which} has damaged events, which were left out: {line.damaged:,}."
        yield Notice("damaged", what, partial=True)


def oddities(lines: Iterable[Line]) -> Iterator[Notice]:
    """Events that had to be bent to be drawn."""
    lines = list(lines)
    negative = sum(line.negative for line in lines)
    if negative:
        what = f"Events with a negative duration, drawn without one: {negative:,}."
        yield Notice("negative-duration", what)
    clipped = sum(line.clipped for line in lines)
    if clipped:
        what = f"Times more than 26 days from the capture's start, drawn there: {clipped:,}."
        yield Notice("clock", f"{what} The clock of their lines was wrong, or they are damaged.")
    tracks = [line.track for line in lines if line.track is not None]
    overlapping = [t for t in tracks if t.overlaps and not t.name.startswith("Async")]
    if overlapping:
        count = sum(track.overlaps for track in overlapping)
        where = f"{len(overlapping):,} of {counted(len(tracks), 'line')}"
        what = f"Events that end after the event they began in: {count:,}, on {where}."
        yield Notice("overlap", what)


def no_events(planes: Sequence[Plane], window_ns: int | None) -> Notice:
    """What there is where nothing happened."""
    window = "" if window_ns is None else f", window {window_ns / 1e9:.3g} s"
    return Notice("no-events", f"{counted(len(planes), 'plane')}, 0 events{window}.")
