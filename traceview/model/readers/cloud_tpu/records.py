"""Where the events of a Cloud TPU trace lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from traceview.model.readers.wire import Range, WireError, WireType, field
from traceview.model.trace import Ints

EVENTS = 4
_EVENT_TAG = EVENTS << 3 | WireType.BYTES
# The file is walked in windows, of which a record's tag and length may stick out.
_WINDOW_BYTES = 1 << 20
_SLACK_BYTES = 32


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """``at`` int64[n]: where the length of each event begins, just after its tag.

    ``rest`` are the ranges of the other fields, tags included; ``damage`` is where the file
    stopped making sense.
    """

    at: Ints
    rest: tuple[Range, ...]
    damage: WireError | None = None


def find_records(data: memoryview, check: Callable[[], None]) -> Records:
    """The events of a file. Never raises WireError. Calls ``check`` often.

    Events follow one another like beads, so a loop must go from each to the next; it takes
    half a second for the million that such a file may hold.
    """
    at: list[int] = []
    rest: list[Range] = []
    damage = None
    try:
        here = 0
        while here < len(data):
            check()
            here = _walk(data, here, at, rest)
    except WireError as error:
        damage = error
    return Records(np.array(at, np.int64), tuple(rest), damage)


def _walk(data: memoryview, base: int, at: list[int], rest: list[Range]) -> int:
    """Fields that begin in one window; where the next one begins."""
    window = bytes(data[base : base + _WINDOW_BYTES + _SLACK_BYTES])
    stop, left = min(_WINDOW_BYTES, len(data) - base), len(data) - base
    here = 0
    while here < stop:
        if window[here] == _EVENT_TAG and here + 2 < len(window):
            size, first = window[here + 1], here + 2
            if size >= 0x80:
                size, first = size & 0x7F | window[first] << 7, first + 1
            if size < 1 << 14 and size <= left - first:
                at.append(base + here + 1)
                here = first + size
                continue
        other = field(data, base + here, len(data))
        here = other.end - base
        if other.number == EVENTS and other.wire_type == WireType.BYTES:
            at.append(_length_at(data, other.tag_at))
        else:
            rest.append((other.tag_at, other.end))
    return base + here


def _length_at(data: memoryview, tag_at: int) -> int:
    """Where the length begins: tags may be padded to more bytes than they need."""
    while data[tag_at] >= 0x80:
        tag_at += 1
    return tag_at + 1
