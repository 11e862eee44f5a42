"""Reads one plane of an XSpace: its metadata by protobuf, its lines by numpy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.builder import build_events
from traceview.model.logdir import counted
from traceview.model.proto import DecodeError, XLine, XPlane, text
from traceview.model.readers.limits import LIMIT_PS
from traceview.model.readers.line_kinds import line_kind
from traceview.model.readers.wire import Range, WireError, fields, joined
from traceview.model.readers.xspace.clock import Clock, clip
from traceview.model.readers.xspace.events import Columns, decode
from traceview.model.readers.xspace.layout import section_of, sort_index
from traceview.model.readers.xspace.names import EventNames
from traceview.model.readers.xspace.records import EVENT_TAG, find_records
from traceview.model.readers.xspace.stats import XPlaneArgs, named_stats
from traceview.model.readers.xspace.wire import PlaneBytes
from traceview.model.source import Contents
from traceview.model.strings import StringTable
from traceview.model.trace import Aggregates, Arg, Ids, Section, Track, TrackKind, span_of


@dataclass(frozen=True, slots=True, eq=False)
class LazyPlane:
    """A plane that carries no lines. ``parse`` decodes it anew each time; nothing is kept."""

    contents: Contents
    bytes_of: PlaneBytes

    def parse(self) -> XPlane:
        """The plane's message."""
        self.contents.check()
        return parse_plane(self.contents.data.data, self.bytes_of)[0]


@dataclass(frozen=True, slots=True, eq=False)
class OpenPlane:
    """A plane whose lines can be decoded. ``damage`` says what of its metadata is lost."""

    bytes_of: PlaneBytes
    section: Section
    args: XPlaneArgs
    names: EventNames
    damage: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One XLine, decoded: a track, or None when it is empty.

    ``events`` counts those without a position too; ``negative`` had a negative duration,
    ``clipped`` a time out of range; ``damaged`` could not be decoded, and ``damage`` is where
    the line stopped making sense.
    """

    track: Track | None
    timestamp_ns: int
    events: int = 0
    span_ps: tuple[int, int] | None = None
    negative: int = 0
    clipped: int = 0
    damaged: int = 0
    damage: WireError | None = None


def parse_plane(data: memoryview, found: PlaneBytes) -> tuple[XPlane, int]:
    """A plane without its lines; how many of its fields are damaged and left out."""
    ranges = found.rest + found.event_metadata
    try:
        return XPlane.FromString(joined(data, ranges)), 0
    except DecodeError:
        pass
    plane, damaged = XPlane(), 0
    for start, end in ranges:
        for field in fields(data, start, end):
            try:
                plane.MergeFrom(XPlane.FromString(bytes(data[field.tag_at : field.end])))
            except DecodeError:
                damaged += 1
    return plane, damaged


def plane_name(data: memoryview, found: PlaneBytes) -> str:
    """A plane's name, without parsing what may be megabytes of event metadata."""
    return text(parse_plane(data, PlaneBytes((), (), found.rest))[0].name)


def open_plane(contents: Contents, found: PlaneBytes, host: str, strings: StringTable) -> OpenPlane:
    """Parse a plane's metadata and name its events."""
    plane, damaged = parse_plane(contents.data.data, found)
    names = EventNames.of(plane, strings)
    args = XPlaneArgs(contents, plane, names.lookup, strings)
    stats = tuple(Arg(name, value) for name, value in named_stats(plane, plane.stats).items())
    section = section_of(text(plane.name), host, plane.id, stats)
    damage = counted(damaged, "damaged field") if damaged else ""
    return OpenPlane(found, section, args, names, damage)


def peek_timestamp(data: memoryview, line: Range) -> int | None:
    """A line's ``timestamp_ns`` if it stands before its events, as serializers write it.

    None where there are no events.
    """
    start, end = line
    at = start
    try:
        for field in fields(data, start, end):
            if data[field.tag_at] == EVENT_TAG:
                break
            at = field.end
        return XLine.FromString(bytes(data[start:at])).timestamp_ns if at < end else None
    except (WireError, DecodeError):
        return None


def read_line(
    plane: OpenPlane,
    section: int,
    ordinal: int,
    span: Range,
    clock: Clock,
    check: Callable[[], None],
) -> Line:
    """Decode one line into a track of ``section``; calls ``check`` often."""
    data = plane.args.contents.data
    records = find_records(data, *span, check)
    columns = decode(data, records.at, check)
    try:
        line = XLine.FromString(joined(data.data, records.rest))
    except DecodeError:
        return Line(None, 0, damage=WireError("its name and time are damaged", span[0]))
    if not len(columns.at):
        found = Line(None, line.timestamp_ns)
    else:
        found = _line(plane, section, ordinal, line, clock, columns)
    return replace(found, damaged=columns.damaged, damage=records.damage)


def _line(
    plane: OpenPlane, section: int, ordinal: int, line: XLine, clock: Clock, columns: Columns
) -> Line:
    name = text(line.display_name) or text(line.name)
    names = plane.names.of_events(columns.metadata_id)
    dur_ps, too_long = clip(columns.duration_ps, -LIMIT_PS, LIMIT_PS)
    negative = int((dur_ps < 0).sum())
    columns = replace(columns, duration_ps=np.maximum(dur_ps, 0) if negative else dur_ps)
    columns, names, aggregates = _apart(columns, names)
    start_ps, too_far = clip(columns.offset_ps, -LIMIT_PS, LIMIT_PS)
    start_ps += clock.start_ps(line.timestamp_ns)
    start_ps, beyond = clip(start_ps, -LIMIT_PS, LIMIT_PS)
    events, lanes, overlaps = build_events(
        start_ps, columns.duration_ps, names, columns.at, prefer_lanes=name.startswith("Async")
    )
    line_id = line.display_id or line.id
    track = Track(
        section=section,
        name=name,
        kind=line_kind(plane.section, name) or TrackKind.OTHER,
        events=events,
        line_id=line_id,
        sort_index=sort_index(plane.section, line_id, ordinal),
        args=plane.args,
        lanes=lanes,
        overlaps=overlaps,
        aggregates=aggregates,
    )
    count = len(events) + (len(aggregates) if aggregates else 0)
    clipped = too_long + too_far + beyond
    return Line(track, line.timestamp_ns, count, span_of(events), negative, clipped)


def _apart(columns: Columns, names: Ids) -> tuple[Columns, Ids, Aggregates | None]:
    """Events with a position, and those that only count occurrences."""
    some = columns.aggregates
    if not len(some):
        return columns, names, None
    occurrences, dur_ps, at = columns.offset_ps[some], columns.duration_ps[some], columns.at[some]
    aggregates = Aggregates(names[some], occurrences, dur_ps, at)
    placed = np.ones(len(names), np.bool_)
    placed[some] = False
    columns = Columns(
        columns.at[placed],
        columns.metadata_id[placed],
        columns.offset_ps[placed],
        columns.duration_ps[placed],
        some[:0],
    )
    return columns, names[placed], aggregates
