"""How a line of the header column is painted."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPolygonF

from traceview.ui.icons import pixmap
from traceview.ui.text import clean
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.tracks.header_text import Line

INDENT = 26
MARGIN = 10
TEXT_HEIGHT = 15  # px that 11 px of Inter need
PIN_PX = 11
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def paint_heading(painter: QPainter, place: QRectF, line: Line, theme: Theme) -> None:
    """A section's heading."""
    painter.fillRect(place, QColor(theme.raised))
    _paint_triangle(painter, QPointF(15, place.center().y()), not line.is_open, theme.fg2)
    inside = place.adjusted(INDENT, 0, -MARGIN, 0)
    painter.setFont(ui_font(11))
    painter.setPen(QColor(theme.fg2))
    note = QFontMetrics(painter.font()).elidedText(
        clean(line.note, 100), Qt.TextElideMode.ElideRight, int(inside.width() / 2)
    )
    painter.drawText(inside, _RIGHT, note)
    taken = painter.fontMetrics().horizontalAdvance(note) + (8 if note else 0)
    painter.setFont(ui_font(12, 600))
    painter.setPen(QColor(theme.fg))
    _draw_elided(painter, inside.adjusted(0, 0, -taken, 0), line.name, 12, 600)


def paint_track(
    painter: QPainter, place: QRectF, line: Line, theme: Theme, ratio: float = 1.0
) -> None:
    """A track's name; ``place`` is as high as its first row."""
    inside = place.adjusted(INDENT, 0, -MARGIN, 0)
    first = inside
    if line.below:
        first = QRectF(inside.left(), inside.center().y() - 16, inside.width(), TEXT_HEIGHT)
        painter.setFont(ui_font(11))
        painter.setPen(QColor(theme.fg3))
        second = first.translated(0, TEXT_HEIGHT + 1)
        _draw_elided(painter, second, line.below, 11, 400)
    elif inside.height() < TEXT_HEIGHT:
        first = QRectF(inside.left(), inside.center().y() - 7.5, inside.width(), TEXT_HEIGHT)
    middle = first.center().y()
    if line.is_open is not None:
        _paint_triangle(painter, QPointF(18, middle), not line.is_open, theme.fg3, 3)
    painter.setFont(ui_font(11))
    painter.setPen(QColor(theme.fg2))
    painter.drawText(first, _RIGHT, line.note)
    taken = painter.fontMetrics().horizontalAdvance(line.note) + 8 if line.note else 0
    if line.pinned:
        drawn = pixmap("pin", theme.acc, PIN_PX, ratio)
        painter.drawPixmap(QPointF(first.right() - taken - PIN_PX, middle - PIN_PX / 2), drawn)
        taken += PIN_PX + 4
    painter.setPen(QColor(theme.fg))
    _draw_elided(painter, first.adjusted(0, 0, -taken, 0), line.name, 11, 400)


def paint_note(painter: QPainter, place: QRectF, text: str, theme: Theme) -> None:
    """What is said where there are no lines."""
    painter.setFont(ui_font(12))
    painter.setPen(QColor(theme.fg2))
    painter.drawText(place.adjusted(12, 12, -12, 0), int(Qt.TextFlag.TextWordWrap), text)


def paint_frame(painter: QPainter, place: QRectF, theme: Theme) -> None:
    """A frame around the line that has the keyboard."""
    painter.setPen(QPen(QColor(theme.acc), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(place.adjusted(1, 1, -2, -1))


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
