import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from traceview.ui.resources import samples
from traceview.ui.settings import Recent
from traceview.ui.welcome import Welcome
from traceview.ui.widgets.entry_list import ENTRY


@pytest.fixture
def welcome(qtbot) -> Welcome:
    made = Welcome(samples())
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def two(tmp_path) -> tuple[Recent, Recent]:
    there = tmp_path / "there.xplane.pb"
    there.touch()
    return (
        Recent(str(there), "run", 1234, 5 * 10**9, "TPU", 1_700_000_000),
        Recent(str(tmp_path / "gone"), "old", 1, 1, "CPU", 1),
    )


def entries(view) -> list:
    return [view.item(row).data(ENTRY) for row in range(view.count())]


def test_recent_captures_say_what_they_hold(welcome, two):
    welcome.show_recents(two)
    first = entries(welcome.recent_list)[0]
    assert (first.title, first.chip, first.detail.startswith("1\u2009234 events · 5.000 ms")) == (
        "run",
        "TPU",
        True,
    )


def test_a_missing_capture_is_dimmed_and_says_so(welcome, two):
    welcome.show_recents(two)
    entry = entries(welcome.recent_list)[1]
    assert (entry.dimmed, entry.detail.startswith("no longer there")) == (True, True)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_recent_capture_opens_by_keyboard(qtbot, welcome, two, key):
    welcome.show_recents(two)
    welcome.take_focus()
    QTest.keyClick(welcome.recent_list, Qt.Key.Key_Down)
    with qtbot.waitSignal(welcome.recentOpened) as opened:
        QTest.keyClick(welcome.recent_list, key)
    assert opened.args == [two[1]]


def test_a_click_opens_a_recent_capture(qtbot, welcome, two):
    welcome.show_recents(two)
    view = welcome.recent_list
    place = view.visualItemRect(view.item(0)).center()
    with qtbot.waitSignal(welcome.recentOpened) as opened:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert opened.args == [two[0]]


def test_delete_forgets_a_recent_capture(qtbot, welcome, two):
    welcome.show_recents(two)
    welcome.take_focus()
    with qtbot.waitSignal(welcome.recentRemoved) as removed:
        QTest.keyClick(welcome.recent_list, Qt.Key.Key_Delete)
    assert removed.args == [two[0]]


def test_the_list_can_be_cleared(window, two):
    for recent in two:
        window.settings.add_recent(recent)
    window.welcome.recentsCleared.emit()
    assert (window.settings.recents, window.welcome.recent_list.count()) == ((), 0)


def test_removing_one_takes_it_from_the_settings(window, two):
    for recent in two:
        window.settings.add_recent(recent)
    window.open_actions.recentsChanged.emit()
    window.welcome.recentRemoved.emit(two[0])
    assert (window.settings.recents, window.welcome.recent_list.count()) == ((two[1],), 1)


def test_samples_come_with_what_they_teach(welcome):
    shown = [(entry.title, entry.detail) for entry in entries(welcome.sample_list)]
    assert shown == [(sample.title, sample.lesson) for sample in samples()]
    assert len(shown) >= 4


def test_hostile_names_are_painted_as_text(qtbot, welcome, tmp_path):
    hostile = Recent(str(tmp_path / "x"), "<img src='/etc/passwd'>\u202e\x07" + "y" * 1_000_000)
    welcome.show_recents([hostile])
    assert not welcome.grab().isNull()
    spoken = welcome.recent_list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert (spoken.startswith("<img src='/etc/passwd'>[U+202E]yyy"), len(spoken) < 400) == (
        True,
        True,
    )
