"""Every change of an arrangement, and what it makes of a trace."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.ui.timeline.kinds import COUNTER, MARKS, OBJECTS, every_kind
from traceview.model.trace import Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.timeline.tracks.arranged import (
    hidden_tracks,
    section_name,
    shown_sections,
    track_name,
)
from traceview.ui.timeline.tracks.arrangement import (
    Arrangement,
    Move,
    RowHeight,
    TrackGroup,
    ordered,
    section_key,
    track_key,
)
from traceview.ui.timeline.tracks.layout import lay_out
from traceview.ui.timeline.tracks.track_filter import EVERYTHING

EVENTS = every_kind().tracks[MARKS].events
NONE = replace(
    EVENTS,
    start_ps=EVENTS.start_ps[:0],
    dur_ps=EVENTS.dur_ps[:0],
    name=EVENTS.name[:0],
    arg_at=EVENTS.arg_at[:0],
    row_at=EVENTS.row_at[:1],
)
KINDS = [TrackKind.THREAD, TrackKind.COUNTER, TrackKind.OBJECTS, TrackKind.ASYNC]


def made(sections: list[list[tuple[TrackKind, bool]]]) -> Trace:
    """A trace of tracks of these kinds, with an event or without."""
    return Trace(
        sections=tuple(
            Section(f"plane {index}", "host", SectionKind.HOST, f"Plane {index}")
            for index in range(len(sections))
        ),
        tracks=tuple(
            Track(section, f"track {number % 4}", kind, EVENTS if full else NONE, number % 3)
            for section, members in enumerate(sections)
            for number, (kind, full) in enumerate(members)
        ),
    )


TRACES = st.lists(
    st.lists(st.tuples(st.sampled_from(KINDS), st.booleans()), min_size=1, max_size=7), max_size=4
).map(made)


@st.composite
def arranged(draw: st.DrawFn) -> tuple[Trace, Arrangement]:
    """A trace, and what a user might have done with it, in any order."""
    trace = draw(TRACES)
    sections = [section_key(trace, index) for index in range(len(trace.sections))]
    tracks = [track_key(trace, track) for track in trace.tracks]
    arrangement = Arrangement()
    for _ in range(draw(st.integers(0, 8)) if tracks else 0):
        key = draw(st.sampled_from([*sections, *tracks]))
        match draw(st.integers(0, 5)):
            case 0:
                arrangement = arrangement.with_hidden([key])
            case 1:
                arrangement = arrangement.with_group_hidden(
                    draw(st.sampled_from(list(TrackGroup))), True
                )
            case 2 if len(key) == 3:
                arrangement = arrangement.with_section_toggled(key)
            case 3 if len(key) == 6:
                arrangement = arrangement.with_pinned([key])
            case _:
                same = sections if len(key) == 3 else [own for own in tracks if own[:3] == key[:3]]
                after = draw(st.sampled_from([None, *same]))
                arrangement = arrangement.with_moved(key, after)
    return trace, arrangement


@given(arranged())
def test_every_track_to_be_seen_is_laid_out_once_and_a_hidden_one_never(given_arranged):
    trace, arrangement = given_arranged
    hidden = set(hidden_tracks(trace, arrangement))
    layout = lay_out(trace, arrangement)
    wanted = [
        index
        for index, track in enumerate(trace.tracks)
        if track.events
        and index not in hidden
        and section_key(trace, track.section) not in arrangement.collapsed
    ]
    assert sorted(band.index for band in layout.tracks) == wanted
    assert sorted(layout.first_rows) == wanted
    assert len({band.index for band in layout.headings}) == len(layout.headings)


@given(arranged())
def test_tracks_stay_below_the_heading_of_their_section(given_arranged):
    trace, arrangement = given_arranged
    layout = lay_out(trace, arrangement)
    for band in layout.tracks:
        above = [heading for heading in layout.headings if heading.y < band.y]
        assert above[-1].index == trace.tracks[band.index].section


@given(arranged())
def test_bands_never_overlap_and_rows_ascend(given_arranged):
    layout = lay_out(*given_arranged)
    bands = sorted((*layout.headings, *layout.tracks), key=lambda band: band.y)
    for band, after in pairwise(bands):
        assert band.y + band.height <= after.y
    assert (layout.row_y[1:] >= (layout.row_y + layout.row_height)[:-1]).all()


@given(arranged(), st.data())
def test_what_is_moved_stands_right_behind_what_it_was_put_behind(given_arranged, data):
    trace, arrangement = given_arranged
    if not trace.sections:
        return
    keys = [section_key(trace, index) for index in range(len(trace.sections))]
    key, after = (data.draw(st.sampled_from(choices)) for choices in (keys, [None, *keys]))
    moved = arrangement.with_moved(key, after)
    all_shown = replace(moved, hidden=frozenset(), hidden_groups=frozenset())
    full = {section_key(trace, track.section) for track in trace.tracks if track.events}
    if key == after or not {key, after} - {None} <= full:
        return
    shown = [
        section_key(trace, section) for section, _ in shown_sections(trace, all_shown, EVERYTHING)
    ]
    before = shown[: shown.index(key)]
    assert before[-1:] == ([] if after is None else [after])


@given(st.lists(st.tuples(st.integers(0, 5), st.none() | st.integers(0, 5)), max_size=12))
def test_leaving_out_earlier_moves_changes_nothing(moves):
    arrangement = Arrangement()
    for move in moves:
        arrangement = arrangement.with_moved(*move)
    keys = list(range(6))
    valid = [Move(key, after) for key, after in moves]
    assert ordered(keys, arrangement.moves) == ordered(keys, valid)


def test_moves_that_do_not_fit_are_left_out():
    assert ordered("abc", [Move("d", "a"), Move("a", "x"), Move("b", "b")]) == [0, 1, 2]


def test_what_was_never_moved_stands_where_the_capture_has_it():
    assert ordered("abcde", [Move("e", "a")]) == [0, 4, 1, 2, 3]
    assert ordered("xabyc", [Move("c", "a")]) == [0, 1, 4, 2, 3]


def test_what_shares_a_key_is_moved_together():
    assert ordered("abab", [Move("a", "b")]) == [1, 3, 0, 2]


def test_hiding_a_track_unpins_it_and_pinning_shows_it():
    trace = every_kind()
    key = track_key(trace, trace.tracks[COUNTER])
    hidden = Arrangement().with_pinned([key]).with_hidden([key])
    assert (hidden.pinned, hidden_tracks(trace, hidden)) == ((), [COUNTER])
    assert hidden_tracks(trace, hidden.with_pinned([key])) == []


def test_groups_are_hidden_and_shown_together():
    trace = every_kind()
    arrangement = Arrangement().with_group_hidden(TrackGroup.OBJECTS, True)
    assert hidden_tracks(trace, arrangement) == [OBJECTS]
    assert arrangement.with_group_hidden(TrackGroup.OBJECTS, False) == Arrangement()
    assert arrangement.with_all_shown() == Arrangement()


def test_lines_made_from_others_are_a_group():
    trace = every_kind()
    derived = replace(trace, tracks=(replace(trace.tracks[1], derived=True), *trace.tracks[2:]))
    hidden = Arrangement().with_group_hidden(TrackGroup.DERIVED, True)
    assert hidden_tracks(derived, hidden) == [0]


def test_given_names_are_shown_until_they_are_taken_back():
    trace = every_kind()
    section, track = section_key(trace, 0), track_key(trace, trace.tracks[COUNTER])
    named = Arrangement().with_name(section, "Mine").with_name(track, "Memory")
    assert section_name(trace, 0, named) == "Mine"
    assert track_name(trace, trace.tracks[COUNTER], named) == "Memory"
    assert named.with_name(section, "").with_name(track, "") == Arrangement()


def test_one_height_for_all_forgets_those_of_single_tracks():
    key = track_key(every_kind(), every_kind().tracks[0])
    single = Arrangement().with_track_height(key, RowHeight.TALL)
    assert single.height_of(key) is RowHeight.TALL
    assert single.with_track_height(key, RowHeight.NORMAL) == Arrangement()
    assert single.with_row_height(RowHeight.COMPACT).height_of(key) is RowHeight.COMPACT


def test_pins_can_be_moved_among_themselves():
    trace = every_kind()
    keys = [track_key(trace, track) for track in trace.tracks]
    pinned = Arrangement().with_pinned(keys[:3])
    assert pinned.with_pin_after(keys[0], keys[2]).pinned == (keys[1], keys[2], keys[0])
    assert pinned.with_pin_after(keys[2], None).pinned == (keys[2], keys[0], keys[1])
    assert pinned.without_pins(keys[:2]).pinned == (keys[2],)
