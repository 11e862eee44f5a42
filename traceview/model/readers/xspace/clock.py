"""From the clocks of lines to picoseconds since the capture's start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from traceview.model.readers.limits import LIMIT_PS
from traceview.model.trace import Ints

# Later than this in nanoseconds is a date (from 1973 on), earlier a time since something.
DATE_NS = 10**17
# A clock that began longer ago than this counts from the machine's start, not the capture's.
UPTIME_NS = 7_200 * 10**9


@dataclass(frozen=True, slots=True)
class Clock:
    """Time zero of a capture, on each of the clocks that its lines may use.

    ``t0_ns`` is the date of time zero, 0 where nothing tells. Collected captures count from the
    profiler's start already (TSL's NormalizeTimestamps subtracts it from whatever is
    later); their times are kept as they are, so they agree with XProf's. Lines that hold dates
    count from the profiler's start too, or from the earliest of them when that is unknown.
    """

    t0_ns: int
    date_zero_ns: int
    zero_ns: int

    @classmethod
    def of(cls, start_ns: int, timestamps_ns: Iterable[int]) -> Clock:
        """The clock of a capture that started at ``start_ns`` (0: unknown)."""
        times_ns = list(timestamps_ns)
        dates = [time for time in times_ns if time >= DATE_NS]
        others = [time for time in times_ns if time < DATE_NS]
        zero_ns = min(others, default=0)
        if start_ns < DATE_NS:
            start_ns = min(dates, default=0)
        return cls(start_ns, start_ns, zero_ns if zero_ns > UPTIME_NS else 0)

    def start_ps(self, timestamp_ns: int) -> int:
        """When a line starts, in ps from time zero, within ``LIMIT_PS``."""
        zero_ns = self.date_zero_ns if timestamp_ns >= DATE_NS else self.zero_ns
        return max(-LIMIT_PS, min(LIMIT_PS, (timestamp_ns - zero_ns) * 1000))


def clip(values_ps: Ints, low: int, high: int) -> tuple[Ints, int]:
    """``values_ps`` within ``[low, high]``, and how many were outside."""
    if not len(values_ps) or (values_ps.min() >= low and values_ps.max() <= high):
        return values_ps, 0
    outside = int(((values_ps < low) | (values_ps > high)).sum())
    return np.clip(values_ps, low, high), outside
