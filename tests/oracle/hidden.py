"""What XProf's trace viewer leaves out of its answer and we show."""

from __future__ import annotations

from collections import Counter

import numpy as np

from traceview.model.trace import Bools, SectionKind, Trace, Track, TrackKind

# IsInternalEvent in tsl/profiler/utils/xplane_schema.cc.
HIDDEN = {
    "MemoryAllocation",
    "MemoryDeallocation",
    "PrefetchProduce",
    "PrefetchConsume",
    "ParallelInterleaveProduce",
    "ParallelInterleaveConsume",
    "ParallelInterleaveInitializeInput",
    "ParallelMapProduce",
    "ParallelMapConsume",
    "MapAndBatchProduce",
    "MapAndBatchConsume",
    "ParseExampleProduce",
    "ParseExampleConsume",
}


def is_shown(trace: Trace, track: Track) -> bool:
    """Whether XProf's trace viewer has this track: it leaves out the lines of XLA on a CPU."""
    return not (track.derived and trace.sections[track.section].kind is SectionKind.HOST)


def shown(trace: Trace, track: Track) -> Bools:
    """Which events of a track XProf would answer with "X" events, bool[n]."""
    is_async = track.kind is TrackKind.ASYNC_OPS and not track.derived
    if is_async or not is_shown(trace, track):  # asynchronous ones are pairs of "b" and "e"
        return np.zeros(len(track.events), np.bool_)
    distinct, which = np.unique(track.events.name, return_inverse=True)
    return np.array([trace.strings[name] not in HIDDEN for name in distinct.tolist()], bool)[which]


def shown_names(trace: Trace, track: Track) -> Counter[str]:
    """How often each name stands on a track among the events that XProf shows."""
    names, counts = np.unique(track.events.name[shown(trace, track)], return_counts=True)
    pairs = zip((trace.strings[name] for name in names.tolist()), counts.tolist(), strict=True)
    return Counter(dict(pairs))


def shown_durations_us(trace: Trace, track: Track) -> Counter[str]:
    """Sum of the durations of each name on a track among the events that XProf shows, µs."""
    rows = shown(trace, track)
    names, which = np.unique(track.events.name[rows], return_inverse=True)
    sums = np.bincount(which, track.events.dur_ps[rows] / 1e6, len(names))
    pairs = zip((trace.strings[name] for name in names.tolist()), sums.tolist(), strict=True)
    return Counter(dict(pairs))
