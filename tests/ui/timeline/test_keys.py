"""Every key, seen through the session."""

import pytest

from tests.ui.timeline.desk import (
    COPY,
    FUSION,
    LATER_FUSION,
    LOAD,
    OPS,
    PLAIN,
    READ,
    RUN,
    SHORT,
    STEPS,
    US,
    Key,
    Modifier,
)
from traceview.ui.actions import ACTIONS
from traceview.ui.session import NOTHING, MouseTool, Selection, View


@pytest.mark.parametrize("key", [Key.Key_W, Key.Key_Comma])
def test_zooming_in_keeps_the_time_under_the_mouse(desk, key):
    point = desk.at(OPS, 0, 700)
    desk.hover(point)
    before = desk.session.view
    desk.key(key)
    desk.settle()
    assert before.span_ps / desk.session.view.span_ps == pytest.approx(1.5, rel=1e-2)
    assert desk.lanes.surface.scale.time(point.x()) == pytest.approx(700 * US, rel=1e-6)


@pytest.mark.parametrize("key", [Key.Key_S, Key.Key_O])
def test_zooming_out(desk, key):
    desk.session.set_view(View(400.0 * US, 600.0 * US))
    desk.key(key)
    desk.settle()
    assert desk.session.view.span_ps == pytest.approx(300 * US, rel=1e-2)


@pytest.mark.parametrize(("key", "way"), [(Key.Key_A, -1), (Key.Key_D, 1), (Key.Key_E, 1)])
def test_panning(desk, key, way):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.key(key)
    desk.settle()
    assert desk.session.view.start_ps == pytest.approx((400 + way * 30) * US, rel=1e-2)
    assert desk.session.view.span_ps == pytest.approx(100 * US)


def test_a_held_key_keeps_moving_until_it_is_released(desk):
    desk.session.set_view(View(100.0 * US, 110.0 * US))
    desk.press(Key.Key_D)
    desk.press(Key.Key_D, repeat=True)
    desk.run(1.0)
    moved = desk.session.view.start_ps
    assert moved > 110 * US
    desk.run(0.5)
    assert desk.session.view.start_ps > moved
    desk.release(Key.Key_D)
    desk.settle()


def test_shift_moves_faster(desk):
    ends = []
    for modifiers in (PLAIN, Modifier.ShiftModifier):
        desk.session.set_view(View(100.0 * US, 110.0 * US))
        desk.press(Key.Key_D, modifiers)
        desk.run(0.5)
        desk.release(Key.Key_D, modifiers)
        desk.settle()
        ends.append(desk.session.view.start_ps)
    assert ends[1] - 100 * US > 1.5 * (ends[0] - 100 * US)


def test_a_key_released_under_another_name_does_not_stick(desk):
    desk.press(Key.Key_D)
    desk.release(Key.Key_D, Modifier.ShiftModifier | Modifier.ControlModifier)
    desk.settle()


def test_no_key_sticks_when_the_focus_goes(desk, field):
    desk.canvas.setFocus()
    desk.press(Key.Key_W)
    desk.press(Key.Key_Space)
    assert desk.canvas.navigator.moving
    field.setFocus()
    assert not desk.canvas.navigator.moving
    assert desk.lanes.pointer.tool is MouseTool.SELECT
    view = desk.session.view
    desk.run(0.5)
    assert desk.session.view == view


@pytest.mark.parametrize(
    "modifier", [Modifier.ControlModifier, Modifier.AltModifier, Modifier.MetaModifier]
)
def test_keys_with_other_modifiers_are_not_ours(desk, modifier):
    view = desk.session.view
    assert not desk.key(Key.Key_W, modifier)
    assert not desk.key(Key.Key_F, modifier)
    assert desk.session.view == view


def test_the_view_stays_within_the_trace(desk):
    limits = desk.canvas.navigator.limits
    for key in (Key.Key_S, Key.Key_A):
        desk.press(key)
        desk.run(1.0)
        desk.release(key)
        desk.settle()
        assert desk.session.view == limits
    desk.press(Key.Key_W)
    desk.run(10.0)
    desk.release(Key.Key_W)
    desk.settle()
    assert desk.session.view.span_ps == pytest.approx(20)


def test_reset_shows_all(desk):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.key(Key.Key_0)
    assert desk.session.view != desk.canvas.navigator.limits
    desk.settle()
    assert desk.session.view == desk.canvas.navigator.limits


def test_reduced_motion_jumps(desk):
    desk.canvas.set_reduced_motion(True)
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.key(Key.Key_0)
    assert desk.session.view == desk.canvas.navigator.limits


def test_f_zooms_to_the_selection_and_then_to_all(desk):
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_F)
    desk.settle()
    assert desk.session.view == View(187.5 * US, 312.5 * US)
    desk.key(Key.Key_F)
    desk.settle()
    assert desk.session.view == desk.canvas.navigator.limits


def test_f_without_selection_says_what_to_do(desk, qtbot):
    with qtbot.waitSignal(desk.session.message):
        desk.key(Key.Key_F)


def test_m_marks_the_selection_and_clears_the_same_mark(desk):
    desk.session.set_selection(Selection((COPY, LATER_FUSION)))
    desk.key(Key.Key_M)
    assert desk.session.range_ps == (200 * US, 600 * US)
    desk.key(Key.Key_M)
    assert desk.session.range_ps is None


@pytest.mark.parametrize(
    ("key", "tool"),
    [
        (Key.Key_2, MouseTool.PAN),
        (Key.Key_3, MouseTool.ZOOM),
        (Key.Key_4, MouseTool.TIMING),
        (Key.Key_1, MouseTool.SELECT),
    ],
)
def test_digits_choose_the_tool(desk, key, tool):
    desk.session.set_tool(MouseTool.ZOOM if tool is not MouseTool.ZOOM else MouseTool.PAN)
    assert desk.key(key)
    assert desk.session.tool is tool


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        (FUSION, Key.Key_Right, COPY),
        (COPY, Key.Key_Left, FUSION),
        (READ, Key.Key_Up, LOAD),
        (LOAD, Key.Key_Down, READ),
        (RUN, Key.Key_Down, LOAD),
        (FUSION, Key.Key_N, LATER_FUSION),
        (FUSION, Key.Key_Left, FUSION),
        (RUN, Key.Key_Up, RUN),
        (READ, Key.Key_Down, READ),
    ],
)
def test_keys_lead_from_event_to_event(desk, start, key, end):
    desk.session.set_selection(Selection((start,)))
    desk.key(key)
    assert desk.session.selection.single == end


def test_shift_n_goes_back_to_the_same_name(desk):
    desk.session.set_selection(Selection((LATER_FUSION,)))
    desk.key(Key.Key_N, Modifier.ShiftModifier)
    assert desk.session.selection.single == FUSION


def test_the_event_gone_to_is_brought_into_view(desk):
    desk.session.set_view(View(100.0 * US, 200.0 * US))
    desk.session.set_selection(Selection((FUSION,)))
    desk.key(Key.Key_N)
    desk.settle()
    view = desk.session.view
    assert view.start_ps < 600 * US
    assert view.end_ps > 500 * US


def test_an_event_too_short_to_be_seen_is_zoomed_to(desk):
    events = desk.session.trace.tracks[OPS].events
    assert int(events.dur_ps[SHORT.index]) / US < desk.px
    desk.canvas.reveal(SHORT)
    desk.settle()
    assert desk.lanes.surface.rectangle(SHORT).width() == pytest.approx(40)


def test_an_action_can_be_performed_without_its_key(desk):
    for action in ACTIONS:
        desk.canvas.perform(action)
        desk.settle()
    assert desk.lanes.pointer.tool is MouseTool.TIMING


def test_arrows_pan_and_scroll_when_nothing_is_selected(desk):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.key(Key.Key_Right)
    desk.settle()
    assert desk.session.view.start_ps == pytest.approx(430 * US)
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    desk.key(Key.Key_Down)
    assert desk.canvas.sheet.top > 0
    desk.key(Key.Key_Up)
    assert desk.canvas.sheet.top == 0


def test_escape_cancels_the_drag_and_then_the_selection(desk):
    desk.session.set_selection(Selection((COPY,)))
    desk.down(desk.at(STEPS, 0, 100))
    desk.drag_to(desk.at(OPS, 0, 700))
    desk.key(Key.Key_Escape)
    desk.up(desk.at(OPS, 0, 700))
    assert desk.session.selection == Selection((COPY,))
    desk.key(Key.Key_Escape)
    assert desk.session.selection == NOTHING


def test_search_and_help_are_asked_for(desk, qtbot):
    with qtbot.waitSignal(desk.canvas.searchRequested):
        desk.key(Key.Key_Slash)
    with qtbot.waitSignal(desk.canvas.helpRequested):
        desk.key(Key.Key_Question, Modifier.ShiftModifier)


def test_other_keys_are_left_to_others(desk):
    assert not desk.key(Key.Key_K)
    assert not desk.release(Key.Key_F5)
