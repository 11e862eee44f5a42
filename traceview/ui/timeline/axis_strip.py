"""What lies above the lanes on the same time axis."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from traceview.ui.theme import Theme


class AxisStrip(QWidget):
    """A strip as wide as the timeline.

    Its first ``offset`` pixels stand above the header column, its last ``inset`` above the
    scroll bar; time runs between them.
    """

    def __init__(self, height: int, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.offset = 0
        self.inset = 0
        self._theme = theme
        self.setFixedHeight(height)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    @property
    def _lanes_width(self) -> int:
        return max(self.width() - self.offset - self.inset, 1)

    def _paint_borders(self, painter: QPainter) -> None:
        line = QColor(self._theme.line)
        painter.fillRect(0, self.height() - 1, self.width(), 1, line)
        painter.fillRect(self.offset - 1, 0, 1, self.height(), line)
