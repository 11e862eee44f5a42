"""Which flows leave an event, reach it, and lead on from there. Hops are indices of Flows."""

from __future__ import annotations

from collections import deque

import numpy as np

from traceview.model.trace import EventId, Flows, Ids, Ints

# More hops of one chain than this tell nothing at a glance.
MOST_CONNECTED = 200


def outgoing(flows: Flows, event: EventId) -> Ints:
    """The hops that leave an event, by time."""
    return _at(flows.leaving, flows.from_track, flows.from_index, event)


def incoming(flows: Flows, event: EventId) -> Ints:
    """The hops that reach an event, by time."""
    return _at(flows.arriving, flows.to_track, flows.to_index, event)


def source(flows: Flows, hop: int) -> EventId:
    """The event that a hop leaves."""
    return EventId(int(flows.from_track[hop]), int(flows.from_index[hop]))


def target(flows: Flows, hop: int) -> EventId:
    """The event that a hop reaches."""
    return EventId(int(flows.to_track[hop]), int(flows.to_index[hop]))


def connected(flows: Flows, event: EventId, most: int = MOST_CONNECTED) -> Ints:
    """The hops before and after an event, all the way back and on; nearest first, at most some."""
    found: dict[int, None] = {}
    for ends, far in ((incoming, source), (outgoing, target)):
        waiting = deque([event])
        while waiting and len(found) < most:
            for hop in ends(flows, waiting.popleft()).tolist():
                if hop not in found:
                    found[hop] = None
                    waiting.append(far(flows, hop))
    return np.array(list(found)[:most], np.int64)


def _at(order: Ints, track: Ids, index: Ints, event: EventId) -> Ints:
    """The entries of one event in an order by (track, index)."""
    low, high = 0, len(order)
    for column, wanted in ((track, event.track), (index, event.index)):
        ordered = column[order[low:high]]
        begin, end = ordered.searchsorted([wanted, wanted + 1]).tolist()
        low, high = low + begin, low + end
    return order[low:high]
