from __future__ import annotations

import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model import brute
from traceview.model.self_time import self_ps
from traceview.model.statistics import box_statistics, busy_ps, event_statistics
from traceview.model.strings import StringTable
from traceview.model.trace import EventId, Trace

TRACKS = st.builds(lambda columns, lanes: brute.track_of(*columns, lanes=lanes),
                   brute.columns() | brute.nested_columns(), st.booleans())  # fmt: skip
TIMES = st.integers(-6, 40)
MANY = settings(max_examples=200, deadline=None)


def trace_of(*tracks) -> Trace:
    strings = StringTable()
    strings.intern_all("abcdef")
    return Trace(strings=strings, tracks=tracks)


def expected(trace, events):
    """One line per name: occurrences, wall, self, average, min, max."""
    own = [self_ps(track).tolist() for track in trace.tracks]
    lines = {}
    for name in {int(trace.tracks[t].events.name[i]) for t, i in events}:
        mine = [(t, i) for t, i in events if trace.tracks[t].events.name[i] == name]
        wall = [int(trace.tracks[t].events.dur_ps[i]) for t, i in mine]
        lines[trace.strings[name]] = {
            "occurrences": len(mine),
            "wall_ps": sum(wall),
            "self_ps": sum(own[t][i] for t, i in mine),
            "average_ps": sum(wall) / len(mine),
            "min_ps": min(wall),
            "max_ps": max(wall),
        }
    return lines


def lines_of(statistics):
    return {str(record.pop("name")): record for record in statistics.table.records()}


@given(st.lists(TRACKS, max_size=2), TIMES, st.integers(0, 40), st.data())
@MANY
def test_a_box_sums_whole_events_that_start_in_it(tracks, start, length, data):
    trace = trace_of(*tracks)
    rows = [(t, r) for t, track in enumerate(tracks) for r in range(track.events.rows)]
    chosen = data.draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []
    inside = [
        (t, i)
        for t, r in chosen
        for i in range(*tracks[t].events.row_at[r : r + 2].tolist())
        if start <= tracks[t].events.start_ps[i] < start + length
    ]
    found = box_statistics(trace, chosen, start, start + length)
    lines = expected(trace, inside)
    assert lines_of(found) == lines
    assert found.occurrences == len(inside)
    assert found.wall_ps == sum(line["wall_ps"] for line in lines.values())
    assert found.self_ps == sum(line["self_ps"] for line in lines.values())


@given(st.lists(TRACKS, min_size=1, max_size=2), st.data())
@MANY
def test_chosen_events_count_once_each(tracks, data):
    trace = trace_of(*tracks)
    events = [EventId(t, i) for t, track in enumerate(tracks) for i in range(len(track.events))]
    chosen = data.draw(st.lists(st.sampled_from(events), max_size=6)) if events else []
    assert lines_of(event_statistics(trace, chosen + chosen)) == expected(trace, set(chosen))


@given(TRACKS, TIMES, st.integers(0, 40))
@MANY
def test_busy_time_counts_every_picosecond_once(track, start, length):
    busy = set()
    for s, d in zip(track.events.start_ps.tolist(), track.events.dur_ps.tolist(), strict=True):
        busy |= set(range(max(s, start), min(s + d, start + length)))
    assert busy_ps(trace_of(track), 0, start, start + length) == len(busy)


def test_sums_beyond_float64_stay_exact():
    big = 2**53 + 1
    start = np.array([0, big], np.int64)
    track = brute.track_of(start, np.array([big, big]), np.zeros(2, np.int32))
    found = box_statistics(trace_of(track), [(0, 0)], 0, 3 * big)
    assert found.wall_ps == found.self_ps == 2 * big


def test_names_stand_in_order_of_wall_time():
    name = np.array([1, 0, 2], np.int32)
    track = brute.track_of(np.array([0, 10, 20]), np.array([5, 9, 7]), name)
    table = box_statistics(trace_of(track), [(0, 0)], 0, 99).table
    assert table["name"].texts == ("a", "c", "b")
    assert table["name"].values.tolist() == [0, 2, 1]


def test_self_time_can_be_left_out():
    track = brute.track_of(np.array([0]), np.array([5]), np.zeros(1, np.int32))
    found = box_statistics(trace_of(track), [(0, 0)], 0, 9, with_self=False)
    assert found.self_ps is None
    assert "self_ps" not in found.table.records()[0]


def test_nothing_chosen_gives_an_empty_table():
    found = box_statistics(trace_of(), [], 0, 9)
    assert (found.table.rows, found.occurrences, found.wall_ps) == (0, 0, 0)


def test_a_million_events_are_summed_alike_in_one_box_and_in_halves():
    rng = np.random.default_rng(1)
    start = np.arange(1_000_000) * 1000
    name = rng.integers(0, 6, len(start)).astype(np.int32)
    trace = trace_of(brute.track_of(start, rng.integers(0, 1000, len(start)), name))
    began = time.process_time()
    whole = box_statistics(trace, [(0, 0)], 0, 10**9)
    print(f"box over 1,000,000 events: {(time.process_time() - began) * 1e3:.1f} ms")
    halves = [
        box_statistics(trace, [(0, 0)], a, b) for a, b in ((0, 5 * 10**8), (5 * 10**8, 10**9))
    ]
    assert whole.occurrences == len(start)
    assert whole.wall_ps == sum(half.wall_ps for half in halves)
