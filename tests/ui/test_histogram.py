from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from traceview.model.histogram import histogram_of
from traceview.ui.widgets.histogram import HistogramView

US = 1_000_000
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def view(qtbot) -> HistogramView:
    made = HistogramView()
    qtbot.addWidget(made)
    made.resize(600, 160)
    made.show()
    return made


def shown(view, durations, bins=4):
    histogram = histogram_of(np.array(durations, np.int64), bins)
    view.show_histogram(histogram)
    return histogram.edges_ps.tolist()


def test_a_bar_is_told_in_words(view):
    shown(view, [US, US, 100 * US])
    assert view.told(0) == "1.000 µs to 3.162 µs: 2 events"


def test_keys_pick_bars(qtbot, view):
    edges = shown(view, [1, 10, 100, 1000, 10_000])
    view.setFocus()
    with qtbot.waitSignal(view.picked) as picked:
        for key, modifier in ((Qt.Key.Key_Right, {}), (Qt.Key.Key_Right, {"modifier": SHIFT})):
            QTest.keyClick(view, key, **modifier)
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert picked.args == [edges[1], edges[3]]
    assert view.accessibleDescription() == view.told(2)


def test_a_drag_picks_the_bars_it_goes_over(qtbot, view):
    edges = shown(view, [1, 10, 100, 1000, 10_000])
    xs = [round((view._x(low) + view._x(high)) / 2) for low, high in pairwise(edges)]
    with qtbot.waitSignal(view.picked) as picked:
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(xs[3], 80))
        QTest.mouseMove(view, QPoint(xs[2], 80))
        QTest.mouseMove(view, QPoint(xs[1], 80))
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(xs[1], 80))
    assert picked.args == [edges[1], edges[4]]


@pytest.mark.parametrize("durations", [[5], [0, 0], [0, 7], [1, 2], [10**15, 1], [2**62, 3]])
def test_any_durations_can_be_painted_and_picked(qtbot, view, durations):
    shown(view, durations, 48)
    view.setFocus()
    assert not view.grab().isNull()
    QTest.keyClick(view, Qt.Key.Key_End)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert bool(view.accessibleDescription()) is True


def test_nothing_is_painted_and_picked_without_durations(qtbot, view):
    with qtbot.assertNotEmitted(view.picked):
        QTest.keyClick(view, Qt.Key.Key_Return)
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(80, 80))
    assert not view.grab().isNull()
