"""Steps of a program, as its host marks them.

The rules are those of TSL's group_events: a root event, with the stat ``_r`` that says its
level, begins a step unless it lies in a root of its own level or a higher one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Events, Ids, Ints, Track

ROOT, STEP_NUM, ITER_NUM, GRAPH_TYPE = "_r", "step_num", "iter_num", "graph_type"
LEGACY_ROOT = "TraceContext"  # before events could say that they are roots
# Steps that the runtime marks: they are known by their number alone.
IMPLICIT = ("FunctionRun", "SessionRun", "RunGraph", "ExecutorState::Process")


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Steps of one host in their order: ``track`` and ``event`` int64[n] of each, ``name`` ids."""

    track: Ints
    event: Ints
    name: Ids

    def __len__(self) -> int:
        return len(self.name)


def silent_names(strings: StringTable) -> Bools:
    """Names whose events have no stats, bool[names]: calls of Python functions, "$file:line f".

    There can be millions of them, and looking for stats in each takes its time.
    """
    return np.fromiter((text.startswith("$") for text in tuple(strings)), np.bool_)


def speaking(events: Events, silent: Bools) -> Ints:
    """Events that may have stats, int64."""
    # Names that were added since are of numbered steps, which have stats.
    padded = np.append(silent, False)
    quiet = padded[np.minimum(events.name, len(silent))]
    return np.flatnonzero((events.arg_at >= 0) & ~quiet)


def steps_of(tracks: list[Track], strings: StringTable, silent: Bools) -> Steps:
    """The steps that the threads ``tracks`` of one host mark: higher levels first, then by time."""
    legacy = strings.intern(LEGACY_ROOT)
    found = [_roots(track, legacy, silent) for track in tracks]
    level = np.concatenate([np.zeros(0, np.int64), *(levels for _, levels in found)])
    event = np.concatenate([np.zeros(0, np.int64), *(events for events, _ in found)])
    track = np.repeat(np.arange(len(tracks)), [len(events) for events, _ in found])
    start_ps = np.array(
        [tracks[t].events.start_ps[e] for t, e in zip(track.tolist(), event.tolist(), strict=True)],
        np.int64,
    )
    order = np.lexsort((start_ps, -level))
    track, event = track[order], event[order]
    return Steps(track, event, _names(tracks, track, event, strings))


def with_step_names(tracks: list[Track], steps: Steps, strings: StringTable) -> list[Track]:
    """``tracks`` with step markers called by their steps: "train" becomes "train 3"."""
    implicit = strings.intern_all(IMPLICIT)
    found = list(tracks)
    for number in np.unique(steps.track).tolist():
        own = steps.track == number
        track = tracks[number]
        names = track.events.name.copy()
        marked = steps.event[own]
        shown = ~np.isin(names[marked], implicit)
        names[marked[shown]] = steps.name[own][shown]
        names.flags.writeable = False
        found[number] = replace(track, events=replace(track.events, name=names))
    return found


def _roots(track: Track, legacy: int, silent: Bools) -> tuple[Ints, Ints]:
    """Events of a thread that begin steps, and their levels."""
    events = track.events
    known = speaking(events, silent)
    if track.args is None or not len(known):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    level, rooted = track.args.integers(events.arg_at[known], ROOT)
    old = ~rooted & (events.name[known] == legacy)
    level[old] = 1
    roots, level = known[rooted | old], level[rooted | old]
    kept = np.zeros(len(roots), np.bool_)
    for value in np.unique(level).tolist():
        around = np.flatnonzero(level >= value)
        kept[around[_outermost(events, roots[around]) & (level[around] == value)]] = True
    return roots[kept], level[kept]


def _outermost(events: Events, roots: Ints) -> Bools:
    """Which of some events lie in none of the others, bool[len(roots)]."""
    start_ps, dur_ps = events.start_ps[roots], events.dur_ps[roots]
    order = np.lexsort((-dur_ps, start_ps))
    end_ps = (start_ps + dur_ps)[order]
    free = np.ones(len(roots), np.bool_)
    free[order[1:]] = start_ps[order[1:]] >= np.maximum.accumulate(end_ps)[:-1]
    return free


def _names(tracks: list[Track], track: Ints, event: Ints, strings: StringTable) -> Ids:
    """Type of graph, or name, and the number of the iteration, else step, else the order."""
    names = np.zeros(len(track), np.int32)
    implicit = set(strings.intern_all(IMPLICIT).tolist())
    for number in np.unique(track).tolist():
        own = np.flatnonzero(track == number)
        events, args = tracks[number].events, tracks[number].args
        assert args is not None
        at = events.arg_at[event[own]]
        step, stepped = args.integers(at, STEP_NUM)
        turn, turned = args.integers(at, ITER_NUM)
        numbers = np.where(turned, turn, np.where(stepped, step, own))
        graph = args.texts(at, GRAPH_TYPE)
        kinds = np.where(graph >= 0, graph, events.name[event[own]])
        names[own] = strings.intern_all(
            str(order) if kind in implicit else f"{strings[kind]} {order}"
            for kind, order in zip(kinds.tolist(), numbers.tolist(), strict=True)
        )
    return names
