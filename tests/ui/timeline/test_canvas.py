"""The canvas: what it shows, keeps and tells."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from tests.ui.timeline.desk import COPY, OPS, PLAIN, THREAD, TRAIN, US, Button, Key
from traceview.model.trace import Trace
from traceview.ui.session import Box, MouseTool, Selection, View
from traceview.ui.timeline.tracks.arrangement import section_key
from traceview.ui.tokens import DARK, LIGHT


def test_the_time_under_the_mouse_is_told(desk):
    desk.hover(desk.at(OPS, 0, 250))
    assert abs(desk.session.cursor_ps - 250 * US) <= US
    QApplication.sendEvent(desk.lanes, QEvent(QEvent.Type.Leave))
    assert desk.session.cursor_ps is None


def test_hovering_shows_an_event_as_plain_text(desk):
    desk.hover(desk.at(OPS, 0, 250))
    assert "copy.1" in desk.lanes.toolTip()


def test_a_click_on_a_heading_collapses_its_section(desk, qtbot, trace):
    qtbot.mouseClick(desk.canvas._headers, Button.LeftButton, pos=QPoint(60, 10))
    assert desk.canvas.sheet.arrangement.collapsed == {section_key(trace, 0)}
    qtbot.mouseClick(desk.canvas._headers, Button.LeftButton, pos=QPoint(60, 10))
    assert desk.canvas.sheet.arrangement.collapsed == frozenset()


def test_the_keyboard_collapses_sections(desk, qtbot, trace):
    headers = desk.canvas._headers
    for _ in range(3):  # two tracks and the next heading
        qtbot.keyClick(headers, Key.Key_Down)
    qtbot.keyClick(headers, Key.Key_Return)
    assert desk.canvas.sheet.arrangement.collapsed == {section_key(trace, 1)}
    qtbot.keyClick(headers, Key.Key_Space)
    assert desk.canvas.sheet.arrangement.collapsed == frozenset()


def test_revealing_an_event_expands_its_section_and_moves_to_it(desk, trace):
    desk.canvas.sheet.toggle_section(1)
    desk.session.set_view(View(0.0, 10.0 * US))
    desk.canvas.reveal(TRAIN)
    desk.settle()
    assert desk.canvas.sheet.arrangement.collapsed == frozenset()
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
    desk.canvas.navigator.glide(desk.canvas.navigator.limits)
    desk.settle()
    desk.canvas.restore(place)
    assert desk.canvas.place() == place


def test_a_jump_goes_on_when_the_focus_moves(desk, field):
    field.setFocus()
    desk.canvas.navigator.glide(View(400.0 * US, 500.0 * US))
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
