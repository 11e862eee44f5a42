"""Back and forward over what was looked at."""

from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.timeline.desk import COPY, OPS, THREAD, TRAIN, US, Button, Desk, Key, Modifier
from traceview.ui.session import NOTHING, Selection, View

SHIFT = Modifier.ShiftModifier


def jump(desk: Desk, event) -> View:
    """Select an event and zoom to it."""
    desk.session.set_selection(Selection((event,)))
    desk.key(Key.Key_F)
    desk.settle()
    return desk.session.view


def back(desk: Desk) -> View:
    desk.key(Key.Key_Backspace)
    desk.settle()
    return desk.session.view


def forward(desk: Desk) -> View:
    desk.key(Key.Key_Backspace, SHIFT)
    desk.settle()
    return desk.session.view


def test_backspace_goes_back_over_jumps_and_shift_forward_again(desk):
    whole = desk.session.view
    copy, train = jump(desk, COPY), jump(desk, TRAIN)
    assert [back(desk), back(desk)] == [copy, whole]
    assert [forward(desk), forward(desk)] == [copy, train]


def test_the_selection_comes_back_too(desk):
    jump(desk, COPY)
    jump(desk, TRAIN)
    back(desk)
    assert desk.session.selection == Selection((COPY,))
    forward(desk)
    assert desk.session.selection == Selection((TRAIN,))


def test_what_was_selected_where_a_link_was_followed_comes_back(desk):
    jump(desk, COPY)
    desk.session.set_selection(Selection((TRAIN,)))
    desk.canvas.reveal(TRAIN)
    desk.settle()
    back(desk)
    assert desk.session.selection == Selection((COPY,))


def test_what_was_selected_before_a_jump_was_asked_for_comes_back(desk):
    jump(desk, COPY)
    desk.session.set_selection(Selection((TRAIN,)))
    QApplication.processEvents()
    desk.key(Key.Key_F)
    desk.settle()
    back(desk)
    assert desk.session.selection == Selection((TRAIN,))


def test_going_back_glides(desk):
    jump(desk, COPY)
    desk.key(Key.Key_Backspace)
    assert desk.canvas.navigator.moving


def test_where_there_is_no_view_before_it_says_so(desk, qtbot):
    with qtbot.waitSignal(desk.session.message) as said:
        desk.key(Key.Key_Backspace)
    assert said.args == ["There is no view before this one"]


def test_a_double_click_and_show_all_are_jumps(desk):
    whole = desk.session.view
    desk.mouse(QEvent.Type.MouseButtonDblClick, desk.at(OPS, 0, 250))
    desk.settle()
    near = desk.session.view
    desk.key(Key.Key_0)
    desk.settle()
    assert [back(desk), back(desk)] == [near, whole]


def test_a_small_move_is_no_view_of_its_own(desk):
    jump(desk, COPY)
    near = desk.session.view
    desk.canvas.navigator.go(View(near.start_ps + 10 * US, near.end_ps + 10 * US))
    moved = desk.session.view
    jump(desk, TRAIN)
    assert back(desk) == moved


def test_where_somebody_stays_is_noted(desk, qtbot):
    desk.canvas.marking.visits._stay.setInterval(1)
    whole, far = desk.session.view, View(600.0 * US, 700.0 * US)
    desk.canvas.marking.visits.note()
    desk.canvas.navigator.go(far)
    qtbot.waitUntil(lambda: len(desk.session.history.entries) == 2)
    assert (back(desk), forward(desk)) == (whole, far)


def test_where_somebody_only_passes_is_not_noted(desk):
    for start_us in range(0, 900, 50):
        desk.canvas.navigator.go(View(start_us * US, (start_us + 100.0) * US))
    assert desk.session.history.entries == ()


def test_a_jump_during_a_jump_goes_back_to_where_the_first_began(desk):
    whole = desk.session.view
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_F)
    desk.run(0.05)
    desk.session.set_selection(Selection((TRAIN,)))
    desk.key(Key.Key_F)
    desk.settle()
    assert back(desk) == whole


def test_the_rows_come_back_too(desk):
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    desk.session.set_selection(Selection((COPY,)))
    desk.key(Key.Key_F)
    desk.settle()
    desk.canvas.sheet.scroll_to(60)
    desk.canvas.marking.visits.note()
    desk.canvas.sheet.scroll_to(0)
    desk.canvas.marking.visits.note()
    back(desk)
    assert desk.canvas.sheet.top == 60


def test_the_buttons_of_the_mouse_go_back_and_forward(desk):
    whole = desk.session.view
    near = jump(desk, COPY)
    point = QPointF(300, 100)
    views = []
    for button in (Button.BackButton, Button.ForwardButton):
        desk.down(point, button=button)
        desk.up(point, button=button)
        desk.settle()
        views.append(desk.session.view)
    assert views == [whole, near]


def test_a_drag_on_the_minimap_is_one_jump(desk):
    near = jump(desk, COPY)
    minimap = desk.canvas._minimap
    places = [QPoint(minimap.offset + x, 20) for x in (600, 620, 700)]
    QTest.mousePress(minimap, Button.LeftButton, Modifier.NoModifier, places[0])
    for place in places[1:]:
        where = minimap.mapToGlobal(QPointF(place))
        move = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(place), where, Button.NoButton, Button.LeftButton,
            Modifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(minimap, move)
    QTest.mouseRelease(minimap, Button.LeftButton, Modifier.NoModifier, places[-1])
    there = desk.session.view
    assert there != near
    assert (back(desk), forward(desk)) == (near, there)


def test_without_motion_it_works_the_same(desk):
    desk.canvas.set_reduced_motion(True)
    whole = desk.session.view
    near = jump(desk, COPY)
    assert (back(desk), forward(desk)) == (whole, near)


def test_another_trace_begins_anew(desk, trace):
    jump(desk, COPY)
    desk.session.set_trace(trace)
    assert (desk.session.history.entries, desk.session.selection) == ((), NOTHING)


def test_selections_follow_tracks_that_move_while_a_trace_is_read(desk, trace):
    jump(desk, TRAIN)
    fewer = trace.with_tracks(trace.sections, trace.tracks[1:])
    desk.session.set_trace(fewer, grown=True)
    selected = [visit.selection.single for visit in desk.session.history.entries]
    assert selected == [None, TRAIN._replace(track=THREAD - 1)]
