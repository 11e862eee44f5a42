import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from traceview.model.trace import Arg, EventId
from traceview.ui.notices import LinesDialog
from traceview.ui.session import Box, Selection, Session
from traceview.ui.timeline.details import Details

US = 1_000_000


@pytest.fixture
def session(trace) -> Session:
    made = Session()
    made.set_trace(trace)
    return made


@pytest.fixture
def details(qtbot, session) -> Details:
    made = Details(session)
    qtbot.addWidget(made)
    made.resize(1200, 248)
    made.show()
    yield made
    made.wait()


def settled(qtbot, details: Details) -> Details:
    qtbot.waitUntil(lambda: not details.busy)
    return details


def texts(details: Details) -> list[str]:
    return [label.text() for label in details.findChildren(QLabel) if label.isVisible()]


def names(details: Details) -> list[str]:
    model = details.names_table.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def select_all(session: Session) -> None:
    session.set_selection(Selection(boxes=(Box(0, 1000 * US, ((1, 0),)),)))


def test_nothing_selected_gives_a_hint_with_keys(qtbot, details):
    settled(qtbot, details)
    assert any("drag a box" in text for text in texts(details))


def test_one_event_is_told_with_name_category_and_times(qtbot, details, session):
    session.set_selection(Selection((EventId(1, 0),)))
    shown = texts(settled(qtbot, details))
    assert {"fusion.1", "100 µs", "200 µs", "TPU 0 · XLA Ops", "1"} <= set(shown)


class Hostile:
    """Stats that try to be more than text."""

    values = (
        Arg("<img src='/etc/passwd'>", "<script>alert(1)</script>\x07\u202e"),
        Arg("long", "y" * 1_000_000),
        Arg("bytes_accessed", 2048),
    )

    def args(self, arg_at):
        return self.values


@pytest.fixture
def hostile(trace):
    from dataclasses import replace

    events = trace.tracks[1].events
    events = replace(events, arg_at=np.zeros(len(events), np.int64))
    track = replace(trace.tracks[1], args=Hostile(), events=events)
    tracks = (trace.tracks[0], track, *trace.tracks[2:])
    return trace.with_tracks(trace.sections, tracks)


def stat_cells(details: Details) -> list[tuple[str, str]]:
    model = details.event_table.view.model()
    return [
        (model.index(row, 0).data(), model.index(row, 1).data()) for row in range(model.rowCount())
    ]


def test_stats_are_shown_as_text_with_units_and_elided(qtbot, details, session, hostile):
    session.set_trace(hostile)
    session.set_selection(Selection((EventId(1, 0),)))
    cells = stat_cells(settled(qtbot, details))
    assert (cells[0], cells[2], cells[1][1].startswith("y" * 200 + "…"), len(cells[1][1])) == (
        ("<img src='/etc/passwd'>", "<script>alert(1)</script>[U+202E]"),
        ("bytes_accessed", "2.000 KiB (2\u2009048 bytes)"),
        True,
        len("y" * 200 + "…  (1\u2009000\u2009000 characters; Enter shows more)"),
    )


def test_enter_shows_a_long_value(qtbot, details, session, hostile):
    session.set_trace(hostile)
    session.set_selection(Selection((EventId(1, 0),)))
    view = settled(qtbot, details).event_table.view
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    [dialog] = details.findChildren(LinesDialog)
    assert len(dialog.lines.toPlainText()) >= 100_000


def test_control_c_copies_a_stat_whole(qtbot, details, session, hostile):
    session.set_trace(hostile)
    session.set_selection(Selection((EventId(1, 0),)))
    view = settled(qtbot, details).event_table.view
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "long\t" + "y" * 1_000_000


def test_an_event_is_copied_as_names_and_values(qtbot, details, session):
    session.set_selection(Selection((EventId(2, 1),)))
    settled(qtbot, details).copy()
    copied = dict(line.split("\t") for line in QGuiApplication.clipboard().text().splitlines())
    assert (copied["Name"], copied["Self time"], copied["Step"]) == ("load", "200 µs", "1")


def test_several_events_are_summed_by_name(qtbot, details, session):
    select_all(session)
    model = settled(qtbot, details).names_table.view.model()
    first = [model.index(0, column).data() for column in range(model.columnCount())]
    assert first == [
        "fusion.1", "2", "200.0 µs", "200.0 µs", "100.0 µs", "100.0 µs", "100.0 µs", "66.4 %",
    ]  # fmt: skip


def test_totals_stand_below(qtbot, details, session):
    select_all(session)
    settled(qtbot, details)
    assert details.names_table._totals.accessibleName().startswith("3 names, 4, 301.0 µs")


@pytest.mark.parametrize(
    ("column", "expected"),
    [(0, ["copy.1", "fusion.1", "fusion.2"]), (5, ["fusion.1", "copy.1", "fusion.2"])],
)
def test_a_click_on_the_head_sorts(qtbot, details, session, column, expected):
    select_all(session)
    view = settled(qtbot, details).names_table.view
    head = view.head
    place = head.sectionViewportPosition(column) + 20
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place, 10))
    assert names(details) == expected


def test_space_sorts_by_the_cursors_column_and_back(qtbot, details, session):
    select_all(session)
    view = settled(qtbot, details).names_table.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 1))
    seen = []
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Space)
        seen.append(view.model().index(0, 1).data())
    assert seen == ["2", "1"]


def test_enter_narrows_to_a_name(qtbot, details, session, trace):
    select_all(session)
    view = settled(qtbot, details).names_table.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    settled(qtbot, details)
    assert (names(details), session.selection.name) == (
        ["fusion.1"],
        trace.strings.intern("fusion.1"),
    )


def test_a_double_click_narrows_single_events(qtbot, details, session):
    session.set_selection(Selection((EventId(1, 0), EventId(1, 1), EventId(1, 2))))
    settled(qtbot, details).names_table.view.opened.emit(0)
    assert session.selection == Selection((EventId(1, 0), EventId(1, 2)))


def test_a_marked_interval_tells_its_times_and_what_was_busy(qtbot, details, session):
    session.set_range((150 * US, 350 * US))
    shown = texts(settled(qtbot, details))
    assert {"Marked interval", "150 µs", "350 µs", "200 µs"} <= set(shown)


def test_sums_are_limited_to_the_marked_interval(qtbot, details, session):
    select_all(session)
    session.set_range((0, 150 * US))
    settled(qtbot, details)
    assert names(details) == ["fusion.1"]


def test_marking_one_event_shows_the_interval_and_one_can_switch_back(qtbot, details, session):
    session.set_selection(Selection((EventId(2, 1),)))
    session.set_range((100 * US, 400 * US))
    interval = "Marked interval" in texts(settled(qtbot, details))
    details._switch._group.button(0).click()
    assert (interval, "load" in texts(settled(qtbot, details))) == (True, True)


def test_a_table_is_copied_with_exact_numbers(qtbot, details, session):
    select_all(session)
    settled(qtbot, details).copy()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert (lines[0].split("\t")[:3], lines[1].split("\t")[:3], len(lines)) == (
        ["name", "occurrences", "wall_ps"],
        ["fusion.1", "2", str(200 * US)],
        4,
    )


def test_letters_pass_through_the_table(qtbot, details, session):
    select_all(session)
    view = settled(qtbot, details).names_table.view
    view.setFocus()
    before = view.currentIndex()
    QTest.keyClick(view, Qt.Key.Key_C)
    assert view.currentIndex() == before


def test_a_selection_is_described_in_a_few_words(qtbot, details, session):
    with qtbot.waitSignal(details.described) as described:
        session.set_selection(Selection((EventId(2, 1),)))
    assert described.args == ["sel 1 event · 300.0 µs"]


def test_an_interval_without_events_gives_an_empty_table(qtbot, details, session):
    select_all(session)
    session.set_range((900 * US, 950 * US))
    settled(qtbot, details)
    assert (names(details), details.grab().isNull()) == ([], False)
