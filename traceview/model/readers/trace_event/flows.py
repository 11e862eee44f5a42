"""Flows of a trace-event file: s, t and f records, and slices that carry a ``bind_id``.

Rules of catapult's importer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from traceview.model.readers.trace_event.binding import bound_events
from traceview.model.readers.trace_event.links import linked_flows, named
from traceview.model.readers.trace_event.pairs import numbered, stable_order
from traceview.model.readers.trace_event.records import (
    BIND_ENCLOSING,
    Records,
    Skips,
)
from traceview.model.readers.trace_event.slices import records_of
from traceview.model.strings import StringTable
from traceview.model.trace import (
    NO_FLOWS,
    Bools,
    Flows,
    Ids,
    Ints,
    Track,
    frozen_flows,
    joined_flows,
)

# Categories of Chrome whose flows end in the slice around them.
_ENCLOSING = ("input", "ipc.flow")


def flows_of(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    tracks: Sequence[Track],
    track_of: Ids,
    strings: StringTable,
    skips: Skips,
) -> Flows:
    """All hops of all flows. ``track_of`` int32[n] is the track of a record's thread, -1: none."""
    hops = _hops(records, time_ps, usable, tracks, track_of, strings, skips)
    links = linked_flows(records, time_ps, tracks, np.unique(track_of), strings, skips)
    return joined_flows([hops, links])


def _hops(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    tracks: Sequence[Track],
    track_of: Ids,
    strings: StringTable,
    skips: Skips,
) -> Flows:
    """The hops of s, t and f.

    A step that finds no slice ends its flow. A flow whose last record is a step ends there.
    """
    record = records_of(records, usable, b"stf")
    if not len(record):
        return NO_FLOWS
    record = record[np.argsort(time_ps[record], kind="stable")]
    # Bound in order of time, which searches many times faster than in any other.
    following = _binds_next(records, record, strings)
    index = bound_events(tracks, track_of[record], time_ps[record], following)
    group = numbered(records.id[record], records.category[record], records.name[record])
    order = stable_order(group)
    record, group, index = record[order], group[order], index[order]
    phase = records.phase[record]
    starts = phase == ord("s")
    flowing = _open_before(starts, phase == ord("f"), index >= 0, group)
    opening = starts & (index >= 0) & ~flowing
    kept = (opening | (flowing & ~starts)).nonzero()[0]
    reached = ~starts[kept] & (index[kept] >= 0)
    to, since = kept[reached], kept[np.maximum(reached.nonzero()[0] - 1, 0)]
    _report(records, record, phase, index, flowing, skips)
    lone = opening.copy()
    lone[kept[np.maximum((~starts[kept]).nonzero()[0] - 1, 0)]] = False
    skips.add_records("flow start without an end", record[lone], records.store)
    by_file = np.argsort(record[since], kind="stable")
    since, to = since[by_file], to[by_file]
    left, arrived = record[since], record[to]
    return frozen_flows(
        track_of[left],
        index[since],
        track_of[arrived],
        index[to],
        time_ps[left],
        time_ps[arrived],
        named(records.name[left], strings),
        named(records.category[left], strings),
    )


def _binds_next(records: Records, record: Ints, strings: StringTable) -> Bools:
    """Which records mean the slice that comes next: f without "bp": "e", with few exceptions."""
    ends: Bools = records.phase[record] == ord("f")
    ends &= records.flag[record] & BIND_ENCLOSING == 0
    category = records.category[record]
    for number in np.unique(category[ends]).tolist():
        if number >= 0 and any(word in strings[number] for word in _ENCLOSING):
            ends &= category != number
    return ends


def _open_before(starts: Bools, ends: Bools, bound: Bools, group: Ints) -> Bools:
    """Whether a flow is under way as each record comes; records are sorted by (group, time).

    That is known from the last record before it that began one, or ended it.
    """
    begins = starts & bound
    edge = (begins | ends | (~starts & ~bound)).nonzero()[0]
    before = np.zeros(len(group) + 1, np.int64)  # 1 + the last of these, 0 for none
    before[edge + 1] = edge + 1
    before = np.maximum.accumulate(before)[:-1]
    last = np.maximum(before - 1, 0)
    flowing: Bools = (before > 0) & begins[last] & (group[last] == group)
    return flowing


def _report(
    records: Records, record: Ints, phase: np.ndarray, index: Ints, flowing: Bools, skips: Skips
) -> None:
    starts = phase == ord("s")
    for code, what in ((ord("t"), "step"), (ord("f"), "end")):
        mine = phase == code
        skips.add_records(f"flow {what} without a start", record[mine & ~flowing], records.store)
        skips.add_records(
            f"flow {what} without a slice", record[mine & flowing & (index < 0)], records.store
        )
    skips.add_records("flow start without a slice", record[starts & (index < 0)], records.store)
    again = starts & (index >= 0) & flowing
    skips.add_records("flow start while one of its id is open", record[again], records.store)
