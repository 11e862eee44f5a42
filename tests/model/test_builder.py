from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from tests.model import brute
from traceview.model.builder import build_events, check_events
from traceview.model.proto import XSpace
from traceview.model.trace import Events

ANY = brute.columns()
NESTED = brute.nested_columns()
CAPTURES = sorted((Path(__file__).parents[1] / "data" / "xspace").rglob("*.xplane.pb"))


def build(start, dur, name=None, prefer_lanes=False):
    start, dur = np.array(start, np.int64), np.array(dur, np.int64)
    at = np.arange(len(start), dtype=np.int64)
    name = np.zeros(len(start), np.int32) if name is None else name
    return build_events(start, dur, name, at, prefer_lanes)


def rows_by_file_order(events: Events) -> dict[int, int]:
    return {int(at): events.row_of(i) for i, at in enumerate(events.arg_at)}


def overlaps_of(spans, parent):
    end = {span.at: span.end for span in spans}
    return sum(parent[s.at] is not None and s.end > end[parent[s.at]] for s in spans)


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: f"{path.parts[-5]}-{path.name}")
def test_lines_of_real_captures_nest_as_a_stack(path):
    space = XSpace.FromString(path.read_bytes())
    for line in (line for plane in space.planes for line in plane.lines):
        start = np.array([event.offset_ps for event in line.events], np.int64)
        dur = np.array([event.duration_ps for event in line.events], np.int64)
        events, lanes, overlaps = build(start, dur)
        spans = brute.spans_of(start, dur)
        depth, parent = brute.nest(spans)
        check_events(events)
        assert overlaps == overlaps_of(spans, parent)
        if not lanes:
            assert rows_by_file_order(events) == depth


@given(ANY | NESTED)
@settings(max_examples=500, deadline=None)
def test_rows_are_stack_depths_unless_too_many_events_overlap(columns):
    start, dur, name = columns
    events, lanes, overlaps = build(start, dur, name)
    spans = brute.spans_of(start, dur)
    depth, parent = brute.nest(spans)
    check_events(events)
    assert overlaps == overlaps_of(spans, parent)
    assert lanes == (overlaps > 0.01 * len(start))
    if not lanes:
        assert rows_by_file_order(events) == depth


@given(NESTED)
@settings(max_examples=200, deadline=None)
def test_events_that_nest_properly_never_go_to_lanes(columns):
    _, lanes, overlaps = build(*columns)
    assert (lanes, overlaps) == (False, 0)


@given(ANY | NESTED)
@settings(max_examples=300, deadline=None)
def test_lanes_are_as_few_as_can_be(columns):
    start, dur, name = columns
    events, lanes, overlaps = build(start, dur, name, prefer_lanes=True)
    spans = brute.spans_of(start, dur)
    check_events(events)
    assert lanes
    assert overlaps == overlaps_of(spans, brute.nest(spans)[1])
    # Instants inside a busy lane cannot share it, and one at its end may.
    assert events.rows == brute.most_open(spans)


@given(ANY)
@settings(max_examples=200, deadline=None)
def test_events_keep_their_columns_together(columns):
    start, dur, name = columns
    events, _, _ = build(start, dur, name)
    at = events.arg_at
    assert np.array_equal(np.sort(at), np.arange(len(start)))
    assert np.array_equal(events.start_ps, start[at])
    assert np.array_equal(events.dur_ps, dur[at])
    assert np.array_equal(events.name, name[at])


@given(ANY)
@settings(max_examples=200, deadline=None)
def test_a_row_is_ordered_by_start_and_file_order(columns):
    events, _, _ = build(*columns)
    for first, last in zip(events.row_at[:-1], events.row_at[1:], strict=True):
        keys = list(
            zip(events.start_ps[first:last].tolist(), events.arg_at[first:last].tolist())  # noqa: B905
        )
        assert keys == sorted(keys)


def test_a_rare_overlap_keeps_nesting_and_is_counted():
    start = [0, 5, 11, *range(100, 1000)]
    dur = [10, 10, 1, *[1] * 900]
    events, lanes, overlaps = build(start, dur)
    assert (lanes, overlaps) == (False, 1)
    assert [rows_by_file_order(events)[i] for i in range(4)] == [0, 1, 2, 0]


@given(brute.columns(max_events=8))
@settings(max_examples=300, deadline=None)
def test_few_overlaps_among_many_events_nest_as_a_stack(columns):
    start, dur, _ = columns
    calm = np.arange(1000) * 10 + 1000
    start = np.concatenate((start, calm))
    dur = np.concatenate((dur, np.full(1000, 10)))
    events, lanes, _ = build(start, dur, np.zeros(len(start), np.int32))
    check_events(events)
    assert not lanes
    assert rows_by_file_order(events) == brute.nest(brute.spans_of(start, dur))[0]


def test_no_events_make_no_rows():
    events, lanes, overlaps = build([], [])
    check_events(events)
    assert (events.row_at.tolist(), lanes, overlaps) == ([0], False, 0)


def test_instants_at_one_time_share_a_row():
    events, _, _ = build([5, 5, 5], [0, 0, 0])
    assert events.rows == 1
    lanes, _, _ = build([5, 5, 5, 5], [0, 0, 9, 0], prefer_lanes=True)
    assert lanes.row_at.tolist() == [0, 1, 4]


def test_flat_columns_in_order_are_not_copied():
    start = np.arange(10, dtype=np.int64)
    events, _, _ = build_events(start, start * 0 + 1, start.astype(np.int32), start)
    assert np.shares_memory(events.start_ps, start)
    assert start.flags.writeable
    assert not events.start_ps.flags.writeable


def test_times_near_the_end_of_int64_stay_exact():
    last = 2**63 - 1
    events, _, overlaps = build([last - 10, last - 9], [10, 4])
    assert (events.row_at.tolist(), overlaps) == ([0, 1, 2], 0)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"dur_ps": [9, -1]}, "negative"),
        ({"dur_ps": [11, 1]}, "overlap"),
        ({"row_at": [0, 0, 2]}, "empty"),
        ({"row_at": [0, 1]}, "span"),
        ({"arg_at": [1]}, "length"),
    ],
)
def test_broken_promises_are_named(change, what):
    columns = {"start_ps": [0, 10], "dur_ps": [9, 1], "arg_at": [0, 1], "row_at": [0, 2]} | change
    arrays = {key: np.array(values, np.int64) for key, values in columns.items()}
    for array in arrays.values():
        array.flags.writeable = False
    name = np.zeros(2, np.int32)
    name.flags.writeable = False
    with pytest.raises(ValueError, match=what):
        check_events(Events(name=name, **arrays))


def call_stack(events: int, depth: int) -> tuple[np.ndarray, np.ndarray]:
    """A tower of calls ``depth`` high, over and over, in the order in which they end."""
    level = np.tile(np.arange(depth)[::-1], events // depth)
    tower = np.repeat(np.arange(events // depth), depth) * (2 * depth)
    return tower + level, 2 * (depth - level) - 1


def test_deep_stacks_cost_no_more_than_shallow_ones():
    cost = {}
    for depth in (4, 200):
        start, dur = call_stack(600_000, depth)
        began = time.process_time()
        events, _, _ = build(start, dur)
        cost[depth] = time.process_time() - began
        assert events.rows == depth
    print({depth: f"{seconds * 1e9 / 600_000:.0f} ns/event" for depth, seconds in cost.items()})
    assert cost[200] < 10 * cost[4]
