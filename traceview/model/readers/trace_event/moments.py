"""Times that stand inside records or beside them, on the clock of the records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from traceview.model.readers.trace_event.clock import REACH_US
from traceview.model.readers.trace_event.records import US, Records
from traceview.model.readers.trace_event.values import number
from traceview.model.trace import Bools, Doubles, Ints

# Beyond this, a double does not count single microseconds.
MOST_US = float(1 << 53)


def moments(
    records: Records, time_ps: Ints, usable: Bools, times: Sequence[Any]
) -> tuple[Ints, Bools]:
    """``times`` in microseconds as int64 ps relative to t0, and where they are times at all.

    They are as exact as a double. Where no record tells what t0 is, it is the first of them.
    """
    us = numbers(times)
    known = np.abs(us) < MOST_US
    whole = np.where(known, np.floor(us), 0)
    part_ps = np.rint((np.where(known, us, 0) - whole) * US).astype(np.int64)
    if usable.any():
        at = int(np.where(usable, time_ps, np.iinfo(np.int64).max).argmin())
        origin_us = int(records.time_us[at])
        shift_ps = int(time_ps[at]) - int(records.time_ps[at])
    else:
        origin_us = int(whole[known].min()) if known.any() else 0
        shift_ps = 0
    known &= np.abs(whole - origin_us) <= REACH_US
    relative_us = np.where(known, whole, 0).astype(np.int64) - np.where(known, origin_us, 0)
    return np.where(known, relative_us * US + part_ps + shift_ps, 0), known


def numbers(values: Sequence[Any]) -> Doubles:
    """Numbers, also those written as text, as float64[n]; nan where there is none."""
    try:
        return np.array(values, np.float64).reshape(len(values))
    except (TypeError, ValueError, OverflowError):
        found = [number(value) for value in values]
        return np.array([np.nan if value is None else value for value in found], np.float64)
