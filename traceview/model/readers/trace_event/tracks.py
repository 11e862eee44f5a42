"""Tracks of a trace-event file: threads, asynchronous groups and instants, in display order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from traceview.model.builder import build_events, placed_events
from traceview.model.lanes import lanes_of
from traceview.model.readers.trace_event.async_slices import AsyncSpans, track_of_roots
from traceview.model.readers.trace_event.pairs import dense, numbered
from traceview.model.readers.trace_event.places import NOWHERE, Places, thread_kind
from traceview.model.readers.trace_event.records import Records
from traceview.model.readers.trace_event.slices import Spans, by_group
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Ids, Ints, Section, SectionKind, Track, TrackKind

NO_NAME = "[No name]"  # as Perfetto says
WHOLE_TRACE = Section("", "", SectionKind.OTHER, "Whole trace", plane_id="")

# From top to bottom in a section; threads come by their own order.
_ORDER = {
    TrackKind.GLOBAL_INSTANTS: 0,
    TrackKind.PROCESS_INSTANTS: 1,
    TrackKind.COUNTER: 2,
    TrackKind.ASYNC: 3,
    TrackKind.OBJECTS: 4,
}


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """What tracks are made with: the records, their names, and where args come from.

    ``section`` int32[n] is the process of each record, a number from 0 up; ``processes`` are
    those processes' indices in ``Records.keys``, -1 for records that name none.
    """

    records: Records
    strings: StringTable
    args: ArgSource
    places: Places
    section: Ids
    processes: tuple[int, ...]

    def names(self, record: Ints) -> Ids:
        """String ids of the records' names."""
        name = self.records.name[record]
        return np.where(name < 0, self.strings.intern(NO_NAME), name).astype(np.int32)

    def section_of(self, track: Ints, record: Ints) -> Ids:
        """The section of each of some tracks: that of one of its records."""
        section = np.zeros(int(track.max(initial=-1)) + 1, np.int32)
        section[track] = self.section[record]
        return section


def processes_of(records: Records) -> tuple[Ids, tuple[int, ...]]:
    """Numbers of the records' processes, int32[n], and what each number stands for."""
    numbers = dense(records.process.astype(np.int64))
    processes = np.zeros(int(numbers.max(initial=-1)) + 1, np.int64)
    processes[numbers] = records.process
    return numbers.astype(np.int32), tuple(processes.tolist())


def threads_of(records: Records) -> Ints:
    """A number for each process and thread, int64[n]."""
    return numbered(records.process, records.thread)


def thread_tracks(
    spans: Spans, thread: Ints, naming: Naming, sections: Sequence[Section]
) -> list[Track]:
    """A track for each thread that did anything. ``sections`` by number of the process."""
    tracks = []
    for _, mine in by_group(spans, thread):
        first = int(mine.record[0])
        process = int(naming.records.process[first])
        number = int(naming.records.thread[first])
        name = naming.places.thread_name(process, number)
        section = int(naming.section[first])
        events, lanes, overlaps = build_events(
            mine.start_ps, mine.dur_ps, naming.names(mine.record), mine.record
        )
        tracks.append(
            Track(
                section=section,
                name=name,
                kind=thread_kind(sections[section], name),
                events=events,
                line_id=naming.places.line_id(number),
                sort_index=naming.places.sort_index(process, number),
                args=naming.args,
                lanes=lanes,
                overlaps=overlaps,
            )
        )
    return tracks


def async_tracks(found: AsyncSpans, naming: Naming) -> list[Track]:
    """Asynchronous slices in lanes, what is nested in them below."""
    if not len(found.spans):
        return []
    track, title = track_of_roots(naming.records, found, naming.section)
    root = found.spans.record[found.root]
    section = naming.section_of(track, root)
    order = np.argsort(track, kind="stable")
    bounds = np.append((np.diff(track[order], prepend=-1) != 0).nonzero()[0], len(order))
    return [
        _async_track(found, order[low:high], int(section[number]), int(title[number]), naming)
        for number, (low, high) in enumerate(pairwise(bounds.tolist()))
    ]


def _async_track(found: AsyncSpans, mine: Ints, section: int, title: int, naming: Naming) -> Track:
    spans = found.spans.take(mine)
    name = found.name[mine]
    events = placed_events(
        spans.start_ps,
        spans.dur_ps,
        np.where(name < 0, naming.strings.intern(NO_NAME), name).astype(np.int32),
        spans.record,
        _async_rows(spans, found.depth[mine], dense(found.root[mine])),
    )
    called = naming.strings[title] if title >= 0 else NO_NAME
    category = int(naming.records.category[spans.record[0]])
    return Track(
        section=section,
        name=called,
        kind=TrackKind.ASYNC,
        events=events,
        line_id=naming.strings[category] if category >= 0 else "",
        args=naming.args,
        lanes=True,
    )


def _async_rows(spans: Spans, depth: Ints, root: Ints) -> Ints:
    """Rows of one track: a lane for each root, as high as the deepest root in it."""
    end_ps = spans.start_ps + spans.dur_ps
    size = int(root.max()) + 1
    first_ps = np.full(size, np.iinfo(np.int64).max)
    last_ps = np.full(size, np.iinfo(np.int64).min)
    height = np.zeros(size, np.int64)
    np.minimum.at(first_ps, root, spans.start_ps)
    np.maximum.at(last_ps, root, end_ps)
    np.maximum.at(height, root, depth + 1)
    order = np.lexsort((first_ps - last_ps, first_ps))
    lane = np.empty(size, np.int64)
    lane[order] = _distinct_lanes(first_ps[order], (last_ps - first_ps)[order])
    heights = np.zeros(int(lane.max()) + 1, np.int64)
    np.maximum.at(heights, lane, height)
    return (np.cumsum(heights) - heights)[lane[root]] + depth


def _distinct_lanes(start_ps: Ints, dur_ps: Ints) -> Ints:
    """Lanes in which not even points share an instant, since something may lie below them."""
    return lanes_of(start_ps, np.maximum(dur_ps, 1))


def instant_tracks(spans: Spans, kind: TrackKind, naming: Naming) -> list[Track]:
    """One track of instants a process, or one for the whole trace, in section -1."""
    whole = kind is TrackKind.GLOBAL_INSTANTS
    group = np.zeros(len(naming.records), np.int64) if whole else naming.section.astype(np.int64)
    return [
        Track(
            section=-1 if whole else section,
            name="Instants",
            kind=kind,
            events=build_events(
                mine.start_ps, mine.dur_ps, naming.names(mine.record), mine.record, True
            )[0],
            args=naming.args,
            lanes=True,
        )
        for section, mine in by_group(spans, group)
    ]


def arranged(
    tracks: Iterable[Track], sections: Sequence[Section], naming: Naming
) -> tuple[tuple[Section, ...], tuple[Track, ...]]:
    """Sections that have tracks, and their tracks, as they stand on the timeline."""
    tracks = list(tracks)
    places, processes = naming.places, naming.processes
    used = sorted(
        {track.section for track in tracks} - {-1},
        key=lambda section: places.process_order(processes[section]),
    )
    shown = [WHOLE_TRACE] if any(track.section < 0 for track in tracks) else []
    number = {section: index + len(shown) for index, section in enumerate(used)}
    shown += [sections[section] for section in used]
    keys = {key: index for index, key in enumerate(naming.records.keys)}

    def place(track: Track) -> tuple[object, ...]:
        if track.kind in _ORDER:
            return number.get(track.section, 0), _ORDER[track.kind], track.name.casefold()
        thread = keys.get(str(track.line_id), -1)
        process = processes[track.section] if track.section >= 0 else NOWHERE
        order = places.thread_order(process, thread)
        return number.get(track.section, 0), len(_ORDER), order, track.kind is TrackKind.SAMPLES

    ordered = sorted(tracks, key=place)
    return tuple(shown), tuple(
        replace(track, section=number.get(track.section, 0)) for track in ordered
    )
