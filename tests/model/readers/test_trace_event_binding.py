"""Tests of which slice a flow leaves or reaches."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.model.brute import columns, nested_columns, track_of
from traceview.model.readers.trace_event.binding import around, bound_events, following_events
from traceview.model.trace import Events

TIMES = st.lists(st.integers(-4, 60), max_size=20).map(lambda times: np.array(times, np.int64))


@given(columns() | nested_columns(), TIMES)
def test_a_time_is_in_the_event_that_starts_last_its_end_included(made, times) -> None:
    events = track_of(*made).events
    expected = [innermost(events, time) for time in times.tolist()]
    assert expected == around(events, times).tolist()


@given(columns() | nested_columns(), TIMES)
def test_the_next_event_is_the_first_and_outermost_from_a_time_on(made, times) -> None:
    events = track_of(*made).events
    expected = [next_one(events, time) for time in times.tolist()]
    assert expected == following_events(events, times).tolist()


@given(st.lists(columns(), min_size=1, max_size=3), st.data())
def test_times_of_several_tracks_are_bound_at_once(several, data) -> None:
    tracks = [track_of(*made) for made in several]
    wanted = data.draw(
        st.lists(st.tuples(st.integers(-1, len(tracks) - 1), st.integers(-4, 40), st.booleans()))
    )
    expected = []
    for track, time, following in wanted:
        find = next_one if following else innermost
        expected.append(-1 if track < 0 else find(tracks[track].events, time))
    track, time, following = (
        np.array([row[column] for row in wanted], kind)
        for column, kind in enumerate((np.int32, np.int64, np.bool_))
    )
    assert expected == bound_events(tracks, track, time, following).tolist()


def test_where_one_event_ends_as_another_starts_the_time_is_in_the_other() -> None:
    start_ps, dur_ps = np.array([0, 4, 10]), np.array([10, 6, 5])
    events = track_of(start_ps, dur_ps, np.zeros(3, np.int32)).events
    assert events.start_ps[around(events, np.array([10]))].tolist() == [10]


def innermost(events: Events, time: int) -> int:
    inside = [
        (int(events.start_ps[i]), events.row_of(i), -i)
        for i in range(len(events))
        if events.start_ps[i] <= time <= events.start_ps[i] + events.dur_ps[i]
    ]
    return -max(inside)[2] if inside else -1


def next_one(events: Events, time: int) -> int:
    later = [
        (int(events.start_ps[i]), events.row_of(i), i)
        for i in range(len(events))
        if events.start_ps[i] >= time
    ]
    return min(later)[2] if later else -1
