"""Copies between a TPU and its host that go on while the core computes.

A copy begins with one XLA op and ends with another, ``copy-start.4`` and ``copy-done.4``. The
ones that count have a shape in host memory, ``S(5)``; XProf's HostOffloadEventProcessor shows
each pair as ``offload-copy.4``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from traceview.model.lanes import lanes_of
from traceview.model.strings import StringTable
from traceview.model.trace import Ids, Ints, Track, TrackKind
from traceview.tools.derived.op_lines import FIRST_LINE_ID
from traceview.tools.derived.runs import Runs, runs_track

FIRST_OFFLOAD_ID = FIRST_LINE_ID + 8
HOST_MEMORY = "S(5)"
PAIR = re.compile(r"(copy|dynamic-slice|dynamic-update-slice)-(start|done)(?:\.(\d+))?$")


@dataclass(frozen=True, slots=True)
class End:
    """One end of an offloaded operation: its name, and whether it is the beginning."""

    name: str
    begins: bool


def offload_tracks(ops: Track, strings: StringTable) -> list[Track]:
    """Lines "Host Offload Ops row N", as many as there are copies at once."""
    ends = _ends(ops, strings)
    if not ends:
        return []
    order = np.argsort(ops.events.start_ps, kind="stable")
    name = ops.events.name[order]
    starts, stops, names = [], [], []
    for label in {end.name for end in ends.values()}:
        begin_ids = [number for number, end in ends.items() if end == End(label, True)]
        done_ids = [number for number, end in ends.items() if end == End(label, False)]
        begin = order[np.isin(name, begin_ids)]
        done = order[np.isin(name, done_ids)]
        begin_ps = ops.events.start_ps[begin]
        done_ps = ops.events.start_ps[done] + ops.events.dur_ps[done]
        at = done_ps.searchsorted(begin_ps, "right")
        paired = at < len(done)
        starts.append(begin_ps[paired])
        stops.append(done_ps[at[paired]])
        names.append(np.full(int(paired.sum()), strings.intern(f"offload-{label}"), np.int32))
    columns = np.concatenate(starts), np.concatenate(stops), np.concatenate(names)
    return _tracks(*columns, strings)


def _tracks(start_ps: Ints, end_ps: Ints, name: Ids, strings: StringTable) -> list[Track]:
    order = np.lexsort((start_ps - end_ps, start_ps))
    start_ps, end_ps, name = start_ps[order], end_ps[order], name[order]
    lanes = lanes_of(start_ps, end_ps - start_ps)
    found = []
    for lane in range(int(lanes.max(initial=-1)) + 1):
        own = np.flatnonzero(lanes == lane)
        nowhere, both = np.full(len(own), -1, np.int64), np.full(len(own), 2, np.int64)
        runs = Runs(start_ps[own], end_ps[own], name[own], nowhere, both)
        title = f"Host Offload Ops row {lane}"
        found.append(runs_track(runs, title, TrackKind.ASYNC_OPS, FIRST_OFFLOAD_ID + lane, strings))
    return found


def _ends(ops: Track, strings: StringTable) -> dict[int, End]:
    """Which names are ends of offloaded operations, by name id."""
    found: dict[int, End] = {}
    distinct, first = np.unique(ops.events.name, return_index=True)
    for number, index in zip(distinct.tolist(), first.tolist(), strict=True):
        match = PAIR.search(strings[number])
        if match and _in_host_memory(ops, index, strings[number]):
            kind, end, order = match.groups()
            found[number] = End(f"{kind}.{order or 0}", end == "start")
    return found


def _in_host_memory(ops: Track, index: int, name: str) -> bool:
    """Whether the HLO text of an event mentions host memory."""
    assert ops.args is not None
    args = dict(ops.args.args(int(ops.events.arg_at[index])))
    return HOST_MEMORY in str(args.get("long_name", name))
