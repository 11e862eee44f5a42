"""Bars of durations on a logarithmic axis, of which some can be picked."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from traceview.model.format import count, duration, exact_time
from traceview.model.histogram import Histogram
from traceview.ui.text import tooltip, tr
from traceview.ui.theme import colour, current_theme, ui_font

LEFT, RIGHT, TOP, BOTTOM = 12, 16, 20, 22
INSTANTS_PX = 26  # room for what lasts 0 ps, left of the axis
GAP_PX = 14
LABEL_GAP_PX = 16

Key = Qt.Key


class HistogramView(QWidget):
    """Dragging over bars, or Shift with the arrows and Enter, picks durations.

    ``picked`` tells the bounds: at least the first, less than the second, Python ints of ps.
    """

    picked = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._histogram: Histogram | None = None
        self._cursor = self._anchor = 0
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.show_histogram(None)

    def show_histogram(self, histogram: Histogram | None) -> None:
        """Show another one, None while there is none."""
        self._histogram = histogram
        self._cursor = self._anchor = 0
        self._dragging = False
        self.setAccessibleName(tr("Histogram of durations"))
        self.setAccessibleDescription(self.told(0) if self._bins else tr("No durations"))
        self.update()

    def told(self, place: int) -> str:
        """A bar in words: its bounds and how many there are."""
        if self._histogram is None:
            return ""
        low, high = self._histogram.edges_ps[place : place + 2].tolist()
        number = int(self._histogram.counts[place])
        events = tr("1 event") if number == 1 else tr("{} events").format(count(number))
        return tr("{} to {}: {}").format(duration(low), duration(high), events)

    def sizeHint(self) -> QSize:
        return QSize(400, 140)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 80)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        moves = {Key.Key_Left: -1, Key.Key_Right: 1, Key.Key_Home: -(10**6), Key.Key_End: 10**6}
        if not self._bins:
            event.ignore()
        elif event.key() in moves:
            self._move(self._cursor + moves[Key(event.key())], shift)
        elif event.key() in (Key.Key_Return, Key.Key_Enter):
            self._pick()
        else:
            event.ignore()  # letters belong to the page

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._bins and event.button() is Qt.MouseButton.LeftButton:
            self._dragging = True
            self._move(self._bin_at(event.position().x()), extend=False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._bins:
            return
        place = self._bin_at(event.position().x())
        if self._dragging:
            self._move(place, extend=True)
        QToolTip.showText(event.globalPosition().toPoint(), tooltip(self._hover(event)), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.button() is Qt.MouseButton.LeftButton:
            self._dragging = False
            self._pick()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        histogram = self._histogram
        if histogram is None:
            return
        painter = QPainter(self)
        painter.setFont(ui_font(11))
        self._paint_bars(painter, histogram)
        self._paint_axis(painter, histogram)
        self._paint_mark(painter, histogram.median_ps, tr("median"), row=0)
        self._paint_mark(painter, histogram.p95_ps, tr("p95"), row=1)

    @property
    def _bins(self) -> int:
        return 0 if self._histogram is None else len(self._histogram.counts)

    @property
    def _chosen(self) -> range:
        return range(min(self._cursor, self._anchor), max(self._cursor, self._anchor) + 1)

    @property
    def _plot(self) -> QRectF:
        """Where the bars of the axis stand."""
        histogram = self._histogram
        left = LEFT + (INSTANTS_PX if histogram is not None and histogram.instants else 0)
        wide, high = self.width() - left - RIGHT, self.height() - TOP - BOTTOM
        return QRectF(left, TOP, max(wide, 1), max(high, 1))

    def _x(self, time_ps: float) -> float:
        assert self._histogram is not None
        low, high = self._histogram.edges_ps[[0, -1]].tolist()
        plot = self._plot
        if time_ps < low and self._histogram.instants:
            return LEFT + (INSTANTS_PX - GAP_PX) / 2
        if time_ps <= low or low == high:
            return plot.left()
        return plot.left() + plot.width() * math.log(time_ps / low) / math.log(high / low)

    def _bin_at(self, x: float) -> int:
        assert self._histogram is not None
        edges = [self._x(edge) for edge in self._histogram.edges_ps.tolist()]
        inside = sum(edge <= x for edge in edges[1:-1])
        return min(inside, self._bins - 1)

    def _move(self, place: int, extend: bool) -> None:
        self._cursor = min(max(place, 0), self._bins - 1)
        if not extend:
            self._anchor = self._cursor
        self.setAccessibleDescription(self.told(self._cursor))
        self.update()

    def _pick(self) -> None:
        if self._histogram is not None:
            edges = self._histogram.edges_ps
            self.picked.emit(int(edges[self._chosen.start]), int(edges[self._chosen.stop]))

    def _hover(self, event: QMouseEvent) -> str:
        histogram = self._histogram
        if histogram is None:
            return ""
        if histogram.instants and event.position().x() < self._plot.left():
            return tr("0 ps: {}").format(count(histogram.instants))
        return self.told(self._bin_at(event.position().x()))

    def _paint_bars(self, painter: QPainter, histogram: Histogram) -> None:
        theme, plot = current_theme(), self._plot
        most = max(int(histogram.counts.max(initial=0)), histogram.instants, 1)
        painter.setPen(colour(theme.fg3))
        painter.drawText(QRectF(LEFT, 2, 90, 15), int(Qt.AlignmentFlag.AlignLeft), count(most))
        edges = histogram.edges_ps.tolist()
        for place, number in enumerate(histogram.counts.tolist()):
            left, right = self._x(edges[place]), self._x(edges[place + 1])
            box = QRectF(left, plot.top(), max(right - left - 1, 1), plot.height())
            if place in self._chosen and (self._dragging or self.hasFocus()):
                painter.fillRect(box, colour(theme.accbg))
            if number:
                box.setTop(plot.bottom() - max(plot.height() * number / most, 1.5))
                painter.fillRect(box, colour(theme.acc))
        if histogram.instants:
            high = max(plot.height() * histogram.instants / most, 1.5)
            box = QRectF(LEFT, plot.bottom() - high, INSTANTS_PX - GAP_PX, high)
            painter.fillRect(box, colour(theme.idle))

    def _paint_axis(self, painter: QPainter, histogram: Histogram) -> None:
        theme, plot = current_theme(), self._plot
        painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), colour(theme.line))
        painter.setPen(colour(theme.fg2))
        if histogram.instants:
            painter.drawText(QPointF(LEFT + 3, plot.bottom() + 15), "0")
        free = plot.left() - 4
        for time_ps in _ticks(*histogram.edges_ps[[0, -1]].tolist()):
            text = exact_time(time_ps) if _is_power(time_ps) else duration(time_ps)
            width = painter.fontMetrics().horizontalAdvance(text)
            left = max(min(self._x(time_ps) - width / 2, self.width() - 2 - width), plot.left() - 4)
            if left >= free:
                painter.drawText(QPointF(left, plot.bottom() + 15), text)
                free = left + width + LABEL_GAP_PX

    def _paint_mark(self, painter: QPainter, time_ps: float, name: str, row: int) -> None:
        """A dashed line with its value; the label stands where there is room beside it."""
        theme, plot = current_theme(), self._plot
        x, y = self._x(time_ps), 2.0 + row * 14
        painter.setPen(QPen(colour(theme.fg2), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, y + 2), QPointF(x, plot.bottom()))
        text = f"{name} {duration(time_ps)}"
        width = painter.fontMetrics().horizontalAdvance(text)
        left = x + 4 if x + 4 + width <= self.width() - 2 else x - 4 - width
        painter.fillRect(QRectF(left - 1, y, width + 2, 14), colour(theme.chrome))
        painter.setPen(colour(theme.fg))
        painter.drawText(QRectF(left, y, width + 1, 15), 0, text)


def _ticks(low_ps: int, high_ps: int) -> list[int]:
    """Powers of ten, and where fewer than two lie between, the ends."""
    first, last = math.ceil(math.log10(low_ps)), math.floor(math.log10(high_ps))
    powers = [10**power for power in range(first, last + 1)]
    return powers if len(powers) > 1 else sorted({low_ps, high_ps})


def _is_power(time_ps: int) -> bool:
    return str(time_ps).strip("0") == "1"
