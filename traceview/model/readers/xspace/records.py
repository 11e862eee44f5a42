"""Where the events of one XLine begin."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from traceview.model.readers.swar import Bytes
from traceview.model.readers.wire import Range, WireError, WireType, field
from traceview.model.readers.xspace.lanes import LANE_BYTES, MARGIN_BYTES, MAX_LANES, chain
from traceview.model.readers.xspace.wire import LINE_EVENTS
from traceview.model.trace import Ints

EVENT_TAG = LINE_EVENTS << 3 | WireType.BYTES
# A line starts with its other fields and a plain walk; below this size lanes do not pay.
PLAIN_BYTES = 1 << 17
FIRST_LANES = 1 << 8
# A tag and a length at the end of a window are read whole.
SLACK_BYTES = 32


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """``at`` int64[n]: where the length of each event begins, just after its tag.

    ``rest`` are the ranges of the line's other fields, tags included; ``damage`` is where the
    line stopped making sense.
    """

    at: Ints
    rest: tuple[Range, ...]
    damage: WireError | None = None


def find_records(data: Bytes, start: int, end: int, check: Callable[[], None]) -> Records:
    """The events of the XLine in ``[start, end)``. Calls ``check`` often.

    Where events follow one another without anything in between, as they do in every file
    that a serializer wrote, lanes take over; their windows grow as long as that holds.
    """
    parts: list[Ints | list[int]] = [[]]
    rest: list[Range] = []
    damage = None
    try:
        _walk(data, start, end, parts, rest, check)
    except WireError as error:
        damage = error
    return Records(
        np.concatenate([np.asarray(part, np.int64) for part in parts]), tuple(rest), damage
    )


def _walk(
    data: Bytes,
    start: int,
    end: int,
    parts: list[Ints | list[int]],
    rest: list[Range],
    check: Callable[[], None],
) -> None:
    """Append to ``parts`` and ``rest`` what is in ``[start, end)``, up to a WireError."""
    at, lanes = start, FIRST_LANES
    while at < end:
        check()
        found: list[int] = []
        parts.append(found)
        at = _plain_walk(data.data, at, min(at + PLAIN_BYTES, end), end, found, rest)
        unbroken = bool(found) and not (rest and rest[-1][0] > found[0])
        while unbroken:
            stop = min(at + lanes * LANE_BYTES, end, len(data) - MARGIN_BYTES)
            if stop - at < PLAIN_BYTES:
                break
            check()
            positions, at = chain(data, at, stop, end)
            parts.append(positions)
            unbroken = at >= stop
            lanes = min(lanes * 8, MAX_LANES) if unbroken else FIRST_LANES


def _plain_walk(
    view: memoryview, at: int, stop: int, end: int, found: list[int], rest: list[Range]
) -> int:
    """Fields that begin in ``[at, stop)``, one by one; where the next one begins."""
    base = at
    window = bytes(view[at : min(stop + SLACK_BYTES, end)])
    here, stop, last = 0, stop - base, end - base - 2
    while here < stop:
        if here < last and window[here] == EVENT_TAG:
            size = window[here + 1]
            if size < 0x80 and here + size <= last:
                found.append(base + here + 1)
                here += size + 2
                continue
        other = field(view, base + here, end)
        here = other.end - base
        if other.number == LINE_EVENTS and other.wire_type == WireType.BYTES:
            found.append(_length_at(view, other.tag_at))
        else:
            rest.append((other.tag_at, other.end))
    return base + here


def _length_at(view: memoryview, tag_at: int) -> int:
    """Where the length begins: tags may be padded to more bytes than they need."""
    while view[tag_at] >= 0x80:
        tag_at += 1
    return tag_at + 1
