"""Lanes for events that overlap improperly, such as asynchronous operations."""

from __future__ import annotations

import numpy as np

from traceview.model.trace import Ints


def lanes_of(start_ps: Ints, dur_ps: Ints) -> Ints:
    """A lane for each event, first come first served, in the smallest number of lanes; int64[n].

    Events are sorted by (start, -duration). Events without a duration share one lane where
    they fall on one instant.
    """
    n = len(start_ps)
    again = np.zeros(n, np.bool_)
    again[1:] = (start_ps[1:] == start_ps[:-1]) & (dur_ps[:-1] == 0)
    if not again.any():
        return _lanes_of_distinct(start_ps, dur_ps)
    lanes = _lanes_of_distinct(start_ps[~again], dur_ps[~again])
    return lanes.take(np.cumsum(~again) - 1)


def _lanes_of_distinct(start_ps: Ints, dur_ps: Ints) -> Ints:
    """The same where no two events without a duration start together.

    Event i needs a new lane when more events are open than ever before; otherwise it follows
    the event that was the k-th to end, k being the number of earlier events that reused a
    lane. Each event's lane is that of the first in its chain, found by pointer doubling.
    """
    n = len(start_ps)
    end_ps = start_ps + np.maximum(dur_ps, 1)
    by_end = np.argsort(end_ps, kind="stable")
    open_now = np.arange(1, n + 1) - end_ps[by_end].searchsorted(start_ps, "right")
    most = np.maximum.accumulate(open_now)
    new = np.ones(n, np.bool_)
    new[1:] = most[1:] > most[:-1]
    first = np.where(new, np.arange(n), by_end[np.maximum(np.cumsum(~new) - 1, 0)])
    while not np.array_equal(further := first[first], first):
        first = further
    return most.take(first) - 1
