"""The column beside the lanes: headings that collapse, names of tracks, numbers of events."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from traceview.model.format import count
from traceview.ui.text import clean, tooltip
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.interaction import NOTCH, SCROLL_A_NOTCH
from traceview.ui.timeline.layout import HEADING_HEIGHT, ROW_HEIGHT, Band, is_folded, section_key
from traceview.ui.timeline.sheet import Sheet

WIDTH = 232
LEAST_WIDTH, MOST_WIDTH = 120, 600
EDGE = 5  # px at the right, by which the column is made wider
INDENT = 26
MARGIN = 10


class Headers(QWidget):
    """Click a heading to collapse its section, a track's name to fold its rows.

    With the keyboard: up and down choose a heading, Enter or Space collapses it.
    """

    widthDragged = Signal(int)

    def __init__(self, sheet: Sheet, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet, self._theme = sheet, theme
        self._current = 0  # heading that has the keyboard
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Sections and tracks"))
        sheet.layoutChanged.connect(self.update)
        sheet.scrolled.connect(self.update)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 300)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.chrome))
        layout, top = self._sheet.layout, self._sheet.top
        for band in layout.tracks_between(top, top + self.height()):
            self._paint_track(painter, band)
        for band in layout.headings_between(top, top + self.height()):
            self._paint_heading(painter, band)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(self._theme.line))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._dragging = self._at_edge(event)
        if self._dragging:
            return
        y = int(event.position().y()) + self._sheet.top
        if (heading := self._sheet.layout.heading_at(y)) is not None:
            self._current = self._sheet.layout.headings.index(heading)
            self._sheet.toggle_section(heading.index)
        elif (track := self._sheet.layout.track_at(y)) is not None:
            self._sheet.toggle_track(track.index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.buttons() & Qt.MouseButton.LeftButton:
            width = min(max(int(event.position().x()), LEAST_WIDTH), MOST_WIDTH)
            self.widthDragged.emit(width)
            return
        self.setToolTip(tooltip(self._describe(int(event.position().y()) + self._sheet.top)))
        edge = self._at_edge(event)
        self.setCursor(Qt.CursorShape.SplitHCursor if edge else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragging = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y() / NOTCH
        pixels = event.pixelDelta().y() or round(turn * SCROLL_A_NOTCH)
        self._sheet.scroll_to(self._sheet.top - pixels)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        headings = self._sheet.layout.headings
        if not headings or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif step is not None:
            self._choose(min(max(self._current + step, 0), len(headings) - 1))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(min(self._current, len(headings) - 1))
            self._sheet.toggle_section(headings[self._current].index)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def _choose(self, current: int) -> None:
        self._current = current
        y = self._sheet.layout.headings[current].y
        if not self._sheet.top <= y <= self._sheet.top + self.height() - HEADING_HEIGHT:
            self._sheet.scroll_to(y - self.height() // 4)
        self.update()

    def _at_edge(self, event: QMouseEvent) -> bool:
        return event.position().x() >= self.width() - EDGE

    def _paint_heading(self, painter: QPainter, band: Band) -> None:
        section = self._sheet.trace.sections[band.index]
        theme, y = self._theme, band.y - self._sheet.top
        painter.fillRect(0, y, self.width(), band.height, QColor(theme.raised))
        closed = section_key(self._sheet.trace, band.index) in self._sheet.folding.sections
        _paint_triangle(painter, QPointF(15, y + band.height / 2), closed, theme.fg2)
        place = QRectF(INDENT, y, self.width() - INDENT - MARGIN, band.height)
        painter.setFont(ui_font(11))
        painter.setPen(QColor(theme.fg2))
        detail = QFontMetrics(painter.font()).elidedText(
            clean(section.detail, 100), Qt.TextElideMode.ElideRight, int(place.width() / 2)
        )
        painter.drawText(place, _RIGHT, detail)
        taken = painter.fontMetrics().horizontalAdvance(detail) + (8 if detail else 0)
        painter.setFont(ui_font(12, 600))
        painter.setPen(QColor(theme.fg))
        _draw_elided(painter, place.adjusted(0, 0, -taken, 0), section.heading, 12, 600)
        if self.hasFocus() and self._sheet.layout.headings.index(band) == self._current:
            painter.setPen(QPen(QColor(theme.acc), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(1, y + 1, self.width() - 3, band.height - 2))

    def _paint_track(self, painter: QPainter, band: Band) -> None:
        track = self._sheet.trace.tracks[band.index]
        theme, y = self._theme, band.y - self._sheet.top
        # The name of a tall track stays in view with its rows.
        y = min(max(y, 0), y + band.height - ROW_HEIGHT)
        if track.events.rows > 1:
            folded = is_folded(self._sheet.trace, track, self._sheet.folding)
            _paint_triangle(painter, QPointF(18, y + ROW_HEIGHT / 2), folded, theme.fg3, 3)
        painter.setFont(ui_font(11))
        place = QRectF(INDENT, y, self.width() - INDENT - MARGIN, ROW_HEIGHT - 1)
        number = count(len(track.events))
        painter.setPen(QColor(theme.fg2))
        painter.drawText(place, _RIGHT, number)
        taken = painter.fontMetrics().horizontalAdvance(number) + 8
        painter.setPen(QColor(theme.fg))
        _draw_elided(painter, place.adjusted(0, 0, -taken, 0), track.name, 11, 400)

    def _describe(self, y: int) -> str:
        trace = self._sheet.trace
        if (heading := self._sheet.layout.heading_at(y)) is not None:
            section = trace.sections[heading.index]
            return "\n".join(part for part in (section.name, section.host, section.detail) if part)
        if (band := self._sheet.layout.track_at(y)) is not None:
            track = trace.tracks[band.index]
            section = trace.sections[track.section]
            made = self.tr("made from other lines") if track.derived else ""
            return "\n".join(part for part in (track.name, section.name, made) if part)
        return ""


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _draw_elided(painter: QPainter, place: QRectF, text: str, px: int, weight: int) -> None:
    shown = _elided(text, int(place.width()), px, weight)
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


@lru_cache(1 << 14)
def _elided(text: str, width: int, px: int, weight: int) -> str:
    """Names differ most at their ends, so the middle is left out.

    Kept, since the same names are painted at every step of a scroll.
    """
    metrics = QFontMetrics(ui_font(px, weight))
    return metrics.elidedText(clean(text, 300), Qt.TextElideMode.ElideMiddle, width)


def _paint_triangle(
    painter: QPainter, middle: QPointF, closed: bool, token: str, size: float = 4
) -> None:
    """Points right where something is closed, down where it is open."""
    half = size * 0.6
    corners = [QPointF(-size, -half), QPointF(size, -half), QPointF(0, half + 1)]
    if closed:
        corners = [QPointF(-half, -size), QPointF(half + 1, 0), QPointF(-half, size)]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(token))
    painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
