"""The window from end to end, by keyboard and mouse only."""

import gzip

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel

from traceview.model.trace import EventId
from traceview.ui.main_window import MainWindow
from traceview.ui.session import MouseTool

NONE = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


class Person:
    """Does to a window what a person can do."""

    def __init__(self, qtbot, window: MainWindow) -> None:
        self.qtbot, self.window = qtbot, window

    @property
    def canvas(self):
        return self.window.page.canvas

    @property
    def session(self):
        return self.window.session

    def drop(self, path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        action, place = Qt.DropAction.CopyAction, QPoint(50, 50)
        enter = QDragEnterEvent(place, action, data, LEFT, NONE)
        QApplication.sendEvent(self.window, enter)
        event = QDropEvent(QPointF(place), action, data, LEFT, NONE)
        with self.qtbot.waitSignal(self.window.opener.ended):
            QApplication.sendEvent(self.window, event)

    def press(self, key, modifiers=NONE) -> None:
        QTest.keyClick(self.window.focusWidget(), key, modifiers)
        self.rest()

    def hold(self, key) -> None:
        """Hold a key down until the view has moved."""
        before = self.session.view
        QTest.keyPress(self.window.focusWidget(), key)
        self.qtbot.waitUntil(lambda: self.session.view != before)
        QTest.keyRelease(self.window.focusWidget(), key)
        self.rest()

    def rest(self) -> None:
        """Wait until nothing moves any more."""
        self.qtbot.waitUntil(lambda: not self.window.page.busy)

    def place_of(self, event: EventId) -> QPoint:
        return self.canvas.lanes.surface.rectangle(event).center().toPoint()

    def click(self, event: EventId) -> None:
        QTest.mouseClick(self.canvas.lanes, LEFT, NONE, self.place_of(event))
        self.rest()

    def drag(self, start: QPoint, end: QPoint) -> None:
        lanes = self.canvas.lanes
        QTest.mousePress(lanes, LEFT, NONE, start)
        QTest.mouseMove(lanes, (start + end) / 2)
        QTest.mouseMove(lanes, end)
        QTest.mouseRelease(lanes, LEFT, NONE, end)
        self.rest()


@pytest.fixture
def person(qtbot, window) -> Person:
    window.resize(1400, 900)
    return Person(qtbot, window)


def longest(session, name: str) -> EventId:
    """The longest event of the first track called ``name``."""
    trace = session.trace
    number = next(n for n, track in enumerate(trace.tracks) if track.name == name)
    return EventId(number, int(trace.tracks[number].events.dur_ps.argmax()))


def labels(widget) -> set[str]:
    return {label.text() for label in widget.findChildren(QLabel) if label.isVisible()}


def test_inspecting_a_capture(person, logdir, small):
    window, session = person.window, person.session
    person.drop(small)
    whole = session.view

    person.hold(Qt.Key.Key_W)
    near = session.view
    assert near.span_ps < whole.span_ps
    person.hold(Qt.Key.Key_D)
    assert session.view.start_ps > near.start_ps
    person.hold(Qt.Key.Key_A)
    person.hold(Qt.Key.Key_S)
    person.press(Qt.Key.Key_0)
    assert (session.view.start_ps, session.view.end_ps) == pytest.approx(
        (whole.start_ps, whole.end_ps), abs=1
    )

    event = longest(session, "XLA Modules")
    person.click(event)
    assert session.selection.single == event
    name = session.trace.strings[int(session.trace.tracks[event.track].events.name[event.index])]
    assert name[:200] in labels(window.page.details)

    person.press(Qt.Key.Key_F)
    dur_ps = int(session.trace.tracks[event.track].events.dur_ps[event.index])
    assert dur_ps < session.view.span_ps < 2 * dur_ps
    person.press(Qt.Key.Key_M)
    start_ps = int(session.trace.tracks[event.track].events.start_ps[event.index])
    assert session.range_ps == (start_ps, start_ps + dur_ps)
    assert "Marked interval" in labels(window.page.details)

    person.press(Qt.Key.Key_4)
    assert session.tool is MouseTool.TIMING
    person.drag(QPoint(200, 60), QPoint(400, 60))
    assert session.range_ps not in (None, (start_ps, start_ps + dur_ps))
    person.press(Qt.Key.Key_1)
    person.press(Qt.Key.Key_Escape)
    person.press(Qt.Key.Key_M)
    assert session.range_ps is None
    person.press(Qt.Key.Key_0)
    person.drag(QPoint(5, 5), QPoint(900, 300))
    assert len(session.selection.boxes) == 1
    assert window.page.details.views.names.view.model().rowCount() > 1

    person.press(Qt.Key.Key_Slash)
    QTest.keyClicks(window.focusWidget(), "fusion")
    person.press(Qt.Key.Key_Return)
    found = session.selection.single
    track = session.trace.tracks[found.track]
    assert "fusion" in session.trace.strings[int(track.events.name[found.index])].lower()
    person.press(Qt.Key.Key_Escape)
    assert person.canvas.hasFocus()
    assert session.selection.single == found

    person.drop(logdir)
    runs = next(c for c in window.findChildren(QComboBox) if c.accessibleName() == "Run")
    before = session.capture.run
    runs.setFocus()
    with person.qtbot.waitSignal(window.opener.opened, timeout=20_000):
        QTest.keyClick(runs, Qt.Key.Key_Down)
    assert session.capture.run != before


BAD = {
    "empty": (b"", "empty"),
    "html": (b"<!DOCTYPE html><html><title>Sign in</title></html>", "web page"),
    "lfs": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 12400000\n",
        "Git LFS",
    ),
    "pickle": (b"\x80\x04\x95" + b"\x00" * 40, "pickle"),
    "json": (b'{"traceEvents": []}', ""),
    "zip": (b"PK\x03\x04" + b"\x00" * 60, "zip"),
    "noise": (bytes(range(256)) * 8, ""),
    "broken gzip": (gzip.compress(b"x" * 10_000)[:30], ""),
    "mangled": (b"\x0a" + "\ufffd".encode() * 3000, "U+FFFD"),
}


@pytest.mark.parametrize("name", BAD)
def test_every_bad_file_is_explained_and_the_window_goes_on(person, tmp_path, small, name):
    content, word = BAD[name]
    path = tmp_path / "bad.xplane.pb"
    path.write_bytes(content)
    person.drop(path)
    said = " ".join(labels(person.window.error_page))
    assert person.window.error_page.isVisible()
    assert word in said
    assert "fault of the program" not in said
    person.drop(small)
    assert person.session.capture.path == str(small)
    person.drop(path)
    assert person.window.banner.isVisible()
    assert person.session.capture.path == str(small)


def test_the_mangled_file_of_the_corpus_is_explained(person, corpus):
    person.drop(next((corpus / "bad").glob("*.xplane.pb")))
    assert "U+FFFD" in " ".join(labels(person.window.error_page))
