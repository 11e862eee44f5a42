"""What XProf's trace viewer leaves out of its answer and we show."""

from __future__ import annotations

from collections import Counter

import numpy as np

from traceview.model.trace import Trace, Track, TrackKind

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


def shown_names(trace: Trace, track: Track) -> Counter[str]:
    """How often each name stands on a track that XProf would answer with "X" events."""
    if track.kind is TrackKind.ASYNC_OPS and not track.derived:
        return Counter()  # those are pairs of "b" and "e"
    names, counts = np.unique(track.events.name, return_counts=True)
    shown = zip((trace.strings[name] for name in names.tolist()), counts.tolist(), strict=True)
    return Counter({name: count for name, count in shown if name not in HIDDEN})
