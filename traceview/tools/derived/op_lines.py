"""Lines of framework operations, their name scopes and their source, above a device's events.

Where the outermost scope begins anew, so does the operation in it, as XProf has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ids, Ints, Track, TrackKind
from traceview.tools.derived.op_names import parse_framework_op
from traceview.tools.derived.runs import Runs, Spans, begins, level_runs, runs_of, runs_track, since

# XProf numbers derived lines from here, so that they stand after the captured ones.
FIRST_LINE_ID = 0xDEADBEEF
DERIVED_IDS = range(FIRST_LINE_ID, FIRST_LINE_ID + 390)
STEPS_ID = FIRST_LINE_ID
NAME_SCOPE_ID, FRAMEWORK_OPS_ID = FIRST_LINE_ID + 2, FIRST_LINE_ID + 3
MODULES_ID, OPS_ID, SOURCE_ID = FIRST_LINE_ID + 4, FIRST_LINE_ID + 5, FIRST_LINE_ID + 7


@dataclass(frozen=True, slots=True)
class Naming:
    """How the lines of one device or thread are called: ``prefix``, what they show, ``suffix``.

    ``step_names`` string ids by number of a step, where steps have names.
    """

    strings: StringTable
    prefix: str = ""
    suffix: str = ""
    step_names: Ids | None = None

    def track(self, runs: Runs, what: str, kind: TrackKind, line_id: int) -> Track:
        """A derived line of ``runs``."""
        title = f"{self.prefix}{what}{self.suffix}"
        return runs_track(runs, title, kind, line_id, self.strings, self.step_names)


def in_time(start_ps: Ints) -> Ints:
    """Order by start, outer ones first, of events that stand in the order of their track."""
    # Rows ascend one after the other, which a stable sort merges; outer rows come first already.
    return np.argsort(start_ps, kind="stable")


def framework_tracks(
    spans: Spans, framework_op: Ids, naming: Naming, outer: Bools | None = None
) -> list[Track]:
    """The lines Framework Name Scope and Framework Ops, as far as they have events.

    ``framework_op`` int32[n] string ids of the full names, -1 for none. ``outer`` bool[n] says
    where something around them begins anew, so that they do too.
    """
    named = framework_op >= 0
    if not named.any():
        return []
    outer = np.zeros(len(spans), np.bool_) if outer is None else outer
    spans, framework_op, outer = spans.only(named), framework_op[named], since(outer, named)
    distinct, which = np.unique(framework_op, return_inverse=True)
    ops = [parse_framework_op(naming.strings[number]) for number in distinct.tolist()]
    scoped = np.array([bool(op.scopes) for op in ops])[which]
    lines = []
    if scoped.any():
        runs, anew = level_runs(
            spans.only(scoped),
            [op.scopes for op in ops],
            which[scoped],
            naming.strings,
            since(outer, scoped),
        )
        outer[scoped] |= anew
        line = naming.track(runs, "Framework Name Scope", TrackKind.NAME_SCOPE, NAME_SCOPE_ID)
        lines.append(line)
    labels = naming.strings.intern_all(op.label for op in ops)
    runs = runs_of(spans, labels[which], begins(spans, framework_op, outer))
    return [*lines, naming.track(runs, "Framework Ops", TrackKind.FRAMEWORK_OPS, FRAMEWORK_OPS_ID)]


def source_track(spans: Spans, source: Ids, naming: Naming) -> list[Track]:
    """The line Source code, as far as it has events; ``source`` int32[n], -1 for none."""
    return named_track(spans, source, naming, "Source code", TrackKind.SOURCE, SOURCE_ID)


def named_track(
    spans: Spans, name: Ids, naming: Naming, what: str, kind: TrackKind, line_id: int
) -> list[Track]:
    """A line of runs of equal names, as far as there are any; ``name`` int32[n], -1 for none."""
    named = name >= 0
    if not named.any():
        return []
    spans, name = spans.only(named), name[named]
    return [naming.track(runs_of(spans, name, begins(spans, name)), what, kind, line_id)]
