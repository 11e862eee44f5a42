"""Marking, noting, going back and finding commands, from end to end and by keyboard alone."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from traceview.model.trace import EventId
from traceview.ui.main_window import MainWindow
from traceview.ui.marks import MarkColour, MarkKind
from traceview.ui.session import Selection
from traceview.ui.settings import Settings

Key = Qt.Key
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def person(qtbot, window, open_in, small):
    """Somebody with a capture open, who has a keyboard only."""
    window.resize(1400, 900)
    open_in(window, small)
    return Person(qtbot, window)


class Person:
    def __init__(self, qtbot, window: MainWindow) -> None:
        self.qtbot, self.window, self.session = qtbot, window, window.session

    def press(self, key: Key, modifiers=PLAIN) -> None:
        QTest.keyClick(QApplication.focusWidget(), key, modifiers)
        self.qtbot.waitUntil(lambda: not self.window.page.busy)

    def write(self, text: str) -> None:
        QTest.keyClicks(QApplication.focusWidget(), text)
        self.press(Key.Key_Return)

    def command(self, text: str) -> None:
        self.press(Key.Key_P, CTRL | SHIFT)
        self.write(text)


def step(session, number: int) -> EventId:
    track = next(n for n, track in enumerate(session.trace.tracks) if track.name == "Steps")
    return EventId(track, number)


def rounded(view) -> tuple[int, int]:
    return round(view.start_ps), round(view.end_ps)


def bounds(session, event: EventId) -> tuple[int, int]:
    events = session.trace.tracks[event.track].events
    start_ps = int(events.start_ps[event.index])
    return start_ps, start_ps + int(events.dur_ps[event.index])


def test_measuring_and_noting_by_keyboard(person, small, settings, qtbot):
    session, window = person.session, person.window
    before = sorted(small.parent.iterdir())
    whole = session.view
    first, second = step(session, 0), step(session, 1)

    session.set_selection(Selection((first,)))
    for key, modifiers in ((Key.Key_F, PLAIN), (Key.Key_M, PLAIN), (Key.Key_M, SHIFT)):
        person.press(key, modifiers)
    near = session.view
    person.press(Key.Key_Right)
    assert session.selection.single == second
    person.press(Key.Key_M)
    person.press(Key.Key_M, SHIFT)
    assert [(mark.start_ps, mark.end_ps) for mark in session.kept] == [
        bounds(session, first),
        bounds(session, second),
    ]

    person.press(Key.Key_B)
    person.press(Key.Key_Down)
    person.write("the second step is slow")
    (note,) = session.notes
    assert (note.start_ps, note.end_ps) == bounds(session, second)
    assert (note.text, note.colour) == ("the second step is slow", MarkColour.RED)

    person.press(Key.Key_G)
    start_ps, end_ps = bounds(session, second)
    assert (session.grid.start_ps, session.grid.period_ps) == (start_ps, end_ps - start_ps)

    person.press(Key.Key_0)
    person.press(Key.Key_Left, ALT)
    assert session.view.span_ps == pytest.approx(near.span_ps)
    person.press(Key.Key_Backspace)
    person.press(Key.Key_Right, ALT)
    person.press(Key.Key_Backspace, SHIFT)
    assert rounded(session.view) == rounded(whole)

    person.press(Key.Key_B, CTRL)
    person.write("slow")
    assert session.chosen_mark == note
    person.press(Key.Key_Delete)
    assert session.notes == ()
    person.command("write a note here")
    person.write("again")
    assert [mark.text for mark in session.notes] == ["again"]

    marks = session.marks
    window.close()
    assert sorted(small.parent.iterdir()) == before
    stored = json.loads(settings._marks.file.read_text("utf-8"))
    assert [len(record["marks"]) for record in stored.values()] == [len(marks)]


def test_marks_come_back_with_their_capture_alone(qtbot, window, open_in, small, logdir, tmp_path):
    open_in(window, small)
    session = window.session
    session.set_range((10**9, 2 * 10**9))
    canvas = window.page.canvas
    QTest.keyClick(canvas, Key.Key_M, SHIFT)
    QTest.keyClick(canvas, Key.Key_B)
    QTest.keyClicks(QApplication.focusWidget(), "here")
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
    marks = session.marks
    assert {mark.kind for mark in marks} == set(MarkKind)

    open_in(window, logdir / "jax_mlp")
    assert session.marks == ()
    open_in(window, small)
    assert session.marks == marks
    window.close()

    again = MainWindow(Settings(tmp_path / "settings.ini"))
    qtbot.addWidget(again)
    again.show()
    open_in(again, small)
    assert (again.session.marks, again.session.range_ps) == (marks, None)
    again.close()


def test_reading_the_capture_again_keeps_its_marks(qtbot, window, open_in, small):
    open_in(window, small)
    window.session.set_range((10**9, 2 * 10**9))
    QTest.keyClick(window.page.canvas, Key.Key_M, SHIFT)
    kept = window.session.kept
    with qtbot.waitSignal(window.opener.opened, timeout=20_000):
        QTest.keyClick(window, Key.Key_F5)
    assert window.session.kept == kept != ()


def test_marks_stay_when_opening_another_file_fails(window, open_in, small, bad):
    open_in(window, small)
    window.session.set_range((10**9, 2 * 10**9))
    QTest.keyClick(window.page.canvas, Key.Key_M, SHIFT)
    kept = window.session.kept
    open_in(window, bad)
    assert window.session.kept == kept


def test_a_note_that_is_being_written_goes_with_its_capture(window, open_in, small, logdir):
    open_in(window, small)
    QTest.keyClick(window.page.canvas, Key.Key_B)
    QTest.keyClicks(QApplication.focusWidget(), "of the first")
    open_in(window, logdir / "jax_mlp")
    assert (window.page.canvas.marking.editor.isVisible(), window.session.marks) == (False, ())


def test_opening_a_capture_alone_writes_nothing(window, open_in, small, settings):
    open_in(window, small)
    window.close()
    assert not settings._marks.file.exists()


def test_notes_that_cannot_be_saved_are_told(qtbot, window, open_in, small, settings):
    open_in(window, small)
    settings._marks.file.mkdir()  # where the file should be
    window.session.set_range((10**9, 2 * 10**9))
    with qtbot.waitSignal(window.session.message) as said:
        QTest.keyClick(window.page.canvas, Key.Key_M, SHIFT)
    assert said.args[0].startswith("The notes could not be saved: ")


def test_the_buttons_of_the_toolbar_go_back_and_forward(qtbot, window, open_in, small):
    open_in(window, small)
    bar, session, whole = window.toolbar, window.session, window.session.view
    begun = (bar.back.isEnabled(), bar.forward.isEnabled())
    session.set_selection(Selection((step(session, 0),)))
    QTest.keyClick(window.page.canvas, Key.Key_F)
    qtbot.waitUntil(lambda: not window.page.busy)
    near = session.view
    views = []
    for button in (bar.back, bar.forward):
        assert button.isEnabled()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not window.page.busy)
        views.append(rounded(session.view))
    assert (begun, views) == ((False, False), [rounded(whole), rounded(near)])
