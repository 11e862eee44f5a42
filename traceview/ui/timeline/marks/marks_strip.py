"""Flags of kept intervals with the gaps between them, and of notes, below the ruler."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from traceview.model.format import duration
from traceview.ui.marks import Mark, MarkKind, Marks
from traceview.ui.text import tooltip
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.interaction import Pointer
from traceview.ui.timeline.marks.flag_paint import (
    CROSS,
    LANE,
    describe,
    needed_px,
    paint_flag,
    paint_gap,
)
from traceview.ui.timeline.marks.flags import POLE, Flag, GapLine, flags_of, gap_lines
from traceview.ui.timeline.marks.timing_strip import Left, TimingStrip
from traceview.ui.timeline.scale import Scale

KINDS = (MarkKind.INTERVAL, MarkKind.NOTE)


class MarksStrip(TimingStrip):
    """One row of kept intervals and one of notes, each only where there is something to show.

    A click chooses a mark, and makes a kept interval the marked one; a double click asks to
    edit it; the × removes it; ends of intervals can be dragged.
    """

    editRequested = Signal(object)  # Mark

    def __init__(self, pointer: Pointer, theme: Theme, parent: QWidget) -> None:
        super().__init__(0, pointer, theme, parent)
        self.setAccessibleName(self.tr("Kept intervals and notes"))
        self._pointed: Mark | None = None
        session = self._session
        session.marksChanged.connect(self._fit)
        session.viewChanged.connect(self.update)
        session.markChosen.connect(self.update)
        self._fit(session.marks)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.chrome))
        self._paint_heads(painter)
        painter.setClipRect(self.offset, 0, self._lanes_width, self.height())
        painter.translate(self.offset, 0)
        for kind, top in self._tops().items():
            flags = self._flags(kind)
            if kind is MarkKind.INTERVAL:
                self._paint_gaps(painter, flags, top)
            for flag in flags:
                chosen = flag.mark == self._session.chosen_mark
                paint_flag(painter, flag, self._theme, top, chosen, self._has_cross(flag))
        painter.resetTransform()
        painter.setClipping(False)
        self._paint_borders(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Left:
            return
        flag = self._flag_at(event.position())
        on_cross = event.position().x() - self.offset >= (flag.end - CROSS if flag else 0)
        if flag is not None and on_cross and self._has_cross(flag):
            self._remove(flag.mark)
            return
        if flag is not None:
            self._choose(flag.mark)
        if self._grabs(event.position()):
            self._drag_from(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        flag = self._flag_at(event.position())
        if flag is not None:
            self._choose(flag.mark)
            self.editRequested.emit(flag.mark)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)

    def _fit(self, marks: Marks) -> None:
        rows = len({mark.kind for mark in marks})
        self.setFixedHeight(max(rows * LANE + 1, 1))
        self.setVisible(rows > 0)
        self.update()

    def _tops(self) -> dict[MarkKind, float]:
        """Where the row of each kind that there is begins."""
        there = {mark.kind for mark in self._session.marks}
        shown = [kind for kind in KINDS if kind in there]
        return {kind: float(row * LANE) for row, kind in enumerate(shown)}

    def _flags(self, kind: MarkKind) -> list[Flag]:
        marks = self._session.kept if kind is MarkKind.INTERVAL else self._session.notes
        return flags_of(marks, Scale.of(self._session.view, self._lanes_width), needed_px)

    def _flag_at(self, point: QPointF) -> Flag | None:
        x = point.x() - self.offset
        for kind, top in self._tops().items():
            if top <= point.y() < top + LANE:
                return next((f for f in reversed(self._flags(kind)) if f.holds(x)), None)
        return None

    def _hover(self, point: QPointF) -> None:
        flag = self._flag_at(point)
        self._point_at(flag.mark if flag else None)
        if flag is None:
            self.setToolTip(tooltip(self._gap_at(point)))
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self._show_shape(hand if flag else arrow, point)

    def _grabs(self, point: QPointF) -> bool:
        on_intervals = MarkKind.INTERVAL in self._tops() and point.y() < LANE
        return on_intervals and super()._grabs(point)

    def _choose(self, mark: Mark) -> None:
        self._session.choose_mark(mark)
        if mark.kind is MarkKind.INTERVAL:
            self._session.set_range((mark.start_ps, mark.end_ps))
        self._session.message.emit(describe(mark))

    def _remove(self, mark: Mark) -> None:
        self._session.set_marks(tuple(each for each in self._session.marks if each != mark))
        self._point_at(None)

    def _point_at(self, mark: Mark | None) -> None:
        if mark != self._pointed:
            self._pointed = mark
            self.setToolTip(tooltip(describe(mark) if mark else ""))
            self.update()

    def _gap_at(self, point: QPointF) -> str:
        """How long the gap between two kept intervals is, if there is one at a point."""
        if MarkKind.INTERVAL not in self._tops() or point.y() >= LANE:
            return ""
        x = point.x() - self.offset
        lines = gap_lines(self._session.kept, Scale.of(self._session.view, self._lanes_width))
        found = next((line for line in lines if line.left <= x <= line.right), None)
        return self.tr("Gap of {}").format(duration(found.dur_ps)) if found else ""

    def _has_cross(self, flag: Flag) -> bool:
        room = flag.end - flag.left
        return flag.mark in (self._pointed, self._session.chosen_mark) and room >= 3 * CROSS

    def _paint_heads(self, painter: QPainter) -> None:
        heads = {MarkKind.INTERVAL: self.tr("Kept intervals"), MarkKind.NOTE: self.tr("Notes")}
        painter.setFont(ui_font(11))
        painter.setPen(QColor(self._theme.fg2))
        for kind, top in self._tops().items():
            place = QRectF(12, top, self.offset - 20, LANE - 2)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, heads[kind])

    def _paint_gaps(self, painter: QPainter, flags: list[Flag], top: float) -> None:
        scale = Scale.of(self._session.view, self._lanes_width)
        painter.setFont(ui_font(11))
        for gap in gap_lines(self._session.kept, scale):
            taken = [flag.end for flag in flags if gap.left - 1 <= flag.right <= gap.left + POLE]
            left = max([gap.left, *taken])
            line = GapLine(left, gap.right, gap.dur_ps)
            paint_gap(painter, line, self._theme, top, float(self._lanes_width))
