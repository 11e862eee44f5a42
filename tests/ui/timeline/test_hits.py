"""What the mouse finds on counters, instants and objects, and what it says of them."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from tests.ui.timeline.desk import Desk
from tests.ui.timeline.kinds import (
    COUNTER,
    EVERYWHERE,
    MAIN,
    MARKS,
    OBJECTS,
    SAMPLED,
    US,
    every_kind,
)
from traceview.model.trace import EventId
from traceview.ui.session import View
from traceview.ui.timeline.painting.found import picked_events

RUN, MARK = EventId(MAIN, 0), EventId(MAIN, 1)


@pytest.fixture
def trace():
    return every_kind()


@pytest.fixture
def hand(desk) -> Desk:
    """At 1.25 us a pixel or so, from time zero."""
    desk.canvas.resize(1000, 500)
    desk.canvas.navigator.go(View(0.0, 1000.0 * US))
    return desk


def hit(hand: Desk, track: int, time_us: float, by_px: float = 0) -> EventId | None:
    return hand.lanes.surface.event_at(hand.at(track, 0, time_us) + QPointF(by_px, 0))


def test_a_counter_gives_the_sample_in_force(hand):
    found = [hit(hand, COUNTER, time) for time in (50, 150, 299, 301, 599, 900)]
    assert found == [None, *(EventId(COUNTER, index) for index in (0, 0, 1, 1, 2))]


def test_a_click_selects_a_sample_up_to_the_next_one(hand):
    hand.click(hand.at(COUNTER, 0, 400))
    assert hand.session.selection.events == (EventId(COUNTER, 1),)
    outline = hand.lanes.surface.rectangle(EventId(COUNTER, 1))
    assert outline.width() * hand.px == pytest.approx(300)


def test_the_last_sample_lasts_to_the_end_of_the_trace(hand):
    outline = hand.lanes.surface.rectangle(EventId(COUNTER, 2))
    assert outline.width() * hand.px == pytest.approx(400)


def test_an_instant_is_hit_within_its_chevron(hand):
    found = [hit(hand, MAIN, 700, by_px) for by_px in (-6, -3, 0, 3, 6)]
    assert found == [None, MARK, MARK, MARK, None]


@pytest.mark.parametrize(("track", "time_us"), [(MARKS, 250), (SAMPLED, 100), (EVERYWHERE, 1000)])
def test_instants_of_every_kind_are_hit(hand, track, time_us):
    assert hit(hand, track, time_us, -3) == EventId(track, 0)


def test_of_two_instants_the_nearer_one_is_hit(hand):
    hand.canvas.navigator.go(View(195.0 * US, 206.0 * US))
    near = [hit(hand, SAMPLED, time) for time in (200.02, 200.99)]
    assert near == [EventId(SAMPLED, 1), EventId(SAMPLED, 2)]


def test_a_bar_is_not_hit_from_as_far_as_a_chevron(hand):
    assert [hit(hand, MAIN, 500, by_px) for by_px in (-1, 3)] == [RUN, None]


def test_a_circle_leads_to_its_object(hand):
    surface = hand.lanes.surface
    points = [hand.at(OBJECTS, 0, time) for time in (150, 300, 350, 700)]
    assert [surface.snapshot_at(point) for point in points] == [0, 1, None, None]
    beside = points[0] + QPointF(3, 0)
    assert surface.snapshot_at(beside) == 0
    assert surface.event_at(beside) == EventId(OBJECTS, 0)
    assert surface.event_at(points[3]) == EventId(OBJECTS, 1)


def test_circles_are_on_objects_only(hand):
    assert hand.lanes.surface.snapshot_at(hand.at(MAIN, 0, 150)) is None
    assert hand.lanes.surface.snapshot_at(QPointF(10, 5)) is None


@pytest.mark.parametrize(
    ("track", "time_us", "text"),
    [
        (COUNTER, 400, "HBM\n4\nat 300.0 µs"),
        (MAIN, 100, "run\n500.0 µs"),
        (MAIN, 700, "mark\nat 700.0 µs"),
        (OBJECTS, 200, "first\n300.0 µs\n2 snapshots"),
        (OBJECTS, 700, "second\n300.0 µs\n0 snapshots"),
    ],
)
def test_the_tooltip_tells_the_facts_of_each_kind(hand, track, time_us, text):
    hand.hover(hand.at(track, 0, time_us))
    said = hand.lanes.toolTip()
    for line in text.split("\n"):
        assert line in said


def test_a_dot_marks_the_value_at_the_mouse(hand):
    point = hand.at(COUNTER, 0, 400)
    before = hand.lanes.grab().toImage()
    hand.hover(point)
    after = hand.lanes.grab().toImage()
    column = [
        y
        for y in range(after.height())
        if after.pixel(int(point.x()), y) != before.pixel(int(point.x()), y)
    ]
    y, _ = hand.canvas.sheet.layout.place(COUNTER, 0)
    assert column
    assert abs(np.mean(column) - (y - hand.canvas.sheet.top + 3)) < 3


def test_what_is_hidden_is_not_hit(hand, trace):
    events = trace.tracks[MAIN].events
    hand.lanes.set_found({MAIN: picked_events(events, np.array([1]))}, hide_others=True)
    hidden = [(COUNTER, 400), (MAIN, 100), (SAMPLED, 100), (OBJECTS, 150)]
    assert [hit(hand, *place) for place in hidden] == [None] * 4
    assert hit(hand, MAIN, 700) == MARK
    assert hand.lanes.surface.snapshot_at(hand.at(OBJECTS, 0, 150)) is None
    hand.lanes.set_found(
        {OBJECTS: picked_events(trace.tracks[OBJECTS].events, np.array([0]))}, True
    )
    assert hand.lanes.surface.snapshot_at(hand.at(OBJECTS, 0, 150)) == 0
    hand.lanes.set_found(None)
    assert hit(hand, MAIN, 100) == RUN


def test_a_dimmed_event_is_still_hit(hand, trace):
    hand.lanes.set_found({})
    assert hit(hand, MAIN, 100) == RUN


def test_a_collapsed_section_says_how_busy_it_is(hand):
    hand.canvas.sheet.toggle_section(0)
    band = hand.canvas.sheet.layout.heading_at(0)
    x = hand.lanes.surface.scale.x(250 * US)
    hand.hover(QPointF(x, band.y + 10))
    assert "busy 100.0 %" in hand.lanes.toolTip()
    hand.hover(QPointF(hand.lanes.surface.scale.x(800 * US), band.y + 10))
    assert "busy 0" in hand.lanes.toolTip()
    hand.canvas.sheet.toggle_section(0)
    hand.hover(QPointF(x, band.y + 10))
    assert hand.lanes.toolTip() == ""
