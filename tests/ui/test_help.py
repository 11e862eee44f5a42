import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from traceview.ui.actions import ACTIONS, keys_of, title_of


def test_the_overlay_lists_every_action_with_its_keys(window):
    window.show_help()
    texts = [label.text() for label in window.help.findChildren(QLabel)]
    missing = [
        text for action in ACTIONS for text in (title_of(action), *keys_of(action))
        if text not in texts
    ]  # fmt: skip
    assert missing == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Question])
def test_the_overlay_closes_and_gives_the_focus_back(window, open_in, small, key):
    open_in(window, small)
    QTest.keyClick(window.page.canvas, Qt.Key.Key_Question)
    shown = window.help.isVisible()
    QTest.keyClick(window.help, key)
    assert (shown, window.help.isVisible(), window.page.canvas.hasFocus()) == (True, False, True)


def test_keys_do_nothing_behind_the_overlay(window, open_in, small):
    open_in(window, small)
    before = window.session.tool
    window.show_help()
    QTest.keyClick(window.help, Qt.Key.Key_4)
    assert window.session.tool is before


def test_the_overlay_fits_a_small_screen(window):
    hint = window.help.minimumSizeHint()
    assert (hint.width() <= 1024, hint.height() <= 720) == (True, True)
