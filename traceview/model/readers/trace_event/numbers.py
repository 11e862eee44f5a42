"""Times in microseconds as decimal text, read exactly: whole microseconds and picoseconds."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from traceview.model.readers.swar import Words, unaligned
from traceview.model.readers.trace_event.records import ABSENT, US
from traceview.model.trace import Ids, Ints

SEPARATOR = b"\0"  # JSON has no such byte

# What became of a text.
EXACT, MISSING, NO_NUMBER, OUT_OF_RANGE = range(4)

# Longer ones take the scalar path; microseconds since 1970 have 16.
_WHOLE_DIGITS = 16
_WORD_BYTES = 8
_PADDING = SEPARATOR * (2 * _WORD_BYTES)

_DECIMAL = re.compile(rb'("?)([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,9})?)\1')
_LONGEST = 1000
_CONTEXT = Context(prec=2 * _LONGEST, rounding=ROUND_HALF_UP)

_ZEROS = np.uint64(0x3030303030303030)
_SWAR = tuple(
    (np.uint64(mask), np.uint64(factor), np.uint64(shift))
    for mask, factor, shift in (
        (0x0F0F0F0F0F0F0F0F, 2561, 8),
        (0x00FF00FF00FF00FF, 6553601, 16),
        (0x0000FFFF0000FFFF, 42949672960001, 32),
    )
)


class Times(NamedTuple):
    """n times: ``us`` int64 whole microseconds, ``ps`` int32 (0 to 999,999) beyond them.

    ``state`` uint8 is EXACT, MISSING (no text, or null), NO_NUMBER or OUT_OF_RANGE; a time is 0
    but where it is EXACT.
    """

    us: Ints
    ps: Ids
    state: NDArray[np.uint8]

    def duration_ps(self) -> Ints:
        """int64[n] picoseconds, ABSENT where there are none or too many."""
        limit_us = np.iinfo(np.int64).max // US - 1
        fits = (self.state == EXACT) & (np.abs(self.us) < limit_us)
        self.state[(self.state == EXACT) & ~fits] = OUT_OF_RANGE
        return np.where(fits, self.us * fits * US + self.ps, ABSENT)


def parse_times(texts: bytes) -> Times:
    """Times of JSON values that each end in a SEPARATOR: numbers, or strings that hold one.

    Digits beyond a picosecond are rounded, halves away from zero.
    """
    data = np.frombuffer(_PADDING + texts + _PADDING, np.uint8)
    ends = np.flatnonzero(data == 0)[len(_PADDING) : -len(_PADDING)]
    starts = np.empty_like(ends)
    starts[:1], starts[1:] = len(_PADDING), ends[:-1] + 1
    state = np.where(starts == ends, MISSING, EXACT).astype(np.uint8)
    quoted = (ends - starts > 1) & (data[starts] == ord('"')) & (data[ends - 1] == ord('"'))
    first, last = starts + quoted, ends - quoted
    negative = data[first] == ord("-")
    first += negative
    dots, others = _dots(data, ends, last)
    odd = (dots - first - 1).view(np.uint64) >= _WHOLE_DIGITS
    odd |= others != 2 * quoted + negative + (dots < last)
    odd &= state == EXACT
    first[odd | (state == MISSING)] = dots[odd | (state == MISSING)]
    us, ps = _values(data, first, dots, last)
    us, ps = np.where(negative, -us - (ps > 0), us), np.where(negative & (ps > 0), US - ps, ps)
    for index in np.flatnonzero(odd).tolist():
        text = data[starts[index] : ends[index]].tobytes()
        us[index], ps[index], state[index] = parse_time(text)
    return Times(us, ps.astype(np.int32), state)


def _dots(data: NDArray[np.uint8], ends: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Where each text's decimal point is (else ``last``), and how many bytes are no digits."""
    others = np.flatnonzero((data - np.uint8(ord("0")) > 9) & (data != 0))
    owner = ends.searchsorted(others)
    dotted = data[others] == ord(".")
    dots = last.copy()
    dots[owner[dotted]] = others[dotted]
    return dots, np.bincount(owner, minlength=len(ends))


def _values(data: NDArray[np.uint8], first: Ints, dots: Ints, last: Ints) -> tuple[Ints, Ints]:
    """The numbers between ``first`` and ``last``, their points at ``dots``."""
    words = unaligned(data, "<u8")
    whole = _number(_kept_end(words[dots - _WORD_BYTES], np.minimum(dots - first, _WORD_BYTES)))
    if len(long := np.flatnonzero(dots - first > _WORD_BYTES)):
        upper = words[dots[long] - 2 * _WORD_BYTES]
        upper = _kept_end(upper, (dots - first)[long] - _WORD_BYTES)
        whole[long] += 10**_WORD_BYTES * _number(upper)
    digits = _number(_kept_start(words[dots + 1], np.clip(last - dots - 1, 0, _WORD_BYTES)))
    ps = (digits // 10 + 5) // 10
    carry = ps == US
    return whole + carry, np.where(carry, 0, ps)


def _kept_end(words: Words, count: Ints) -> Words:
    """The last ``count`` characters, those before them replaced by "0"."""
    shift = (64 - 8 * count).view(np.uint64)
    return (words ^ _ZEROS) >> shift << shift


def _kept_start(words: Words, count: Ints) -> Words:
    """The first ``count`` characters, those after them replaced by "0"."""
    shift = (64 - 8 * count).view(np.uint64)
    return (words ^ _ZEROS) << shift >> shift


def _number(words: Words) -> Ints:
    """The number of eight digits, each a byte from 0 to 9; they are joined in pairs."""
    for mask, factor, shift in _SWAR:
        words = ((words & mask) * factor) >> shift
    return words.view(np.int64)


def parse_time(text: bytes) -> tuple[int, int, int]:
    """Microseconds, picoseconds beyond them, and state of one JSON value."""
    if text in (b"", b"null"):
        return 0, 0, MISSING
    found = _DECIMAL.fullmatch(text) if len(text) <= _LONGEST else None
    if not found:
        return 0, 0, NO_NUMBER
    value = Decimal(found[2].decode())
    if value and value.adjusted() > 18:
        return 0, 0, OUT_OF_RANGE
    if value.adjusted() < -8:
        return 0, 0, EXACT
    us, ps = divmod(int(_CONTEXT.to_integral_value(_CONTEXT.scaleb(value, 6))), US)
    return (us, ps, EXACT) if -(1 << 63) < us < 1 << 63 else (0, 0, OUT_OF_RANGE)
