"""What XProf adds to the threads of a host: regions of thread pools and numbered steps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Events, Ids, Ints, Track

REGION = "ThreadpoolListener::Region"
REGION_START = "ThreadpoolListener::StartRegion"
REGION_STOP = "ThreadpoolListener::StopRegion"
ROOT, STEP_NUM, ITER_NUM, GRAPH_TYPE = "_r", "step_num", "iter_num", "graph_type"


def with_regions(track: Track, strings: StringTable) -> Track:
    """``track`` with an event from each StartRegion to its StopRegion."""
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
        np.concatenate((np.full(len(first), -1, np.int64), events.arg_at)),
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


def with_step_names(track: Track, strings: StringTable) -> Track:
    """``track`` with its step markers numbered: "train" of step 3 becomes "train 3".

    A step marker is a root event, with the stat ``_r``, in no other root.
    """
    roots = step_roots(track)
    if not len(roots):
        return track
    events = track.events
    names = events.name.copy()
    names[roots] = _step_names(track, roots, strings)
    names.flags.writeable = False
    return replace(track, events=replace(events, name=names))


def step_roots(track: Track) -> Ints:
    """Events that mark steps, int64: roots, with the stat ``_r``, in no other root."""
    events = track.events
    known = np.flatnonzero(events.arg_at >= 0)
    if track.args is None or not len(known):
        return known
    roots = known[track.args.integers(events.arg_at[known], ROOT)[1]]
    return roots[_outermost(events, roots)] if len(roots) else roots


def _outermost(events: Events, roots: Ints) -> Bools:
    """Which of some events lie in none of the others, bool[len(roots)]."""
    start_ps, dur_ps = events.start_ps[roots], events.dur_ps[roots]
    order = np.lexsort((-dur_ps, start_ps))
    end_ps = (start_ps + dur_ps)[order]
    free = np.ones(len(roots), np.bool_)
    free[order[1:]] = start_ps[order[1:]] >= np.maximum.accumulate(end_ps)[:-1]
    return free


def _step_names(track: Track, roots: Ints, strings: StringTable) -> Ids:
    assert track.args is not None
    at = track.events.arg_at[roots]
    number, numbered = track.args.integers(at, ITER_NUM)
    step, stepped = track.args.integers(at, STEP_NUM)
    number = np.where(numbered, number, step)
    kind = track.args.texts(at, GRAPH_TYPE)
    names = np.where(kind >= 0, kind, track.events.name[roots])
    return strings.intern_all(
        f"{strings[name]} {index}" if known else strings[name]
        for name, index, known in zip(
            names.tolist(), number.tolist(), (numbered | stepped).tolist(), strict=True
        )
    )
