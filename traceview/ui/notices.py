"""Lists of plain lines that a person may want to copy: warnings, details of an error."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from traceview.ui.text import LIMIT, clean, plain_label, tr
from traceview.ui.theme import mono_font
from traceview.ui.widgets.icons import Button


class LinesDialog(QDialog):
    """A title, the lines, Copy and Close; the lines can be selected with the keyboard."""

    def __init__(
        self, title: str, lines: Sequence[str], parent: QWidget | None = None, limit: int = LIMIT
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(clean(title, 120))
        self.resize(720, 360)
        self.lines = QPlainTextEdit()
        self.lines.setPlainText("\n".join(clean(line, limit) for line in lines))
        self.lines.setReadOnly(True)
        self.lines.setFont(mono_font(12))
        self.lines.setAccessibleName(clean(title, 120))
        copy = Button(tr("Copy"), "", "copy")
        copy.clicked.connect(lambda: copy_text(self.lines.toPlainText()))
        close = Button(tr("Close"), "primary")
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(copy)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        column.addWidget(plain_label(clean(title, 120), px=13, weight=600))
        column.addWidget(self.lines, 1)
        column.addLayout(foot)


def copy_text(text: str) -> None:
    """Put ``text`` on the clipboard."""
    QGuiApplication.clipboard().setText(text)
