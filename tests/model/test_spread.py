from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model import brute
from traceview.model.cover import covered_ps, covered_within_ps
from traceview.model.histogram import histogram_of
from traceview.model.matches import Matches
from traceview.model.picks import in_box, matching, named, of_events, without
from traceview.model.spread import spread_of
from traceview.model.statistics import statistics_of, track_table
from traceview.model.strings import StringTable
from traceview.model.trace import EventId, Trace

MANY = settings(max_examples=200, deadline=None)
TRACKS = st.builds(lambda columns, lanes: brute.track_of(*columns, lanes=lanes),
                   brute.columns() | brute.nested_columns(), st.booleans())  # fmt: skip
spans = st.lists(st.tuples(st.integers(-5, 40), st.integers(0, 20)), max_size=20)


def trace_of(*tracks) -> Trace:
    strings = StringTable()
    strings.intern_all("abcdef")
    return Trace(strings=strings, tracks=tracks)


def everything(trace):
    rows = [(t, r) for t, track in enumerate(trace.tracks) for r in range(track.events.rows)]
    return list(in_box(trace, rows, -(10**6), 10**9))


def events_of(picks):
    found = []
    for pick in picks:
        index = np.arange(*pick.span) if isinstance(pick.index, slice) else pick.index
        found += [EventId(pick.track, i) for i in index.tolist()]
    return sorted(found)


def picked(*ranges):
    return {t for start, length in ranges for t in range(start, start + length)}


@given(spans)
@MANY
def test_covered_time_counts_every_picosecond_once(made):
    starts = np.array([start for start, _ in made], np.int64)
    ends = starts + np.array([length for _, length in made], np.int64)
    inside = {t for t in picked(*made) if 3 <= t < 17}
    assert covered_ps(starts, ends) == len(picked(*made))
    assert covered_within_ps(starts, ends, (3, 17)) == len(inside)


@given(st.lists(TRACKS, min_size=1, max_size=2))
@MANY
def test_figures_equal_those_counted_one_by_one(tracks):
    trace = trace_of(*tracks)
    found = spread_of(trace, everything(trace))
    by_name = {}
    for track in tracks:
        columns = (track.events.name, track.events.start_ps, track.events.dur_ps)
        for name, start, dur in zip(*(column.tolist() for column in columns), strict=True):
            by_name.setdefault(name, []).append((start, dur))
    assert found.names.tolist() == sorted(by_name)
    for row, name in enumerate(found.names.tolist()):
        durations = [dur for _, dur in by_name[name]]
        records = found.table.records()[row]
        assert records.pop("union_ps") == len(picked(*by_name[name]))
        expected = [np.quantile(durations, q) for q in (0.5, 0.95, 0.99)]
        assert list(records.values()) == pytest.approx([*expected, statistics.pstdev(durations)])
    whole = [span for each in by_name.values() for span in each]
    assert found.total.union_ps == len(picked(*whole))


def test_no_events_have_no_figures():
    found = spread_of(trace_of(), [])
    assert (found.table.rows, found.total.union_ps) == (0, 0)
    assert np.isnan(found.total.median_ps)


@given(TRACKS, st.data())
@MANY
def test_picks_are_narrowed_to_matches_and_names(track, data):
    trace = trace_of(track)
    hits = data.draw(st.lists(st.booleans(), min_size=len(track.events)))[: len(track.events)]
    index = np.flatnonzero(np.array(hits, np.bool_))
    matches = Matches(trace, (index,))
    whole = everything(trace)
    mine = list(matching(whole, matches))
    assert events_of(mine) == [EventId(0, i) for i in index.tolist()]
    only = [e for e in events_of(mine) if track.events.name[e.index] == 1]
    assert events_of(named(trace, mine, 1)) == only
    assert events_of(matching(mine, matches)) == events_of(mine)
    assert statistics_of(trace, mine).occurrences == len(index)
    rest = list(without(of_events(trace, events_of(whole)), in_box_rows(trace)))
    assert events_of(rest) == [e for e in events_of(whole) if track.events.start_ps[e.index] < 10]


def in_box_rows(trace):
    rows = [(0, row) for row in range(trace.tracks[0].events.rows)]
    return list(in_box(trace, rows, 10, 10**9))


@given(st.lists(TRACKS, min_size=1, max_size=3))
@MANY
def test_time_per_track_is_summed_and_united(tracks):
    trace = trace_of(*tracks)
    expected = []
    for number, track in enumerate(tracks):
        columns = (track.events.start_ps.tolist(), track.events.dur_ps.tolist())
        mine = list(zip(*columns, strict=True))
        if mine:
            union = picked(*mine)
            inside = len({t for t in union if 0 <= t < 10})
            wall = sum(columns[1])
            expected.append((number, len(mine), wall, len(union), inside / 10))
    table = track_table(trace, everything(trace), (0, 10))
    columns = [np.asarray(table[c.name].values).tolist() for c in table.columns]
    assert sorted(zip(*columns, strict=True)) == expected
    assert columns[3] == sorted(columns[3], reverse=True)


@given(st.lists(st.integers(0, 10**13), min_size=1, max_size=50), st.integers(1, 48))
@MANY
def test_a_histogram_counts_every_duration_once(durations, bins):
    found = histogram_of(np.array(durations, np.int64), bins)
    edges = found.edges_ps.tolist()
    assert found.total == len(durations)
    assert found.instants == durations.count(0)
    assert len(edges) - 1 <= bins
    for low, high, count in zip(edges, edges[1:], found.counts.tolist(), strict=False):
        assert count == sum(low <= duration < high for duration in durations)
    assert found.median_ps == pytest.approx(statistics.median(durations))


def test_nothing_has_no_histogram():
    assert histogram_of(np.zeros(0, np.int64)) is None
