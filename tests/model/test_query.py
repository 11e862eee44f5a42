from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model import brute
from traceview.model import query
from traceview.model.matches import Matches
from traceview.model.self_time import parents, self_between, self_ps
from traceview.model.strings import StringTable
from traceview.model.trace import EventId, Trace

TRACKS = st.builds(lambda columns, lanes: brute.track_of(*columns, lanes=lanes),
                   brute.columns() | brute.nested_columns(), st.booleans())  # fmt: skip
NESTED = brute.nested_columns().map(lambda columns: brute.track_of(*columns))
TRACES = st.lists(TRACKS, min_size=1, max_size=3).map(
    lambda tracks: Trace(strings=StringTable(), tracks=tuple(tracks))
)
TIMES = st.integers(-6, 50)
MANY = settings(max_examples=200, deadline=None)


def few_overlaps() -> st.SearchStrategy:
    """A nested track with some events that end after their parent: under one in a hundred."""

    def build(columns):
        calm = np.arange(1200) * 2 + 100
        start = np.concatenate((columns[0], calm))
        dur = np.concatenate((columns[1], np.ones(1200, np.int64)))
        return brute.track_of(start, dur, np.zeros(len(start), np.int32))

    return brute.columns(max_events=10).map(build)


def key(trace, event):
    return (int(trace.tracks[event.track].events.start_ps[event.index]), *event)


def all_events(trace):
    events = [
        EventId(t, i) for t, track in enumerate(trace.tracks) for i in range(len(track.events))
    ]
    return sorted(events, key=lambda event: key(trace, event))


@given(TRACKS, TIMES, st.integers(0, 20))
@MANY
def test_visible_events_are_those_that_touch_the_interval(track, start, length):
    for row in range(track.events.rows):
        first, last = query.visible(track.events, row, start, start + length)
        assert list(range(first, last)) == brute.touching(track.events, row, start, start + length)


@given(TRACKS, TIMES, st.integers(0, 6))
@MANY
def test_the_event_at_a_time_holds_it_or_is_the_longest_near(track, time, within):
    events = track.events
    trace = Trace(tracks=(track,))
    for row in range(events.rows):
        holding = brute.touching(events, row, time, time + 1)
        near = holding or brute.touching(events, row, time - within, time + within + 1)
        found = query.event_at(trace, 0, row, time, within)
        if found is None:
            assert not near
        else:
            assert found.index in near
            assert events.dur_ps[found.index] == max(events.dur_ps[i] for i in near)


@given(TRACKS, TIMES, st.integers(0, 6))
@MANY
def test_the_nearest_edge_is_a_start_or_an_end(track, time, within):
    events = track.events
    edges = [*events.start_ps.tolist(), *(events.start_ps + events.dur_ps).tolist()]
    distance = min((abs(edge - time) for edge in edges), default=within + 1)
    found = query.nearest_edge(Trace(tracks=(track,)), 0, time, within)
    if distance > within:
        assert found is None
    else:
        assert found in edges
        assert abs(found - time) == distance


@given(NESTED | few_overlaps())
@MANY
def test_parents_are_those_of_the_stack(track):
    events = track.events
    trace = Trace(tracks=(track,))
    found = [query.parent(trace, EventId(0, i)) for i in range(min(len(events), 60))]
    above = [-1 if event is None else event.index for event in found]
    assert above == [brute.parent_of(events, i) for i in range(len(above))]
    assert above == parents(events)[: len(above)].tolist()
    spans = brute.spans_of(events.start_ps, events.dur_ps)
    stack = brute.nest(spans)[1]
    assert above == [-1 if stack[i] is None else stack[i] for i in range(len(above))]


@given(NESTED)
@MANY
def test_children_are_the_events_whose_parent_it_is(track):
    trace = Trace(tracks=(track,))
    above = parents(track.events)
    assert above.dtype == np.int32
    for index in range(len(track.events)):
        event = EventId(0, index)
        theirs = np.flatnonzero(above == index).tolist()
        assert list(range(*query.children(trace, event))) == theirs
        first = query.first_child(trace, event)
        assert first == (EventId(0, theirs[0]) if theirs else None)


@given(NESTED)
@MANY
def test_there_are_as_many_ancestors_as_rows_above(track):
    trace = Trace(tracks=(track,))
    for index in range(len(track.events)):
        line = list(query.ancestors(trace, EventId(0, index)))
        row = track.events.row_of(index)
        assert [track.events.row_of(event.index) for event in line] == list(range(row))[::-1]


def test_events_in_lanes_have_neither_parents_nor_children():
    zero = np.zeros(2, np.int32)
    track = brute.track_of(np.array([0, 2]), np.array([9, 3]), zero, lanes=True)
    trace = Trace(tracks=(track,))
    assert query.parent(trace, EventId(0, 1)) is None
    assert query.first_child(trace, EventId(0, 0)) is None
    assert self_ps(track).tolist() == [9, 3]


@given(NESTED | brute.columns(max_events=12).map(lambda columns: brute.track_of(*columns)))
@MANY
def test_self_time_is_what_children_leave(track):
    events = track.events
    expected = events.dur_ps.tolist()
    if not track.lanes:
        expected = [brute.self_time(events, i) for i in range(len(events))]
    assert self_ps(track).tolist() == expected
    for row in range(events.rows):
        first, last = query.row_range(events, row)
        for low in range(first, last):
            assert self_between(track, row, low, last).tolist() == expected[low:last]
            assert self_between(track, row, low, low + 1).tolist() == expected[low : low + 1]


@given(few_overlaps())
@MANY
def test_a_child_that_outlives_its_parent_counts_up_to_its_end(track):
    events = track.events
    early = [i for i in range(len(events)) if events.start_ps[i] < 90]
    own = self_ps(track)
    assert [own[i] for i in early] == [brute.self_time(events, i) for i in early]


@given(TRACKS)
@MANY
def test_neighbours_stay_on_the_row(track):
    trace = Trace(tracks=(track,))
    for index in range(len(track.events)):
        for step in (-1, 1):
            other = index + step
            inside = 0 <= other < len(track.events)
            same = inside and track.events.row_of(other) == track.events.row_of(index)
            found = query.neighbour(trace, EventId(0, index), step)
            assert found == (EventId(0, other) if same else None)


@given(TRACES)
@MANY
def test_events_of_one_name_follow_in_time_order_and_wrap(trace):
    order = all_events(trace)
    for event in order:
        name = trace.tracks[event.track].events.name[event.index]
        same = [e for e in order if trace.tracks[e.track].events.name[e.index] == name]
        for step in (-1, 1):
            expected = same[(same.index(event) + step) % len(same)]
            found = query.same_name(trace, event, step)
            assert found == (expected if len(same) > 1 else None)


@given(TRACES, st.integers(0, 3), TIMES)
@MANY
def test_matches_stand_in_time_order(trace, name, time):
    hits = tuple(np.flatnonzero(track.events.name == name) for track in trace.tracks)
    matches = Matches(trace, hits)
    order = [e for e in all_events(trace) if trace.tracks[e.track].events.name[e.index] == name]
    assert matches.count == len(order)
    assert [matches.nth(i) for i in range(matches.count)] == order
    later = [event for event in order if key(trace, event)[0] >= time]
    assert matches.from_time(time) == next(iter(later + order), None)
    for event in all_events(trace):
        before = [other for other in order if key(trace, other) < key(trace, event)]
        after = [other for other in order if key(trace, other) > key(trace, event)]
        assert (event in matches) == (event in order)
        assert matches.position(event) == len(before)
        assert matches.next(event) == next(iter(after + order), None)
        assert matches.previous(event) == next(iter(before[::-1] + order[::-1]), None)


def test_no_matches_have_no_first():
    assert Matches(Trace(), ()).nth(0) is None
