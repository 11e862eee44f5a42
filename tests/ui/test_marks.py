"""Kept intervals and notes as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.test_theme import contrast
from traceview.ui.marks import (
    MARKS_LIMIT,
    Mark,
    MarkColour,
    MarkKind,
    gaps,
    in_order,
    kept_interval,
    new_interval,
    replaced,
)
from traceview.ui.theme import mix
from traceview.ui.timeline.marks.flag_paint import CHOSEN_TINT, INK, TINT
from traceview.ui.tokens import DARK, LIGHT

spans = st.tuples(st.integers(0, 1000), st.integers(0, 300)).map(lambda s: (s[0], s[0] + s[1]))


def interval(start_ps: int, end_ps: int) -> Mark:
    return Mark(MarkKind.INTERVAL, start_ps, end_ps)


@given(st.lists(spans, max_size=12))
def test_gaps_are_what_no_interval_covers_between_the_first_and_the_last(drawn):
    kept = in_order(tuple(interval(*span) for span in drawn))
    covered = {time for mark in kept for time in range(mark.start_ps, mark.end_ps)}
    first = min((mark.start_ps for mark in kept), default=0)
    last = max((mark.end_ps for mark in kept), default=0)
    # Intervals of no length part a gap in two and cover nothing.
    expected = set(range(first, last)) - covered
    assert {time for start, end in gaps(kept) for time in range(start, end)} == expected


def test_touching_and_nested_intervals_have_no_gap_between_them():
    kept = in_order((interval(0, 100), interval(10, 20), interval(100, 200), interval(230, 240)))
    assert list(gaps(kept)) == [(200, 230)]


def test_marks_stand_once_in_order_of_time():
    note = Mark(MarkKind.NOTE, 5, 5, "here")
    assert in_order((interval(7, 9), note, interval(7, 8), note)) == (
        note,
        interval(7, 8),
        interval(7, 9),
    )


def test_there_are_no_more_marks_than_the_limit():
    assert len(in_order(tuple(interval(n, n + 1) for n in range(MARKS_LIMIT + 7)))) == MARKS_LIMIT


def test_a_new_interval_gets_the_colour_that_the_fewest_have():
    marks = ()
    for number in range(len(MarkColour) + 1):
        marks = (*marks, new_interval(marks, (number, number + 1)))
    assert [mark.colour for mark in marks] == [*MarkColour, MarkColour.BLUE]


def test_a_kept_interval_is_found_by_its_ends_and_a_note_is_none():
    marks = (Mark(MarkKind.NOTE, 1, 2, "no"), interval(1, 3))
    assert (kept_interval(marks, (1, 2)), kept_interval(marks, (1, 3))) == (None, marks[1])


def test_ends_come_in_any_order_and_one_mark_is_replaced():
    first, second = interval(1, 2), interval(5, 6)
    assert replaced((first, second), second, second.moved(9, 3)) == (first, interval(3, 9))


def test_every_colour_is_another_in_both_themes():
    for theme in (DARK, LIGHT):
        assert len({colour.token(theme) for colour in MarkColour}) == len(MarkColour)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("colour", MarkColour)
def test_words_on_a_flag_can_be_read_on_its_tint(theme, colour):
    token = colour.token(theme)
    ink = mix(token, theme.fg, INK)
    tints = (mix(theme.chrome, token, share) for share in (TINT, CHOSEN_TINT))
    assert min(contrast(ink, tint) for tint in tints) >= 4.5
    assert contrast(token, theme.chrome) >= 3.0
