"""Finds one stat in many events at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from traceview.model.proto import XEvent
from traceview.model.readers.swar import Bytes, Words, unaligned, varints
from traceview.model.readers.wire import WireError
from traceview.model.readers.xspace.events import (
    CHUNK,
    REACH_BYTES,
    parse_event,
    read_heads,
)
from traceview.model.readers.xspace.lanes import EVENT_TAG, HOP, STAT_ID_TAG
from traceview.model.trace import Bools, Ints

Value = int | float | str | bytes


class ValueTag(IntEnum):
    """Field number and wire type of each kind of XStat value; NONE where there is no stat."""

    NONE = 0
    DOUBLE = 0x11
    UINT64 = 0x18
    INT64 = 0x20
    STR = 0x2A
    BYTES = 0x32
    REF = 0x38


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The last stat with one of ``ids`` that has a value, in each of n events.

    ``tag`` uint8[n] is a ValueTag; ``word`` uint64[n] holds the bits of a number, or the byte
    where the length of a text begins. ``odd`` holds values of events that protobuf had to
    decode, by index; ``missing`` bool[n] tells where the event says nothing, and then
    ``metadata_id`` int64[n] whose stats to look at.
    """

    ids: Sequence[int]
    tag: NDArray[np.uint8]
    word: Words
    odd: dict[int, Value]
    missing: Bools
    metadata_id: Ints


def find_stats(
    data: Bytes, at: Ints, ids: Sequence[int], value_of: Callable[[XEvent], Value | None]
) -> Found:
    """Look for stats with one of ``ids`` in the events whose lengths begin at ``at``.

    ``at`` may be in any order, -1 for events without stats. ``value_of`` gives the value in
    an event that protobuf decoded. Events that cannot be decoded have none.
    """
    n = len(at)
    tag, word = np.zeros(n, np.uint8), np.zeros(n, np.uint64)
    metadata_id = np.full(n, -1, np.int64)
    odd: dict[int, Value] = {}
    if not ids:
        return Found(ids, tag, word, odd, np.zeros(n, np.bool_), metadata_id)
    safe = (at >= 0) & (at < len(data) - REACH_BYTES)
    slow = [np.flatnonzero((at >= 0) & ~safe)]
    usual = np.flatnonzero(safe)
    for first in range(0, len(usual), CHUNK):
        some = usual[first : first + CHUNK]
        heads = read_heads(data, at[some])
        metadata_id[some] = heads.metadata_id
        tag[some], word[some] = _find_in(
            data, heads.stats_at, heads.end, np.array(ids), heads.usual
        )
        slow.append(some[~heads.usual])
    missing = (tag == ValueTag.NONE) & (at >= 0)
    for index in np.concatenate(slow).tolist():
        tag[index] = ValueTag.NONE
        try:
            event = parse_event(data.data, int(at[index]))
        except WireError:
            missing[index] = False
            continue
        metadata_id[index] = event.metadata_id
        value = value_of(event)
        missing[index] = value is None
        if value is not None:
            odd[index] = value
    return Found(ids, tag, word, odd, missing, metadata_id)


def _find_in(
    data: Bytes, here: Ints, end: Ints, ids: Ints, usual: Bools
) -> tuple[NDArray[np.uint8], Words]:
    """The last stat with one of ``ids`` in each ``[here, end)``: its tag and its bits.

    Clears ``usual`` where the stats are not as serializers write them: an id, then a value,
    less than 16 KiB together. Stat j of all events is looked at together.
    """
    tag, word = np.zeros(len(here), np.uint8), np.zeros(len(here), np.uint64)
    words = unaligned(data, "<u8")
    index = np.flatnonzero(usual & (here < end))
    here, end = here[index], end[index]
    while len(index):
        head = words[here]
        hop = HOP[(head >> np.uint64(8)).astype(np.uint16)].astype(np.int64)
        hop *= (head & np.uint64(0xFF)) == EVENT_TAG
        after = here + hop
        id_at = here + 2 + ((head >> np.uint64(15)) & np.uint64(1)).astype(np.int64)
        head = words[id_at]
        stat_id, length = varints(head >> np.uint64(8))
        value_at = id_at + 1 + length
        good = (hop > 0) & ((head & np.uint64(0xFF)) == STAT_ID_TAG) & (length <= 7)
        good &= (value_at <= after) & (after <= end)
        value_tag, good = _value_tags(words, value_at, after, good)
        usual[index[~good]] = False
        hits = np.flatnonzero(
            good & np.isin(stat_id.view(np.int64), ids) & (value_tag != ValueTag.NONE)
        )
        tag[index[hits]] = value_tag[hits]
        word[index[hits]] = _value_bits(words, value_at[hits], value_tag[hits])
        more = good & (after < end)
        index, here, end = index[more], after[more], end[more]
    return tag, word


def _value_tags(
    words: Words, value_at: Ints, after: Ints, good: Bools
) -> tuple[NDArray[np.uint8], Bools]:
    """Tags of the values that fill ``[value_at, after)``; whether they do.

    A value that ends elsewhere is followed by another field, which might overrule it.
    """
    value_at = np.minimum(value_at, len(words) - 8)
    head = words[value_at]
    tag = head.astype(np.uint8)
    size = after - value_at  # tag included
    tag[good & (size == 0)] = ValueTag.NONE
    is_number = (tag == ValueTag.UINT64) | (tag == ValueTag.INT64) | (tag == ValueTag.REF)
    is_text = (tag == ValueTag.STR) | (tag == ValueTag.BYTES)
    fits = (size == 9) & (tag == ValueTag.DOUBLE) | (size == 0)
    fits |= is_text & (HOP[(head >> np.uint64(8)).astype(np.uint16)] == size)
    length = varints(words[value_at + 1])[1]
    fits |= is_number & (length == size - 1) & (length <= 8)
    long = np.flatnonzero(is_number & (length == 9) & (size > 9) & good)
    fits[long] = varints(words[value_at[long] + 9])[1] == size[long] - 9
    return tag, good & fits & (size <= HOP.max())


def _value_bits(words: Words, value_at: Ints, tag: NDArray[np.uint8]) -> Words:
    """Bits of numbers; the byte after the tag for texts."""
    head = words[value_at + 1]
    bits, length = varints(head)
    long = np.flatnonzero(length == 9)
    # 56 bits are in the first eight bytes, up to two more bytes hold the rest.
    bits[long] |= varints(words[value_at[long] + 9])[0] << np.uint64(56)
    is_text = (tag == ValueTag.STR) | (tag == ValueTag.BYTES)
    bits[is_text] = (value_at[is_text] + 1).view(np.uint64)
    return np.where(tag == ValueTag.DOUBLE, head, bits)
