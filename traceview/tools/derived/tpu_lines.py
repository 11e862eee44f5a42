"""The lines that XProf derives for a TPU core."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Ids, Ints, Section, Track, TrackKind
from traceview.tools.derived.grouping import Groups
from traceview.tools.derived.host_offload import offload_tracks
from traceview.tools.derived.op_lines import device_ops, framework_tracks, source_track

# A SparseCore's plane has words after the number, and gets no derived lines.
TENSOR_CORE = re.compile(r"/device:TPU:\d+$")


def tpu_tracks(section: Section, tracks: list[Track], strings: StringTable) -> list[Track]:
    """Framework Name Scope, Framework Ops, Source code and Host Offload Ops."""
    ops = next((track for track in tracks if track.kind is TrackKind.OPS), None)
    if ops is None or ops.args is None or not TENSOR_CORE.match(section.name):
        return []
    known = device_ops(ops, _starts_of_steps(tracks))
    derived = [*framework_tracks(known, strings), *source_track(known)] if known else []
    return [*derived, *offload_tracks(ops, strings)]


def with_steps_of_host(section: Section, tracks: list[Track], groups: Groups) -> list[Track]:
    """``tracks`` with the device's steps named as the steps of the host that launched them.

    A device step is known by the first program that begins in it, and that by its run_id.
    """
    modules = next((track for track in tracks if track.kind is TrackKind.MODULES), None)
    if modules is None or modules.args is None or not TENSOR_CORE.match(section.name):
        return tracks
    run, known = modules.args.integers(modules.events.arg_at, "run_id")
    step = np.array(
        [groups.of_runs.get((number, section.ordinal), -1) for number in run.tolist()], np.int64
    )
    launched = known & (step >= 0)
    start_ps, step = modules.events.start_ps[launched], step[launched]
    return [
        _named(track, start_ps, groups.names[step]) if track.kind is TrackKind.STEPS else track
        for track in tracks
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


def _starts_of_steps(tracks: list[Track]) -> Ints:
    """Where steps begin: by the Steps line, or by XLA Modules where that is empty."""
    for kind in (TrackKind.STEPS, TrackKind.MODULES):
        for track in tracks:
            if track.kind is kind:
                return np.sort(track.events.start_ps)
    return np.zeros(0, np.int64)
