"""The lines that XProf derives for a GPU: for each stream with kernels, and steps for all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Bools, Ids, Ints, Track, TrackKind
from traceview.tools.derived.grouping import Groups
from traceview.tools.derived.hlo_join import (
    LEVELS,
    Programs,
    distinct_pairs,
    module_label,
    op_origins,
)
from traceview.tools.derived.op_lines import (
    MODULES_ID,
    OPS_ID,
    STEPS_ID,
    Naming,
    framework_tracks,
    in_time,
    source_track,
)
from traceview.tools.derived.runs import Spans, begins, level_runs, runs_of, since


def gpu_tracks(
    tracks: list[Track], groups: Groups, programs: Programs, strings: StringTable
) -> list[Track]:
    """Captured streams, each with its derived lines after it, and the line Steps."""
    streams = [track for track in tracks if track.args is not None and len(track.events)]
    steps = dict(zip(map(id, streams), _steps_of(streams, groups), strict=True))
    found: list[Track] = []
    for track in tracks:
        found.append(track)
        if id(track) in steps:
            naming = Naming(strings, suffix=f" - from #{track.line_id}", step_names=groups.names)
            derived = _stream_tracks(track, steps[id(track)], programs, naming)
            found += [replace(line, sort_index=track.sort_index) for line in derived]
    return [*found, *_steps(streams, list(steps.values()), Naming(strings), groups.names)]


def _steps_of(streams: list[Track], groups: Groups) -> list[Ints]:
    """The step of each event of each stream, -1 for none.

    What the host launched outside all steps counts to the step before it on the device, as in
    XProf's ProcessUngroupedEvents.
    """
    steps = []
    for track in streams:
        assert track.args is not None
        steps.append(groups.of_kernels(*track.args.integers(track.events.arg_at, "correlation_id")))
    if not steps:
        return []
    start_ps = np.concatenate([track.events.start_ps for track in streams])
    dur_ps = np.concatenate([track.events.dur_ps for track in streams])
    order, step = np.lexsort((-dur_ps, start_ps)), np.concatenate(steps)
    known = step[order] >= 0
    latest = np.maximum.accumulate(np.where(known, np.arange(len(order)), -1))
    step[order] = np.where(latest >= 0, step[order][latest], -1)
    return np.split(step, np.cumsum([len(track.events) for track in streams])[:-1])


def _stream_tracks(track: Track, step: Ints, programs: Programs, naming: Naming) -> list[Track]:
    """The lines over the kernels of a stream; copies and fills are left out.

    Where a module begins anew, so do the ops and scopes in it.
    """
    events, args, strings = track.events, track.args, naming.strings
    assert args is not None
    kernels = np.flatnonzero(_is_kernel(args, events.arg_at))
    if not len(kernels):
        return []
    order = kernels[in_time(events.start_ps[kernels])]
    at, start_ps = events.arg_at[order], events.start_ps[order]
    spans = Spans(start_ps, start_ps + events.dur_ps[order], step[order], closed=False)
    hlo_op, module = args.texts(at, "hlo_op"), _modules(args, at, strings)
    framework_op, source = op_origins(args, at, hlo_op, programs, strings)
    outer = np.zeros(len(at), np.bool_)
    modules, known = list[Track](), module >= 0
    if known.any():
        of_modules = spans.only(known)
        outer[known] = begins(of_modules, module[known], _other_run(args, at[known], programs))
        runs = runs_of(of_modules, module[known], outer[known])
        modules = [naming.track(runs, "XLA Modules", TrackKind.MODULES, MODULES_ID)]
    return [
        *framework_tracks(spans, framework_op, naming, outer),
        *modules,
        *_hlo_ops(spans, hlo_op, outer, naming),
        *source_track(spans, source, naming),
    ]


def _hlo_ops(spans: Spans, hlo_op: Ids, outer: Bools, naming: Naming) -> list[Track]:
    known = hlo_op >= 0
    if not known.any():
        return []
    distinct, which = np.unique(hlo_op[known], return_inverse=True)
    paths = [naming.strings[number].split(LEVELS) for number in distinct.tolist()]
    anew = since(outer, known)
    runs, _ = level_runs(spans.only(known), paths, which, naming.strings, anew)
    return [naming.track(runs, "XLA Ops", TrackKind.OPS, OPS_ID)]


def _is_kernel(args: ArgSource, at: Ints) -> Bools:
    graph = args.integers(at, "cuda_graph_exec_id")[1]
    return (args.texts(at, "kernel_details") >= 0) | graph


def _other_run(args: ArgSource, at: Ints, programs: Programs) -> Bools:
    """Where another run of a program begins, as far as the stat ``scope_range_id`` tells."""
    scope, known = args.integers(at, "scope_range_id")
    other = np.zeros(len(at), np.bool_)
    if known.any():
        distinct, which = np.unique(scope, return_inverse=True)
        run = np.array([programs.run_of(number) for number in distinct.tolist()])[which]
        other[1:] = known[1:] & known[:-1] & (run[1:] != run[:-1])
    return other


def _modules(args: ArgSource, at: Ints, strings: StringTable) -> Ids:
    """Labels of the HLO modules: ``name(program_id)``."""
    module = args.texts(at, "hlo_module")
    program, known = args.integers(at, "program_id")
    plain = np.where(known, -1, module)  # without an id
    named, which = distinct_pairs(program, np.where(known, module, -1))
    labels = [
        -1 if name < 0 else strings.intern(module_label(strings[name], number))
        for number, name in named
    ]
    return np.where(known, np.array(labels, np.int32)[which], plain)


def _steps(streams: list[Track], steps: list[Ints], naming: Naming, names: Ids) -> list[Track]:
    """Runs of events of one step over all streams, as XProf has them."""
    step = np.concatenate([*steps, np.zeros(0, np.int64)])
    if not (step >= 0).any():
        return []
    start_ps = np.concatenate([track.events.start_ps for track in streams])
    dur_ps = np.concatenate([track.events.dur_ps for track in streams])
    order = np.lexsort((-dur_ps, start_ps))
    order = order[step[order] >= 0]
    spans = Spans(start_ps[order], (start_ps + dur_ps)[order], step[order], closed=False)
    runs = runs_of(spans, names[spans.step], begins(spans, spans.step))
    line = naming.track(runs, "Steps", TrackKind.STEPS, STEPS_ID)
    return [replace(line, sort_index=-1)]
