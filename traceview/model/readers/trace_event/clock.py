"""Times of trace-event records on one clock of integer picoseconds."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from traceview.model.readers.trace_event.records import US, Records, Skips
from traceview.model.trace import Bools, Ints

# 53 days to either side of the median: more does not fit 64 bits of picoseconds.
REACH_US = 4_600_000_000_000


class Times(NamedTuple):
    """When records happened: ``time_ps`` int64[n] from ``t0_ns`` on, where ``usable`` bool[n]."""

    t0_ns: int
    time_ps: Ints
    usable: Bools


def times_of(records: Records, skips: Skips) -> Times:
    """The times of all records. Those too far from the others to share a clock are left out."""
    counts = records.timed & (records.phase != ord("M"))
    timeless = ~records.timed & ~_needs_no_time(records)
    skips.add_records("no time", timeless.nonzero()[0], records.store)
    us = records.time_us
    if not counts.any():
        return Times(0, np.zeros(len(records), np.int64), counts)
    seen = us[counts]
    middle = int(np.partition(seen, len(seen) // 2)[len(seen) // 2])
    low, high = middle - REACH_US, middle + REACH_US
    usable = counts & (us >= low) & (us <= high)
    skips.add_records(
        "time more than 53 days from the others", (counts & ~usable).nonzero()[0], records.store
    )
    at = usable.nonzero()[0]
    t0_us = int(us[at].min())
    first_ps = int(records.time_ps[at[us[at] == t0_us]].min()) // 1000 * 1000
    time_ps = np.where(usable, us - t0_us, 0) * US + records.time_ps - first_ps
    t0_ns = t0_us * 1000 + first_ps // 1000 + _base_ns(records.top)
    return Times(t0_ns, np.where(usable, time_ps, 0), usable)


def _needs_no_time(records: Records) -> Bools:
    """Metadata, counters whose samples have times, and what has no phase, which is told apart."""
    listed = [found.record for found in records.found if "entries" in found.fields]
    free: Bools = (records.phase == ord("M")) | (records.phase == 0)
    free[listed] = True
    return free


def _base_ns(top: dict[str, Any]) -> int:
    """Kineto counts from a base that it writes beside the events."""
    base = top.get("baseTimeNanoseconds", 0)
    return base if isinstance(base, int) and 0 <= base < 1 << 62 else 0
