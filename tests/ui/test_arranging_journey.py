"""Arranging tracks by keyboard alone, and finding them so the next time."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from traceview.ui.main_window import MainWindow

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


def press(window: MainWindow, *keys: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(window.focusWidget(), key, modifiers)


def names(sheet) -> list[str]:
    return [sheet.trace.tracks[band.index].name for band in sheet.layout.tracks]


def test_tracks_are_filtered_pinned_moved_named_and_hidden_and_stay_so(
    window, open_in, small, settings, qtbot
):
    canvas = open_in(window, small).page.canvas
    qtbot.waitUntil(lambda: window.focusWidget() is canvas)
    everything = names(canvas.sheet)
    press(window, Key.Key_T)
    QTest.keyClicks(window.focusWidget(), "TPU:0 /^xla (ops|modules)$/")
    assert names(canvas.sheet) == ["XLA Modules", "XLA Ops"]
    press(window, Key.Key_Return)

    canvas._headers.setFocus(Qt.FocusReason.TabFocusReason)
    press(window, Key.Key_Down, Key.Key_P)
    press(window, Key.Key_Down, modifiers=ALT)
    press(window, Key.Key_F2)
    QTest.keyClicks(window.focusWidget(), "programs")
    press(window, Key.Key_Return)
    press(window, Key.Key_Up, Key.Key_H)
    press(window, Key.Key_T, Key.Key_Escape)
    assert canvas.hasFocus()
    assert names(canvas._pinned.sheet) == ["XLA Modules"]
    assert names(canvas.sheet)[:3] == ["Steps", "XLA Modules", "Async XLA Ops"]
    assert len(names(canvas.sheet)) == len(everything) - 1
    assert canvas._hidden_note.accessibleName() == "1 track hidden"

    place = canvas.place()
    window.close()
    again = MainWindow(settings)
    qtbot.addWidget(again)
    again.show()
    canvas = open_in(again, small).page.canvas
    assert replace(canvas.place(), view=place.view) == place
    assert canvas._pinned.lanes.isVisible()
    again.close()
