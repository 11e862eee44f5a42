"""The lines that XProf derives for a GPU: for each stream with kernels, and steps for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.hlo import HloOrigin
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Bools, Ids, Ints, Track, TrackKind
from traceview.tools.derived.grouping import Groups
from traceview.tools.derived.op_lines import (
    MODULES_ID,
    OPS_ID,
    STEPS_ID,
    DeviceOps,
    derived_events,
    framework_tracks,
    in_time,
    runs_track,
    since,
    source_track,
)

Origins = Callable[[int], dict[str, HloOrigin]]
NOWHERE = HloOrigin("", "")


@dataclass(frozen=True, slots=True, eq=False)
class Kernels:
    """The kernels of a stream in time order, n each: string ids int32[n], -1 for none."""

    ops: DeviceOps
    hlo_op: Ids
    module: Ids


def gpu_tracks(
    tracks: list[Track], groups: Groups, origins: Origins, strings: StringTable
) -> list[Track]:
    """Captured streams, each with its derived lines after it, and the line Steps."""
    found: list[Track] = []
    for track in tracks:
        found.append(track)
        found += _stream_tracks(track, groups, origins, strings)
    return [*found, *_steps(tracks, groups)]


def _stream_tracks(
    track: Track, groups: Groups, origins: Origins, strings: StringTable
) -> list[Track]:
    kernels = _kernels(track, groups, origins, strings)
    if kernels is None:
        return []
    suffix = f" - from #{track.line_id}"
    ops, derived = kernels.ops, list[Track]()
    known = kernels.module >= 0
    outer = np.zeros(len(known), np.bool_)
    if known.any():
        of_modules = ops.only(known)
        modules, anew = runs_track(
            of_modules, kernels.module[known], "XLA Modules" + suffix, TrackKind.MODULES, MODULES_ID
        )
        outer[known] = anew
        derived = [modules, *_hlo_ops(of_modules, kernels.hlo_op[known], anew, suffix)]
    derived = [*framework_tracks(ops, strings, suffix, outer), *derived]
    derived += source_track(ops, suffix)
    return [replace(line, sort_index=track.sort_index) for line in derived]


def _hlo_ops(ops: DeviceOps, hlo_op: Ids, module_anew: Bools, suffix: str) -> list[Track]:
    known = hlo_op >= 0
    if not known.any():
        return []
    track, _ = runs_track(
        ops.only(known),
        hlo_op[known],
        "XLA Ops" + suffix,
        TrackKind.OPS,
        OPS_ID,
        since(module_anew, known),
    )
    return [track]


def _kernels(
    track: Track, groups: Groups, origins: Origins, strings: StringTable
) -> Kernels | None:
    """The kernels of a stream; copies and fills, which no operation of a program does, left out."""
    events, args = track.events, track.args
    if args is None or not len(events):
        return None
    kernels = np.flatnonzero(_is_kernel(args, events.arg_at))
    if not len(kernels):
        return None
    order = in_time(events, kernels)
    at = events.arg_at[order]
    start_ps = events.start_ps[order]
    hlo_op = args.texts(at, "hlo_op")
    module = _modules(args, at, strings)
    framework_op, source = _origins(args, at, hlo_op, origins, strings)
    step = groups.of_kernels(*args.integers(at, "correlation_id"))
    ops = DeviceOps(start_ps, start_ps + events.dur_ps[order], framework_op, source, step)
    return Kernels(ops, hlo_op, module)


def _is_kernel(args: ArgSource, at: Ints) -> Bools:
    graph = args.integers(at, "cuda_graph_exec_id")[1]
    return (args.texts(at, "kernel_details") >= 0) | graph


def _modules(args: ArgSource, at: Ints, strings: StringTable) -> Ids:
    """Labels of the HLO modules: ``name(program_id)``."""
    module = args.texts(at, "hlo_module")
    program, known = args.integers(at, "program_id")
    found = np.full(len(at), -1, np.int32)
    keys = np.stack((module.astype(np.int64), np.where(known, program, -1)))
    distinct, which = np.unique(keys, axis=1, return_inverse=True)
    labels = [
        -1 if name < 0 else strings.intern(strings[name] + (f"({number})" if number >= 0 else ""))
        for name, number in distinct.T.tolist()
    ]
    found[:] = np.array(labels, np.int32)[which.ravel()]
    return found


def _origins(
    args: ArgSource, at: Ints, hlo_op: Ids, origins: Origins, strings: StringTable
) -> tuple[Ids, Ids]:
    """Framework op and source of each kernel: by its HLO op, or else by its own stat."""
    framework_op = args.texts(at, "tf_op")
    source = np.full(len(at), -1, np.int32)
    compiled = np.flatnonzero(hlo_op >= 0)
    if not len(compiled):
        return framework_op, source
    program = args.integers(at[compiled], "program_id")[0]
    keys = np.stack((program, hlo_op[compiled].astype(np.int64)))
    distinct, which = np.unique(keys, axis=1, return_inverse=True)
    found = [
        origins(number).get(strings[name].rsplit("::", 1)[-1], NOWHERE)
        for number, name in distinct.T.tolist()
    ]
    framework_op = framework_op.copy()
    framework_op[compiled] = _ids([each.framework_op for each in found], strings)[which.ravel()]
    source[compiled] = _ids([each.source for each in found], strings)[which.ravel()]
    return framework_op, source


def _ids(texts: list[str], strings: StringTable) -> Ids:
    return np.array([strings.intern(text) if text else -1 for text in texts], np.int32)


def _steps(tracks: list[Track], groups: Groups) -> list[Track]:
    """One event a step, from the first to the last event of the device that it launched."""
    steps, starts, ends = [], [], []
    for track in tracks:
        if track.args is None or track.kind is not TrackKind.STREAM:
            continue
        ids = track.args.integers(track.events.arg_at, "correlation_id")
        step = groups.of_kernels(*ids)
        steps.append(step)
        starts.append(track.events.start_ps)
        ends.append(track.events.start_ps + track.events.dur_ps)
    if not steps:
        return []
    step = np.concatenate(steps)
    known = step >= 0
    if not known.any():
        return []
    numbers, which = np.unique(step[known], return_inverse=True)
    first = np.full(len(numbers), np.iinfo(np.int64).max)
    last = np.full(len(numbers), np.iinfo(np.int64).min)
    np.minimum.at(first, which, np.concatenate(starts)[known])
    np.maximum.at(last, which, np.concatenate(ends)[known])
    events = derived_events(first, last - first, groups.names[numbers])
    return [Track(0, "Steps", TrackKind.STEPS, events, STEPS_ID, -1, derived=True)]
