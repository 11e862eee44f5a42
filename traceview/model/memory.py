"""Memory that is free but not given back."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress


def give_back() -> None:
    """Return freed memory to the system, where the C library is glibc.

    It keeps what several threads have freed: 15 bytes an event after reading a real capture.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL("libc.so.6").malloc_trim(0)
