"""Runs of events against XProf's rule, worked out one event after the other."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from traceview.model.strings import StringTable
from traceview.tools.derived.runs import Runs, Spans, begins, level_runs, runs_of, since

PATHS = ((), ("a",), ("b",), ("a", "x"), ("a", "y"), ("b", "x"), ("a", "x", "p"))
Event = tuple[int, int, int, int]  # path, gap before, duration, step

EVENTS = st.lists(
    st.tuples(
        st.integers(0, len(PATHS) - 1), st.integers(0, 9), st.integers(0, 4), st.integers(-1, 1)
    ),
    min_size=1,
    max_size=40,
)


@dataclass
class Builder:
    """What XProf's DerivedXLineBuilder does with one event after the other."""

    closed: bool
    open: dict[int, list[object]] = field(default_factory=dict)
    made: list[tuple[int, int, str, int]] = field(default_factory=list)

    def add(self, path: tuple[str, ...], start: int, end: int, step: int) -> None:
        for level, name in enumerate(path):
            last = self.open.get(level)
            if last is not None and self.goes_on(last, name, start, step):
                last[1] = max(last[1], end)  # type: ignore[call-overload]
                continue
            self.close(level)
            self.open[level] = [start, end, name, step]
        if path:
            self.close(len(path))

    def goes_on(self, last: list[object], name: str, start: int, step: int) -> bool:
        begin, end, old, old_step = last
        assert isinstance(begin, int)
        assert isinstance(end, int)
        near = not self.closed or step >= 0 or end + 2 * (end - begin) >= start
        return (old, old_step) == (name, step) and near

    def close(self, level: int) -> None:
        for deep in sorted(self.open):
            if deep >= level:
                self.made.append(tuple(self.open.pop(deep)))  # type: ignore[arg-type]


def spans_of(events: list[Event], closed: bool) -> Spans:
    gaps, durations = np.array([e[1] for e in events]), np.array([e[2] for e in events])
    ends = np.cumsum(gaps + durations)
    steps = np.array([e[3] for e in events], np.int64)
    return Spans(ends - durations, ends, steps, closed)


def listed(runs: Runs, strings: StringTable) -> list[tuple[int, int, str, int]]:
    names = (strings[number] for number in runs.name.tolist())
    columns = runs.start_ps.tolist(), runs.end_ps.tolist(), names, runs.step.tolist()
    return sorted(zip(*columns, strict=True))


@given(EVENTS, st.booleans())
def test_nested_runs_are_those_of_xprofs_line_builder(events: list[Event], closed: bool) -> None:
    spans, strings, builder = spans_of(events, closed), StringTable(), Builder(closed)
    which = np.array([event[0] for event in events])
    for path, start, end, step in zip(
        which.tolist(),
        spans.start_ps.tolist(),
        spans.end_ps.tolist(),
        spans.step.tolist(),
        strict=True,
    ):
        builder.add(PATHS[path], start, end, step)
    builder.close(0)
    scoped = which > 0
    if scoped.any():
        nowhere = np.zeros(int(scoped.sum()), np.bool_)
        runs, _ = level_runs(spans.only(scoped), PATHS, which[scoped], strings, nowhere)
        assert listed(runs, strings) == sorted(builder.made)


@given(EVENTS)
def test_runs_stand_for_all_events(events: list[Event]) -> None:
    spans = spans_of(events, closed=True)
    ids = np.array([event[0] for event in events])
    runs = runs_of(spans, ids.astype(np.int32), begins(spans, ids))
    assert runs.events.sum() == len(events)
    assert runs.start_ps[0] == spans.start_ps[0]
    assert runs.end_ps.max() == spans.end_ps.max()


def test_a_run_without_a_step_ends_before_a_gap_of_more_than_twice_its_length() -> None:
    start_ps, end_ps = np.array([0, 30, 120]), np.array([10, 40, 130])
    ids, none = np.zeros(3, np.int64), np.full(3, -1, np.int64)
    assert begins(Spans(start_ps, end_ps, none), ids).tolist() == [True, False, False]
    later_ps = start_ps + np.array([0, 1, 1]), end_ps + np.array([0, 1, 1])
    assert begins(Spans(*later_ps, none), ids).tolist() == [True, True, True]
    assert begins(Spans(*later_ps, none, closed=False), ids).tolist() == [True, False, False]
    assert begins(Spans(*later_ps, ids), ids).tolist() == [True, False, False]


def test_since_tells_what_began_among_the_events_left_out() -> None:
    anew = np.array([True, False, True, False, False])
    kept = np.array([True, True, False, True, True])
    assert since(anew, kept).tolist() == [True, False, True, False]
