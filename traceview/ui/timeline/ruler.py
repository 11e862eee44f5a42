"""The time axis: ticks, and the flag of the marked interval with its length."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from traceview.model.format import Ticks, duration, ticks
from traceview.model.trace import Ids
from traceview.ui.session import View
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.interaction import Pointer
from traceview.ui.timeline.marks.timing_strip import Left, TimingStrip
from traceview.ui.timeline.scale import Scale

HEIGHT = 26
TICK_PX = 130  # least distance of two
FLAG_HEIGHT = 19


def ticks_of(view: View, width: int) -> Ticks:
    """The ticks of a view that is ``width`` logical pixels wide."""
    return ticks(view.start_ps, view.end_ps, max(width // TICK_PX, 1))


def grid_columns(view: View, width: int, scale: Scale) -> Ids:
    """Device pixels of the grid lines, int32."""
    found = ticks_of(view, width)
    columns = np.floor([scale.x(time_ps) for time_ps in found.times_ps] or np.zeros(0))
    return columns[(columns >= 0) & (columns < scale.width)].astype(np.int32)


class Ruler(TimingStrip):
    """Shows which times are in view; its first ``offset`` pixels belong to the header column.

    A drag marks an interval, with Shift one more.
    """

    def __init__(self, pointer: Pointer, theme: Theme, parent: QWidget) -> None:
        super().__init__(HEIGHT, pointer, theme, parent)
        self._session.viewChanged.connect(self.update)
        self._session.rangeChanged.connect(self.update)
        self._sheet.draftChanged.connect(self.update)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Left and event.position().x() >= self.offset:
            self._drag_from(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.chrome))
        painter.setFont(ui_font(11))
        width = self._lanes_width
        scale = Scale.of(self._session.view, width)
        found = ticks_of(self._session.view, width)
        self._paint_head(painter, found)
        painter.setClipRect(self.offset, 0, width, HEIGHT)
        flag = self._flag(scale)
        for time_ps, label in zip(found.times_ps, found.labels, strict=True):
            self._paint_tick(painter, self.offset + scale.x(time_ps), label, flag)
        self._paint_flag(painter, flag)
        painter.setClipping(False)
        self._paint_borders(painter)
        painter.end()

    def _paint_head(self, painter: QPainter, found: Ticks) -> None:
        painter.setPen(QColor(self._theme.fg2))
        place = QRectF(12, 0, self.offset - 20, HEIGHT - 1)
        text = f"{found.base} +" if found.base else self.tr("Time")
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_tick(self, painter: QPainter, x: float, label: str, flag: QRectF) -> None:
        painter.fillRect(QRectF(int(x), HEIGHT - 8, 1, 7), QColor(self._theme.line))
        painter.setPen(QColor(self._theme.fg2))
        width = painter.fontMetrics().horizontalAdvance(label)
        place = QRectF(int(x) + 5, 0, width + 4, HEIGHT - 2)
        if not place.intersects(flag):
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, label)

    def _flag(self, scale: Scale) -> QRectF:
        """Where the marked interval's flag stands; empty when there is none in view."""
        range_ps = self._sheet.draft_ps or self._session.range_ps
        if range_ps is None:
            return QRectF()
        left = self.offset + max(scale.x(range_ps[0]), -8.0)
        right = self.offset + min(scale.x(range_ps[1]), scale.width + 8.0)
        if right < self.offset or left > self.offset + scale.width:
            return QRectF()
        needed = QFontMetrics(ui_font(11, 600)).horizontalAdvance(self._length()) + 12
        flag = QRectF(int(left), 3, max(right - left, needed), FLAG_HEIGHT)
        if right - left < needed:  # too short for its words: they hang on its beginning
            flag.moveRight(min(flag.right(), self.offset + scale.width - 2.0))
        return flag

    def _length(self) -> str:
        begin_ps, end_ps = self._sheet.draft_ps or self._session.range_ps or (0, 0)
        return duration(end_ps - begin_ps)

    def _paint_flag(self, painter: QPainter, flag: QRectF) -> None:
        if flag.isEmpty():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.acc))
        painter.drawRoundedRect(flag, 3, 3)
        painter.setPen(QColor(self._theme.onacc))
        painter.setFont(ui_font(11, 600))
        seen = flag.intersected(QRectF(self.offset, 0, self._lanes_width, HEIGHT))
        painter.drawText(seen, Qt.AlignmentFlag.AlignCenter, self._length())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
