"""A small rounded word that names a class."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from traceview.ui.text import clean
from traceview.ui.theme import colour, current_theme, mix, ui_font
from traceview.ui.widgets.icons import Token

HEIGHT = 18


def draw_chip(painter: QPainter, right: float, middle: float, text: str, token: str) -> float:
    """Draw a chip that ends at x ``right``, centred on y ``middle``; its left edge."""
    theme = current_theme()
    painter.setFont(ui_font(11, 500))
    width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 14
    box = QRectF(right - width, middle - HEIGHT / 2, width, HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(mix(theme.card, token, 0.16)))
    painter.drawRoundedRect(box, HEIGHT / 2, HEIGHT / 2)
    # The pure colour would fall below a contrast of 4.5 on its own tint.
    painter.setPen(colour(mix(token, theme.fg, 0.6)))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
    return box.left()


class Chip(QWidget):
    """The chip as a widget."""

    def __init__(self, text: str, token: Token) -> None:
        super().__init__()
        self._text, self._token = clean(text, 40), token
        width = QFontMetricsF(ui_font(11, 500)).horizontalAdvance(self._text) + 16
        self.setFixedSize(round(width), HEIGHT + 2)
        self.setAccessibleName(self._text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        token = self._token(current_theme())
        draw_chip(painter, self.width() - 1, self.height() / 2, self._text, token)
