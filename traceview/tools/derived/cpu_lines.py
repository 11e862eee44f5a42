"""The lines of a host's threads that run XLA programs themselves, on the CPU.

The rules are those of XProf's DeriveLinesForXlaCpuOps, and framework operations are looked up
in the programs where events do not name them. XProf itself leaves these lines out of its trace
viewer.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Track, TrackKind
from traceview.tools.derived.hlo_join import Programs, op_origins
from traceview.tools.derived.host_steps import speaking
from traceview.tools.derived.op_lines import (
    FIRST_LINE_ID,
    Naming,
    framework_tracks,
    in_time,
    named_track,
)
from traceview.tools.derived.runs import Spans

FIRST_CPU_ID = FIRST_LINE_ID + 49
LINES = 3  # of one thread
UNNAMED = ":"  # an instruction that XLA made up: neither a name nor a type


def thread_tracks(
    track: Track, number: int, programs: Programs, strings: StringTable, silent: Bools
) -> list[Track]:
    """Framework Name Scope, Framework Ops and XLA Modules of thread ``number``."""
    args, events = track.args, track.events
    some = speaking(events, silent)
    if args is None or not len(some):
        return []
    module = args.texts(events.arg_at[some], "hlo_module")
    some, module = some[module >= 0], module[module >= 0]
    if not len(some):
        return []
    order = in_time(events.start_ps[some])
    some, module = some[order], module[order]
    at, start_ps = events.arg_at[some], events.start_ps[some]
    hlo_op = args.texts(at, "hlo_op")
    spans = Spans(start_ps, start_ps + events.dur_ps[some], np.full(len(some), -1, np.int64))
    framework_op, _ = op_origins(args, at, hlo_op, programs, strings)
    framework_op = np.where(framework_op == strings.intern(UNNAMED), -1, framework_op)
    naming = Naming(strings, prefix=f"{track.name}-")
    lines = framework_tracks(spans, framework_op, naming)
    lines += named_track(spans, module, naming, "XLA Modules", TrackKind.MODULES, FIRST_LINE_ID)
    first = FIRST_CPU_ID + LINES * number
    return [
        replace(line, line_id=first + place, sort_index=track.sort_index)
        for place, line in enumerate(lines)
    ]
