"""Many varints at once: SIMD within a register, eight bytes to a 64-bit word."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Bytes = NDArray[np.uint8]

_STOP_BITS = np.uint64(0x8080808080808080)
_ONE = np.uint64(1)


def unaligned(data: Bytes, dtype: str) -> NDArray[Any]:
    """View where element i is the number that begins at byte i; index it, never np.take it.

    (np.take copies the whole view first.)
    """
    width = np.dtype(dtype).itemsize
    return np.ndarray(max(len(data) - width + 1, 0), dtype, buffer=data, strides=(1,))


def varints(words: Words) -> tuple[Words, NDArray[np.uint8]]:
    """Values of the varints at the low end of ``words``, and their lengths in bytes.

    The length is 9, and the value means nothing, where all eight bytes say that more follow.
    Each byte gives 7 bits; they are drawn together in pairs, then fours, then eights.
    """
    stops = ~words & _STOP_BITS
    below = stops - _ONE
    below &= ~stops
    length = np.bitwise_count(below)
    length >>= 3
    length += 1
    words = words & below
    for low, high, shift in _PAIRS:
        part = words & low
        words &= high
        words >>= shift
        words |= part
    return words, length


_PAIRS = tuple(
    (np.uint64(low), np.uint64(high), np.uint64(shift))
    for low, high, shift in (
        (0x007F007F007F007F, 0x7F007F007F007F00, 1),
        (0x00003FFF00003FFF, 0x3FFF00003FFF0000, 2),
        (0x000000000FFFFFFF, 0x0FFFFFFF00000000, 4),
    )
)
