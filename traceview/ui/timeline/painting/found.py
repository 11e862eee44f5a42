"""Which events a search keeps, and whether the rest is dimmed or hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from traceview.model import query
from traceview.model.trace import Bools, Events, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was found by track, in the rows of its track; ``hide_others``: only that is shown."""

    events: Mapping[int, Events] = field(default_factory=dict)
    hide_others: bool = False


def picked_events(events: Events, index: Ints) -> Events:
    """The events at ``index`` (ascending), in the same rows; rows may be empty."""
    return Events(
        events.start_ps[index],
        events.dur_ps[index],
        events.name[index],
        events.arg_at[index],
        index.searchsorted(events.row_at),
    )


def source_of(events: Events, picked: Events, index: int) -> int:
    """Index in ``events`` of what ``picked`` holds at ``index``; the first of events that agree."""
    if picked is events:
        return index
    row = picked.row_of(index)
    first, last = query.row_range(events, row)
    starts = events.start_ps[first:last]
    start_ps = int(picked.start_ps[index])
    low = first + int(starts.searchsorted(start_ps, "left"))
    high = first + int(starts.searchsorted(start_ps, "right"))
    same = events.name[low:high] == picked.name[index]
    same &= events.dur_ps[low:high] == picked.dur_ps[index]
    return low + int(same.argmax())


def is_picked(events: Events, picked: Events | None, row: int, index: Ints) -> Bools:
    """Which events of a row, by index, begin where a picked one does."""
    if picked is None:
        return np.zeros(len(index), np.bool_)
    first, last = query.row_range(picked, row)
    starts, wanted = picked.start_ps[first:last], events.start_ps[index]
    if not len(starts):
        return np.zeros(len(index), np.bool_)
    found: Bools = starts[np.minimum(starts.searchsorted(wanted), len(starts) - 1)] == wanted
    return found
