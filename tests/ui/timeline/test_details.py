from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton

from traceview.model.trace import Arg, Counter, EventId, Track, TrackKind
from traceview.ui.notices import LinesDialog
from traceview.ui.session import Box, Selection, Session
from traceview.ui.theme import DARK, apply_theme
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.timeline.details.chosen import ORDER
from traceview.ui.timeline.details.details import Details
from traceview.ui.timeline.details.selection_views import DURATIONS, TRACKS
from traceview.ui.timeline.search import SearchController
from traceview.ui.widgets.link import Link
from traceview.ui.widgets.search_bar import SearchBar

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


@pytest.fixture
def search(qtbot, session, details) -> SearchController:
    """What searches, and tells the details."""
    canvas, bar = TimelineCanvas(session, DARK), SearchBar("Search")
    for widget in (canvas, bar):
        qtbot.addWidget(widget)
    made = SearchController(session, bar, canvas)
    made.found.connect(details.set_matches)
    yield made
    made.wait()


def settled(qtbot, details: Details) -> Details:
    qtbot.waitUntil(lambda: not details.busy)
    return details


def texts(details: Details) -> list[str]:
    return [label.text() for label in details.findChildren(QLabel) if label.isVisible()]


def names(details: Details) -> list[str]:
    model = details.views.names.view.model()
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


class Nested:
    """An arg that is an object, as trace-event files have them."""

    def args(self, arg_at):
        return (Arg("a", {"b": [1, {"c": 2}]}),)


@pytest.fixture
def hostile(trace):
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
    view = settled(qtbot, details).views.names.view
    model = view.model()
    shown = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in shown]
    assert dict(zip(titles, [model.index(0, column).data() for column in shown], strict=True)) == {
        "Name": "fusion.1",
        "Count": "2",
        "Wall time": "200.0 µs",
        "Self time": "200.0 µs",
        "Average": "100.0 µs",
        "p95": "100.0 µs",
        "Max": "100.0 µs",
        "Share of self time": "66.4 %",
    }


def test_columns_are_chosen_in_a_menu(qtbot, details, session):
    select_all(session)
    names = settled(qtbot, details).views.names
    actions = {action.text(): action for action in names.column_actions(QMenu(names))}
    actions["Std. dev."].trigger()
    actions["Average"].trigger()
    hidden = {name for name in ORDER if names.view.isColumnHidden(ORDER.index(name))}
    assert hidden == {"union_ps", "average_ps", "median_ps", "p99_ps", "min_ps"}


def test_the_cursor_stays_on_its_name_when_figures_arrive(qtbot, details, session, monkeypatch):
    monkeypatch.setattr("traceview.ui.timeline.details.selection_views.AT_ONCE", 0)
    select_all(session)
    names = details.views.names
    qtbot.waitUntil(lambda: names.view.model().rowCount() > 0)
    names.view.setCurrentIndex(names.view.model().index(1, 0))
    before = names.view.currentIndex().data()
    settled(qtbot, details)
    assert names.view.currentIndex().data() == before
    assert names.table["median_ps"].values.tolist() == [100 * US, 100 * US, US]


def test_time_per_track_is_a_view_of_the_same_events(qtbot, details, session):
    session.set_range((0, 1000 * US))
    settled(qtbot, details).views.switch._group.button(TRACKS).click()
    rows = details.table().records()
    assert [(row["track"], row["union_ps"], row["share"]) for row in rows] == [
        ("TPU 0 · Steps", 1000 * US, 1.0),
        ("Host threads · main", 1000 * US, 1.0),
        ("TPU 0 · XLA Ops", 301 * US, pytest.approx(0.301)),
    ]


def test_durations_have_a_histogram_of_all_or_of_a_name(qtbot, details, session):
    select_all(session)
    views = settled(qtbot, details).views
    views.switch._group.button(DURATIONS).click()
    whole = settled(qtbot, details).table()["events"].values.sum()
    views.names.view.setCurrentIndex(views.names.view.model().index(0, 0))
    views.show_page(DURATIONS)
    named = settled(qtbot, details).views.durations.histogram.total
    assert (whole, named) == (4, 2)


def test_picked_durations_become_a_filter_that_statistics_count(qtbot, details, session, search):
    select_all(session)
    session.set_search("fusion dur>1ms")
    views = settled(qtbot, details).views
    views.show_page(DURATIONS)
    settled(qtbot, details)
    views.durations.bars.setFocus()
    QTest.keyClick(views.durations.bars, Qt.Key.Key_Return)  # the first bar: 1 us
    qtbot.waitUntil(lambda: not search.busy)
    counted = settled(qtbot, details).views.names.table["name"].texts
    assert session.search.startswith("fusion dur>=1us dur<")
    assert counted == ("fusion.2",)


def test_only_matches_count_while_the_switch_is_on(qtbot, details, session, search):
    select_all(session)
    offered = [details.only_matches.isVisible()]
    session.set_search("fusion")
    qtbot.waitUntil(lambda: details.only_matches.isVisible())
    before = names(settled(qtbot, details))
    details.only_matches.click()
    during = names(settled(qtbot, details))
    session.set_search("")
    offered.append(settled(qtbot, details).only_matches.isVisible())
    assert (offered, len(before), during) == ([False, False], 3, ["fusion.1", "fusion.2"])
    assert len(names(details)) == 3


def test_with_nothing_selected_all_matches_of_the_trace_are_counted(
    qtbot, details, session, search
):
    session.set_search("fusion|run")
    qtbot.waitUntil(lambda: details.only_matches.isVisible())
    details.only_matches.click()
    assert sorted(names(settled(qtbot, details))) == ["fusion.1", "fusion.2", "run"]


def test_a_parent_is_a_link(qtbot, details, session):
    session.set_selection(Selection((EventId(2, 3),)))
    links = settled(qtbot, details).facts.findChildren(Link)
    with qtbot.waitSignal(details.revealRequested) as asked:
        links[0].click()
    assert [link.accessibleName() for link in links] == ["load", "run"]
    assert (session.selection.single, asked.args) == (EventId(2, 1), [EventId(2, 1)])


def test_a_table_is_copied_as_markdown_and_as_plain_text(qtbot, details, session):
    select_all(session)
    settled(qtbot, details).copy_button.copy_markdown()
    markdown = QGuiApplication.clipboard().text().splitlines()
    details.copy_button.copy_plain()
    plain = QGuiApplication.clipboard().text().splitlines()
    assert (markdown[0][:22], markdown[2][:16]) == ("| Name | Count | Wall ", "| fusion.1 | 2 |")
    assert (plain[0][:22], plain[1][:22]) == ("Name      Count  Wall ", "fusion.1      2   200.")


def test_everything_fits_a_small_window(qtbot, details, session, search, trace):
    apply_theme(QApplication.instance(), DARK)  # its style sheet decides on widths
    counter = Track(1, "heap", TrackKind.COUNTER, trace.tracks[0].events,
                    counter=Counter(("b",), np.ones((2, 1))))  # fmt: skip
    session.set_trace(trace.with_tracks(trace.sections, (*trace.tracks, counter)))
    session.set_search("fusion")
    session.set_selection(Selection((EventId(2, 1),)))
    session.set_range((0, 1000 * US))
    qtbot.waitUntil(lambda: details.only_matches.isVisible())
    offered = [button.text() for button in details.views.switch.findChildren(QPushButton)]
    assert (offered[-1], details._switch.isVisible()) == ("Counters", True)
    assert settled(qtbot, details).minimumSizeHint().width() <= 1024


def test_a_narrow_pane_shows_fewer_columns(qtbot, details, session):
    select_all(session)
    names = settled(qtbot, details).views.names
    p95, seen = ORDER.index("p95_ps"), [names.view.isColumnHidden(ORDER.index("p95_ps"))]
    details.resize(1024, 248)
    qtbot.waitUntil(lambda: names.width() < 800)
    seen.append(names.view.isColumnHidden(p95))
    assert seen == [False, True]


def test_the_left_part_tells_how_much_was_counted(qtbot, details, session):
    session.set_range((0, 1000 * US))
    assert "10 events that start in it" in texts(settled(qtbot, details))


def test_without_a_choice_there_is_no_table(qtbot, details):
    assert settled(qtbot, details).table() is None


def test_nested_args_are_shown_in_one_line_and_at_length(qtbot, details, session, hostile):
    track = replace(hostile.tracks[1], args=Nested())
    session.set_trace(hostile.with_tracks(hostile.sections, (hostile.tracks[0], track)))
    session.set_selection(Selection((EventId(1, 0),)))
    view = settled(qtbot, details).event_table.view
    cells = stat_cells(details)
    view.opened.emit(0)
    [dialog] = details.findChildren(LinesDialog)
    assert cells == [("a", '{"b": [1, {"c": 2}]}')]
    assert dialog.lines.toPlainText().splitlines()[1:3] == ['  "b": [', "    1,"]


def test_totals_stand_below(qtbot, details, session):
    select_all(session)
    settled(qtbot, details)
    assert details.views.names._totals.accessibleName().startswith("3 names, 4, 301.0 µs")


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (0, ["copy.1", "fusion.1", "fusion.2"]),
        (ORDER.index("max_ps"), ["fusion.1", "copy.1", "fusion.2"]),
    ],
)
def test_a_click_on_the_head_sorts(qtbot, details, session, column, expected):
    select_all(session)
    view = settled(qtbot, details).views.names.view
    head = view.head
    place = head.sectionViewportPosition(column) + 20
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place, 10))
    assert names(details) == expected


def test_space_sorts_by_the_cursors_column_and_back(qtbot, details, session):
    select_all(session)
    view = settled(qtbot, details).views.names.view
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 1))
    seen = []
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Space)
        seen.append(view.model().index(0, 1).data())
    assert seen == ["2", "1"]


def test_enter_narrows_to_a_name(qtbot, details, session, trace):
    select_all(session)
    view = settled(qtbot, details).views.names.view
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
    settled(qtbot, details).views.names.view.opened.emit(0)
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
    view = settled(qtbot, details).views.names.view
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
