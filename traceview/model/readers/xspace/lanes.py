"""Where events begin, for many at once: lanes that walk a line in lock-step.

Records ``tag length payload`` form a chain that must be followed from its start. But it is
self-synchronising: a chain begun at one of an event's stats, which have the same tag, falls
onto the next event. So one lane starts every 4 KiB at a guess, all hop together, and lane i
walks up to where lane i + 1 began. When it stops at one of lane i + 1's records, the rest of
lane i + 1 is right, by induction from the first lane, which starts at a known record. Where it
does not, records are walked one by one until they meet a lane again. The result is exact for
any bytes; guesses only decide how fast.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from traceview.model.readers.swar import Bytes, unaligned
from traceview.model.readers.wire import WireType, field
from traceview.model.readers.xspace.wire import LINE_EVENTS
from traceview.model.trace import Bools, Ints

LANE_BYTES = 1 << 12
MAX_LANES = 1 << 11
# How far from a lane's place a likely record is looked for.
GUESS_BYTES = 192
# Lanes are only asked every so many hops whether they are done.
HOPS = 8
# A hop is at most 16,386 bytes (a length of two bytes), so lanes run this far past their end.
OVERRUN_BYTES = (HOPS + 1) * 16_386
# What must follow a window: the overrun and whatever is read around it.
MARGIN_BYTES = OVERRUN_BYTES + GUESS_BYTES

EVENT_TAG = np.uint32(LINE_EVENTS << 3 | WireType.BYTES)
STAT_ID_TAG = 0x08

Offsets = NDArray[np.uint32]


def _hops() -> Offsets:
    """Length of a record by the two bytes after its tag; 0 where the length takes more."""
    low, high = np.arange(1 << 16) & 0xFF, np.arange(1 << 16) >> 8
    hops = np.where(low < 0x80, low + 2, (low & 0x7F) + (high << 7) + 3)
    return np.where((low >= 0x80) & (high >= 0x80), 0, hops).astype(np.uint32)


HOP = _hops()


def chain(data: Bytes, start: int, stop: int, end: int) -> tuple[Ints, int]:
    """Records from ``start``, which is one, that begin before ``stop``.

    Returns where their lengths begin (one byte after the tag), and where the chain goes on:
    at ``stop`` or later, or at something that is no event. ``MARGIN_BYTES`` of data must follow
    ``stop``; the window must be smaller than 2 GiB. Records
    that end after ``end`` are none.
    """
    window = data[start : stop + MARGIN_BYTES]
    first = _guesses(window, stop - start)
    until = np.append(first[1:], np.uint32(stop - start))
    lanes = _walk(window, first, until)
    if lanes.joined(until).all():
        found, here = lanes.after_joins().astype(np.int64), int(lanes.final[-1])
    else:
        found, here = _repaired(data.data, start, end, lanes, until)
    if here > end - start:  # the last record does not fit
        found, here = found[:-1], int(found[-1])
    found += start + 1
    return found, start + here


@dataclass(frozen=True, slots=True, eq=False)
class _Lanes:
    """Where lanes went: lane i found ``at[begin[i]:begin[i + 1]]`` and stopped at ``final[i]``."""

    at: Offsets
    begin: Ints
    final: Offsets

    def joined(self, until: Offsets) -> Bools:
        """Whether each lane but the last stopped at a record of the next one, bool[lanes - 1]."""
        stopped = self.final[:-1]
        nearest = self.at.searchsorted(stopped)
        mine = (nearest >= self.begin[1:-1]) & (nearest < self.begin[2:])
        mine[mine] = self.at[nearest[mine]] == stopped[mine]
        return mine & (stopped >= until[:-1])

    def after_joins(self) -> Offsets:
        """All records without those that a lane found before the one before it joined."""
        joins = np.concatenate((np.zeros(1, np.uint32), self.final[:-1]))
        return self.at[self.at >= joins.repeat(np.diff(self.begin))]


def _guesses(window: Bytes, size_bytes: int) -> Offsets:
    """Where each lane starts: at something like a record, ``22 length 08``. The first at 0."""
    lanes = np.arange(max(size_bytes // LANE_BYTES, 1)) * LANE_BYTES
    near = np.ndarray(
        len(window) - GUESS_BYTES + 1, f"V{GUESS_BYTES}", buffer=window, strides=(1,)
    )[lanes]
    near_bytes = near.view(np.uint8).reshape(len(lanes), GUESS_BYTES)
    likely = (near_bytes[:, :-2] == EVENT_TAG) & (near_bytes[:, 2:] == STAT_ID_TAG)
    lanes += likely.argmax(axis=1)
    lanes[0] = 0
    return lanes.astype(np.uint32)


def _walk(window: Bytes, first: Offsets, until: Offsets) -> _Lanes:
    """Follow all lanes until each has reached its end or something that is no short record."""
    words = unaligned(window, "<u4")
    limit = until[-1] + np.uint32(OVERRUN_BYTES // (HOPS + 1))
    here, visited = first, [first]
    walking = True
    while walking:
        for _ in range(HOPS):
            word = words[here]
            hop = HOP[(word >> 8).astype(np.uint16)]
            hop *= (word & 0xFF) == EVENT_TAG
            here = here + hop
            visited.append(here)
        np.minimum(here, limit, out=here)
        walking = bool(((hop > 0) & (here < until)).any())
    steps = np.array(visited)
    found = (steps[:-1] < until) & (steps[1:] > steps[:-1])
    count = found.sum(axis=0)
    # Lanes cover disjoint stretches, so sorting is putting them one after the other.
    at = np.sort(steps[:-1][found])
    final = steps[count, np.arange(len(count))]
    return _Lanes(at, np.concatenate(([0], np.cumsum(count))), final)


def _repaired(
    view: memoryview, start: int, end: int, lanes: _Lanes, until: Offsets
) -> tuple[Ints, int]:
    """The chain from the first lane, walked one by one wherever it leaves the lanes."""
    parts = [np.empty(0, np.int64)]
    here = lane = 0
    while here < until[-1]:
        while here >= until[lane]:
            lane += 1
        mine = lanes.at[lanes.begin[lane] : lanes.begin[lane + 1]]
        joins = int(mine.searchsorted(here))
        if joins < len(mine) and mine[joins] == here:
            parts.append(mine[joins:].astype(np.int64))
            here = int(lanes.final[lane])
        elif view[start + here] == EVENT_TAG:
            after = field(view, start + here, end).end - start
            parts.append(np.array([here]))
            here = after
        else:
            break
    return np.concatenate(parts), here
