"""The reader of XSpace files (``*.xplane.pb``), what TensorFlow's and JAX's profilers write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from traceview.model.capture import Capture, Plane
from traceview.model.errors import Notice, TraceError
from traceview.model.file_kinds import host_of
from traceview.model.proto import DecodeError, XSpace, text
from traceview.model.reader import Progress
from traceview.model.readers.wire import Range, joined
from traceview.model.readers.workers import Check, results
from traceview.model.readers.xspace import notices as notices
from traceview.model.readers.xspace.clock import Clock
from traceview.model.readers.xspace.layout import (
    TASK_ENVIRONMENT,
    core_headings,
    display_order,
    sorted_tracks,
)
from traceview.model.readers.xspace.plane import (
    LazyPlane,
    Line,
    OpenPlane,
    open_plane,
    parse_plane,
    peek_timestamp,
    plane_name,
    read_line,
)
from traceview.model.readers.xspace.shape import likeness
from traceview.model.readers.xspace.stats import named_stats
from traceview.model.readers.xspace.wire import SpaceBytes, find_planes
from traceview.model.source import Contents, Source
from traceview.model.strings import StringTable
from traceview.model.trace import Section, Trace

# Showing a trace costs the window a repaint.
SHOW_EVERY_S = 0.2


@dataclass(frozen=True, slots=True)
class LineKey:
    """One line of a file: its plane's number in the file, its own number in the plane."""

    plane: int
    ordinal: int
    span: Range


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A file whose planes are open and whose lines are not decoded yet.

    ``names`` are the names of all planes; ``opened`` has those with lines, by their number in
    the file. ``sections`` are theirs in display order, ``place`` finds a plane among them.
    """

    contents: Contents
    found: SpaceBytes
    host: str
    strings: StringTable
    head: XSpace
    names: Sequence[str]
    opened: dict[int, OpenPlane]
    sections: Sequence[Section]
    place: dict[int, int]
    start_ns: int
    window_ns: int | None

    def lines(self) -> list[LineKey]:
        """All lines, those at the top of the timeline first."""
        return [
            LineKey(plane, ordinal, span)
            for plane in self.place
            for ordinal, span in enumerate(self.found.planes[plane].lines)
        ]

    def trace(self, clock: Clock, lines: Iterable[Line]) -> Trace:
        """The timeline of these lines; sections without a track are left out."""
        tracks = [line.track for line in lines if line.track is not None]
        used = sorted({track.section for track in tracks})
        place = {section: index for index, section in enumerate(used)}
        return Trace(
            clock.t0_ns,
            self.strings,
            tuple(self.sections[section] for section in used),
            sorted_tracks([replace(track, section=place[track.section]) for track in tracks]),
        )


class XSpaceReader:
    """Reads XSpace files."""

    name = "XSpace"

    def sniff(self, head: bytes, size_bytes: int) -> int:
        """How much the first bytes look like an XSpace, 0 to 100."""
        return likeness(head)

    def read(self, source: Source, host: str, strings: StringTable, progress: Progress) -> Capture:
        """The capture in one file. Raises TraceError or Cancelled.

        Without a ``host`` it is called as the file says, else as the file is called.
        """
        size_bytes = source.size_bytes
        unpacked_bytes = 0

        def unpacking(done_bytes: int) -> None:
            # Half of the way for a packed file.
            nonlocal unpacked_bytes
            unpacked_bytes = done_bytes // 2
            progress.advance(unpacked_bytes, size_bytes)

        def decoding(fraction: float) -> None:
            done_bytes = unpacked_bytes + round((size_bytes - unpacked_bytes) * fraction)
            progress.advance(done_bytes, size_bytes)

        contents = source.read(unpacking)
        space = _open(contents, source, host, strings)
        peeked = (peek_timestamp(contents.data.data, key.span) for key in space.lines())
        clock = Clock.of(space.start_ns, (time_ns for time_ns in peeked if time_ns is not None))
        lines = _read_lines(space, clock, decoding, progress.show)
        times = {line.timestamp_ns for line in lines.values() if line.track is not None}
        if clock != (known := Clock.of(space.start_ns, times)):
            # Some line has its time after its events: now that it is known, start anew.
            clock, lines = known, _read_lines(space, known, decoding, progress.show)
        return _capture(space, clock, source, lines)


def _open(contents: Contents, source: Source, host: str, strings: StringTable) -> Space:
    """Find the planes and parse everything but their lines."""
    data = contents.data.data
    found = find_planes(data)
    try:
        head = XSpace.FromString(joined(data, found.rest))
    except DecodeError:
        head = XSpace()
    host = host or next(map(text, head.hostnames), "") or host_of(source.name)
    opened = {
        index: open_plane(contents, plane, host, strings)
        for index, plane in enumerate(found.planes)
        if plane.lines
    }
    names = [
        opened[index].section.name if index in opened else plane_name(data, plane)
        for index, plane in enumerate(found.planes)
    ]
    numbers, sections = list(opened), [plane.section for plane in opened.values()]
    for index, heading in enumerate(core_headings(sections)):
        sections[index] = replace(sections[index], heading=heading)
    order = display_order(sections)
    start_ns, window_ns = _profiled(data, found, names)
    return Space(
        contents=contents,
        found=found,
        host=host,
        strings=strings,
        head=head,
        names=names,
        opened=opened,
        sections=[sections[index] for index in order],
        place={numbers[index]: place for place, index in enumerate(order)},
        start_ns=start_ns,
        window_ns=window_ns,
    )


def _profiled(data: memoryview, found: SpaceBytes, names: Sequence[str]) -> tuple[int, int | None]:
    """When the profiler started (0: unknown), and how long it ran; ns, from Task Environment."""
    if TASK_ENVIRONMENT not in names:
        return 0, None
    plane, _ = parse_plane(data, found.planes[names.index(TASK_ENVIRONMENT)])
    stats = named_stats(plane, plane.stats)
    start_ns, stop_ns = stats.get("profile_start_time"), stats.get("profile_stop_time")
    if not isinstance(start_ns, int):
        return 0, None
    return start_ns, stop_ns - start_ns if isinstance(stop_ns, int) else None


def _read_lines(
    space: Space,
    clock: Clock,
    advance: Callable[[float], None],
    show: Callable[[Trace], None],
) -> dict[LineKey, Line]:
    """Decode all lines on several threads; ``advance`` hears which fraction is done."""

    def read(key: LineKey, check: Check) -> Line:
        def check_all() -> None:
            check()
            space.contents.check()

        place = space.place[key.plane]
        plane = space.opened[key.plane]
        return read_line(plane, place, key.ordinal, key.span, clock, check_all)

    keys = space.lines()
    total_bytes = len(space.contents.data)
    done_bytes = total_bytes - sum(key.span[1] - key.span[0] for key in keys)
    lines: dict[LineKey, Line] = {}
    shown_s = 0.0  # the first lines are shown at once
    with closing(results(keys, read)) as decoded:
        for finished in decoded:
            if finished is not None:
                key, result = finished
                done_bytes += key.span[1] - key.span[0]
                lines[key] = result
            advance(done_bytes / max(total_bytes, 1))
            if time.monotonic() - shown_s > SHOW_EVERY_S and lines:
                show(space.trace(clock, lines.values()))
                shown_s = time.monotonic()
    return lines


def _capture(
    space: Space,
    clock: Clock,
    source: Source,
    lines: dict[LineKey, Line],
) -> Capture:
    planes = tuple(_plane(space, index, lines) for index in range(len(space.names)))
    noticed = [
        *space.contents.notices,
        *notices.captured(space.head),
        *notices.damaged_planes(space.found, space.names, len(space.contents.data)),
        *notices.damaged_metadata(space.opened.values()),
        *(
            notice
            for key in space.lines()
            for notice in notices.damaged_line(space.names[key.plane], key.ordinal, lines[key])
        ),
        *notices.oddities(lines.values()),
    ]
    if not any(plane.events for plane in planes):
        _refuse_if_damaged(noticed, source)
        noticed.append(notices.no_events(planes, space.window_ns))
    lineless = {
        (space.host, space.names[index]): LazyPlane(space.contents, plane)
        for index, plane in enumerate(space.found.planes)
        if not plane.lines
    }
    return Capture(
        path=source.path,
        run=source.name,
        hosts=(space.host,),
        trace=space.trace(clock, lines.values()),
        planes=planes,
        notices=tuple(replace(notice, path=source.path) for notice in noticed),
        size_bytes=source.size_bytes,
        metadata=lineless,
        hostnames=tuple(map(text, space.head.hostnames)),
        has_stats=True,
    )


def _plane(space: Space, index: int, lines: dict[LineKey, Line]) -> Plane:
    """What the file holds of one plane."""
    found = space.found.planes[index]
    mine = [line for key, line in lines.items() if key.plane == index]
    spans = [line.span_ps for line in mine if line.span_ps is not None]
    span_ps = max(end for _, end in spans) - min(start for start, _ in spans) if spans else 0
    events = sum(line.events for line in mine)
    return Plane(space.host, space.names[index], len(found.lines), events, span_ps)


def _refuse_if_damaged(noticed: Sequence[Notice], source: Source) -> None:
    for notice in noticed:
        if notice.partial:
            raise TraceError(
                f"{source.name} cannot be read.",
                f"{notice.text} No whole event is left.",
                "Copy it again from where it was made, in binary mode, and compare the sizes.",
                path=source.path,
                offset=notice.offset,
            )
