from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from traceview.model.errors import TraceError
from traceview.model.event_filter import HELP
from traceview.model.trace import EventId
from traceview.ui.session import NOTHING, Selection, Session, View
from traceview.ui.theme import DARK
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.timeline.search import SearchController
from traceview.ui.widgets.card import Card
from traceview.ui.widgets.popover import HelpPopover
from traceview.ui.widgets.search_bar import SearchBar


class Parts:
    """A session with a canvas, a search bar and what connects them."""

    def __init__(self, qtbot, trace) -> None:
        self.qtbot = qtbot
        self.session = Session()
        self.session.set_trace(trace)
        self.canvas = TimelineCanvas(self.session, DARK)
        self.canvas.set_reduced_motion(True)
        self.bar = SearchBar("Search")
        for widget in (self.canvas, self.bar):
            qtbot.addWidget(widget)
        self.canvas.resize(900, 300)
        self.canvas.show()
        self.bar.show()
        self.search = SearchController(self.session, self.bar, self.canvas)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.bar.field, text)
        wanted = self.bar.field.text()
        self.qtbot.waitUntil(lambda: self.session.search == wanted and not self.search.busy)

    @property
    def shown(self) -> str:
        return next(label.text() for label in self.bar.findChildren(QLabel) if label.isVisible())


@pytest.fixture
def parts(qtbot, trace):
    made = Parts(qtbot, trace)
    yield made
    made.search.wait()
    made.canvas.close()


def test_typing_finds_events_case_ignored(parts):
    parts.type("FUSION")
    assert (parts.search.matches.count, parts.shown) == (3, "3 found")


def test_nothing_is_searched_before_a_pause_in_typing(qtbot, parts):
    told = []
    parts.session.searchChanged.connect(told.append)
    QTest.keyClicks(parts.bar.field, "fusion")
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["fusion"]


def test_enter_steps_through_the_matches_and_wraps(parts):
    parts.type("fusion")
    seen = []
    for _ in range(4):
        QTest.keyClick(parts.bar.field, Qt.Key.Key_Return)
        seen.append((parts.session.selection.single, parts.shown))
    assert seen == [
        (EventId(1, 0), "1 of 3"),
        (EventId(1, 2), "2 of 3"),
        (EventId(1, 3), "3 of 3"),
        (EventId(1, 0), "1 of 3"),
    ]


def test_shift_enter_steps_back(parts):
    parts.type("fusion")
    parts.session.set_selection(Selection((EventId(1, 0),)))
    QTest.keyClick(parts.bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert parts.session.selection.single == EventId(1, 3)


def test_enter_right_after_typing_searches_at_once_and_steps(qtbot, parts):
    QTest.keyClicks(parts.bar.field, "copy")
    QTest.keyClick(parts.bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: parts.session.selection.single == EventId(1, 1))


def test_a_match_is_brought_into_view(parts):
    parts.canvas.navigator.glide(View(0, 10_000_000))
    parts.type("fusion.2")
    QTest.keyClick(parts.bar.field, Qt.Key.Key_Return)
    view = parts.session.view
    assert view.start_ps <= 600_000_000 <= view.end_ps


def test_no_match_says_so_and_steps_nowhere(parts):
    parts.type("nothing like it")
    QTest.keyClick(parts.bar.field, Qt.Key.Key_Return)
    assert (parts.shown, parts.session.selection) == ("no match", NOTHING)


def test_clearing_the_field_ends_the_search(qtbot, parts):
    parts.type("fusion")
    parts.bar.field.selectAll()
    QTest.keyClick(parts.bar.field, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: parts.search.matches is None)
    assert parts.session.search == ""


def test_escape_keeps_selection_and_search(qtbot, parts):
    parts.type("fusion")
    QTest.keyClick(parts.bar.field, Qt.Key.Key_Return)
    with qtbot.waitSignal(parts.bar.left):
        QTest.keyClick(parts.bar.field, Qt.Key.Key_Escape)
    assert (parts.session.selection.single, parts.session.search) == (EventId(1, 0), "fusion")


def test_a_grown_trace_is_searched_again(qtbot, parts, trace):
    parts.session.set_trace(trace.with_tracks(trace.sections, trace.tracks[:1]))
    parts.type("fusion")
    before = parts.search.matches.count
    parts.session.set_trace(trace, grown=True)
    qtbot.waitUntil(lambda: not parts.search.busy)
    assert (before, parts.search.matches.count) == (0, 3)


def test_another_trace_ends_the_search(parts, trace):
    parts.type("fusion")
    parts.session.set_trace(trace)
    assert (parts.search.matches, parts.bar.field.text()) == (None, "")


def test_what_cannot_be_read_is_told_and_the_last_result_stays(qtbot, parts):
    parts.type("fusion")
    QTest.keyClicks(parts.bar.field, " dur>")
    qtbot.waitUntil(lambda: parts.bar.field.accessibleDescription() != "")
    kept = parts.search.matches.count
    why = parts.bar.field.accessibleDescription()
    QTest.keyClicks(parts.bar.field, "50us")
    qtbot.waitUntil(lambda: parts.search.matches.count == 2)
    assert (kept, why) == (3, "dur>: a time is missing; write it as in dur>1ms")
    assert parts.bar.field.accessibleDescription() == ""


def test_the_reason_stands_under_the_field_while_one_types(qtbot, parts):
    with qtbot.waitActive(parts.bar):
        parts.bar.activateWindow()
    parts.bar.focus()
    QTest.keyClicks(parts.bar.field, "dur>5")
    qtbot.waitUntil(lambda: any(card.isVisible() for card in parts.bar.findChildren(Card)))
    [card] = parts.bar.findChildren(Card)
    said = [label.text() for label in card.findChildren(QLabel)]
    QTest.keyClicks(parts.bar.field, "us")
    qtbot.waitUntil(lambda: not card.isVisible())
    assert said == ["dur>5: '5' has no unit; write s, ms, us, ns or ps after the number"]


def test_what_would_take_ages_is_told(qtbot, parts, monkeypatch):
    monkeypatch.setattr("traceview.model.arg_search.ONE_BY_ONE", 1)
    track = parts.session.trace.tracks[1]
    args = type("Args", (), {"args": lambda self, at: ()})()
    tracks = (replace(track, args=args),)
    parts.session.set_trace(parts.session.trace.with_tracks(parts.session.trace.sections, tracks))
    parts.type("arg:x")
    assert "one by one" in parts.bar.field.accessibleDescription()


def test_a_file_that_is_gone_is_told(parts):
    class Gone:
        def doubles(self, at, key):
            raise TraceError("The file is gone.")

    track = parts.session.trace.tracks[1]
    events = replace(track.events, arg_at=track.events.arg_at * 0)
    tracks = (replace(track, args=Gone(), events=events),)
    parts.session.set_trace(parts.session.trace.with_tracks(parts.session.trace.sections, tracks))
    parts.type("arg.x>1")
    assert parts.bar.field.accessibleDescription() == "The file is gone."


def test_the_eye_hides_what_does_not_match(parts, monkeypatch):
    asked = []
    monkeypatch.setattr(
        parts.canvas, "set_matches", lambda found, hide_others=False: asked.append(hide_others)
    )
    parts.type("fusion")
    QTest.keyClick(parts.bar.eye, Qt.Key.Key_Space)
    parts.bar.eye.click()
    assert (asked, parts.session.hide_others) == ([False, True, False], False)


def test_help_tells_every_form_of_a_term(parts):
    parts.bar.help.click()
    [popover] = parts.bar.findChildren(HelpPopover)
    said = {label.text() for label in popover.findChildren(QLabel)}
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    assert {written for written, _ in HELP} <= said


def test_widgets_of_the_search_have_names(parts):
    names = [button.accessibleName() for button in (parts.bar.eye, parts.bar.help)]
    assert names == ["Hide what does not match", "What can be searched for"]
