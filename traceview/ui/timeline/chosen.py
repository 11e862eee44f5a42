"""Sums over whatever is selected or marked. No widgets in here, so that it runs on a thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.query import visible
from traceview.model.statistics import Statistics, box_statistics, busy_ps, event_statistics
from traceview.model.table import Column, Table, Unit
from traceview.model.trace import EventId, Events, Section, SectionKind, Trace, TrackKind
from traceview.ui.session import Box, Selection
from traceview.ui.text import tr

Interval = tuple[int, int]
Row = tuple[int, int]

DEVICES = (SectionKind.TPU, SectionKind.GPU)
SHARE = "self_share"


@dataclass(frozen=True, slots=True)
class Busy:
    """How much of an interval a device works, as a fraction; None where that is unknown."""

    device: str
    fraction: float | None


@dataclass(frozen=True, slots=True)
class Overview:
    """What was busy in the whole trace; shown when nothing is chosen."""

    busy: tuple[Busy, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """What is chosen, summed by name; the marked interval with what was busy in it."""

    statistics: Statistics
    interval_ps: Interval | None
    busy: tuple[Busy, ...]


def overview_of(trace: Trace) -> Overview:
    """How busy the devices are from the first event to the last."""
    return Overview(_busy(trace, trace.span_ps))


def summary_of(trace: Trace, selection: Selection, interval_ps: Interval | None) -> Summary:
    """Sums over the selection within the marked interval; over all rows without a selection."""
    busy = _busy(trace, interval_ps) if interval_ps else ()
    statistics = statistics_of(trace, effective(trace, selection, interval_ps), interval_ps)
    return Summary(statistics, interval_ps, busy)


def effective(trace: Trace, selection: Selection, interval_ps: Interval | None) -> Selection:
    """The selection, or all captured rows of the interval when nothing is selected.

    Derived lines repeat what others hold, so they would count it twice.
    """
    if selection or interval_ps is None:
        return selection
    rows = [
        (number, row)
        for number, track in enumerate(trace.tracks)
        if not track.derived
        for row in range(track.events.rows)
    ]
    return Selection(boxes=(Box(*interval_ps, tuple(rows)),), name=selection.name)


def statistics_of(trace: Trace, selection: Selection, interval_ps: Interval | None) -> Statistics:
    """Sums by name over events that are selected and start in the interval, each once."""
    pieces = disjoint([_within(box, interval_ps) for box in selection.boxes])
    parts = [box_statistics(trace, rows, *piece) for piece, rows in pieces.items()]
    loose = [
        event
        for event in selection.events
        if _starts_in(trace, event, interval_ps) and not _in_boxes(trace, event, pieces)
    ]
    parts.append(event_statistics(trace, loose))
    whole = parts[0] if len(parts) == 2 and not loose else merged(parts)
    return whole if selection.name is None else only(whole, selection.name)


def only(statistics: Statistics, name: int) -> Statistics:
    """The sums of one name alone."""
    table = statistics.table
    kept = table.take((np.asarray(table["name"].values) == name).nonzero()[0])
    return _with_sums(kept)


def with_share(statistics: Statistics) -> Table:
    """The table with each name's share of all self time as a further column."""
    table = statistics.table
    total = statistics.self_ps or 0
    own = np.asarray(table["self_ps"].values, np.float64)
    shares = own / total if total else np.full(table.rows, np.nan)
    column = Column(SHARE, tr("Share of self time"), shares, Unit.SHARE)
    return replace(table, columns=(*table.columns, column))


def disjoint(boxes: Sequence[Box]) -> dict[Interval, list[Row]]:
    """The same area as boxes that nowhere overlap: rows by interval."""
    intervals: dict[Row, list[Interval]] = {}
    for box in boxes:
        for row in box.rows:
            if box.start_ps < box.end_ps:
                intervals.setdefault(row, []).append((box.start_ps, box.end_ps))
    pieces: dict[Interval, list[Row]] = {}
    for row, several in intervals.items():
        for piece in _united(several):
            pieces.setdefault(piece, []).append(row)
    return pieces


def merged(parts: Sequence[Statistics]) -> Statistics:
    """Sums over the events of all ``parts``, of which no two hold the same one."""
    tables = [part.table for part in parts]
    named = {
        column.name: np.concatenate([np.asarray(table[column.name].values) for table in tables])
        for column in tables[0].columns
    }
    names, first, at = np.unique(named["name"], return_index=True, return_inverse=True)
    labels = [label for table in tables for label in table["name"].texts or ()]
    occurrences, wall, own = (
        _added(named[column], at, len(names)) for column in ("occurrences", "wall_ps", "self_ps")
    )
    least = np.full(len(names), np.iinfo(np.int64).max)
    most = np.zeros(len(names), np.int64)
    np.minimum.at(least, at, named["min_ps"])
    np.maximum.at(most, at, named["max_ps"])
    sums = (names, occurrences, wall, own, wall / np.maximum(occurrences, 1), least, most)
    columns = [
        replace(column, values=values)
        for column, values in zip(tables[0].columns, sums, strict=True)
    ]
    columns[0] = replace(columns[0], labels=tuple(labels[index] for index in first))
    table = Table(tuple(columns))
    return _with_sums(table.take(table.sort("wall_ps", descending=True)))


def _with_sums(table: Table) -> Statistics:
    occurrences, wall_ps, self_ps = (
        int(np.asarray(table[name].values).sum()) for name in ("occurrences", "wall_ps", "self_ps")
    )
    return Statistics(table, occurrences, wall_ps, self_ps)


def _added(values: np.ndarray, at: np.ndarray, size: int) -> np.ndarray:
    sums = np.zeros(size, np.int64)
    np.add.at(sums, at, values)
    return sums


def _within(box: Box, interval_ps: Interval | None) -> Box:
    if interval_ps is None:
        return box
    start_ps, end_ps = interval_ps
    return replace(box, start_ps=max(box.start_ps, start_ps), end_ps=min(box.end_ps, end_ps))


def _starts_in(trace: Trace, event: EventId, interval_ps: Interval | None) -> bool:
    start_ps = int(trace.tracks[event.track].events.start_ps[event.index])
    return interval_ps is None or interval_ps[0] <= start_ps < interval_ps[1]


def _in_boxes(trace: Trace, event: EventId, pieces: dict[Interval, list[Row]]) -> bool:
    row = (event.track, trace.tracks[event.track].events.row_of(event.index))
    return any(
        row in rows and _starts_in(trace, event, interval) for interval, rows in pieces.items()
    )


def _united(intervals: list[Interval]) -> Iterator[Interval]:
    start_ps, end_ps = min(intervals)
    for next_start_ps, next_end_ps in sorted(intervals):
        if next_start_ps > end_ps:
            yield start_ps, end_ps
            start_ps = next_start_ps
        end_ps = max(end_ps, next_end_ps)
    yield start_ps, end_ps


def _busy(trace: Trace, interval_ps: Interval) -> tuple[Busy, ...]:
    return tuple(
        Busy(section.heading or section.name, _busy_fraction(trace, number, interval_ps))
        for number, section in enumerate(trace.sections)
        if _is_device(section)
    )


def _is_device(section: Section) -> bool:
    return section.kind in DEVICES


def _busy_fraction(trace: Trace, section: int, interval_ps: Interval) -> float | None:
    """Share of the interval in which an operation or kernel of the device runs."""
    start_ps, end_ps = interval_ps
    tracks = [
        number
        for number, track in enumerate(trace.tracks)
        if track.section == section
        and not track.derived
        and track.kind in (TrackKind.OPS, TrackKind.STREAM)
    ]
    if not tracks or end_ps <= start_ps:
        return None
    if len(tracks) == 1:
        return busy_ps(trace, tracks[0], start_ps, end_ps) / (end_ps - start_ps)
    spans = [span for track in tracks for span in _spans(trace.tracks[track].events, interval_ps)]
    return _covered(spans, interval_ps) / (end_ps - start_ps)


def _spans(events: Events, interval_ps: Interval) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for row in range(events.rows):
        low, high = visible(events, row, *interval_ps)
        if low < high:
            starts = events.start_ps[low:high]
            yield starts, starts + events.dur_ps[low:high]


def _covered(spans: list[tuple[np.ndarray, np.ndarray]], interval_ps: Interval) -> int:
    """Length of the union of spans within an interval, ps."""
    if not spans:
        return 0
    starts, ends = (
        np.clip(np.concatenate(sides), *interval_ps) for sides in zip(*spans, strict=True)
    )
    order = np.argsort(starts)
    starts, ends = starts[order], np.maximum.accumulate(ends[order])
    starts[1:] = np.maximum(starts[1:], ends[:-1])
    return int(np.maximum(ends - starts, 0).sum())
