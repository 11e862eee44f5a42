"""Motion: how far, how evenly, and where it ends."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.ui.session import View
from traceview.ui.timeline.navigation import (
    PAN_SPEED,
    SMALLEST_SPAN_PS,
    TAP_WINDOWS,
    Axis,
    Drive,
    Glide,
    Motion,
    brought_in,
    clamped,
    fitted,
    panned,
    whole,
    zoomed,
)

LIMITS = View(-10.0, 1010.0)
spans = st.floats(25, 5000)
starts = st.floats(-3000, 3000)


def way(drive: Drive, frames: list[float]) -> float:
    return sum(drive.advance(dt_s) for dt_s in frames)


@given(starts, spans, st.floats(0, 1), st.floats(0.1, 10))
def test_zooming_keeps_the_time_at_the_anchor(start_ps, span_ps, anchor, factor):
    before = View(start_ps, start_ps + span_ps)
    after = zoomed(before, factor, anchor)
    kept = before.start_ps + anchor * before.span_ps
    assert after.start_ps + anchor * after.span_ps == pytest.approx(kept, abs=1e-6)
    assert after.span_ps == pytest.approx(max(span_ps * factor, SMALLEST_SPAN_PS))


@given(starts, spans)
def test_clamped_views_lie_within_the_limits(start_ps, span_ps):
    view = clamped(View(start_ps, start_ps + span_ps), LIMITS)
    assert view.start_ps >= LIMITS.start_ps
    assert view.end_ps <= LIMITS.end_ps + 1e-9
    assert view.span_ps == pytest.approx(min(span_ps, LIMITS.span_ps))


def test_the_whole_trace_has_a_gutter_of_one_percent():
    assert whole((0, 10_000)) == View(-100.0, 10_100.0)


def test_what_is_fitted_fills_four_fifths():
    assert fitted(100, 180) == View(90.0, 190.0)


def test_an_event_is_brought_in_with_the_least_motion():
    view = View(0.0, 100.0)
    assert brought_in(view, 20, 40) == view
    assert brought_in(view, 120, 130) == View(35.0, 135.0)
    assert brought_in(view, -30, -20) == View(-35.0, 65.0)
    assert brought_in(view, -50, 400) == view


@given(st.lists(st.floats(0.001, 0.05), min_size=1, max_size=40))
def test_the_way_does_not_depend_on_the_frames(frames):
    held_s = sum(frames)
    one, many = Drive(PAN_SPEED, TAP_WINDOWS), Drive(PAN_SPEED, TAP_WINDOWS)
    one.press(1)
    many.press(1)
    assert way(many, frames) == pytest.approx(way(one, [held_s]))
    one.release(1, other_held=False)
    many.release(1, other_held=False)
    assert way(many, [0.008] * 250) == pytest.approx(way(one, [2.0]))


def test_a_tap_moves_three_tenths_of_the_window():
    drive = Drive(PAN_SPEED, TAP_WINDOWS)
    drive.press(1)
    drive.advance(0.03)
    drive.release(1, other_held=False)
    assert drive.moving
    assert 0.03 * PAN_SPEED < TAP_WINDOWS
    drive = Drive(PAN_SPEED, TAP_WINDOWS)
    drive.press(1)
    drive.release(1, other_held=False)
    assert way(drive, [0.008] * 200) == pytest.approx(TAP_WINDOWS)
    assert not drive.moving


def test_quick_taps_add_up():
    drive = Drive(PAN_SPEED, TAP_WINDOWS)
    done = 0.0
    for _ in range(3):
        drive.press(1)
        drive.release(1, other_held=False)
        done += way(drive, [0.01] * 5)
    done += way(drive, [0.01] * 200)
    assert done == pytest.approx(3 * TAP_WINDOWS)


def test_a_held_key_reaches_its_speed_and_stops_after_release():
    drive = Drive(PAN_SPEED, TAP_WINDOWS)
    drive.press(1)
    way(drive, [0.008] * 100)
    assert drive.velocity == pytest.approx(PAN_SPEED, rel=1e-3)
    drive.release(1, other_held=False)
    way(drive, [0.008] * 100)
    assert not drive.moving


def test_the_opposite_key_takes_over_and_gives_back():
    motion = Motion()
    motion.press(Axis.PAN, -1)
    motion.advance(LIMITS, 0.5, 0.5)
    motion.press(Axis.PAN, 1)
    motion.advance(LIMITS, 0.5, 0.5)
    assert motion.pan.velocity > 0
    motion.release(Axis.PAN, 1)
    motion.advance(LIMITS, 0.5, 0.5)
    assert motion.pan.velocity < 0
    motion.release(Axis.PAN, -1)
    motion.advance(LIMITS, 1.0, 0.5)
    assert not motion.moving


def test_shift_is_faster():
    slow, fast = Motion(), Motion()
    slow.press(Axis.ZOOM, 1)
    fast.press(Axis.ZOOM, 1, fast=True)
    assert fast.advance(LIMITS, 0.3, 0.5).span_ps < slow.advance(LIMITS, 0.3, 0.5).span_ps


def test_a_tap_of_zoom_is_one_and_a_half():
    motion = Motion()
    motion.press(Axis.ZOOM, 1)
    motion.release(Axis.ZOOM, 1)
    view = LIMITS
    while motion.moving:
        view = motion.advance(view, 0.008, 0.25)
    assert LIMITS.span_ps / view.span_ps == pytest.approx(1.5, rel=1e-3)


def test_a_glide_begins_and_ends_where_it_should_and_does_not_overshoot():
    glide = Glide(View(0.0, 1e12), View(4.0e11, 4.0e11 + 1e6))
    assert glide.at(0.0) == glide.source
    assert glide.at(1.0) == glide.target
    ways = [glide.at(step / 50) for step in range(51)]
    assert all(b.span_ps <= a.span_ps for a, b in itertools.pairwise(ways))
    assert all(v.start_ps <= 4.0e11 + 1 and v.end_ps >= 4.0e11 + 1e6 - 1 for v in ways)


def test_a_glide_of_the_same_span_pans():
    glide = Glide(View(0.0, 10.0), View(100.0, 110.0))
    assert glide.at(0.5) == panned(View(0.0, 10.0), 50.0)
    assert math.isclose(glide.at(0.3).span_ps, 10.0)
