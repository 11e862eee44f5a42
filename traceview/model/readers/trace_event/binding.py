"""Which slice of a thread an arrow leaves or reaches, by the rules of catapult's importer.

Times are compared as integers, ends included: catapult's doubles lose arrows that begin at the
very end of a slice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from traceview.model.readers.trace_event.pairs import stable_order
from traceview.model.trace import Bools, Events, Ids, Ints, Track


def bound_events(tracks: Sequence[Track], track: Ids, time_ps: Ints, following: Bools) -> Ints:
    """Index of the event at each of m times on its track, int64[m], -1 for none.

    ``track`` int32[m] indexes ``tracks``, -1 for none; where ``following`` bool[m], the next event
    is meant rather than the one around the time.
    """
    bound = np.full(len(track), -1, np.int64)
    order = stable_order(track.astype(np.int64))
    edges = [0, *((np.diff(track[order]) != 0).nonzero()[0] + 1).tolist(), len(order)]
    for low, high in pairwise(edges):
        mine = order[low:high]
        if low == high or track[mine[0]] < 0:
            continue
        events = tracks[int(track[mine[0]])].events
        next_one = following[mine]
        for wanted, find in ((mine[~next_one], around), (mine[next_one], following_events)):
            if len(wanted):
                bound[wanted] = find(events, time_ps[wanted])
    return bound


def around(events: Events, time_ps: Ints) -> Ints:
    """The innermost event that contains each time, its end included; int64[m], -1 for none.

    That is the one that starts last, on the lowest row: where one event ends as another starts,
    the time is in the other.
    """
    best = np.full(len(time_ps), -1, np.int64)
    best_ps = np.full(len(time_ps), np.iinfo(np.int64).min)
    for row in range(events.rows):
        first, last = int(events.row_at[row]), int(events.row_at[row + 1])
        starts = events.start_ps[first:last]
        at = starts.searchsorted(time_ps, "left")
        begins = at < len(starts)
        begins[begins] = starts[at[begins]] == time_ps[begins]
        at -= ~begins
        index = first + np.maximum(at, 0)
        start_ps = events.start_ps[index]
        inside = (at >= 0) & (time_ps <= start_ps + events.dur_ps[index]) & (start_ps >= best_ps)
        best = np.where(inside, index, best)
        best_ps = np.where(inside, start_ps, best_ps)
    return best


def following_events(events: Events, time_ps: Ints) -> Ints:
    """The first event that starts at or after each time, the outermost; int64[m], -1 for none."""
    best = np.full(len(time_ps), -1, np.int64)
    best_ps = np.full(len(time_ps), np.iinfo(np.int64).max)
    for row in range(events.rows):
        first, last = int(events.row_at[row]), int(events.row_at[row + 1])
        starts = events.start_ps[first:last]
        at = starts.searchsorted(time_ps, "left")
        index = first + np.minimum(at, last - first - 1)
        start_ps = events.start_ps[index]
        sooner = (at < len(starts)) & (start_ps < best_ps)
        best = np.where(sooner, index, best)
        best_ps = np.where(sooner, start_ps, best_ps)
    return best
