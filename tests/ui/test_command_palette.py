"""The command palette and the menus that it is made of."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from traceview.ui.actions import ACTIONS, ActionId, title_of
from traceview.ui.command_entries import Command, Scope, best, menu_commands, plain
from traceview.ui.marks import Mark, MarkKind
from traceview.ui.session import NOTHING, MouseTool
from traceview.ui.settings import Settings
from traceview.ui.theme import ThemeChoice

Key = Qt.Key
CTRL, CTRL_SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
# Under these titles Search and Help stand in the menus; the others only last while held.
ELSEWHERE = {ActionId.SEARCH: "Find", ActionId.HELP: "Keyboard shortcuts"}
HELD_ONLY = {ActionId.HOLD_SELECT, ActionId.HOLD_PAN}


@pytest.fixture
def palette(window, open_in, small):
    open_in(window, small)
    window.commands.enter()
    return window.commands


def look_for(palette, text: str) -> list[str]:
    palette.field.clear()
    QTest.keyClicks(palette.field, text)
    return [command.title for command in palette.shown]


def titles(window) -> list[str]:
    return [command.title for command in menu_commands(window.menuBar())]


def test_every_action_stands_in_a_menu(window, open_in, small):
    open_in(window, small)
    offered = titles(window)
    wanted = {
        action.id: ELSEWHERE.get(action.id, title_of(action))
        for action in ACTIONS
        if action.id not in HELD_ONLY
    }
    assert {key for key, title in wanted.items() if offered.count(title) != 1} == set()


def test_without_a_capture_only_what_needs_none_is_offered(window):
    offered = titles(window)
    assert ("Open file…" in offered, "Show all" in offered) == (True, False)


def test_nothing_is_listed_twice(palette):
    keys = [(command.scope, command.key) for command in palette.shown if command.scope != "track"]
    assert len(keys) == len(set(keys))


def test_ctrl_shift_p_opens_it_and_escape_gives_the_keyboard_back(window, open_in, small):
    open_in(window, small)
    QTest.keyClick(window.page.canvas, Key.Key_P, CTRL_SHIFT)
    seen = (window.commands.isVisible(), window.commands.field.hasFocus())
    QTest.keyClick(window.commands.field, Key.Key_Escape)
    assert (seen, window.commands.isVisible(), window.page.canvas.hasFocus()) == (
        (True, True),
        False,
        True,
    )


def test_a_few_letters_and_enter_run_a_command(palette, window):
    assert look_for(palette, "timing")[0].startswith("Timing")
    QTest.keyClick(palette.field, Key.Key_Return)
    assert (window.session.tool, palette.isVisible()) == (MouseTool.TIMING, False)


def test_the_arrows_choose_among_what_fits(palette, window):
    look_for(palette, "theme")
    second = palette.shown[1]
    QTest.keyClick(palette.field, Key.Key_Down)
    QTest.keyClick(palette.field, Key.Key_Return)
    chosen = {"Light": ThemeChoice.LIGHT, "Dark": ThemeChoice.DARK}[second.title]
    assert window.settings.theme is chosen


def test_the_list_ends_where_it_ends(palette):
    for key in (Key.Key_Up, Key.Key_PageUp):
        QTest.keyClick(palette.field, key)
    first = palette._list.currentIndex().row()
    for _ in range(40):
        QTest.keyClick(palette.field, Key.Key_PageDown)
    assert (first, palette._list.currentIndex().row()) == (0, len(palette.shown) - 1)


def test_letters_are_no_keys_of_the_timeline_meanwhile(palette, window):
    before = window.session.view, window.session.tool
    look_for(palette, "4wsx")
    QTest.keyClick(palette.field, Key.Key_F8)
    assert (window.session.view, window.session.tool) == before


def test_what_was_run_last_comes_first(window, open_in, small):
    open_in(window, small)
    palette = window.commands
    for text in ("timing", "show all"):
        palette.enter()
        look_for(palette, text)
        QTest.keyClick(palette.field, Key.Key_Return)
    palette.enter()
    assert [command.title for command in palette.shown[:2]] == [
        "Show all",
        next(title_of(a) for a in ACTIONS if a.id is ActionId.TOOL_TIMING),
    ]


def test_ctrl_p_offers_tracks_alone_and_goes_to_one(window, open_in, small):
    open_in(window, small)
    QTest.keyClick(window.page.canvas, Key.Key_P, CTRL)
    palette, sheet = window.commands, window.page.canvas.sheet
    assert {command.scope for command in palette.shown} == {Scope.TRACK}
    palette.run(len(palette.shown) - 1)
    last = max(n for n, track in enumerate(window.session.trace.tracks) if len(track.events))
    y, height = sheet.layout.place(last, 0)
    assert sheet.top <= y < y + height <= sheet.top + sheet.height


def test_notes_and_kept_intervals_can_be_gone_to(qtbot, window, open_in, small):
    open_in(window, small)
    end_ps = window.session.trace.span_ps[1]
    mark = Mark(MarkKind.NOTE, end_ps, end_ps, "the end")
    window.session.set_marks((mark,))
    window.page.canvas.navigator.zoom(0.01, 0.0)
    window.commands.enter(Scope.MARK)
    assert [command.title for command in window.commands.shown] == ["the end"]
    QTest.keyClick(window.commands.field, Key.Key_Return)
    qtbot.waitUntil(lambda: not window.page.busy)
    view = window.session.view
    assert window.session.chosen_mark == mark
    assert view.start_ps <= end_ps <= view.end_ps


@pytest.mark.parametrize(
    ("scope", "words"),
    [
        (None, "Nothing is called like this"),
        (Scope.MARK, "There are no notes yet: b writes one, Shift+M keeps the marked interval"),
    ],
)
def test_an_empty_list_says_why(window, open_in, small, scope, words):
    open_in(window, small)
    window.commands.enter(scope)
    look_for(window.commands, "qqqqzzzz")
    shown = [label.text() for label in window.commands.findChildren(QLabel) if label.isVisible()]
    assert shown == [words]


def test_other_runs_are_offered_and_open(qtbot, window, open_in, logdir):
    open_in(window, logdir)
    names = [run.name for run in window.opener.current.runs]
    other = next(name for name in names if name != window.opener.current.run.name)
    window.commands.enter(Scope.RUN)
    titles = [command.title for command in window.commands.shown]
    assert set(names) - {window.opener.current.run.name} <= set(titles)
    with qtbot.waitSignal(window.opener.opened, timeout=20_000):
        window.commands.run(titles.index(other))
    assert window.opener.current.run.name == other


def test_a_click_elsewhere_closes_it(palette):
    QTest.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(5, palette.height() - 5))
    assert not palette.isVisible()


def test_names_are_plain_text(qapp, window):
    menu = QMenu("a && b &c\tCtrl+X")
    assert plain(menu.title()) == "a & b c"


def test_what_fits_best_comes_first_and_a_recent_one_before_its_like():
    commands = [
        Command(Scope.COMMAND, title, "Go", lambda: None)
        for title in ("Previous flow", "Next flow", "Flow on")
    ]
    assert best(commands, "flow", (), None)[0].title == "Flow on"
    recent = ("Go › Next flow",)
    assert best(commands, "", recent, None)[0].title == "Next flow"
    assert best(commands, "", (), Scope.TRACK) == []


def test_the_palette_fits_a_small_window(palette, window):
    window.resize(1024, 768)
    assert palette._card.height() < 600
    assert palette.rect().contains(palette._card.geometry())
    assert window.session.selection == NOTHING


def test_settings_with_nonsense_have_no_recent_commands(tmp_path):
    settings = Settings(tmp_path / "s.ini")
    settings._store.setValue("recent_commands", '{"a": 1}')
    assert settings.recent_commands == ()


def test_keys_that_nobody_takes_end_here(palette, window):
    QTest.keyClick(palette, Key.Key_4)
    assert window.session.tool is MouseTool.SELECT
