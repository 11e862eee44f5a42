"""The regions of thread pools, which XProf adds to the threads of a host."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ints, Track

REGION = "ThreadpoolListener::Region"
REGION_START = "ThreadpoolListener::StartRegion"
REGION_STOP = "ThreadpoolListener::StopRegion"


def with_regions(track: Track, strings: StringTable) -> Track:
    """``track`` with an event from each StartRegion to its StopRegion, with the args of the start.

    A region is what consumes what another thread handed to the pool, as its StartRegion says.
    """
    events = track.events
    begins = events.name == strings.intern(REGION_START)
    ends = events.name == strings.intern(REGION_STOP)
    if not begins.any() or not ends.any():
        return track
    at = np.concatenate((np.flatnonzero(begins), np.flatnonzero(ends)))
    opening = np.arange(len(at)) < np.count_nonzero(begins)
    first, last = _pairs(events.start_ps[at], opening)
    start_ps = events.start_ps[at[first]]
    dur_ps = events.start_ps[at[last]] - start_ps
    name = np.full(len(first), strings.intern(REGION), np.int32)
    # Regions come first in file order, so that they stand around what begins with them.
    built, lanes, overlaps = build_events(
        np.concatenate((start_ps, events.start_ps)),
        np.concatenate((dur_ps, events.dur_ps)),
        np.concatenate((name, events.name)),
        np.concatenate((events.arg_at[at[first]], events.arg_at)),
        prefer_lanes=track.lanes,
    )
    return replace(track, events=built, lanes=lanes, overlaps=overlaps)


def _pairs(time_ps: Ints, opening: Bools) -> tuple[Ints, Ints]:
    """Indices of what opens and what closes it: the last that is open, as brackets are."""
    order = np.lexsort((opening, time_ps))
    step = np.where(opening[order], 1, -1)
    level = np.cumsum(step) - (step > 0)
    by_level = order[np.argsort(level, kind="stable")]
    level = np.sort(level, kind="stable")
    match = opening[by_level[:-1]] & ~opening[by_level[1:]] & (level[:-1] == level[1:])
    first = np.flatnonzero(match)
    return by_level[first], by_level[first + 1]
