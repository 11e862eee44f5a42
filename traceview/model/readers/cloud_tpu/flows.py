"""Arrows of a Cloud TPU trace of the later generation, as XProf's JSON binds them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from traceview.model.context_types import CONTEXT_TYPES, OTHER
from traceview.model.readers.cloud_tpu.tracks import FlowEntry, Timed
from traceview.model.trace import NO_FLOWS, Flows, Ids, Ints, Track, frozen_flows


def flows_of(timed: Timed, tracks: Sequence[Track]) -> Flows:
    """A hop to each event that a flow enters from the one before it that the flow leaves."""
    columns = timed.columns
    ends = np.flatnonzero(columns.placed & columns.flows & (columns.entry > 0))
    if not len(ends):
        return NO_FLOWS
    start_ps = timed.start_ps
    # Of two at one time, that which the flow leaves comes first.
    ends = ends[np.lexsort((columns.entry[ends], start_ps[ends], columns.flow[ends]))]
    flow, entry = columns.flow[ends], columns.entry[ends]
    place = np.arange(len(ends))
    leaving = np.where(entry != FlowEntry.END, place, -1)
    before = np.append(-1, np.maximum.accumulate(leaving)[:-1])
    enters = (entry != FlowEntry.START) & (before >= 0) & (flow[before] == flow)
    head, tail = ends[enters], ends[before[enters]]
    leave_ps = np.clip(start_ps[head], start_ps[tail], start_ps[tail] + timed.dur_ps[tail])
    order = np.argsort(leave_ps, kind="stable")
    head, tail, leave_ps = head[order], tail[order], leave_ps[order]
    from_track, from_index = _places(columns.at[tail], tracks)
    to_track, to_index = _places(columns.at[head], tracks)
    kind = np.minimum(columns.category[tail], np.uint64(len(CONTEXT_TYPES))).astype(np.intp)
    names = timed.strings.intern_all((*CONTEXT_TYPES, OTHER))
    return frozen_flows(
        from_track,
        from_index,
        to_track,
        to_index,
        leave_ps,
        start_ps[head],
        columns.name[tail],
        names[kind],
    )


def _places(at: Ints, tracks: Sequence[Track]) -> tuple[Ids, Ints]:
    """Track and index of the events that begin at ``at`` in the file."""
    every = np.concatenate([track.events.arg_at for track in tracks])
    lengths = [len(track.events) for track in tracks]
    track = np.repeat(np.arange(len(tracks), dtype=np.int32), lengths)
    index = np.concatenate([np.arange(length) for length in lengths])
    order = np.argsort(every)
    found = order[every[order].searchsorted(at)]
    return track[found], index[found]
