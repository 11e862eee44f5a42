"""A search field that tells how many there are and steps through them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from traceview.ui.icons import icon
from traceview.ui.text import plain_label, set_text, tooltip, tr
from traceview.ui.theme import current_theme
from traceview.ui.widgets.icons import IconButton
from traceview.ui.widgets.popover import HelpPopover, Reason

DEBOUNCE_MS = 120


class _Field(QLineEdit):
    keyed = Signal(int, bool)  # key, with Shift

    def __init__(self, width_px: int) -> None:
        super().__init__()
        self._width_px = width_px
        self.setMinimumWidth(width_px // 2)
        self.setMaximumWidth(width_px)
        self._count = plain_label(rank=2, px=11)
        self._count.setParent(self)
        self.show_count("")

    def sizeHint(self) -> QSize:
        return QSize(self._width_px, super().sizeHint().height())

    def show_count(self, text: str) -> None:
        """Show ``text`` at the right end of the field."""
        set_text(self._count, text)
        self._count.adjustSize()
        left = self.width() - self._count.width() - 10
        self._count.move(left, (self.height() - self._count.height()) // 2)
        self.setTextMargins(0, 0, self._count.width() + 6 if text else 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.show_count(self._count.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.keyed.emit(event.key(), shift)
        else:
            super().keyPressEvent(event)
        # No key leaves the field, so that typing never moves what is behind it.
        event.accept()


class _Eye(IconButton):
    """A toggle whose icon and colour tell whether it is on."""

    def __init__(self, says: str) -> None:
        super().__init__("eye", says)
        self.setCheckable(True)
        self.toggled.connect(self._colour)

    def _colour(self) -> None:
        theme = current_theme()
        shut = self.isChecked()
        self.setIcon(icon("eye-off" if shut else "eye", theme.acc if shut else theme.fg2))


class SearchBar(QWidget):
    """``edited`` comes 120 ms after the last key, or at once before a step."""

    edited = Signal(str)
    hideOthers = Signal(bool)
    stepped = Signal(int)  # +1 next, -1 previous
    left = Signal()  # Esc

    def __init__(self, placeholder: str, width_px: int = 250) -> None:
        super().__init__()
        self._field = _Field(width_px)
        self._field.setPlaceholderText(placeholder)
        self._field.setAccessibleName(placeholder)
        self._field.setMaxLength(1000)
        self._glass = QAction(self)
        self._field.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._steps = (
            IconButton("chevron-up", tr("Previous match"), "Shift+Enter"),
            IconButton("chevron-down", tr("Next match"), "Enter"),
        )
        self.eye = _Eye(tr("Hide what does not match"))
        self.help = IconButton("info", tr("What can be searched for"))
        self.help.hide()
        self._reason = Reason(self._field)
        self._help_rows: tuple[tuple[str, str], ...] = ()
        self._timer = QTimer(self, singleShot=True, interval=DEBOUNCE_MS)
        self._timer.timeout.connect(self._tell)
        self._field.textEdited.connect(self._timer.start)
        self._field.keyed.connect(self._key)
        self._steps[0].clicked.connect(lambda: self._step(-1))
        self._steps[1].clicked.connect(lambda: self._step(1))
        self.eye.clicked.connect(self.hideOthers)
        self.help.clicked.connect(self.show_help)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (self._field, *self._steps, self.eye, self.help):
            row.addWidget(widget)
        self.show_count("", False)
        self._colour()

    @property
    def field(self) -> QLineEdit:
        """The text field."""
        return self._field

    def focus(self) -> None:
        """Put the caret into the field, its text selected."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def set_search(self, text: str) -> None:
        """Show a text that was set elsewhere."""
        if text != self._field.text():
            self._field.setText(text)

    def show_count(self, text: str, steps: bool) -> None:
        """Show ``text`` ("3 of 128") beside the field, and whether one can step."""
        self._field.show_count(text)
        for button in self._steps:
            button.setEnabled(steps)

    def show_error(self, why: str) -> None:
        """Say what is wrong with the text; "" when nothing is."""
        self._reason.show_reason(why)
        self._field.setToolTip(tooltip(why))
        self._field.setAccessibleDescription(why)
        self._colour()

    def show_hidden(self, hidden: bool) -> None:
        """Show whether what does not match is hidden."""
        self.eye.setChecked(hidden)

    def offer_help(self, rows: Sequence[tuple[str, str]]) -> None:
        """Offer help: what can be written, and what it finds."""
        self._help_rows = tuple(rows)
        self.help.setVisible(bool(rows))

    def show_help(self) -> None:
        """Show the help below the field, until a click or Esc."""
        popover = HelpPopover(tr("Search and filter"), self._help_rows, self)
        popover.adjustSize()
        corner = self.mapToGlobal(QPoint(self.width() - popover.width(), self.height() + 6))
        popover.move(max(corner.x(), 0), corner.y())
        popover.show()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        theme = current_theme()
        wrong = bool(self._reason.text)
        name, token = ("triangle-alert", theme.bad) if wrong else ("search", theme.fg3)
        self._glass.setIcon(icon(name, token))

    def _tell(self) -> None:
        self._timer.stop()
        self.edited.emit(self._field.text())

    def _step(self, direction: int) -> None:
        if self._timer.isActive():
            self._tell()
        self.stepped.emit(direction)

    def _key(self, key: int, shift: bool) -> None:
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            self._step(-1 if shift else 1)
