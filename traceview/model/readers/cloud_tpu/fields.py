"""Fields of many small messages at once: the j-th field of all of them is looked at together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from traceview.model.readers.swar import Bytes, Words, unaligned, varints
from traceview.model.readers.wire import WireError, WireType, fields, varint
from traceview.model.trace import Bools, Ints

Rows = NDArray[np.int8]

# A chunk's dozen temporary columns fit the second-level cache.
CHUNK = 1 << 15
# A tag and two words are read from where a field begins.
REACH_BYTES = 32

_VARINT, _FIXED64, _BYTES, _FIXED32 = (
    np.uint64(kind)
    for kind in (WireType.VARINT, WireType.FIXED64, WireType.BYTES, WireType.FIXED32)
)
_LONGEST = np.uint64(1 << 31)  # the largest message that protobuf allows


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """Some fields of n messages; where one comes twice, the later.

    ``numbers`` uint64[len(tags), n] (0 where absent) and ``present`` bool[len(tags), n] of the
    numeric fields that were asked for; ``[text_at, text_at + text_size)`` int64[n] is where the
    one text lies; ``whole`` bool[n] is false for messages that make no sense.
    """

    numbers: Words
    present: Bools
    text_at: Ints
    text_size: Ints
    whole: Bools


def read_fields(
    data: Bytes, at: Ints, tags: Sequence[int], text_tag: int, check: Callable[[], None]
) -> Fields:
    """Fields of the messages whose lengths begin at ``at``, ascending. Tags are single bytes.

    numpy decodes tags of one byte and numbers of up to eight; what else protobuf allows is
    decoded one message at a time. ``check`` is called often.
    """
    n = len(at)
    found = Fields(
        np.zeros((len(tags), n), np.uint64),
        np.zeros((len(tags), n), np.bool_),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.ones(n, np.bool_),
    )
    rows = np.full(128, -1, np.int8)
    rows[list(tags)] = np.arange(len(tags))
    rows[text_tag] = len(tags)
    safe = int(at.searchsorted(len(data) - REACH_BYTES))
    odd = [np.arange(safe, n)]
    for first in range(0, safe, CHUNK):
        check()
        last = min(first + CHUNK, safe)
        odd.append(_walk(data, at[first:last], rows, found, first) + first)
    for index in np.concatenate(odd).tolist():
        _read_one(data.data, int(at[index]), rows, found, index)
    return found


def _walk(data: Bytes, at: Ints, rows: Rows, found: Fields, first: int) -> Ints:
    """Fill in messages ``first`` and on; indices of those to be decoded otherwise."""
    words = unaligned(data, "<u8")
    size, length = varints(words[at])
    here = at + length
    usual = (length <= 8) & (size < _LONGEST)
    end = here + np.where(usual, size, np.uint64(0)).view(np.int64)
    usual &= end <= len(data) - REACH_BYTES
    index = np.flatnonzero(usual & (here < end))
    here, end = here[index], end[index]
    text = len(found.numbers)
    while len(index):
        tag = words[here] & np.uint64(0xFF)
        word = words[here + 1]
        value, length = varints(word)
        sizes, good = _sizes(tag & np.uint64(7), value, length)
        after = here + 1 + sizes
        good &= (tag >= 8) & (tag < 128) & (after <= end)
        usual[index[~good]] = False
        row = rows[np.where(good, tag, np.uint64(0)).astype(np.intp)]
        mine = np.flatnonzero((row >= 0) & (row < text))
        fixed = (tag[mine] & np.uint64(7)) == _FIXED64
        found.numbers[row[mine], first + index[mine]] = np.where(fixed, word[mine], value[mine])
        found.present[row[mine], first + index[mine]] = True
        texts = np.flatnonzero(row == text)
        found.text_at[first + index[texts]] = here[texts] + 1 + length[texts]
        found.text_size[first + index[texts]] = value[texts].view(np.int64)
        more = good & (after < end)
        index, here, end = index[more], after[more], end[more]
    return np.flatnonzero(~usual)


def _sizes(kind: Words, value: Words, length: Bytes) -> tuple[Ints, Bools]:
    """Lengths of values after their tags, and whether they are plain enough."""
    number, text, eight = kind == _VARINT, kind == _BYTES, kind == _FIXED64
    size = np.where(number | text, length, np.where(eight, 8, 4)).astype(np.int64)
    size += np.where(text & (value < _LONGEST), value, np.uint64(0)).view(np.int64)
    plain = (length <= 8) & (number | text & (value < _LONGEST))
    return size, plain | eight | (kind == _FIXED32)


def _read_one(view: memoryview, at: int, rows: Rows, found: Fields, index: int) -> None:
    """Fill in one message, field by field."""
    found.numbers[:, index] = 0
    found.present[:, index] = False
    found.text_at[index] = found.text_size[index] = 0
    try:
        size, start = varint(view, at, len(view))
        if size > len(view) - start:
            raise WireError("a message is cut", at)
        for field in fields(view, start, start + size):
            tag = field.number << 3 | field.wire_type
            row = int(rows[tag]) if tag < len(rows) else -1
            if row == len(found.numbers):
                found.text_at[index] = field.start
                found.text_size[index] = field.end - field.start
            elif row >= 0:
                found.numbers[row, index] = _number(view, field.wire_type, field.start, field.end)
                found.present[row, index] = True
    except WireError:
        found.whole[index] = False


def _number(view: memoryview, wire_type: int, start: int, end: int) -> int:
    if wire_type == WireType.VARINT:
        return varint(view, start, end)[0] % (1 << 64)
    return int.from_bytes(view[start:end], "little")
