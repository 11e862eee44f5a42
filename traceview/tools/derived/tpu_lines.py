"""The lines that XProf derives for a TPU core."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Events, Ids, Ints, Section, Track, TrackKind
from traceview.tools.derived.grouping import Groups
from traceview.tools.derived.host_offload import offload_tracks
from traceview.tools.derived.op_lines import Naming, framework_tracks, in_time, source_track
from traceview.tools.derived.runs import Spans

# A SparseCore's plane has words after the number, and gets no derived lines.
TENSOR_CORE = re.compile(r"/device:TPU:\d+$")


def tpu_tracks(section: Section, tracks: list[Track], strings: StringTable) -> list[Track]:
    """Framework Name Scope, Framework Ops, Source code and Host Offload Ops."""
    ops = next((track for track in tracks if track.kind is TrackKind.OPS), None)
    if ops is None or ops.args is None or not TENSOR_CORE.match(section.name):
        return []
    return [*_op_tracks(ops, _steps(tracks), strings), *offload_tracks(ops, strings)]


def with_steps_of_host(section: Section, tracks: list[Track], groups: Groups) -> list[Track]:
    """``tracks`` with the device's steps named as the steps of the host that launched them.

    A device step is known by the first program that begins in it, and that by its run_id.
    """
    modules = next((track for track in tracks if track.kind is TrackKind.MODULES), None)
    if modules is None or modules.args is None or not TENSOR_CORE.match(section.name):
        return tracks
    run, known = modules.args.integers(modules.events.arg_at, "run_id")
    step = np.array(
        [groups.of_program(number, section.ordinal) for number in run.tolist()], np.int64
    )
    launched = known & (step >= 0)
    start_ps, step = modules.events.start_ps[launched], step[launched]
    return [
        _named(track, start_ps, groups.names[step]) if track.kind is TrackKind.STEPS else track
        for track in tracks
    ]


def _op_tracks(ops: Track, steps: Events | None, strings: StringTable) -> list[Track]:
    """The lines over XLA ops; asynchronous ones, with the stat ``_a``, are left out."""
    events, args = ops.events, ops.args
    assert args is not None
    framework_op, source = args.texts(events.arg_at, "tf_op"), args.texts(events.arg_at, "source")
    some = (framework_op >= 0) | (source >= 0)
    some &= args.integers(events.arg_at, "_a")[0] == 0
    order = np.flatnonzero(some)
    order = order[in_time(events.start_ps[order])]
    start_ps = events.start_ps[order]
    end_ps = start_ps + events.dur_ps[order]
    spans = Spans(start_ps, end_ps, _step_of(start_ps, end_ps, steps))
    naming = Naming(strings, step_names=None if steps is None else steps.name)
    return [
        *framework_tracks(spans, framework_op[order], naming),
        *source_track(spans, source[order], naming),
    ]


def _named(steps: Track, start_ps: Ints, names: Ids) -> Track:
    events = steps.events
    order = np.argsort(start_ps, kind="stable")
    start_ps, names = start_ps[order], names[order]
    at = start_ps.searchsorted(events.start_ps)
    inside = np.minimum(at, max(len(start_ps) - 1, 0))
    found = np.zeros(len(events), np.bool_)
    if len(start_ps):
        found = (at < len(start_ps)) & (start_ps[inside] < events.start_ps + events.dur_ps)
    name = events.name.copy()
    name[found] = names[inside[found]]
    name.flags.writeable = False
    return replace(steps, events=replace(events, name=name))


def _steps(tracks: list[Track]) -> Events | None:
    """What groups the ops: the line Steps, or XLA Modules where that is empty."""
    for kind in (TrackKind.STEPS, TrackKind.MODULES):
        for track in tracks:
            if track.kind is kind and len(track.events):
                return track.events
    return None


def _step_of(start_ps: Ints, end_ps: Ints, steps: Events | None) -> Ints:
    """The first step that each event touches, as XProf's GroupLine has it; -1 for none."""
    if steps is None:
        return np.full(len(start_ps), -1, np.int64)
    last = int(steps.row_at[1])  # what lies in other rows lies in another step
    first_ps, last_ps = steps.start_ps[:last], (steps.start_ps + steps.dur_ps)[:last]
    step = last_ps.searchsorted(start_ps)
    touches = step < last
    touches[touches] = first_ps[step[touches]] <= end_ps[touches]
    return np.where(touches, step, -1)
