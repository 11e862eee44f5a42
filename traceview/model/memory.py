"""Memory that is free but not given back, and objects that will not be freed soon."""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress


def give_back() -> None:
    """Return freed memory to the system, where the C library is glibc.

    It keeps what several threads have freed: 15 bytes an event after reading a real capture.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL("libc.so.6").malloc_trim(0)


def settle() -> None:
    """Take what is there now out of the garbage collector's rounds, but for what is garbage.

    A round over all modules and widgets stops a frame for 20 ms. In the thread of the window:
    widgets must not be freed elsewhere.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
