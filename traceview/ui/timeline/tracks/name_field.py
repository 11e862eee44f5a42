"""Writes the name of a section or a track anew, where it stands."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from traceview.ui.text import clean, tooltip, tr
from traceview.ui.theme import ui_font
from traceview.ui.timeline.tracks.arranger import Arranger, Entry
from traceview.ui.timeline.tracks.header_paint import INDENT

LONGEST = 200
HEIGHT = 22


class NameField(QLineEdit):
    """Enter, or leaving it, keeps the name; Esc does not; an empty one is the captured one."""

    def __init__(self, arranger: Arranger, entry: Entry, parent: QWidget) -> None:
        super().__init__(clean(arranger.name(entry), LONGEST), parent)
        self._arranger, self._entry, self._column = arranger, entry, parent
        self._before = self.text()
        self._over = False
        captured = clean(arranger.captured_name(entry), LONGEST)
        self.setAccessibleName(tr("Name of {}").format(captured))
        self.setToolTip(tooltip(tr("In the capture: {}").format(captured)))
        self.setPlaceholderText(captured)
        self.setMaxLength(LONGEST)
        self.setFont(ui_font(11))
        self.setStyleSheet("min-height: 0; padding: 0 4px; border-radius: 3px")

    def edit_in(self, line: QRect) -> None:
        """Stand on a line of the parent, with the keyboard."""
        top = line.center().y() - HEIGHT // 2
        self.setGeometry(INDENT - 6, top, line.width() - INDENT, HEIGHT)
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self, keep: bool = True) -> None:
        """Go away, and with ``keep`` give the name that was written."""
        if self._over:
            return
        self._over = True
        if keep and self.text() != self._before:
            self._arranger.rename(self._entry, self.text())
        if self.hasFocus():
            self._column.setFocus(Qt.FocusReason.OtherFocusReason)
        self.deleteLater()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.finish(keep=event.key() != Qt.Key.Key_Escape)
        else:
            super().keyPressEvent(event)
        # No key leaves the field, so that typing never moves what is behind it.
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.finish()
