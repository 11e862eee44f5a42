"""Every gesture of the mouse, seen through the session."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF

from tests.ui.timeline.desk import (
    COPY,
    LATER_FUSION,
    OPS,
    READ,
    SHORT,
    STEPS,
    THREAD,
    US,
    Button,
    Key,
    Modifier,
)
from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.session import NOTHING, Box, MouseTool, Selection, View
from traceview.ui.timeline.painting.levels import finest
from traceview.ui.timeline.painting.raster import cells_of, spans_of


def test_a_click_selects_and_a_click_on_nothing_deselects(desk):
    desk.click(desk.at(OPS, 0, 250))
    assert desk.session.selection == Selection((COPY,))
    desk.click(desk.at(OPS, 0, 400))
    assert desk.session.selection == NOTHING


def test_a_click_finds_nested_events(desk):
    desk.click(desk.at(THREAD, 2, 200))
    assert desk.session.selection.single == READ


def test_a_click_beside_a_short_event_finds_it(desk):
    desk.session.set_view(View(0.0, 1000.0 * US))
    desk.click(desk.at(OPS, 0, 601.5))
    assert desk.session.selection.single == SHORT


@pytest.mark.parametrize("shrink", [1, 7, 400])
def test_what_is_hit_is_what_gives_the_pixel_its_colour(desk, shrink):
    rng = np.random.default_rng(1)
    dur_ps = rng.lognormal(12, 2, 5000).astype(np.int64)
    gaps = (rng.lognormal(12, 1, 5000) * (rng.random(5000) < 0.3)).astype(np.int64)
    start_ps, nowhere = np.cumsum(dur_ps + gaps) - dur_ps, np.full(5000, -1, np.int64)
    strings = StringTable()
    names = strings.intern_all(str(n) for n in range(5000))
    events = build_events(start_ps, dur_ps, names, nowhere)[0]
    section = Section("/device:TPU:0", "", SectionKind.TPU, "TPU 0")
    track = Track(0, "XLA Ops", TrackKind.OPS, events)
    desk.session.set_trace(Trace(0, strings, (section,), (track,)))
    end_ps = desk.session.trace.span_ps[1]
    desk.session.set_view(View(0.3 * end_ps, 0.3 * end_ps + end_ps / shrink))
    surface, y = desk.lanes.surface, desk.at(0, 0, 0).y()
    spans = spans_of([(finest(events), 0)], surface.scale)
    seen = cells_of(spans, 1, surface.scale.width, np.arange(1, 5001, dtype=np.uint32), None, 0)
    hits = [surface.event_at(QPointF(x + 0.5, y)) for x in range(surface.scale.width)]
    shown = [(x, int(name) - 1) for x, name in enumerate(seen[0]) if name]
    assert [(x, hits[x].index) for x, _ in shown] == shown


def test_ctrl_click_adds_and_takes_away(desk):
    desk.click(desk.at(OPS, 0, 250))
    desk.click(desk.at(OPS, 0, 550), Modifier.ControlModifier)
    assert desk.session.selection == Selection((COPY, LATER_FUSION))
    desk.click(desk.at(OPS, 0, 250), Modifier.ControlModifier)
    assert desk.session.selection == Selection((LATER_FUSION,))


def test_a_drag_selects_a_box_and_ctrl_adds_one(desk):
    desk.drag(desk.at(OPS, 0, 150), desk.at(THREAD, 1, 320))
    (box,) = desk.session.selection.boxes
    assert box.rows == ((OPS, 0), (THREAD, 0), (THREAD, 1))
    assert abs(box.start_ps - 150 * US) <= US
    assert abs(box.end_ps - 320 * US) <= US
    desk.drag(desk.at(OPS, 0, 500), desk.at(OPS, 0, 700), Modifier.ControlModifier)
    assert len(desk.session.selection.boxes) == 2
    desk.drag(desk.at(OPS, 0, 500), desk.at(OPS, 0, 700))
    assert [type(box) for box in desk.session.selection.boxes] == [Box]


def test_a_double_click_zooms_to_the_event(desk):
    desk.mouse(QEvent.Type.MouseButtonDblClick, desk.at(OPS, 0, 250))
    desk.settle()
    assert desk.session.view == View(187.5 * US, 312.5 * US)


def test_the_pan_tool_drags_the_timeline(desk):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.session.set_tool(MouseTool.PAN)
    start = desk.at(OPS, 0, 450)
    desk.drag(start, start + QPointF(100, 0))
    assert desk.session.view.start_ps == pytest.approx((400 - 100 * desk.px) * US)
    assert desk.session.view.span_ps == pytest.approx(100 * US)


def test_the_pan_tool_scrolls_too(desk):
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    desk.session.set_tool(MouseTool.PAN)
    desk.drag(QPointF(300, 60), QPointF(300, 30))
    assert desk.canvas.sheet.top == 30


@pytest.mark.parametrize(("way", "smaller"), [(-60, True), (60, False)])
def test_the_zoom_tool_goes_in_upwards_and_out_downwards(desk, way, smaller):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.session.set_tool(MouseTool.ZOOM)
    start = QPointF(desk.at(OPS, 0, 430).x(), 100)
    desk.drag(start, start + QPointF(0, way))
    assert (desk.session.view.span_ps < 100 * US) == smaller
    assert desk.lanes.surface.scale.time(start.x()) == pytest.approx(430 * US)


def test_a_click_selects_with_the_pan_and_zoom_tools_too(desk):
    for tool in (MouseTool.PAN, MouseTool.ZOOM):
        desk.session.set_selection(NOTHING)
        desk.session.set_tool(tool)
        desk.click(desk.at(OPS, 0, 250))
        assert desk.session.selection == Selection((COPY,))


def test_the_middle_button_pans_with_any_tool(desk):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    start = desk.at(OPS, 0, 450)
    desk.drag(start, start + QPointF(50, 0), button=Button.MiddleButton)
    assert desk.session.view.start_ps == pytest.approx((400 - 50 * desk.px) * US)
    assert desk.session.selection == NOTHING


def test_space_pans_while_it_is_held(desk):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.press(Key.Key_Space)
    start = desk.at(OPS, 0, 450)
    desk.drag(start, start + QPointF(50, 0))
    desk.release(Key.Key_Space)
    assert desk.session.view.start_ps < 400 * US
    assert desk.lanes.pointer.tool is MouseTool.SELECT


def test_shift_selects_while_it_is_held(desk):
    desk.session.set_tool(MouseTool.PAN)
    desk.press(Key.Key_Shift, Modifier.ShiftModifier)
    desk.drag(desk.at(OPS, 0, 150), desk.at(OPS, 0, 320), Modifier.ShiftModifier)
    desk.release(Key.Key_Shift)
    assert len(desk.session.selection.boxes) == 1
    assert desk.lanes.pointer.tool is MouseTool.PAN


def test_timing_marks_an_interval_that_snaps_to_edges(desk):
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, 205), desk.at(OPS, 0, 495))
    assert desk.session.range_ps == (200 * US, 500 * US)


def test_alt_does_not_snap(desk):
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, 205), desk.at(OPS, 0, 495), Modifier.AltModifier)
    start_ps, end_ps = desk.session.range_ps
    assert abs(start_ps - 205 * US) <= 2 * US
    assert abs(end_ps - 495 * US) <= 2 * US


def test_timing_snaps_to_the_track_under_the_mouse_before_all_others(desk):
    desk.session.set_view(View(590.0 * US, 610.0 * US))
    desk.session.set_tool(MouseTool.TIMING)
    near_end = QPointF(desk.at(OPS, 0, 601).x() - 3, desk.at(OPS, 0, 601).y())
    desk.drag(desk.at(OPS, 0, 592), near_end)
    assert desk.session.range_ps[1] == 601 * US


def test_timing_snaps_to_another_track_where_its_own_has_nothing(desk):
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(STEPS, 0, 205), desk.at(STEPS, 0, 495))
    assert desk.session.range_ps == (200 * US, 500 * US)


@pytest.mark.parametrize(
    ("end_us", "to_us", "expected"), [(500, 598, (200, 600)), (200, 302, (300, 500))]
)
def test_ends_of_the_interval_can_be_dragged(desk, end_us, to_us, expected):
    desk.session.set_range((200 * US, 500 * US))
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, end_us) + QPointF(4, 0), desk.at(OPS, 0, to_us))
    assert desk.session.range_ps == (expected[0] * US, expected[1] * US)


def test_an_end_dragged_past_the_other_swaps(desk):
    desk.session.set_range((200 * US, 300 * US))
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, 200), desk.at(OPS, 0, 500))
    assert desk.session.range_ps == (300 * US, 500 * US)


def test_a_click_with_the_timing_tool_clears(desk):
    desk.session.set_range((200 * US, 500 * US))
    desk.session.set_tool(MouseTool.TIMING)
    desk.click(desk.at(OPS, 0, 350))
    assert desk.session.range_ps is None


def test_the_interval_stays_when_the_tool_changes(desk):
    desk.session.set_range((200 * US, 500 * US))
    for key in (Key.Key_4, Key.Key_2, Key.Key_1):
        desk.key(key)
    assert desk.session.range_ps == (200 * US, 500 * US)


def test_a_dragged_interval_is_a_draft_until_it_is_released(desk):
    desk.session.set_tool(MouseTool.TIMING)
    desk.down(desk.at(OPS, 0, 200))
    desk.drag_to(desk.at(OPS, 0, 500))
    assert desk.canvas.sheet.draft_ps == (200 * US, 500 * US)
    assert desk.session.range_ps is None
    desk.key(Key.Key_Escape)
    assert desk.canvas.sheet.draft_ps is None


def test_the_wheel_scrolls(desk):
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    view = desk.session.view
    desk.wheel(-1)
    assert desk.canvas.sheet.top > 0
    desk.wheel(1)
    assert desk.canvas.sheet.top == 0
    assert desk.session.view == view


@pytest.mark.parametrize("modifier", [Modifier.ControlModifier, Modifier.AltModifier])
def test_the_wheel_zooms_at_the_mouse_with_ctrl_or_alt(desk, modifier):
    desk.session.set_view(View(400.0 * US, 550.0 * US))
    kept_ps = desk.lanes.surface.scale.time(100.0)
    desk.wheel(1, modifier)
    assert desk.session.view.span_ps == pytest.approx(100 * US)
    assert desk.lanes.surface.scale.time(100.0) == pytest.approx(kept_ps)


def test_the_wheel_pans_with_shift(desk):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.wheel(-1, Modifier.ShiftModifier)
    assert desk.session.view.start_ps == pytest.approx(410 * US)


def test_a_button_released_outside_ends_the_drag(desk):
    desk.session.set_tool(MouseTool.ZOOM)
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.down(QPointF(300, 100))
    desk.drag_to(QPointF(300, -400))
    desk.up(QPointF(300, -400))
    view = desk.session.view
    desk.hover(QPointF(300, 200))
    assert desk.session.view == view
    assert desk.lanes.pointer.gesture is None


def test_a_release_that_nobody_told_of_ends_the_drag(desk):
    desk.session.set_tool(MouseTool.PAN)
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.down(QPointF(300, 100))
    desk.drag_to(QPointF(350, 100))
    view = desk.session.view
    desk.hover(QPointF(600, 100))
    assert desk.session.view == view
    assert desk.lanes.pointer.gesture is None


def test_the_drag_ends_when_the_focus_goes(desk, field):
    desk.canvas.setFocus()
    desk.session.set_tool(MouseTool.PAN)
    desk.down(QPointF(300, 100))
    desk.drag_to(QPointF(350, 100))
    field.setFocus()
    assert desk.lanes.pointer.gesture is None
