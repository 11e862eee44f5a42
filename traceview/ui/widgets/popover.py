"""Small surfaces over a field: what can be written in it, and what is wrong with the text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from traceview.ui.text import clean, plain_label, set_text
from traceview.ui.widgets.card import Card

REASON_PX = 320


class HelpPopover(QFrame):
    """Two columns: what can be written, and what it means. Esc or a click elsewhere closes it."""

    def __init__(
        self, title: str, rows: Sequence[tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("kind", "card")
        self.setAccessibleName(title)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addWidget(plain_label(title, px=13, weight=600))
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(5)
        for row, (written, meaning) in enumerate(rows):
            grid.addWidget(plain_label(written, mono=True), row, 0)
            grid.addWidget(plain_label(meaning, rank=2), row, 1)
        column.addLayout(grid)


class Reason(QObject):
    """Says under a field what is wrong with its text, while the field has the keyboard."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self.text = ""
        self._card: Card | None = None
        self._label = plain_label(wrap=True)
        field.installEventFilter(self)

    def show_reason(self, text: str) -> None:
        """Say ``text``, or nothing any more."""
        self.text = text
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._place()
        return False

    def _place(self) -> None:
        if not self.text or not self._field.hasFocus():
            if self._card is not None:
                self._card.hide()
            return
        if self._card is None:
            self._card = self._made()
        set_text(self._label, clean(self.text, 400))
        self._card.setFixedHeight(self._label.heightForWidth(REASON_PX - 24) + 16)
        window = self._field.window()
        place = self._field.mapTo(window, QPoint(0, self._field.height() + 4))
        self._card.move(min(place.x(), max(window.width() - REASON_PX - 4, 0)), place.y())
        self._card.raise_()
        self._card.show()

    def _made(self) -> Card:
        card = Card()
        card.setParent(self._field.window())
        card.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        card.setFixedWidth(REASON_PX)
        column = QVBoxLayout(card)
        column.setContentsMargins(12, 8, 12, 8)
        column.addWidget(self._label)
        return card
