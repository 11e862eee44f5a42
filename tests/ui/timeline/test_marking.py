"""Kept intervals, notes and the grid, by keyboard and mouse."""

import pytest
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.timeline.desk import COPY, OPS, RUN, STEPS, US, Button, Desk, Key, Modifier
from traceview.ui.marks import TEXT_LIMIT, Mark, MarkColour, MarkKind, StepGrid
from traceview.ui.session import NOTHING, MouseTool, Selection, View
from traceview.ui.timeline.marks.flag_paint import LANE
from traceview.ui.timeline.marks.snapping import snap_at
from traceview.ui.timeline.painting.named import spans_of_name
from traceview.ui.timeline.scale import Scale

SHIFT = Modifier.ShiftModifier


def interval(start_us: int, end_us: int, text: str = "") -> Mark:
    return Mark(MarkKind.INTERVAL, start_us * US, end_us * US, text)


def note(start_us: int, text: str, end_us: int | None = None) -> Mark:
    end_us = start_us if end_us is None else end_us
    return Mark(MarkKind.NOTE, start_us * US, end_us * US, text, MarkColour.AMBER)


def write(desk: Desk, text: str, end: Key = Key.Key_Return) -> None:
    """Type into the editor that is open."""
    field = desk.canvas.marking.editor.field
    field.clear()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, end)


def on_strip(
    desk: Desk,
    kind: QEvent.Type,
    time_us: float,
    row: int = 0,
    dx: float = 0.0,
    widget=None,
    modifiers: Modifier = Modifier.NoModifier,
) -> None:
    """A mouse event on the strip of marks, or another one above the lanes."""
    strip = widget or desk.canvas.marking.strip
    x = strip.offset + desk.lanes.surface.scale.x(time_us * US) + dx
    point = QPointF(x, row * LANE + LANE / 2)
    up = kind is QEvent.Type.MouseButtonRelease
    buttons = Button.NoButton if up else Button.LeftButton
    where = strip.mapToGlobal(point)
    event = QMouseEvent(kind, point, where, Button.LeftButton, buttons, modifiers)
    QApplication.sendEvent(strip, event)


def click(desk: Desk, time_us: float, row: int = 0, dx: float = 0.0) -> None:
    on_strip(desk, QEvent.Type.MouseButtonPress, time_us, row, dx)
    on_strip(desk, QEvent.Type.MouseButtonRelease, time_us, row, dx)


def drag(desk: Desk, from_us: float, to_us: float, widget=None, modifiers=Modifier.NoModifier):
    on_strip(desk, QEvent.Type.MouseButtonPress, from_us, widget=widget, modifiers=modifiers)
    for share in (0.5, 1.0):
        time_us = from_us + share * (to_us - from_us)
        on_strip(desk, QEvent.Type.MouseMove, time_us, widget=widget, modifiers=modifiers)
    on_strip(desk, QEvent.Type.MouseButtonRelease, to_us, widget=widget, modifiers=modifiers)


# Kept intervals


def test_shift_m_keeps_the_marked_interval_and_again_drops_it(desk):
    desk.session.set_range((200 * US, 500 * US))
    desk.key(Key.Key_M, SHIFT)
    kept = desk.session.kept
    desk.key(Key.Key_M, SHIFT)
    assert (kept, desk.session.kept) == ((interval(200, 500),), ())
    assert desk.session.range_ps == (200 * US, 500 * US)


def test_shift_m_marks_and_keeps_the_selection_where_nothing_is_marked(desk):
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_M, SHIFT)
    assert (desk.session.range_ps, desk.session.kept) == (
        (200 * US, 300 * US),
        (interval(200, 300),),
    )


def test_with_nothing_to_keep_it_says_what_to_do(desk, qtbot):
    with qtbot.waitSignal(desk.session.message, timeout=100) as said:
        desk.key(Key.Key_M, SHIFT)
    assert (said.args, desk.session.marks) == (
        ["Mark an interval first: m, or the timing tool (4)"],
        (),
    )


def test_the_timing_tool_with_shift_adds_one_more(desk):
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, 100), desk.at(OPS, 0, 200))
    desk.press(Key.Key_Shift, SHIFT)
    desk.drag(desk.at(OPS, 0, 500), desk.at(OPS, 0, 600), SHIFT)
    desk.release(Key.Key_Shift)
    assert desk.session.kept == (interval(100, 200),)
    assert desk.session.range_ps == (500 * US, 600 * US)


def test_ends_of_kept_intervals_can_be_dragged_too(desk):
    desk.session.set_marks((interval(200, 300), interval(500, 600)))
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, 300) + QPointF(4, 0), desk.at(OPS, 0, 400), Modifier.AltModifier)
    first, second = desk.session.kept
    assert abs(first.end_ps - 400 * US) <= 2 * US
    assert (first.start_ps, second, desk.session.range_ps) == (200 * US, interval(500, 600), None)


def test_a_kept_interval_that_is_marked_too_changes_with_it(desk):
    desk.session.set_marks((interval(200, 300, "copy"),))
    desk.session.set_range((200 * US, 300 * US))
    desk.session.set_tool(MouseTool.TIMING)
    desk.drag(desk.at(OPS, 0, 300), desk.at(OPS, 0, 500))
    assert desk.session.kept == (interval(200, 500, "copy"),)
    assert desk.session.range_ps == (200 * US, 500 * US)


def test_escape_leaves_a_dragged_end_where_it_was(desk):
    desk.session.set_marks((interval(200, 300),))
    desk.session.set_tool(MouseTool.TIMING)
    desk.down(desk.at(OPS, 0, 300))
    desk.drag_to(desk.at(OPS, 0, 500))
    desk.key(Key.Key_Escape)
    desk.up(desk.at(OPS, 0, 500))
    assert desk.session.kept == (interval(200, 300),)


# The strip and the ruler


def test_the_strip_is_as_high_as_it_must_be(desk):
    strip = desk.canvas.marking.strip
    seen = [strip.isVisible()]
    for marks in ((interval(1, 2),), (interval(1, 2), note(5, "x"))):
        desk.session.set_marks(marks)
        seen.append(strip.height())
    assert seen == [False, LANE + 1, 2 * LANE + 1]


def test_a_click_on_a_flag_chooses_it_and_marks_its_interval(desk):
    desk.session.set_marks((interval(100, 400), interval(500, 900)))
    click(desk, 700)
    assert desk.session.chosen_mark == interval(500, 900)
    assert desk.session.range_ps == (500 * US, 900 * US)


def test_the_cross_of_a_chosen_flag_removes_it(desk):
    desk.session.set_marks((interval(100, 400), interval(500, 900)))
    click(desk, 700)
    click(desk, 900, dx=-7)
    assert (desk.session.kept, desk.session.chosen_mark) == ((interval(100, 400),), None)


def test_delete_removes_the_chosen_mark_only(desk):
    desk.session.set_marks((interval(100, 400), note(300, "here")))
    click(desk, 300, row=1, dx=8)
    desk.key(Key.Key_Delete)
    assert desk.session.marks == (interval(100, 400),)


def test_ends_are_dragged_on_the_strip_with_any_tool(desk):
    desk.session.set_marks((interval(100, 400),))
    drag(desk, 400, 603)
    assert desk.session.kept == (interval(100, 601),)


def test_a_drag_on_the_ruler_marks_an_interval_and_with_shift_one_more(desk):
    ruler = desk.canvas._ruler
    drag(desk, 103, 298, ruler)
    first = desk.session.range_ps
    drag(desk, 502, 899, ruler, SHIFT)
    assert first == (100 * US, 300 * US)
    assert (desk.session.range_ps, desk.session.kept) == (
        (500 * US, 900 * US),
        (interval(100, 300),),
    )


def test_a_click_on_the_ruler_changes_nothing(desk):
    desk.session.set_range((100 * US, 200 * US))
    ruler = desk.canvas._ruler
    on_strip(desk, QEvent.Type.MouseButtonPress, 700, widget=ruler)
    on_strip(desk, QEvent.Type.MouseButtonRelease, 700, widget=ruler)
    assert (desk.session.range_ps, desk.canvas.sheet.draft_ps) == ((100 * US, 200 * US), None)


def test_a_gap_says_how_long_it_is(desk):
    desk.session.set_marks((interval(100, 200), interval(205, 400)))
    strip = desk.canvas.marking.strip
    strip._hover(QPointF(strip.offset + desk.lanes.surface.scale.x(202 * US), 8))
    assert "Gap of 5.000 µs" in strip.toolTip()
    strip._hover(QPointF(strip.offset + desk.lanes.surface.scale.x(700 * US), 8))
    assert strip.toolTip() == ""


# Snapping


def snapped(desk: Desk, track: int, time_us: float) -> float | None:
    snap = snap_at(desk.lanes.surface, desk.at(track, 0, time_us))
    return snap and snap.time_ps / US


def test_what_is_nearer_wins_between_an_edge_and_the_end_of_a_mark(desk):
    desk.session.set_marks((note(206, "x"),))
    assert [snapped(desk, OPS, time_us) for time_us in (201, 207)] == [200, 206]


def test_notes_kept_intervals_and_the_marked_one_attract(desk):
    desk.session.set_marks((note(330, "x"), interval(350, 370)))
    desk.session.set_range((430 * US, 450 * US))
    found = [snapped(desk, STEPS, time_us + 3) for time_us in (330, 350, 370, 430, 450)]
    assert found == [330, 350, 370, 430, 450]


def test_grid_lines_attract_from_near_only(desk):
    desk.session.set_view(View(0.0, 1000.0 * US))
    desk.session.set_grid(StepGrid(30 * US, 40 * US))
    assert snapped(desk, STEPS, 352) == 350
    assert snapped(desk, OPS, 392) == 390


def test_another_track_tells_its_row(desk):
    snap = snap_at(desk.lanes.surface, desk.at(STEPS, 0, 205))
    y, height = desk.canvas.sheet.layout.place(OPS, 0)
    assert (snap.time_ps, snap.row_px) == (200 * US, (y, height))


def test_a_hidden_row_does_not_attract(desk):
    desk.canvas.resize(1000, 110)  # steps alone are in view
    desk.canvas.grab()
    assert snapped(desk, STEPS, 205) is None


# Notes


def test_b_writes_a_note_at_the_selection(desk):
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_B)
    write(desk, "copies the batch")
    assert desk.session.notes == (note(200, "copies the batch", 300),)
    assert desk.session.chosen_mark == desk.session.notes[0]
    assert desk.canvas.hasFocus()


def test_b_writes_a_note_at_the_mouse_where_nothing_is_selected(desk):
    desk.hover(desk.at(OPS, 0, 400))
    time_ps = desk.session.cursor_ps
    desk.key(Key.Key_B)
    write(desk, "idle")
    assert [(mark.start_ps, mark.end_ps) for mark in desk.session.notes] == [(time_ps, time_ps)]


def test_escape_and_an_empty_text_write_nothing(desk):
    desk.key(Key.Key_B)
    write(desk, "never mind", Key.Key_Escape)
    desk.key(Key.Key_B)
    write(desk, "   ")
    assert (desk.session.notes, desk.canvas.marking.editor.isVisible()) == ((), False)


def test_up_and_down_choose_the_colour_of_a_note(desk):
    desk.key(Key.Key_B)
    field = desk.canvas.marking.editor.field
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Up):
        QTest.keyClick(field, key)
    write(desk, "red")
    assert [mark.colour for mark in desk.session.notes] == [MarkColour.RED]


def test_enter_edits_the_chosen_note_and_nothing_else_happens_while_typing(desk):
    desk.session.set_marks((note(300, "before"),))
    click(desk, 300, dx=8)
    view = desk.session.view
    desk.key(Key.Key_Return)
    write(desk, "w 4 x m 0 ?")
    assert desk.session.notes == (note(300, "w 4 x m 0 ?"),)
    assert (desk.session.tool, desk.session.view, desk.session.range_ps) == (
        MouseTool.SELECT,
        view,
        None,
    )


def test_a_double_click_edits_and_an_emptied_note_is_gone(desk):
    desk.session.set_marks((note(300, "before"), interval(100, 400)))
    on_strip(desk, QEvent.Type.MouseButtonDblClick, 300, row=1, dx=8)
    write(desk, "")
    on_strip(desk, QEvent.Type.MouseButtonDblClick, 250)
    write(desk, "warm-up")
    assert desk.session.marks == (interval(100, 400, "warm-up"),)


def test_going_elsewhere_writes_what_is_there(desk, field):
    desk.key(Key.Key_B)
    QTest.keyClicks(desk.canvas.marking.editor.field, "kept")
    field.setFocus()
    assert ([mark.text for mark in desk.session.notes], field.hasFocus()) == (["kept"], True)


def test_a_note_is_limited_in_length_and_never_rich_text(desk):
    assert desk.canvas.marking.editor.field.maxLength() == TEXT_LIMIT
    desk.session.set_marks((note(300, "<img src='/etc/x'>"),))
    strip = desk.canvas.marking.strip
    strip._hover(QPointF(strip.offset + desk.lanes.surface.scale.x(300 * US) + 5, 8))
    assert "<img" not in strip.toolTip()
    assert "&lt;img" in strip.toolTip()


def test_deselecting_lets_go_of_a_chosen_mark(desk):
    desk.session.set_marks((note(300, "x"),))
    click(desk, 300, dx=5)
    desk.key(Key.Key_Escape)
    assert desk.session.chosen_mark is None


# The grid


def test_g_draws_a_line_a_step_from_the_selection_and_again_none(desk):
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_G)
    from_start = desk.session.grid
    desk.key(Key.Key_G, SHIFT)
    from_end = desk.session.grid
    desk.key(Key.Key_G, SHIFT)
    assert (from_start, from_end, desk.session.grid) == (
        StepGrid(200 * US, 500 * US),
        StepGrid(300 * US, 500 * US),
        None,
    )


def test_g_ends_the_grid_when_nothing_is_selected_any_more(desk):
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_G)
    desk.session.set_selection(NOTHING)
    desk.key(Key.Key_G)
    assert desk.session.grid is None


def test_the_period_is_told(desk, qtbot):
    with qtbot.waitSignal(desk.session.message) as said:
        desk.key(Key.Key_G)
    assert said.args == ["Grid of 500.0 µs, 2\u2009000/s"]


def column(desk: Desk, time_us: float) -> set[str]:
    """The colours of the pixels of the lanes at a time, below all tracks."""
    desk.lanes.surface.widget.repaint()
    image = desk.lanes.grab().toImage()
    x = int(desk.lanes.surface.scale.x(time_us * US))
    return {image.pixelColor(x, y).name() for y in range(image.height() - 6, image.height())}


@pytest.mark.parametrize(
    "put",
    [
        lambda session: session.set_grid(StepGrid(333 * US, 500 * US)),
        lambda session: session.set_marks((note(333, "x"),)),
        lambda session: session.set_marks((interval(333, 400),)),
        lambda session: session.set_range((333 * US, 400 * US)),
    ],
    ids=["grid", "note", "kept", "marked"],
)
def test_what_is_marked_is_seen_over_the_lanes(desk, put):
    before = column(desk, 333)
    put(desk.session)
    assert column(desk, 333) != before


def test_another_trace_has_no_marks(desk, trace):
    desk.session.set_marks((note(300, "x"),))
    desk.session.set_grid(StepGrid(0, 1))
    desk.session.set_trace(trace)
    assert (desk.session.marks, desk.session.grid) == ((), None)


def test_events_selected_by_name_are_marked_where_they_are(desk):
    events = desk.session.trace.tracks[OPS].events
    name = int(events.name[0])
    desk.session.set_view(View(0.0, 1000.0 * US))
    scale = Scale.of(desk.session.view, 1000)
    found = [
        spans_of_name(events, 0, name, within, scale)
        for within in ((0, 1000 * US), (450 * US, 1000 * US), (0, 50 * US))
    ]
    assert found == [[[100, 200], [500, 600]], [[500, 600]], []]
    before = desk.lanes.grab().toImage()
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_X)
    after = desk.lanes.grab().toImage()
    places = [desk.at(OPS, 0, time_us).toPoint() for time_us in (250, 150, 550)]
    assert [before.pixel(at) != after.pixel(at) for at in places] == [True, False, False]


def test_x_selects_all_events_of_the_name(desk):
    desk.session.set_selection(Selection((RUN,)))
    desk.key(Key.Key_X)
    alone = desk.session.selection
    desk.click(desk.at(OPS, 0, 150))
    desk.key(Key.Key_X)
    selection = desk.session.selection
    (box,) = selection.boxes
    assert (box.rows, box.start_ps, box.end_ps) == (((OPS, 0),), 100 * US, 600 * US)
    assert desk.session.trace.strings[selection.name] == "fusion.1"
    assert desk.session.trace.strings[alone.name] == "run"
