"""The header column: keys, drags, renaming, menus."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from tests.ui.timeline.desk import OPS, PLAIN, STEPS, THREAD, US, Button, Key, Modifier
from tests.ui.timeline.kinds import COUNTER, every_kind
from traceview.model.trace import Counter
from traceview.ui.session import Box, Selection
from traceview.ui.timeline.tracks.arrangement import Arrangement, RowHeight, track_key
from traceview.ui.timeline.tracks.arranger import Entry
from traceview.ui.timeline.tracks.header_drag import line_of, place_at
from traceview.ui.timeline.tracks.header_text import HeaderText, range_text

DEVICE, HOST = Entry(0), Entry(1)
STEPS_LINE, OPS_LINE, THREAD_LINE = Entry(0, STEPS), Entry(0, OPS), Entry(1, THREAD)


@pytest.fixture
def headers(desk):
    column = desk.canvas._headers
    column.setFocus()
    return column


def middle(headers, entry: Entry) -> QPoint:
    """The middle of a line, left of its edge."""
    return QPoint(60, round(headers._place(dict(headers._lines)[entry]).center().y()))


def drag(qtbot, headers, entry: Entry, y: int) -> None:
    qtbot.mousePress(headers, Button.LeftButton, pos=middle(headers, entry))
    point = QPointF(60, y)
    event = QMouseEvent(
        QEvent.Type.MouseMove, point, headers.mapToGlobal(point), Button.NoButton,
        Button.LeftButton, PLAIN,
    )  # fmt: skip
    QApplication.sendEvent(headers, event)


def entries(desk) -> list[Entry]:
    return [entry for entry, _ in desk.canvas._headers._lines]


def chosen(menu, words: str):
    """The entry of a menu whose text begins so."""
    return next(action for action in menu.actions() if action.text().startswith(words))


def test_up_and_down_go_over_headings_and_tracks(headers, qtbot):
    seen = [headers.current]
    for _ in range(5):
        qtbot.keyClick(headers, Key.Key_Down)
        seen.append(headers.current)
    qtbot.keyClick(headers, Key.Key_Up)
    assert seen == [DEVICE, STEPS_LINE, OPS_LINE, HOST, THREAD_LINE, THREAD_LINE]
    assert headers.current == HOST


def test_left_closes_and_then_goes_to_the_heading(headers, qtbot, desk):
    headers._choose(4)
    folded = {track_key(desk.session.trace, desk.session.trace.tracks[THREAD])}
    qtbot.keyClick(headers, Key.Key_Left)
    assert desk.canvas.sheet.arrangement.toggled == folded
    qtbot.keyClick(headers, Key.Key_Left)
    assert headers.current == HOST
    qtbot.keyClick(headers, Key.Key_Left)
    assert desk.canvas.sheet.layout.collapsed == {1}


def test_right_opens_and_then_goes_to_the_first_track(headers, qtbot, desk):
    desk.canvas.sheet.toggle_section(0)
    qtbot.keyClick(headers, Key.Key_Right)
    assert desk.canvas.sheet.layout.collapsed == frozenset()
    qtbot.keyClick(headers, Key.Key_Right)
    assert headers.current == STEPS_LINE
    qtbot.keyClick(headers, Key.Key_Right)
    assert headers.current == STEPS_LINE


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Space])
def test_enter_and_space_fold_the_rows_of_a_track(headers, qtbot, desk, key):
    headers._choose(4)
    qtbot.keyClick(headers, key)
    assert desk.canvas.sheet.layout.tracks[-1].height == RowHeight.NORMAL


def test_alt_with_arrows_moves_what_is_current(headers, qtbot, desk):
    headers._choose(1)
    qtbot.keyClick(headers, Key.Key_Down, Modifier.AltModifier)
    assert entries(desk) == [DEVICE, OPS_LINE, STEPS_LINE, HOST, THREAD_LINE]
    assert headers.current == STEPS_LINE
    qtbot.keyClick(headers, Key.Key_Down, Modifier.AltModifier)
    assert entries(desk)[2] == STEPS_LINE
    headers._choose(3)
    qtbot.keyClick(headers, Key.Key_Up, Modifier.AltModifier)
    assert entries(desk) == [HOST, THREAD_LINE, DEVICE, OPS_LINE, STEPS_LINE]
    assert headers.current == HOST


def test_other_keys_still_reach_the_timeline(headers, qtbot, desk):
    qtbot.keyClick(headers, Key.Key_2)
    assert desk.session.tool == "pan"


def test_the_current_line_is_told_to_screen_readers(headers, qtbot):
    qtbot.keyClick(headers, Key.Key_Up)
    assert headers.accessibleDescription() == "TPU 0, open"
    qtbot.keyClick(headers, Key.Key_Return)
    assert headers.accessibleDescription() == "TPU 0, closed"


def test_a_track_is_dragged_to_another_place_of_its_section(headers, qtbot, desk):
    drag(qtbot, headers, OPS_LINE, middle(headers, STEPS_LINE).y() - 4)
    assert headers._drag.line == desk.canvas.sheet.layout.tracks[0].y
    qtbot.mouseRelease(headers, Button.LeftButton)
    assert entries(desk)[:3] == [DEVICE, OPS_LINE, STEPS_LINE]


def test_a_track_stays_in_its_section_however_far_it_is_dragged(headers, qtbot, desk):
    drag(qtbot, headers, STEPS_LINE, headers.height() - 1)
    qtbot.mouseRelease(headers, Button.LeftButton)
    assert entries(desk) == [DEVICE, OPS_LINE, STEPS_LINE, HOST, THREAD_LINE]


def test_a_section_is_dragged_with_its_tracks(headers, qtbot, desk):
    drag(qtbot, headers, HOST, 0)
    qtbot.mouseRelease(headers, Button.LeftButton)
    assert entries(desk) == [HOST, THREAD_LINE, DEVICE, STEPS_LINE, OPS_LINE]
    assert desk.canvas.sheet.layout.collapsed == frozenset()


def test_escape_ends_a_drag(headers, qtbot, desk):
    drag(qtbot, headers, HOST, 0)
    qtbot.keyClick(headers, Key.Key_Escape)
    qtbot.mouseRelease(headers, Button.LeftButton)
    assert desk.canvas.sheet.arrangement == Arrangement()


def test_the_place_of_a_drop_is_where_most_of_the_others_say():
    others = [(0, 10), (10, 40), (40, 50)]
    assert [place_at(others, y) for y in (0, 6, 24, 26, 46, 99)] == [0, 1, 1, 2, 3, 3]
    assert [line_of(others, place) for place in range(4)] == [0, 10, 40, 50]


def field_of(headers) -> QLineEdit:
    return headers.findChild(QLineEdit)


def test_f2_renames_and_an_empty_name_is_the_captured_one(headers, qtbot, desk):
    qtbot.keyClick(headers, Key.Key_F2)
    assert field_of(headers).text() == "TPU 0"
    qtbot.keyClicks(field_of(headers), "Mine")
    qtbot.keyClick(field_of(headers), Key.Key_Return)
    assert desk.canvas._arranger.name(DEVICE) == "Mine"
    assert headers.hasFocus()
    assert "in the capture: TPU 0" in headers._text.describe(DEVICE)
    headers.rename(DEVICE)
    headers._name_field.clear()
    qtbot.keyClick(headers._name_field, Key.Key_Return)
    assert desk.canvas.sheet.arrangement == Arrangement()


def test_escape_keeps_the_name(headers, qtbot, desk):
    qtbot.keyClick(headers, Key.Key_F2)
    qtbot.keyClicks(field_of(headers), "Mine")
    qtbot.keyClick(field_of(headers), Key.Key_Escape)
    assert desk.canvas.sheet.arrangement == Arrangement()


def test_leaving_the_name_keeps_what_was_written(headers, qtbot, desk):
    qtbot.keyClick(headers, Key.Key_F2)
    qtbot.keyClicks(field_of(headers), "Mine")
    desk.canvas.setFocus()
    assert desk.canvas._arranger.name(DEVICE) == "Mine"
    assert desk.canvas.hasFocus()


def test_the_keyboard_opens_the_menu_of_the_current_line(headers, qtbot):
    for key, modifier in ((Key.Key_Menu, PLAIN), (Key.Key_F10, Modifier.ShiftModifier)):
        qtbot.keyClick(headers, key, modifier)
        menu = QApplication.activePopupWidget()
        assert menu.accessibleName() == "TPU 0"
        menu.close()


def test_a_right_click_opens_the_menu_of_the_line_under_it(headers, desk):
    point = middle(headers, OPS_LINE)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, point, headers.mapToGlobal(point), PLAIN
    )
    QApplication.sendEvent(headers, event)
    menu = QApplication.activePopupWidget()
    assert menu.accessibleName() == "XLA Ops"
    assert headers.current == OPS_LINE
    menu.close()


@pytest.mark.parametrize(
    ("entry", "words", "expected"),
    [
        (DEVICE, "Collapse\t", [DEVICE, HOST, THREAD_LINE]),
        (DEVICE, "Hide", [HOST, THREAD_LINE]),
        (DEVICE, "Hide the other", [DEVICE, STEPS_LINE, OPS_LINE]),
        (OPS_LINE, "Hide\t", [DEVICE, STEPS_LINE, HOST, THREAD_LINE]),
        (OPS_LINE, "Hide the other", [DEVICE, OPS_LINE, HOST, THREAD_LINE]),
        (OPS_LINE, "Move up", [DEVICE, OPS_LINE, STEPS_LINE, HOST, THREAD_LINE]),
        (DEVICE, "Move down", [HOST, THREAD_LINE, DEVICE, STEPS_LINE, OPS_LINE]),
        (OPS_LINE, "Collapse all", [DEVICE, HOST]),
    ],
)
def test_menu_entries_arrange(headers, desk, entry, words, expected):
    menu = headers.open_menu(entry, QPoint())
    chosen(menu, words).trigger()
    assert entries(desk) == expected
    menu.close()


def test_the_menu_changes_the_height_of_rows(headers, desk):
    menu = headers.open_menu(THREAD_LINE, QPoint())
    heights = chosen(menu, "Row height").menu()
    assert [action.isChecked() for action in heights.actions()] == [False, True, False]
    heights.actions()[2].trigger()
    assert desk.canvas.sheet.layout.tracks[-1].height == 3 * RowHeight.TALL
    menu.close()


def test_the_menu_selects_all_events_of_a_track(headers, desk):
    menu = headers.open_menu(THREAD_LINE, QPoint())
    chosen(menu, "Select all").trigger()
    rows = ((THREAD, 0), (THREAD, 1), (THREAD, 2))
    assert desk.session.selection == Selection((), (Box(0, 1000 * US + 1, rows),))
    menu.close()


def test_the_menu_copies_the_captured_name(headers, desk):
    desk.canvas._arranger.rename(OPS_LINE, "Mine")
    menu = headers.open_menu(OPS_LINE, QPoint())
    chosen(menu, "Copy name").trigger()
    assert QGuiApplication.clipboard().text() == "XLA Ops"
    menu.close()


def test_menu_entries_that_would_do_nothing_are_disabled_or_not_there(headers):
    menu = headers.open_menu(STEPS_LINE, QPoint())
    assert not chosen(menu, "Move up").isEnabled()
    assert chosen(menu, "Move down").isEnabled()
    assert not any("rows" in action.text() for action in menu.actions())
    menu.close()


def test_counters_tell_their_range_and_other_tracks_their_events(desk):
    desk.session.set_trace(every_kind())
    text = HeaderText(desk.canvas._arranger)
    band = desk.canvas.sheet.layout.tracks[COUNTER]
    assert (text.track(band).note, text.track(band).below) == ("", "1 to 4")
    compact = Arrangement().with_row_height(RowHeight.COMPACT)
    desk.canvas.sheet.set_arrangement(compact)
    band = desk.canvas.sheet.layout.tracks[COUNTER]
    assert (text.track(band).note, text.track(band).below) == ("1 to 4", "")
    assert text.track(desk.canvas.sheet.layout.tracks[1]).note == "2"


def test_tooltips_show_names_literally(headers, qtbot, desk):
    desk.canvas._arranger.rename(DEVICE, "<b>x</b>")
    point = QPointF(middle(headers, DEVICE))
    event = QMouseEvent(
        QEvent.Type.MouseMove, point, headers.mapToGlobal(point), Button.NoButton,
        Button.NoButton, PLAIN,
    )  # fmt: skip
    QApplication.sendEvent(headers, event)
    assert "&lt;b&gt;x&lt;/b&gt;<br>in the capture: TPU 0" in headers.toolTip()


def test_a_place_to_rename_is_reached_when_it_is_out_of_view(desk, qtbot):
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    headers = desk.canvas._headers
    headers.rename(THREAD_LINE)
    assert headers.rect().contains(headers._name_field.geometry().center())
    assert headers._name_field.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize(
    ("values", "unit", "expected"),
    [
        ([[1.0], [4.0]], "", "1 to 4"),
        ([[2048.0], [2048.0]], "bytes", "2.000 KiB"),
        ([[1.0, 5.0], [4.0, 0.0]], "", "4 to 6"),
        ([[1.0, -5.0], [4.0, 0.0]], "", "−5 to 4"),
        ([[1.0], [np.nan], [3.0]], "", "1 to 3"),
        ([[np.nan]], "", "—"),
    ],
)
def test_the_range_of_a_counter_is_that_of_its_row(values, unit, expected):
    measured = np.array(values)
    series = tuple(str(number) for number in range(measured.shape[1]))
    assert range_text(Counter(series, measured, unit)) == expected
