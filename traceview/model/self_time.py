"""Self time: what is left of an event when the events that begin in it are taken away."""

from __future__ import annotations

import numpy as np

from traceview.model.query import row_range
from traceview.model.trace import Events, Ids, Ints, Track


def parents(events: Events) -> Ids:
    """Index of the event that each begins in, int32[n], -1 for none. Rows are depths."""
    parent = np.full(len(events), -1, np.int32)
    for row in range(1, events.rows):
        above, first, last = events.row_at[row - 1 : row + 2].tolist()
        starts = events.start_ps
        parent[first:last] = starts[above:first].searchsorted(starts[first:last], "right")
        parent[first:last] += above - 1
    return parent


def self_ps(track: Track) -> Ints:
    """Self time of each event of a track, int64[n]; in lanes it is the duration."""
    rows = range(track.events.rows)
    parts = [self_between(track, row, *row_range(track.events, row)) for row in rows]
    return np.concatenate([np.zeros(0, np.int64), *parts])


def self_between(track: Track, row: int, first: int, last: int) -> Ints:
    """Self time of the events ``[first, last)`` of one row, int64[last - first].

    Children of one event share a row and cannot overlap, so that their durations add up; only
    the last may reach beyond its parent, and counts up to the parent's end.
    """
    events = track.events
    own: Ints = events.dur_ps[first:last].copy()
    if track.lanes or row + 1 >= events.rows or first == last:
        return own
    child_at = _child_at(events, row, first, last)
    begin, end = int(child_at[0]), int(child_at[-1])
    covered = np.zeros(end - begin + 1, np.int64)
    np.cumsum(events.dur_ps[begin:end], out=covered[1:])
    own -= np.diff(covered[child_at - begin])
    if track.overlaps:
        has_child = child_at[1:] > child_at[:-1]
        youngest = child_at[1:][has_child] - 1
        end_ps = (events.start_ps[first:last] + events.dur_ps[first:last])[has_child]
        beyond = events.start_ps[youngest] + events.dur_ps[youngest] - end_ps
        own[has_child] += np.maximum(beyond, 0)
    return own


def _child_at(events: Events, row: int, first: int, last: int) -> Ints:
    """CSR offsets of the children of ``[first, last)``, indices of the track."""
    below, end = row_range(events, row + 1)
    starts = events.start_ps[below:end]
    if last < below:
        end = below + int(starts.searchsorted(int(events.start_ps[last]), "left"))
    child_at = np.empty(last - first + 1, np.int64)
    child_at[:-1] = starts.searchsorted(events.start_ps[first:last], "left")
    child_at[:-1] += below
    child_at[-1] = end
    return child_at
