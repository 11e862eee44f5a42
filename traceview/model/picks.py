"""Which events are chosen, as pieces of rows: what statistics are counted over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from traceview.model.matches import Matches
from traceview.model.query import row_range
from traceview.model.trace import Bools, EventId, Events, Ids, Ints, Trace


class Pick(NamedTuple):
    """Some events of one row: ``index`` is a range, or ascending indices, int64; never empty."""

    track: int
    row: int
    index: slice | Ints  # type: ignore[assignment]  # hides tuple.index, which no one needs here

    @property
    def span(self) -> tuple[int, int]:
        """First index and the one after the last."""
        if isinstance(self.index, slice):
            return self.index.start, self.index.stop
        return int(self.index[0]), int(self.index[-1]) + 1

    @property
    def size(self) -> int:
        """Number of events."""
        if isinstance(self.index, slice):
            return int(self.index.stop - self.index.start)
        return len(self.index)

    def kept(self, mask: Bools) -> Iterator[Pick]:
        """Those of its events for which ``mask``, bool[size], is true; none when there are none."""
        hits = mask.nonzero()[0]
        if len(hits) == self.size:
            yield self
        elif len(hits):
            first = self.index.start if isinstance(self.index, slice) else 0
            index = hits + first if isinstance(self.index, slice) else self.index[hits]
            yield Pick(self.track, self.row, index)


def in_box(
    trace: Trace, rows: Iterable[tuple[int, int]], start_ps: int, end_ps: int
) -> Iterator[Pick]:
    """Events of ``rows`` (track, row) that start in ``[start_ps, end_ps)``."""
    for number, row in rows:
        first, last = starting(trace.tracks[number].events, row, start_ps, end_ps)
        if first < last:
            yield Pick(number, row, slice(first, last))


def of_events(trace: Trace, chosen: Iterable[EventId]) -> Iterator[Pick]:
    """Single events, each once."""
    by_track: dict[int, list[int]] = {}
    for event in chosen:
        by_track.setdefault(event.track, []).append(event.index)
    for number, indices in by_track.items():
        index = np.unique(np.array(indices, np.int64))
        row_at = trace.tracks[number].events.row_at
        cuts = index.searchsorted(row_at[1:-1])
        for row, mine in enumerate(np.split(index, cuts)):
            if len(mine):
                yield Pick(number, row, mine)


def named(trace: Trace, picks: Iterable[Pick], name: int) -> Iterator[Pick]:
    """Those of one name, a string id."""
    for pick in picks:
        yield from pick.kept(names_of(trace, pick) == name)


def matching(picks: Iterable[Pick], matches: Matches) -> Iterator[Pick]:
    """Those that are among ``matches``."""
    for pick in picks:
        first, last = pick.span
        hits = matches.hits[pick.track]
        inside = hits[hits.searchsorted(first) : hits.searchsorted(last)]
        mask = np.zeros(last - first, np.bool_)
        mask[inside - first] = True
        index = pick.index
        yield from pick.kept(mask if isinstance(index, slice) else mask[index - first])


def without(picks: Iterable[Pick], others: Sequence[Pick]) -> Iterator[Pick]:
    """Those that are in no range of ``others``."""
    ranges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for other in others:
        ranges.setdefault((other.track, other.row), []).append(other.span)
    for pick in picks:
        index = np.arange(*pick.span) if isinstance(pick.index, slice) else pick.index
        outside = np.ones(len(index), np.bool_)
        for first, last in ranges.get((pick.track, pick.row), ()):
            outside &= (index < first) | (index >= last)
        yield from pick.kept(outside)


def names_of(trace: Trace, pick: Pick) -> Ids:
    """Names of the picked events, string ids int32[size]."""
    return trace.tracks[pick.track].events.name[pick.index]


def durations_of(trace: Trace, picks: Iterable[Pick]) -> Ints:
    """Durations of all picked events, int64[n] ps."""
    parts = [trace.tracks[pick.track].events.dur_ps[pick.index] for pick in picks]
    return np.concatenate([np.zeros(0, np.int64), *parts])


def starting(events: Events, row: int, start_ps: int, end_ps: int) -> tuple[int, int]:
    """Index range of the events of a row that start in ``[start_ps, end_ps)``."""
    first, last = row_range(events, row)
    starts = events.start_ps[first:last]
    low, high = int(starts.searchsorted(start_ps)), int(starts.searchsorted(end_ps))
    return first + low, first + max(low, high)
