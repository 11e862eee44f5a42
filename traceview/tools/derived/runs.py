"""Runs of neighbouring events that one derived event stands for.

The rule is that of XProf's DerivedXLineBuilder: an event goes on while its name and step stay
the same. Where neither knows a step, it also ends before a gap of more than twice its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ids, Ints, Track, TrackKind
from traceview.tools.derived.derived_args import DerivedArgs

LONGEST_GAP = 2  # times the length so far


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """n events in time order: ``start_ps`` and ``end_ps`` int64[n]; ``step`` int64[n], -1: none.

    ``closed`` tells that gaps end a run without a step, as on all but a GPU's lines.
    """

    start_ps: Ints
    end_ps: Ints
    step: Ints
    closed: bool = True

    def only(self, rows: Bools) -> Spans:
        """Some of the events."""
        return Spans(self.start_ps[rows], self.end_ps[rows], self.step[rows], self.closed)

    def __len__(self) -> int:
        return len(self.start_ps)


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Derived events; ``name`` int32[n], and int64[n]: how many ``events`` each stands for."""

    start_ps: Ints
    end_ps: Ints
    name: Ids
    step: Ints
    events: Ints


def begins(spans: Spans, ids: Ids | Ints, outer: Bools | None = None) -> Bools:
    """Where a run of equal ``ids`` begins, bool[n]; ``outer``: where one must."""
    anew = np.ones(len(spans), np.bool_)
    anew[1:] = (ids[1:] != ids[:-1]) | (spans.step[1:] != spans.step[:-1])
    if outer is not None:
        anew |= outer
    return _split_at_gaps(spans, anew) if spans.closed else anew


def runs_of(spans: Spans, name: Ids, anew: Bools) -> Runs:
    """The runs that begin at ``anew``, each with the name of its first event."""
    first = np.flatnonzero(anew)
    return Runs(
        spans.start_ps[first],
        np.maximum.reduceat(spans.end_ps, first),
        name[first],
        spans.step[first],
        np.diff(np.append(first, len(anew))),
    )


def level_runs(
    spans: Spans, paths: Sequence[Sequence[str]], which: Ints, strings: StringTable, outer: Bools
) -> tuple[Runs, Bools]:
    """Nested runs, and where the outermost begin.

    ``paths[which[i]]``, never empty, names event i on each level, outermost first. Where a level
    begins anew so do all inside it.
    """
    anew, outermost = outer, outer
    parts = []
    for level in range(max(len(path) for path in paths)):
        has_level = np.array([level < len(path) for path in paths])[which]
        names = strings.intern_all(path[level] if level < len(path) else "" for path in paths)
        ids = np.where(has_level, names[which], -1)
        anew = begins(spans, ids, anew)
        if level == 0:
            outermost = anew
        parts.append(_only(runs_of(spans, ids, anew), ids[anew] >= 0))
    return _joined(parts), outermost


def since(anew: Bools, kept: Bools) -> Bools:
    """For each event that is kept, whether something began anew since the one kept before."""
    count = np.cumsum(anew)[kept]
    found = np.ones(len(count), np.bool_)
    found[1:] = count[1:] != count[:-1]
    return found


def runs_track(
    runs: Runs,
    title: str,
    kind: TrackKind,
    line_id: int,
    strings: StringTable,
    step_names: Ids | None = None,
) -> Track:
    """A derived line; ``step_names`` string ids by step, where steps have names."""
    index = np.arange(len(runs.name))
    name = runs.name.astype(np.int32, copy=False)
    events, _, overlaps = build_events(runs.start_ps, runs.end_ps - runs.start_ps, name, index)
    steps = np.full(len(name), -1, np.int32)
    if step_names is not None and len(step_names):
        steps = np.where(runs.step >= 0, step_names[runs.step], -1).astype(np.int32)
    args = DerivedArgs(strings, runs.events, steps)
    return Track(0, title, kind, events, line_id, line_id, args, derived=True, overlaps=overlaps)


def _split_at_gaps(spans: Spans, anew: Bools) -> Bools:
    """Begin anew after gaps; a loop over the gaps that are long enough for the event before."""
    start_ps, end_ps = spans.start_ps, spans.end_ps
    gap_ps = start_ps[1:] - end_ps[:-1]
    wide = gap_ps > LONGEST_GAP * (end_ps - start_ps)[:-1]
    maybe = np.flatnonzero(wide & ~anew[1:] & (spans.step[1:] < 0)) + 1
    if not len(maybe):
        return anew
    first = np.maximum.accumulate(np.where(anew, np.arange(len(anew)), 0))
    anew = anew.copy()
    begin = seen = 0  # the run so far, and which of its events ``end`` takes in
    end = int(end_ps[0])
    for index in maybe.tolist():
        if first[index] > begin:
            begin = seen = int(first[index])
            end = int(end_ps[begin])
        end = max(end, int(end_ps[seen:index].max()))
        seen = index
        if start_ps[index] - end > LONGEST_GAP * (end - start_ps[begin]):
            anew[index] = True
            begin, end = index, int(end_ps[index])
    return anew


def _only(runs: Runs, rows: Bools) -> Runs:
    return Runs(
        runs.start_ps[rows], runs.end_ps[rows], runs.name[rows], runs.step[rows], runs.events[rows]
    )


def _joined(parts: Sequence[Runs]) -> Runs:
    return Runs(
        np.concatenate([part.start_ps for part in parts]),
        np.concatenate([part.end_ps for part in parts]),
        np.concatenate([part.name for part in parts]),
        np.concatenate([part.step for part in parts]),
        np.concatenate([part.events for part in parts]),
    )
