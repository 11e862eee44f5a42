import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.model import statistics
from traceview.model.builder import build_events
from traceview.model.search import find
from traceview.model.statistics import event_statistics
from traceview.model.strings import StringTable
from traceview.model.trace import Counter, EventId, Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.session import Box, Selection
from traceview.ui.timeline.details.chosen import (
    finer_of,
    names_table,
    overview_of,
    picks_of,
    summary_of,
)

US = 1_000_000


def statistics_of(trace, selection, interval_ps):
    return statistics.statistics_of(trace, picks_of(trace, selection, interval_ps))


def sums(statistics) -> dict[str, tuple]:
    return {
        record["name"]: (record["occurrences"], record["wall_ps"], record["self_ps"])
        for record in statistics.table.records()
    }


def all_rows(trace: Trace) -> tuple[tuple[int, int], ...]:
    return tuple((n, row) for n, t in enumerate(trace.tracks) for row in range(t.events.rows))


def test_a_box_counts_whole_events_that_start_in_it(trace):
    box = Box(150 * US, 550 * US, ((1, 0),))
    actual = sums(statistics_of(trace, Selection(boxes=(box,)), None))
    assert actual == {
        "copy.1": (1, 100 * US, 100 * US),
        "fusion.1": (1, 100 * US, 100 * US),
    }


def test_self_time_leaves_out_what_is_nested(trace):
    box = Box(0, 1000 * US, ((2, 0), (2, 1), (2, 2)))
    actual = sums(statistics_of(trace, Selection(boxes=(box,)), None))
    assert actual["run"] == (1, 1000 * US, 300 * US)


def test_the_marked_interval_limits_a_box(trace):
    box = Box(0, 1000 * US, ((1, 0),))
    summary = summary_of(trace, Selection(boxes=(box,)), (0, 200 * US))
    assert sums(summary.statistics) == {"fusion.1": (1, 100 * US, 100 * US)}


def test_the_marked_interval_limits_single_events(trace):
    events = (EventId(1, 0), EventId(1, 2))
    actual = statistics_of(trace, Selection(events), (400 * US, 600 * US))
    assert sums(actual) == {"fusion.1": (1, 100 * US, 100 * US)}


def test_without_a_selection_the_interval_counts_every_captured_row(trace):
    summary = summary_of(trace, Selection(), (0, 1000 * US))
    assert summary.statistics.occurrences == sum(len(track.events) for track in trace.tracks)


def test_events_selected_twice_count_once(trace):
    box = Box(0, 1000 * US, ((1, 0),))
    other = Box(150 * US, 700 * US, ((1, 0), (2, 0)))
    selection = Selection((EventId(1, 0), EventId(2, 0)), (box, other))
    assert statistics_of(trace, selection, None).occurrences == 5


def test_a_name_narrows_the_selection(trace):
    box = Box(0, 1000 * US, all_rows(trace))
    name = trace.strings.intern("fusion.1")
    actual = statistics_of(trace, Selection(boxes=(box,), name=name), None)
    assert (sums(actual), actual.wall_ps) == ({"fusion.1": (2, 200 * US, 200 * US)}, 200 * US)


def test_shares_of_self_time_add_up(trace):
    statistics = statistics_of(trace, Selection(boxes=(Box(0, 1000 * US, all_rows(trace)),)), None)
    assert np.sum(names_table(statistics, None)["self_share"].values) == pytest.approx(1.0)


def test_shares_of_no_time_are_unknown(trace):
    statistics = statistics_of(trace, Selection(), None)
    assert names_table(statistics, None).rows == 0


def test_figures_are_unknown_until_they_are_counted(trace):
    summary = summary_of(trace, Selection(boxes=(Box(0, 1000 * US, ((1, 0),)),)), None)
    spread = finer_of(summary).spread
    before, after = (names_table(summary.statistics, each).records() for each in (None, spread))
    assert [(b["median_ps"], b["union_ps"]) for b in before] == [(None, None)] * 3
    assert {a["name"]: (a["median_ps"], a["union_ps"], a["deviation_ps"]) for a in after} == {
        "fusion.1": (100 * US, 200 * US, 0.0),
        "copy.1": (100 * US, 100 * US, 0.0),
        "fusion.2": (1 * US, 1 * US, 0.0),
    }


def test_time_per_track_tells_its_share_of_the_interval(trace):
    tracks = finer_of(summary_of(trace, Selection(), (0, 1000 * US))).tracks
    assert [(r["track"], r["occurrences"], r["share"]) for r in tracks.records()] == [
        ("TPU 0 · Steps", 2, 1.0),
        ("Host threads · main", 4, 1.0),
        ("TPU 0 · XLA Ops", 4, pytest.approx(0.301)),
    ]


def test_only_matches_count(trace):
    matches = find(trace, "fusion")
    box = Selection(boxes=(Box(0, 1000 * US, ((1, 0),)),))
    counts = [
        summary_of(trace, selection, interval, matches).statistics.occurrences
        for selection, interval in ((box, None), (box, (0, 400 * US)), (Selection(), None))
    ]
    assert counts == [3, 1, 3]


def test_samples_of_counters_are_told_apart(trace):
    counter = Counter(("b",), np.array([[1.0], [2.0]]), "bytes")
    samples = Track(1, "heap", TrackKind.COUNTER, trace.tracks[0].events, counter=counter)
    trace = trace.with_tracks(trace.sections, (*trace.tracks, samples))
    box = Selection(boxes=(Box(0, 1000 * US, ((1, 0), (4, 0))),))
    for selection in (box, Selection((EventId(4, 0), EventId(4, 1)))):
        summary = summary_of(trace, selection, None)
        assert summary.counters.records()[0]["mean"] == 1.5
        assert summary.statistics.occurrences == (4 if selection.boxes else 0)
    assert summary_of(trace, Selection(), (0, 500 * US)).counters.records()[0]["last"] == 1.0


def test_busy_counts_clipped_time_of_a_device(trace):
    summary = summary_of(trace, Selection(), (150 * US, 350 * US))
    assert [(busy.device, busy.fraction) for busy in summary.busy] == [("TPU 0", 0.75)]


def test_busy_unites_overlapping_streams():
    strings = StringTable()
    name = strings.intern_all(["k"])
    none = np.array([-1])
    spans = ((0, 600), (500, 300), (2000, 1))
    tracks = tuple(
        Track(
            0,
            f"Stream {number}",
            TrackKind.STREAM,
            build_events(np.array([start]), np.array([length]), name, none)[0],
        )
        for number, (start, length) in enumerate(spans)
    )
    section = Section("/device:GPU:0", "host", SectionKind.GPU, "GPU 0", 0)
    trace = Trace(strings=strings, sections=(section,), tracks=tracks)
    assert summary_of(trace, Selection(), (0, 1000)).busy[0].fraction == 0.8


def test_a_device_without_operations_has_no_known_share(trace):
    idle = trace.with_tracks(trace.sections, trace.tracks[:1])
    assert overview_of(idle).busy[0].fraction is None


boxes = st.builds(
    lambda start, length, rows: Box(start * US, (start + length) * US, tuple(sorted(rows))),
    st.integers(0, 1000),
    st.integers(0, 600),
    st.sets(st.sampled_from([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]), min_size=1),
)
events = st.sampled_from([EventId(t, i) for t, n in enumerate([2, 4, 4]) for i in range(n)])


@given(
    chosen=st.builds(Selection, st.lists(events).map(tuple), st.lists(boxes).map(tuple)),
    interval=st.none() | st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)),
)
def test_any_selection_equals_its_events_counted_one_by_one(chosen, interval):
    trace = made()
    expected = event_statistics(trace, list(one_by_one(trace, chosen, interval)))
    actual = statistics_of(trace, chosen, interval)
    assert actual.table.records() == expected.table.records() or sums(actual) == sums(expected)
    assert (actual.occurrences, actual.wall_ps, actual.self_ps) == (
        expected.occurrences,
        expected.wall_ps,
        expected.self_ps,
    )


def one_by_one(trace, chosen, interval):
    for number, track in enumerate(trace.tracks):
        for index in range(len(track.events)):
            start_ps = int(track.events.start_ps[index])
            row = (number, track.events.row_of(index))
            boxed = any(
                row in box.rows and box.start_ps <= start_ps < box.end_ps for box in chosen.boxes
            )
            inside = interval is None or interval[0] <= start_ps < interval[1]
            if inside and (boxed or EventId(number, index) in chosen.events):
                yield EventId(number, index)


def made() -> Trace:
    strings = StringTable()
    drawn = (
        [("1", 0, 500), ("2", 500, 500)],
        [("f", 100, 100), ("c", 200, 100), ("f", 500, 100), ("g", 600, 1)],
        [("run", 0, 1000), ("load", 100, 300), ("read", 150, 100), ("train", 500, 400)],
    )
    tracks = tuple(
        Track(
            0,
            str(number),
            TrackKind.THREAD,
            build_events(
                np.array([start * US for _, start, _ in spans]),
                np.array([length * US for _, _, length in spans]),
                strings.intern_all(name for name, _, _ in spans),
                np.full(len(spans), -1),
            )[0],
        )
        for number, spans in enumerate(drawn)
    )
    return Trace(
        strings=strings, sections=(Section("p", "h", SectionKind.HOST, "H"),), tracks=tracks
    )
