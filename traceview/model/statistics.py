"""Sums over chosen events, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from traceview.model.cover import covered_ps, covered_within_ps
from traceview.model.picks import Pick, in_box, names_of, of_events
from traceview.model.query import end_of, visible
from traceview.model.self_time import self_between
from traceview.model.spread import spans_of
from traceview.model.strings import StringTable
from traceview.model.table import Column, Table, Unit
from traceview.model.trace import EventId, Events, Ids, Ints, Trace

LONGEST = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """Sums over events. ``table`` has a row per name, longest wall time first.

    Columns: name (string ids with labels), occurrences, wall_ps, self_ps, average_ps
    (float64), min_ps, max_ps. Wall time adds up whole events, nested ones too. Where self
    time was not asked for, its column is left out and its sum is None.
    """

    table: Table
    occurrences: int
    wall_ps: int
    self_ps: int | None


def box_statistics(
    trace: Trace,
    rows: Sequence[tuple[int, int]],
    start_ps: int,
    end_ps: int,
    with_self: bool = True,
) -> Statistics:
    """Sums over the events of ``rows`` (track, row) that start in ``[start_ps, end_ps)``.

    They count as a whole, whatever reaches beyond, so that minima and averages are true.
    """
    return statistics_of(trace, in_box(trace, rows, start_ps, end_ps), with_self)


def event_statistics(trace: Trace, chosen: Iterable[EventId]) -> Statistics:
    """Sums over single events, each counted once."""
    return statistics_of(trace, of_events(trace, chosen))


def statistics_of(trace: Trace, picks: Iterable[Pick], with_self: bool = True) -> Statistics:
    """Sums over picked events. Self time takes twice as long as all the rest."""
    sums = _Sums(len(trace.strings), with_self)
    for pick in picks:
        dur_ps = trace.tracks[pick.track].events.dur_ps[pick.index]
        sums.add(names_of(trace, pick), dur_ps, _own(trace, pick) if with_self else None)
    return sums.result(trace.strings)


def track_table(
    trace: Trace, picks: Iterable[Pick], interval_ps: tuple[int, int] | None = None
) -> Table:
    """Time per track of picked events, longest first; a row per track that has some.

    Columns: track (number with labels), occurrences, wall_ps, union_ps (covered by at least one
    event) and, with an interval, share: what of the interval is covered.
    """
    by_track: dict[int, list[Pick]] = {}
    for pick in picks:
        by_track.setdefault(pick.track, []).append(pick)
    spans = [spans_of(trace, mine) for mine in by_track.values()]
    ends = [each.start_ps + each.dur_ps for each in spans]
    numbers = np.array(list(by_track), np.int64)
    union_ps = [covered_ps(each.start_ps, end) for each, end in zip(spans, ends, strict=True)]
    columns = [
        Column("track", "Track", numbers, labels=tuple(track_label(trace, n) for n in by_track)),
        _whole("occurrences", "Count", [len(each.name) for each in spans], Unit.COUNT),
        _whole("wall_ps", "Wall time", [int(each.dur_ps.sum()) for each in spans]),
        _whole("union_ps", "Union", union_ps),
    ]
    if interval_ps is not None and interval_ps[1] > interval_ps[0]:
        within = [
            covered_within_ps(each.start_ps, end, interval_ps)
            for each, end in zip(spans, ends, strict=True)
        ]
        shares = np.array(within, np.float64) / (interval_ps[1] - interval_ps[0])
        columns.append(Column("share", "Share of the interval", shares, Unit.SHARE))
    table = Table(tuple(columns))
    return table.take(table.sort("union_ps", descending=True))


def track_label(trace: Trace, number: int) -> str:
    """What a track is called together with its section."""
    track = trace.tracks[number]
    section = trace.sections[track.section] if track.section < len(trace.sections) else None
    heading = (section.heading or section.name) if section is not None else ""
    return f"{heading} · {track.name}" if heading else track.name


def busy_ps(trace: Trace, track: int, start_ps: int, end_ps: int) -> int:
    """How much of ``[start_ps, end_ps)`` some event of the track runs in, ps."""
    chosen = trace.tracks[track]
    if not len(chosen.events):
        return 0
    if not (chosen.lanes or chosen.overlaps):  # all others lie within those of the first row
        return _row_busy_ps(chosen.events, start_ps, end_ps)
    rows = _clipped(chosen.events, start_ps, end_ps)
    starts, ends = (np.concatenate(parts) for parts in zip(*rows, strict=True))
    return covered_ps(starts, ends)


def _own(trace: Trace, pick: Pick) -> Ints:
    """Self time of picked events."""
    first, last = pick.span
    own = self_between(trace.tracks[pick.track], pick.row, first, last)
    return own if isinstance(pick.index, slice) else own[pick.index - first]


def _whole(name: str, title: str, values: list[int], unit: Unit = Unit.PICOSECONDS) -> Column:
    return Column(name, title, np.array(values, np.int64), unit)


class _Sums:
    """Running sums by string id. Integers throughout: float sums lose picoseconds."""

    def __init__(self, names: int, with_self: bool) -> None:
        self._occurrences = np.zeros(names, np.int64)
        self._wall_ps = np.zeros(names, np.int64)
        self._self_ps = np.zeros(names, np.int64) if with_self else None
        self._min_ps = np.full(names, LONGEST)
        self._max_ps = np.zeros(names, np.int64)

    def add(self, name: Ids, dur_ps: Ints, self_ps: Ints | None) -> None:
        at = name.astype(np.intp)  # else each of the five converts it again
        np.add.at(self._occurrences, at, 1)
        np.add.at(self._wall_ps, at, dur_ps)
        np.minimum.at(self._min_ps, at, dur_ps)
        np.maximum.at(self._max_ps, at, dur_ps)
        if self._self_ps is not None and self_ps is not None:
            np.add.at(self._self_ps, at, self_ps)

    def result(self, strings: StringTable) -> Statistics:
        names = self._occurrences.nonzero()[0].astype(np.int32)
        table = Table(tuple(self._columns(names, strings)))
        own = self._self_ps
        return Statistics(
            table.take(table.sort("wall_ps", descending=True)),
            int(self._occurrences.sum()),
            int(self._wall_ps.sum()),
            None if own is None else int(own.sum()),
        )

    def _columns(self, names: Ids, strings: StringTable) -> Iterator[Column]:
        occurrences, wall_ps = self._occurrences[names], self._wall_ps[names]
        labels = tuple(strings[name] for name in names.tolist())
        time = Unit.PICOSECONDS
        yield Column("name", "Name", names, labels=labels)
        yield Column("occurrences", "Count", occurrences, Unit.COUNT)
        yield Column("wall_ps", "Wall time", wall_ps, time)
        if self._self_ps is not None:
            yield Column("self_ps", "Self time", self._self_ps[names], time)
        yield Column("average_ps", "Average", wall_ps / occurrences, time)
        yield Column("min_ps", "Min", self._min_ps[names], time)
        yield Column("max_ps", "Max", self._max_ps[names], time)


def _row_busy_ps(events: Events, start_ps: int, end_ps: int) -> int:
    low, high = visible(events, 0, start_ps, end_ps)
    if low == high:
        return 0
    before = max(start_ps - int(events.start_ps[low]), 0)
    after = max(end_of(events, high - 1) - end_ps, 0)
    return int(events.dur_ps[low:high].sum()) - before - after


def _clipped(events: Events, start_ps: int, end_ps: int) -> Iterator[tuple[Ints, Ints]]:
    """Starts and ends within an interval, row by row."""
    for row in range(events.rows):
        low, high = visible(events, row, start_ps, end_ps)
        starts = events.start_ps[low:high]
        ends = starts + events.dur_ps[low:high]
        yield np.maximum(starts, start_ps), np.minimum(ends, end_ps)
