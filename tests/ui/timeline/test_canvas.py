"""Every key and every gesture, seen through the session."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import EventId, Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.actions import ACTIONS
from traceview.ui.session import NOTHING, Box, MouseTool, Selection, Session, View
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.timeline.layout import section_key
from traceview.ui.timeline.levels import finest
from traceview.ui.timeline.raster import cells_of, spans_of
from traceview.ui.tokens import DARK, LIGHT

US = 1_000_000
Key, Modifier, Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
PLAIN = Modifier.NoModifier
STEPS, OPS, THREAD = 0, 1, 2
FUSION, COPY, LATER_FUSION, SHORT = (EventId(OPS, index) for index in range(4))
RUN, LOAD, TRAIN, READ = (EventId(THREAD, index) for index in range(4))


class Desk:
    """A canvas, and hands to use it: points are given by track, row and time."""

    def __init__(self, canvas: TimelineCanvas, session: Session) -> None:
        self.canvas, self.session = canvas, session
        self.window = canvas.window()
        self.lanes = canvas.lanes
        self.clock_s = 0.0
        canvas.navigator._clock = lambda: self.clock_s

    def settle(self) -> None:
        """Let motion come to its end."""
        for _ in range(500):
            if not self.canvas.navigator.moving:
                return
            self.run(0.008)
        raise AssertionError("it never stands still")

    def run(self, seconds: float) -> None:
        """Let time pass, frame by frame."""
        for _ in range(round(seconds / 0.008)):
            self.clock_s += 0.008
            self.canvas.navigator.tick()

    def key(self, key: Key, modifiers: Modifier = PLAIN, repeat: bool = False) -> bool:
        """Press and release; whether the press meant something."""
        taken = self.press(key, modifiers, repeat)
        self.release(key, modifiers)
        return taken

    def press(self, key: Key, modifiers: Modifier = PLAIN, repeat: bool = False) -> bool:
        event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, "", repeat)
        return self.canvas.handle_key(event)

    def release(self, key: Key, modifiers: Modifier = PLAIN) -> bool:
        return self.canvas.handle_key(QKeyEvent(QEvent.Type.KeyRelease, key, modifiers))

    def at(self, track: int, row: int, time_us: float) -> QPointF:
        y, height = self.canvas.sheet.layout.place(track, row)
        x = self.lanes.surface.scale.x(time_us * US)
        return QPointF(x, y - self.canvas.sheet.top + height / 2)

    def mouse(
        self,
        kind: QEvent.Type,
        point: QPointF,
        modifiers: Modifier = PLAIN,
        button: Button = Button.LeftButton,
        down: Button | None = None,
    ) -> None:
        ends = kind in (QEvent.Type.MouseButtonRelease,)
        buttons = (Button.NoButton if ends else button) if down is None else down
        where = self.lanes.mapToGlobal(point)
        QApplication.sendEvent(
            self.lanes, QMouseEvent(kind, point, where, button, buttons, modifiers)
        )

    def down(self, point: QPointF, modifiers: Modifier = PLAIN, button=Button.LeftButton) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, point, modifiers, button)

    def drag_to(
        self, point: QPointF, modifiers: Modifier = PLAIN, button=Button.LeftButton
    ) -> None:
        self.mouse(QEvent.Type.MouseMove, point, modifiers, button)

    def up(self, point: QPointF, modifiers: Modifier = PLAIN, button=Button.LeftButton) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, point, modifiers, button)

    def hover(self, point: QPointF) -> None:
        self.mouse(QEvent.Type.MouseMove, point, button=Button.NoButton)

    def click(self, point: QPointF, modifiers: Modifier = PLAIN) -> None:
        self.down(point, modifiers)
        self.up(point, modifiers)

    def drag(self, start: QPointF, end: QPointF, modifiers: Modifier = PLAIN, **button) -> None:
        self.down(start, modifiers, **button)
        self.drag_to((start + end) / 2, modifiers, **button)
        self.drag_to(end, modifiers, **button)
        self.up(end, modifiers, **button)

    def wheel(self, notches: int, modifiers: Modifier = PLAIN, x: float = 100.0) -> None:
        point = QPointF(x, 50)
        event = QWheelEvent(
            point, self.lanes.mapToGlobal(point), QPoint(), QPoint(0, 120 * notches),
            Button.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.lanes, event)

    @property
    def px(self) -> float:
        """Length of a pixel in us."""
        return self.lanes.surface.scale.ps_per_px / US


@pytest.fixture
def desk(qtbot, trace) -> Desk:
    session = Session()
    window = QWidget()
    canvas = TimelineCanvas(session, DARK, window)
    qtbot.addWidget(window)
    canvas.resize(1000, 300)
    session.set_trace(trace)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return Desk(canvas, session)


@pytest.fixture
def field(desk) -> QLineEdit:
    """Something else that can have the keyboard."""
    field = QLineEdit(desk.canvas.parentWidget())
    field.show()
    return field


# Keys.


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


# Mouse.


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


def test_timing_snaps_only_on_the_track_under_the_mouse(desk):
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(STEPS, 0, 205), desk.at(STEPS, 0, 495))
    start_ps, end_ps = desk.session.range_ps
    assert abs(start_ps - 205 * US) <= 2 * US
    assert end_ps == 500 * US


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


def test_the_time_under_the_mouse_is_told(desk):
    desk.hover(desk.at(OPS, 0, 250))
    assert abs(desk.session.cursor_ps - 250 * US) <= US
    QApplication.sendEvent(desk.lanes, QEvent(QEvent.Type.Leave))
    assert desk.session.cursor_ps is None


def test_hovering_shows_an_event_as_plain_text(desk):
    desk.hover(desk.at(OPS, 0, 250))
    assert "copy.1" in desk.lanes.toolTip()


# Sections, search, state.


def test_a_click_on_a_heading_collapses_its_section(desk, qtbot, trace):
    qtbot.mouseClick(desk.canvas._headers, Button.LeftButton, pos=QPoint(60, 10))
    assert desk.canvas.sheet.folding.sections == {section_key(trace, 0)}
    qtbot.mouseClick(desk.canvas._headers, Button.LeftButton, pos=QPoint(60, 10))
    assert desk.canvas.sheet.folding.sections == frozenset()


def test_the_keyboard_collapses_sections(desk, qtbot, trace):
    headers = desk.canvas._headers
    qtbot.keyClick(headers, Key.Key_Down)
    qtbot.keyClick(headers, Key.Key_Return)
    assert desk.canvas.sheet.folding.sections == {section_key(trace, 1)}
    qtbot.keyClick(headers, Key.Key_Space)
    assert desk.canvas.sheet.folding.sections == frozenset()


def test_revealing_an_event_expands_its_section_and_moves_to_it(desk, trace):
    desk.canvas.sheet.toggle_section(1)
    desk.session.set_view(View(0.0, 10.0 * US))
    desk.canvas.reveal(TRAIN)
    desk.settle()
    assert desk.canvas.sheet.folding.sections == frozenset()
    assert desk.lanes.surface.rectangle(TRAIN) is not None


def test_a_click_in_the_minimap_moves_the_view(desk, qtbot):
    desk.session.set_view(View(0.0, 100.0 * US))
    minimap = desk.canvas._minimap
    x = minimap.offset + round(minimap._scale().x(800 * US))
    qtbot.mouseClick(minimap, Button.LeftButton, pos=QPoint(x, 20))
    view = desk.session.view
    assert (view.start_ps + view.end_ps) / 2 == pytest.approx(800 * US, abs=2 * US)
    assert view.span_ps == pytest.approx(100 * US)


def test_palette_buttons_choose_the_tool_and_keep_their_place(desk, qtbot):
    panel = desk.canvas.palette_panel
    qtbot.mouseClick(panel._buttons[MouseTool.TIMING], Button.LeftButton)
    assert desk.session.tool is MouseTool.TIMING
    assert panel._buttons[MouseTool.TIMING].isChecked()
    with qtbot.waitSignal(desk.canvas.paletteMoved) as moved:
        qtbot.mousePress(panel, Button.LeftButton, pos=QPoint(4, 4))
        qtbot.mouseMove(panel, QPoint(-96, 44))
        panel.mouseMoveEvent(
            QMouseEvent(
                QEvent.Type.MouseMove, QPointF(-96, 44), QPointF(), Button.LeftButton,
                Button.LeftButton, PLAIN,
            )
        )  # fmt: skip
        qtbot.mouseRelease(panel, Button.LeftButton, pos=QPoint(4, 4))
    assert moved.args == [panel.offset]
    desk.canvas.resize(500, 250)
    desk.canvas.grab()
    assert desk.lanes.rect().contains(panel.geometry())


def test_a_place_can_be_left_and_come_back_to(desk, trace):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.canvas.sheet.toggle_section(0)
    desk.canvas.sheet.toggle_track(THREAD)
    place = desk.canvas.place()
    desk.canvas.sheet.toggle_section(0)
    desk.canvas.reset_view()
    desk.settle()
    desk.canvas.restore(place)
    assert desk.canvas.place() == place


def test_a_jump_goes_on_when_the_focus_moves(desk, field):
    field.setFocus()
    desk.canvas.zoom_to(400.0 * US, 500.0 * US)
    desk.canvas.setFocus()
    desk.settle()
    assert desk.session.view == View(400.0 * US, 500.0 * US)


def test_a_new_selection_tells_its_keys(desk, qtbot):
    with qtbot.waitSignal(desk.session.message) as told:
        desk.click(desk.at(OPS, 0, 250))
    assert "m marks" in told.args[0]


def test_a_growing_trace_keeps_the_view_and_another_one_does_not(desk, trace):
    desk.session.set_view(View(400.0 * US, 500.0 * US))
    desk.session.set_trace(trace.with_tracks(trace.sections, trace.tracks[:2]), grown=True)
    assert desk.session.view == View(400.0 * US, 500.0 * US)
    desk.session.set_trace(Trace())
    assert desk.session.view == desk.canvas.navigator.limits


def test_what_is_tracked_above_does_not_move_what_is_seen(desk, trace):
    desk.canvas.resize(1000, 160)
    late = trace.with_tracks(trace.sections, trace.tracks[2:])
    desk.session.set_trace(late, grown=True)
    desk.canvas.grab()
    desk.canvas.sheet.scroll_to(10)
    before = desk.canvas.sheet.layout.place(0, 1)[0] - desk.canvas.sheet.top
    desk.session.set_trace(trace, grown=True)
    assert desk.canvas.sheet.layout.place(THREAD, 1)[0] - desk.canvas.sheet.top == before


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_it_paints_in_both_themes(desk, theme):
    desk.session.set_selection(Selection((COPY,), (Box(0, 10 * US, ((OPS, 0),)),)))
    desk.session.set_range((0, 100 * US))
    desk.canvas.set_theme(theme)
    image = desk.canvas.grab().toImage()
    corner = image.pixelColor(image.width() - 40, image.height() - 4)
    assert corner.name() == theme.page


def test_it_has_a_name_for_screen_readers(desk):
    assert desk.canvas.accessibleName() == "Timeline"
    assert desk.canvas._headers.accessibleName() != ""
