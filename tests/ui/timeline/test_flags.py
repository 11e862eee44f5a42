"""Where flags and the gaps between them stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.ui.marks import Mark, MarkColour, MarkKind, in_order
from traceview.ui.timeline.marks.flag_paint import describe, needed_px, words_of
from traceview.ui.timeline.marks.flags import BEYOND, GapLine, flags_of, gap_lines
from traceview.ui.timeline.scale import Scale

SCALE = Scale(0.0, 1.0, 1000)  # one ps a pixel
spans = st.tuples(st.integers(-3000, 3000), st.integers(0, 2000))


def interval(start: int, end: int, text: str = "") -> Mark:
    return Mark(MarkKind.INTERVAL, start, end, text)


def note(start: int, text: str, end: int | None = None) -> Mark:
    return Mark(MarkKind.NOTE, start, start if end is None else end, text, MarkColour.RED)


def placed(*marks: Mark, needed: float = 60.0):
    return [(f.left, f.right, f.words) for f in flags_of(marks, SCALE, lambda mark: needed)]


def test_words_stand_inside_where_there_is_room():
    assert placed(interval(100, 200)) == [(100, 200, (100, 200))]


def test_words_of_a_short_interval_hang_on_its_end():
    assert placed(interval(100, 110)) == [(100, 110, (110, 170))]


def test_a_length_is_shown_whole_or_not_at_all():
    assert placed(interval(100, 110), interval(150, 400))[0] == (100, 110, (0, 0))


def test_a_note_is_cut_where_the_next_one_begins():
    assert placed(note(100, "long"), note(150, "next")) == [
        (100, 103, (103, 147)),
        (150, 153, (153, 213)),
    ]


def test_words_of_what_begins_before_the_view_begin_with_the_view():
    assert placed(interval(-500, 300)) == [(-BEYOND, 300, (0, 300))]


@given(st.lists(spans, max_size=8))
def test_flags_stay_near_the_strip_and_words_within_it(drawn):
    marks = in_order(tuple(note(start, "x", start + length) for start, length in drawn))
    for flag in flags_of(marks, SCALE, lambda mark: 60.0):
        assert -BEYOND <= flag.left <= flag.right <= SCALE.width + BEYOND + 3
        assert 0 <= flag.words[0] <= flag.words[1] <= SCALE.width
        assert flag.holds((flag.left + flag.end) / 2)


def test_gaps_are_dimension_lines_as_far_as_they_are_in_view():
    kept = (interval(-900, -800), interval(100, 200), interval(250, 300), interval(4000, 4100))
    assert list(gap_lines(kept, SCALE)) == [
        GapLine(-BEYOND, 100, 900),
        GapLine(200, 250, 50),
        GapLine(300, 1000 + BEYOND, 3700),
    ]


@pytest.mark.parametrize(
    ("mark", "room", "words"),
    [
        (interval(0, 2000, "copy"), 200.0, "copy · 2.000 ns"),
        (interval(0, 2000, "copy"), 60.0, "2.000 ns"),
        (note(0, "a\tnote\n\u202e"), 400.0, "a note [U+202E]"),
    ],
)
def test_words_fit_their_room(qapp, mark, room, words):
    assert words_of(mark, room) == words


def test_a_long_note_is_elided(qapp):
    assert words_of(note(0, "x" * 150), 80.0).endswith("…")
    assert needed_px(note(0, "x" * 10)) > needed_px(note(0, "x"))


def test_a_mark_is_described_in_a_line():
    assert describe(note(1500, "here")) == "here · 1.500 ns"
    assert describe(interval(1500, 3500)) == "1.500 ns · 2.000 ns"
