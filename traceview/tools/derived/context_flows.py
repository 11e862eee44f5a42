"""Arrows from what hands work on to what takes it up, as XProf's trace viewer draws them.

Producers say so by the stats ``_pt`` and ``_p``, consumers by ``_ct`` and ``_c`` (TSL's context
types). A kernel follows the host's event with its correlation id, a run of a TPU program the
DoEnqueueProgram with its run id.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.capture import Capture
from traceview.model.context_types import CONTEXT_TYPES, GPU_LAUNCH, OTHER, TPU_LAUNCH
from traceview.model.strings import StringTable
from traceview.model.trace import (
    Bools,
    Flows,
    Ids,
    Ints,
    SectionKind,
    Trace,
    Track,
    TrackKind,
    frozen_flows,
)
from traceview.tools.derived.grouping import RUN_ID_BITS
from traceview.tools.derived.host_steps import silent_names, speaking
from traceview.tools.derived.threadpool import REGION

ENQUEUE, CALLBACKS = "DoEnqueueProgram", "CompleteCallbacks"
DEVICE_SHIFT = 32  # above the bits of a run id
MODULES = "XLA Modules"


@dataclass(frozen=True, slots=True, eq=False)
class _Ends:
    """Ends of arrows on one track: int64 columns; ``comes`` bool[n] where one arrives."""

    track: Ints
    index: Ints
    kind: Ints
    number: Ints
    comes: Bools


def with_context_flows(capture: Capture) -> Capture:
    """``capture`` with these arrows in its trace, beside those that it has."""
    trace = capture.trace
    if len(trace.flows):
        return capture
    ends = _all_ends(trace)
    return replace(capture, trace=replace(trace, flows=_joined(trace, ends)))


def _all_ends(trace: Trace) -> _Ends:
    silent = silent_names(trace.strings)
    region = trace.strings.intern(REGION)
    found = [_Ends(*(np.zeros(0, np.int64),) * 4, np.zeros(0, np.bool_))]
    for number, track in enumerate(trace.tracks):
        if track.derived or track.args is None:
            continue
        placed = speaking(track.events, silent)
        # Regions are ours, with the stats of the event that starts them.
        placed = placed[track.events.name[placed] != region]
        kind = trace.sections[track.section].kind
        ordinal = trace.sections[track.section].ordinal
        parts = list(_contexts(track, placed))
        if kind is SectionKind.HOST:
            parts += _host_launches(track, placed, trace.strings)
        elif kind is SectionKind.GPU and track.kind is TrackKind.STREAM:
            parts.append(_launched(track, placed, "correlation_id", GPU_LAUNCH))
        elif kind is SectionKind.TPU and track.name == MODULES:
            parts.append(_programs(track, placed, ordinal, comes=True))
        for index, context, numbers, comes in parts:
            same = np.full(len(index), number)
            found.append(_Ends(same, index, context, numbers, np.full(len(index), comes)))
    columns = zip(*((e.track, e.index, e.kind, e.number, e.comes) for e in found), strict=True)
    return _Ends(*(np.concatenate(column) for column in columns))


_Part = tuple[Ints, Ints, Ints, bool]


def _contexts(track: Track, placed: Ints) -> Iterator[_Part]:
    """Producers and consumers by the stats that say so; without a type they are generic."""
    assert track.args is not None
    for type_key, key, comes in (("_pt", "_p", False), ("_ct", "_c", True)):
        numbers, present = track.args.integers(track.events.arg_at[placed], key)
        index = placed[present]
        context, _ = track.args.integers(track.events.arg_at[index], type_key)
        # Launches of programs are joined by their run ids, which all captures have.
        kept = context != TPU_LAUNCH
        yield index[kept], context[kept], numbers[present][kept], comes


def _host_launches(track: Track, placed: Ints, strings: StringTable) -> list[_Part]:
    index, context, numbers, _ = _launched(track, placed, "correlation_id", GPU_LAUNCH)
    parts: list[_Part] = [(index, context, numbers, False)]
    for name, comes in ((ENQUEUE, False), (CALLBACKS, True)):
        named = placed[track.events.name[placed] == strings.intern(name)]
        if len(named):
            parts.append(_programs(track, named, None, comes=comes))
    return parts


def _launched(track: Track, placed: Ints, key: str, context: int) -> _Part:
    assert track.args is not None
    numbers, present = track.args.integers(track.events.arg_at[placed], key)
    present &= numbers != 0  # CUPTI's for what nobody launched
    index = placed[present]
    return index, np.full(len(index), context), numbers[present], True


def _programs(track: Track, placed: Ints, device: int | None, comes: bool) -> _Part:
    """Runs of programs, by run id and the device's number."""
    assert track.args is not None
    at = track.events.arg_at[placed]
    run, present = track.args.integers(at, "run_id")
    if device is None:
        ordinal, known = track.args.integers(at, "device_ordinal")
        present &= known
    else:
        ordinal = np.full(len(placed), device)
    numbers = (ordinal << DEVICE_SHIFT) + (run & RUN_ID_BITS)
    index = placed[present]
    return index, np.full(len(index), TPU_LAUNCH), numbers[present], comes


def _joined(trace: Trace, ends: _Ends) -> Flows:
    """An arrow to each consumer, from the last producer of its kind and number before it."""
    start_ps, end_ps, name = _times(trace, ends)
    hosts = {host: i for i, host in enumerate({section.host for section in trace.sections})}
    host_of = np.array([hosts[trace.sections[track.section].host] for track in trace.tracks])
    host = host_of[ends.track] if len(host_of) else ends.track
    order = np.lexsort((ends.comes, start_ps, ends.number, ends.kind, host))
    same = np.zeros(len(order), np.bool_)
    for column in (host, ends.kind, ends.number):
        same[1:] |= column[order[1:]] != column[order[:-1]]
    group: Ints = np.cumsum(same)
    source = _source(~ends.comes[order], group)
    arrives = (ends.comes[order] & (source >= 0)).nonzero()[0]
    head, tail = order[arrives], order[source[arrives]]
    leave_ps = np.clip(start_ps[head], start_ps[tail], end_ps[tail])
    by_time = np.argsort(leave_ps, kind="stable")
    head, tail, leave_ps = head[by_time], tail[by_time], leave_ps[by_time]
    return frozen_flows(
        ends.track[tail],
        ends.index[tail],
        ends.track[head],
        ends.index[head],
        leave_ps,
        start_ps[head],
        name[tail],
        _categories(ends.kind[tail], trace.strings),
    )


def _source(leaves: Bools, group: Ints) -> Ints:
    """For each end the place of the last producer of its group so far, else of its first one."""
    at = np.arange(len(leaves))
    last = np.maximum.accumulate(np.where(leaves, at, -1)) if len(at) else at
    earlier = (last >= 0) & (group[last] == group)
    first = np.full(int(group.max(initial=0)) + 1, -1, np.int64)
    producers = leaves.nonzero()[0][::-1]
    first[group[producers]] = producers
    source: Ints = np.where(earlier, last, first[group])
    return source


def _times(trace: Trace, ends: _Ends) -> tuple[Ints, Ints, Ids]:
    start_ps, end_ps = np.zeros((2, len(ends.track)), np.int64)
    name = np.zeros(len(ends.track), np.int32)
    for number in np.unique(ends.track).tolist():
        mine = ends.track == number
        events, index = trace.tracks[number].events, ends.index[mine]
        start_ps[mine] = events.start_ps[index]
        end_ps[mine] = events.start_ps[index] + events.dur_ps[index]
        name[mine] = events.name[index]
    return start_ps, end_ps, name


def _categories(kind: Ints, strings: StringTable) -> Ids:
    known = strings.intern_all(CONTEXT_TYPES)
    other = strings.intern(OTHER)
    found = np.where((kind >= 0) & (kind < len(known)), kind, -1)
    return np.where(found < 0, other, known[found]).astype(np.int32)
