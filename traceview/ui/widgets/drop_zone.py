"""Where a person sees that files can be dropped."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traceview.ui.text import plain_label
from traceview.ui.theme import colour, current_theme
from traceview.ui.widgets.icons import IconLabel

HEIGHT = 140


class DropZone(QWidget):
    """Looks like a place to drop onto; the whole window takes the drop."""

    def __init__(self, title: str, detail: str) -> None:
        super().__init__()
        self.setMinimumHeight(HEIGHT)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        column.addStretch(1)
        middle = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(IconLabel("import", lambda theme: theme.acc, 26), 0, middle)
        column.addSpacing(4)
        column.addWidget(plain_label(title, px=14, weight=600), 0, middle)
        column.addWidget(plain_label(detail, rank=2), 0, middle)
        column.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(theme.fg3), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(colour(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
