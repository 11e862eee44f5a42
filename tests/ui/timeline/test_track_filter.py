"""Which tracks a filter keeps."""

from time import perf_counter

import pytest

from tests.ui.timeline.kinds import COUNTER, EVERYWHERE, MAIN, MARKS, OBJECTS, SAMPLED, every_kind
from traceview.model.trace import Trace, Track, TrackKind
from traceview.ui.timeline.tracks.arrangement import Arrangement, section_key, track_key
from traceview.ui.timeline.tracks.layout import lay_out
from traceview.ui.timeline.tracks.track_filter import EVERYTHING, parse_filter

ALL = {COUNTER, MAIN, MARKS, SAMPLED, OBJECTS, EVERYWHERE}
PYTHON = ALL - {EVERYWHERE}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", ALL),
        ("   ", ALL),
        ("hbm", {COUNTER}),
        ("PYTHON", PYTHON),
        ("whole", {EVERYWHERE}),
        ("host0", ALL),
        ("counter", {COUNTER}),
        ("python main", {MAIN}),
        ("main hbm", set()),
        ("-main", ALL - {MAIN}),
        ("python -main -HBM", PYTHON - {MAIN, COUNTER}),
        ("/^m/", {MAIN, MARKS}),
        ("/^m/ -/s$/", {MAIN}),
        ("/whole trace/", {EVERYWHERE}),
        (r"/a\/b/", set()),
        ("-", ALL),
        ("/m", set()),
    ],
)
def test_terms_are_looked_for_in_names_hosts_and_kinds(text, kept):
    assert parse_filter(text).kept(every_kind(), Arrangement()) == kept


def test_a_bad_expression_is_told_with_its_reason():
    with pytest.raises(ValueError, match=r"/a\[/ is no regular expression: unterminated"):
        parse_filter("main /a[/")


def test_a_filter_finds_names_that_the_user_gave():
    trace = every_kind()
    given = Arrangement().with_name(track_key(trace, trace.tracks[COUNTER]), "Memory")
    given = given.with_name(section_key(trace, 1), "Rest")
    assert parse_filter("memory").kept(trace, given) == {COUNTER}
    assert parse_filter("rest").kept(trace, given) == {EVERYWHERE}


def test_sections_of_which_nothing_is_kept_are_left_out():
    trace = every_kind()
    layout = lay_out(trace, Arrangement(), parse_filter("hbm"))
    assert [band.index for band in layout.headings] == [0]
    assert [band.index for band in layout.tracks] == [COUNTER]


def test_a_filter_does_not_bring_back_what_is_hidden():
    trace = every_kind()
    hidden = Arrangement().with_hidden([track_key(trace, trace.tracks[MAIN])])
    layout = lay_out(trace, hidden, parse_filter("/^m/"))
    assert [band.index for band in layout.tracks] == [MARKS]


def test_two_thousand_tracks_are_laid_out_while_one_types():
    small = every_kind()
    events = small.tracks[MAIN].events
    tracks = [
        Track(0, f"thread {number} of the pool", TrackKind.THREAD, events, number)
        for number in range(2000)
    ]
    trace = Trace(strings=small.strings, sections=small.sections, tracks=tuple(tracks))
    busy = Arrangement().with_hidden([track_key(trace, tracks[5])])
    busy = busy.with_name(track_key(trace, tracks[7]), "mine").with_moved(
        track_key(trace, tracks[9]), None
    )
    for arrangement in (Arrangement(), busy):
        for track_filter in (EVERYTHING, parse_filter("pool 1"), parse_filter("/thread \\d*7/")):
            times = []
            for _ in range(5):
                begun = perf_counter()
                lay_out(trace, arrangement, track_filter)
                times.append(perf_counter() - begun)
            assert min(times) < 0.1
