"""Lines of framework operations, their name scopes and their source, above a device's events.

The rules are those of XProf's DerivedXLineBuilder: neighbouring events with the same name and
step are one derived event; where an outer scope begins anew, so does all inside it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Events, Ids, Ints, Track, TrackKind
from traceview.tools.derived.op_names import FrameworkOp, parse_framework_op

# XProf numbers derived lines from here, so that they stand after the captured ones.
FIRST_LINE_ID = 0xDEADBEEF
STEPS_ID = FIRST_LINE_ID
NAME_SCOPE_ID, FRAMEWORK_OPS_ID = FIRST_LINE_ID + 2, FIRST_LINE_ID + 3
MODULES_ID, OPS_ID, SOURCE_ID = FIRST_LINE_ID + 4, FIRST_LINE_ID + 5, FIRST_LINE_ID + 7


@dataclass(frozen=True, slots=True, eq=False)
class DeviceOps:
    """Device events in time order with what lines are derived from; n events each.

    ``framework_op`` and ``source`` int32[n] are string ids, -1 for none; ``step`` int64[n]
    numbers the step each lies in, -1 for none.
    """

    start_ps: Ints
    end_ps: Ints
    framework_op: Ids
    source: Ids
    step: Ints

    def only(self, rows: Bools) -> DeviceOps:
        """Some of the events."""
        return DeviceOps(
            self.start_ps[rows],
            self.end_ps[rows],
            self.framework_op[rows],
            self.source[rows],
            self.step[rows],
        )


def device_ops(track: Track, starts_of_steps: Ints) -> DeviceOps | None:
    """The events of an op line; asynchronous ones, with the stat ``_a``, are left out.

    None where no event says what framework op or source it comes from.
    """
    events, args = track.events, track.args
    if args is None:
        return None
    framework_op, source = args.texts(events.arg_at, "tf_op"), args.texts(events.arg_at, "source")
    some = (framework_op >= 0) | (source >= 0)
    some &= ~args.integers(events.arg_at, "_a")[1]
    if not some.any():
        return None
    order = in_time(events, np.flatnonzero(some))
    start_ps = events.start_ps[order]
    return DeviceOps(
        start_ps,
        start_ps + events.dur_ps[order],
        framework_op[order],
        source[order],
        starts_of_steps.searchsorted(start_ps, "right") - 1,
    )


def in_time(events: Events, index: Ints) -> Ints:
    """Some events of a track, given in its order, by start and with outer ones first."""
    # Rows ascend one after the other, which a stable sort merges; outer rows come first already.
    return index[np.argsort(events.start_ps[index], kind="stable")]


def framework_tracks(
    ops: DeviceOps, strings: StringTable, suffix: str = "", outer: Bools | None = None
) -> list[Track]:
    """The lines Framework Name Scope and Framework Ops, as far as they have events.

    ``outer`` bool[n] says where something around them begins anew, so that they do too.
    """
    named = ops.framework_op >= 0
    ops = ops.only(named)
    if not len(ops.start_ps):
        return []
    outer = np.zeros(len(ops.start_ps), np.bool_) if outer is None else since(outer, named)
    distinct, which = np.unique(ops.framework_op, return_inverse=True)
    parsed = [parse_framework_op(strings[number]) for number in distinct.tolist()]
    scoped = np.array([bool(op.scopes) for op in parsed])[which]
    scopes = None
    if scoped.any():
        scopes, anew = _scope_events(
            ops.only(scoped), parsed, which[scoped], strings, since(outer, scoped)
        )
        outer = outer.copy()
        outer[scoped] |= anew
    labels = strings.intern_all(op.label for op in parsed)
    anew = _anew(ops.framework_op, ops.step) | outer
    events = _runs(ops, anew, labels[which])
    found = [_track("Framework Ops" + suffix, TrackKind.FRAMEWORK_OPS, FRAMEWORK_OPS_ID, events)]
    if scopes is not None:
        name = "Framework Name Scope" + suffix
        found.insert(0, _track(name, TrackKind.NAME_SCOPE, NAME_SCOPE_ID, scopes))
    return found


def source_track(ops: DeviceOps, suffix: str = "") -> list[Track]:
    """The line Source code, as far as it has events."""
    ops = ops.only(ops.source >= 0)
    if not len(ops.start_ps):
        return []
    return [runs_track(ops, ops.source, "Source code" + suffix, TrackKind.SOURCE, SOURCE_ID)[0]]


def runs_track(
    ops: DeviceOps,
    names: Ids,
    title: str,
    kind: TrackKind,
    line_id: int,
    outer: Bools | None = None,
) -> tuple[Track, Bools]:
    """A line of runs of equal names, and where they begin; ``outer``: where others make them."""
    anew = _anew(names, ops.step)
    if outer is not None:
        anew |= outer
    return _track(title, kind, line_id, _runs(ops, anew, names)), anew


def _scope_events(
    ops: DeviceOps, parsed: list[FrameworkOp], which: Ints, strings: StringTable, outer: Bools
) -> tuple[Events, Bools]:
    """Events of all scope levels, and where the outermost level begins anew."""
    deepest = max(len(op.scopes) for op in parsed)
    above = outer
    columns: list[tuple[Ints, Ints, Ids]] = []
    outermost = above
    for level in range(deepest):
        names = [op.scopes[level] if level < len(op.scopes) else "" for op in parsed]
        used = np.array([level < len(op.scopes) for op in parsed])[which]
        ids = np.where(used, strings.intern_all(names)[which], -1)
        anew = _anew(ids, ops.step) | above
        if level == 0:
            outermost = anew
        first = np.flatnonzero(anew)
        end_ps = np.maximum.reduceat(ops.end_ps, first)
        kept = ids[first] >= 0
        start_ps = ops.start_ps[first]
        columns.append((start_ps[kept], (end_ps - start_ps)[kept], ids[first][kept]))
        above = anew
    start_ps, dur_ps, name = (np.concatenate(column) for column in zip(*columns, strict=True))
    return derived_events(start_ps, dur_ps, name), outermost


def since(anew: Bools, kept: Bools) -> Bools:
    """For each event that is kept, whether something began anew since the one kept before."""
    count = np.cumsum(anew)[kept]
    found = np.ones(len(count), np.bool_)
    found[1:] = count[1:] != count[:-1]
    return found


def _anew(ids: Ids | Ints, step: Ints) -> Bools:
    """Where a name or its step differs from the event before."""
    anew = np.ones(len(ids), np.bool_)
    anew[1:] = (ids[1:] != ids[:-1]) | (step[1:] != step[:-1])
    return anew


def _runs(ops: DeviceOps, anew: Bools, names: Ids) -> Events:
    first = np.flatnonzero(anew)
    start_ps = ops.start_ps[first]
    return derived_events(start_ps, np.maximum.reduceat(ops.end_ps, first) - start_ps, names[first])


def derived_events(start_ps: Ints, dur_ps: Ints, name: Ids) -> Events:
    """Rows of events that no file holds."""
    nowhere = np.full(len(start_ps), -1, np.int64)
    return build_events(start_ps, dur_ps, name.astype(np.int32, copy=False), nowhere)[0]


def _track(name: str, kind: TrackKind, line_id: int, events: Events) -> Track:
    return Track(0, name, kind, events, line_id, line_id, derived=True)
