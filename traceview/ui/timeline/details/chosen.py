"""Sums over whatever is selected or marked. No widgets in here, so that it runs on a thread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.counter_table import counter_table
from traceview.model.matches import Matches
from traceview.model.picks import Pick, in_box, matching, named, of_events, without
from traceview.model.query import end_of
from traceview.model.spread import Spread, spread_of
from traceview.model.statistics import Statistics, statistics_of, track_table
from traceview.model.table import Column, Table, Unit
from traceview.model.trace import Trace, TrackKind
from traceview.ui.session import Box, Selection
from traceview.ui.text import tr
from traceview.ui.timeline.details.busy import Busy, Interval, busy_of

Row = tuple[int, int]

SHARE = "self_share"
NO_SPREAD = spread_of(Trace(), ())
ORDER = (
    "name", "occurrences", "wall_ps", "self_ps", "union_ps", "average_ps", "median_ps",
    "p95_ps", "p99_ps", "deviation_ps", "min_ps", "max_ps", SHARE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Overview:
    """What was busy in the whole trace; shown when nothing is chosen."""

    busy: tuple[Busy, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """What is chosen, summed by name; the marked interval with what was busy in it.

    ``picks`` are the events that were counted, ``counters`` what counters among the chosen rows
    measured, None without any.
    """

    trace: Trace
    statistics: Statistics
    interval_ps: Interval | None
    busy: tuple[Busy, ...]
    picks: tuple[Pick, ...]
    counters: Table | None


@dataclass(frozen=True, slots=True, eq=False)
class Finer:
    """What takes longer to count: figures by name, and time per track."""

    spread: Spread
    tracks: Table


def overview_of(trace: Trace) -> Overview:
    """How busy the devices are from the first event to the last."""
    return Overview(busy_of(trace, trace.span_ps))


def summary_of(
    trace: Trace,
    selection: Selection,
    interval_ps: Interval | None,
    matches: Matches | None = None,
) -> Summary:
    """Sums over the selection within the marked interval; over all rows without a selection.

    With ``matches`` only those count, and without an interval either, all of them.
    """
    busy = busy_of(trace, interval_ps) if interval_ps else ()
    whole = interval_ps or _beyond(trace.span_ps)
    chosen = effective(trace, selection, interval_ps if matches is None else whole)
    picks = picks_of(trace, chosen, interval_ps)
    if matches is not None:
        picks = tuple(matching(picks, matches))
    counters = _counters(trace, chosen, interval_ps)
    return Summary(trace, statistics_of(trace, picks), interval_ps, busy, picks, counters)


def finer_of(summary: Summary) -> Finer:
    """What a summary leaves for later."""
    spread = spread_of(summary.trace, summary.picks)
    return Finer(spread, track_table(summary.trace, summary.picks, summary.interval_ps))


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


def picks_of(
    trace: Trace, selection: Selection, interval_ps: Interval | None = None
) -> tuple[Pick, ...]:
    """Events that are selected and start in the interval, each once; no samples of counters."""
    pieces = disjoint([_within(box, interval_ps) for box in selection.boxes])
    boxed = [
        pick
        for piece, rows in pieces.items()
        for pick in in_box(trace, [row for row in rows if not _counts(trace, row[0])], *piece)
    ]
    events = (event for event in selection.events if not _counts(trace, event.track))
    loose = _starting_in(trace, of_events(trace, events), interval_ps)
    picks = [*boxed, *without(loose, boxed)]
    return tuple(picks if selection.name is None else named(trace, picks, selection.name))


def names_table(statistics: Statistics, spread: Spread | None) -> Table:
    """Sums by name with figures and each name's share of all self time.

    Figures that are not there yet are unknown.
    """
    table = statistics.table
    names = np.asarray(table["name"].values)
    columns = {column.name: column for column in (*table.columns, _share(statistics))}
    if spread is None:
        nothing = np.full(len(names), np.nan)
        finer = [replace(column, values=nothing) for column in NO_SPREAD.table.columns]
    else:
        finer = list(spread.table.take(spread.names.searchsorted(names)).columns)
    columns |= {column.name: column for column in finer}
    return Table(tuple(columns[name] for name in ORDER))


def _share(statistics: Statistics) -> Column:
    table = statistics.table
    total = statistics.self_ps or 0
    own = np.asarray(table["self_ps"].values, np.float64)
    shares = own / total if total else np.full(table.rows, np.nan)
    return Column(SHARE, tr("Share of self time"), shares, Unit.SHARE)


def _counters(trace: Trace, chosen: Selection, interval_ps: Interval | None) -> Table | None:
    """Series of the counters in the chosen boxes and among the chosen samples."""
    spans: dict[int, Interval] = {}
    for box in chosen.boxes:
        for number in {track for track, _ in box.rows if _counts(trace, track)}:
            spans[number] = _hull(spans.get(number), (box.start_ps, box.end_ps))
    for event in chosen.events:
        if _counts(trace, event.track):
            events = trace.tracks[event.track].events
            start_ps = int(events.start_ps[event.index])
            end_ps = max(end_of(events, event.index), start_ps + 1)
            spans[event.track] = _hull(spans.get(event.track), (start_ps, end_ps))
    if interval_ps is not None:
        spans = {track: _common(span, interval_ps) for track, span in spans.items()}
    return counter_table(trace, spans) if spans else None


def _hull(one: Interval | None, other: Interval) -> Interval:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))


def _common(one: Interval, other: Interval) -> Interval:
    return max(one[0], other[0]), min(one[1], other[1])


def _counts(trace: Trace, track: int) -> bool:
    return trace.tracks[track].kind is TrackKind.COUNTER


def _beyond(span_ps: Interval) -> Interval:
    """A little longer, so that what starts at the very end starts within."""
    return span_ps[0], span_ps[1] + 1


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


def _within(box: Box, interval_ps: Interval | None) -> Box:
    if interval_ps is None:
        return box
    start_ps, end_ps = interval_ps
    return replace(box, start_ps=max(box.start_ps, start_ps), end_ps=min(box.end_ps, end_ps))


def _starting_in(
    trace: Trace, picks: Iterable[Pick], interval_ps: Interval | None
) -> Iterator[Pick]:
    for pick in picks:
        starts = trace.tracks[pick.track].events.start_ps[pick.index]
        start_ps, end_ps = interval_ps or (int(starts[0]), int(starts[-1]) + 1)
        yield from pick.kept((starts >= start_ps) & (starts < end_ps))


def _united(intervals: list[Interval]) -> Iterator[Interval]:
    start_ps, end_ps = min(intervals)
    for next_start_ps, next_end_ps in sorted(intervals):
        if next_start_ps > end_ps:
            yield start_ps, end_ps
            start_ps = next_start_ps
        end_ps = max(end_ps, next_end_ps)
    yield start_ps, end_ps
