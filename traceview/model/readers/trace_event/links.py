"""Flows between slices of a trace-event file that carry one ``bind_id``.

An arrow leaves at the end of a slice and reaches the start of another.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from traceview.model.readers.trace_event.pairs import numbered, stable_order
from traceview.model.readers.trace_event.records import (
    FLOW_IN,
    FLOW_OUT,
    HAS_BIND_ID,
    Records,
    Skips,
)
from traceview.model.strings import StringTable
from traceview.model.trace import NO_FLOWS, Bools, Flows, Ids, Ints, Track, frozen_flows


def linked_flows(
    records: Records,
    time_ps: Ints,
    tracks: Sequence[Track],
    threads: Ids,
    strings: StringTable,
    skips: Skips,
) -> Flows:
    """The hops between slices of one ``bind_id``: from the last that it flowed out of.

    Catapult looks at X records only, Perfetto at those of B, too.
    """
    ends = records.flag & (FLOW_IN | FLOW_OUT)
    linked = (records.flag & HAS_BIND_ID != 0) & (ends != 0)
    if not linked.any():
        return NO_FLOWS
    track, index = _slices(linked, tracks, threads)
    skips.add_records(
        "flow of an event that is no slice", (linked & (track < 0)).nonzero()[0], records.store
    )
    record = (linked & (track >= 0)).nonzero()[0]
    record = record[np.argsort(time_ps[record], kind="stable")]
    group = numbered(records.id[record])
    order = stable_order(group)
    record, group = record[order], group[order]
    comes, goes = records.flag[record] & FLOW_IN != 0, records.flag[record] & FLOW_OUT != 0
    before = np.zeros(len(record) + 1, np.int64)  # 1 + the last that it flowed out of
    before[1:][goes] = goes.nonzero()[0] + 1
    before = np.maximum.accumulate(before)[:-1]
    last = np.maximum(before - 1, 0)
    met = comes & (before > 0) & (group[last] == group)
    used = np.zeros(len(record), np.bool_)
    used[last[met]] = True
    skips.add_records("flow into a slice from nowhere", record[comes & ~met], records.store)
    skips.add_records("flow out of a slice to nowhere", record[goes & ~used], records.store)
    left, arrived = record[last[met]], record[met]
    by_file = np.lexsort((arrived, left))
    left, arrived = left[by_file], arrived[by_file]
    return frozen_flows(
        track[left],
        index[left],
        track[arrived],
        index[arrived],
        _ends_ps(tracks, track[left], index[left]),
        time_ps[arrived],
        named(records.name[left], strings),
        named(records.category[left], strings),
    )


def _slices(linked: Bools, tracks: Sequence[Track], threads: Ids) -> tuple[Ids, Ints]:
    """Track int32[n] and index int64[n] of the slices that some records begin, -1 for none."""
    track = np.full(len(linked), -1, np.int32)
    index = np.full(len(linked), -1, np.int64)
    for number in threads[threads >= 0].tolist():
        at = tracks[number].events.arg_at
        mine = linked[at].nonzero()[0]
        track[at[mine]], index[at[mine]] = number, mine
    return track, index


def _ends_ps(tracks: Sequence[Track], track: Ids, index: Ints) -> Ints:
    """Where some events end."""
    ends = np.zeros(len(track), np.int64)
    for number in np.unique(track).tolist():
        mine = track == number
        events = tracks[number].events
        ends[mine] = events.start_ps[index[mine]] + events.dur_ps[index[mine]]
    return ends


def named(name: Ids, strings: StringTable) -> Ids:
    """String ids without holes."""
    return np.where(name < 0, strings.intern(""), name).astype(np.int32)
