"""A message above a page that leaves the page as it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from traceview.ui.text import plain_label, set_text, tr
from traceview.ui.theme import Theme, colour, current_theme, mix
from traceview.ui.widgets.icons import Button, IconButton, IconLabel

EDGE_PX = 4
RADIUS = 8


class Banner(QWidget):
    """Tells what happened, why and what to do; ``details`` and ``copy`` are its buttons.

    An error is red; a warning about what is open is amber and has no diagnostics to copy.
    """

    def __init__(self) -> None:
        super().__init__()
        self.is_warning = False
        self._title = plain_label(px=13, weight=600, wrap=True)
        self._body = plain_label(wrap=True)
        self.details = Button(tr("Details"))
        self.copy = Button(tr("Copy diagnostics"))
        close = IconButton("x", tr("Dismiss this message"))
        close.clicked.connect(self.hide)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self._title)
        words.addWidget(self._body)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 10, 10)
        row.setSpacing(12)
        icon = IconLabel("triangle-alert", self._edge, 18)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        for widget in (self.details, self.copy, close):
            row.addWidget(widget)
        self.hide()

    def show_message(self, title: str, body: str, warning: bool = False) -> None:
        """Show a message in place of the one before."""
        self.is_warning = warning
        self.copy.setVisible(not warning)
        set_text(self._title, title)
        set_text(self._body, body)
        self._body.setVisible(bool(body))
        self.show()

    def _edge(self, theme: Theme) -> str:
        return theme.warn if self.is_warning else theme.bad

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        ground = theme.warnbg if self.is_warning else theme.badbg
        painter.fillPath(outline, colour(ground))
        painter.setClipPath(outline)
        painter.fillRect(0, 0, EDGE_PX, self.height(), colour(self._edge(theme)))
        painter.setClipping(False)
        painter.setPen(colour(mix(ground, self._edge(theme), 0.35)))
        painter.drawPath(outline)
