"""All events of one name, as a selection."""

from __future__ import annotations

import numpy as np

from traceview.model.trace import EventId, Trace
from traceview.ui.selection import Box, Selection


def all_of_name(trace: Trace, event: EventId) -> tuple[Selection, int]:
    """All events that are called like ``event``, in the whole trace, and how many they are."""
    name = int(trace.tracks[event.track].events.name[event.index])
    rows: list[tuple[int, int]] = []
    starts, ends, found = [], [], 0
    for number, track in enumerate(trace.tracks):
        events = track.events
        index = np.flatnonzero(events.name == name)
        if track.counter is not None or not len(index):
            continue
        found += len(index)
        starts.append(int(events.start_ps[index].min()))
        # An instant at the very end is inside, too.
        ends.append(int((events.start_ps[index] + np.maximum(events.dur_ps[index], 1)).max()))
        in_row = np.unique(events.row_at.searchsorted(index, "right") - 1)
        rows += [(number, int(row)) for row in in_row]
    if not rows:
        return Selection((event,)), 1
    return Selection(boxes=(Box(min(starts), max(ends), tuple(rows)),), name=name), found
