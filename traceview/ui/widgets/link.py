"""A line of text that leads somewhere."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from traceview.ui.text import clean, tooltip
from traceview.ui.theme import colour, current_theme, ui_font

HEIGHT = 18


class Link(QAbstractButton):
    """Painted by itself: a push button would take "&" in a name for a key."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._shown = clean(text, 400)
        self.setAccessibleName(self._shown)
        self.setToolTip(tooltip(text))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        font = ui_font(12, 500)
        font.setUnderline(self.hasFocus() or self.underMouse())
        painter.setFont(font)
        painter.setPen(colour(theme.acc))
        middle = Qt.TextElideMode.ElideMiddle
        text = painter.fontMetrics().elidedText(self._shown, middle, self.width())
        painter.drawText(QRectF(self.rect()), int(Qt.AlignmentFlag.AlignVCenter), text)
