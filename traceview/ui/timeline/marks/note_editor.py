"""A field on the timeline for the words and the colour of a mark."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from traceview.ui.marks import TEXT_LIMIT, Mark, MarkColour, MarkKind
from traceview.ui.text import tooltip, tr
from traceview.ui.theme import current_theme
from traceview.ui.widgets.card import Card

SIZE = QSize(360, 40)
SWATCH = 22
Key = Qt.Key


class NoteEditor(Card):
    """Enter, or going elsewhere, writes what is there; Esc leaves it as it was.

    ``written`` carries the text and the colour, ``left`` says that the keyboard is free. Up and
    down choose the colour.
    """

    written = Signal(str, object)  # text, MarkColour
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__()
        self.setParent(parent)
        self._area = parent
        self.setFixedSize(SIZE)
        self._colour = MarkColour.BLUE
        self.field = _Field(self)
        self.field.setMaxLength(TEXT_LIMIT)
        self.field.setAccessibleName(tr("Note"))
        self._swatches = {each: _Swatch(each, _names()[each]) for each in MarkColour}
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 5, 8, 5)
        row.setSpacing(2)
        row.addWidget(self.field, 1)
        row.addSpacing(4)
        for each, swatch in self._swatches.items():
            swatch.clicked.connect(partial(self._show_colour, each))
            row.addWidget(swatch)
        self.hide()

    def edit(self, mark: Mark, place: QPoint) -> None:
        """Ask for the words of ``mark``, at a place that is kept within the parent."""
        note = mark.kind is MarkKind.NOTE
        self.field.setPlaceholderText(tr("Write a note") if note else tr("Name the interval"))
        self.field.setText(mark.text)
        self._show_colour(mark.colour)
        area = self._area.size()
        left = min(max(place.x(), 4), max(area.width() - self.width() - 4, 0))
        self.move(left, min(max(place.y(), 0), max(area.height() - self.height(), 0)))
        self.show()
        self.raise_()
        self.field.selectAll()
        self.field.setFocus()

    def step_colour(self, step: int) -> None:
        """The next colour, or the one before."""
        colours = list(MarkColour)
        self._show_colour(colours[(colours.index(self._colour) + step) % len(colours)])

    def finish(self, write: bool, leave: bool = True) -> None:
        """Go away; with ``write`` say what was written, with ``leave`` give the keyboard back."""
        if self.isHidden():
            return
        text, colour = self.field.text().strip(), self._colour
        self.hide()
        if write:
            self.written.emit(text, colour)
        if leave:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()  # what the field leaves over is no key of the timeline

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.accept()

    def _show_colour(self, colour: MarkColour) -> None:
        self._colour = colour
        for each, swatch in self._swatches.items():
            swatch.setChecked(each is colour)


class _Field(QLineEdit):
    def __init__(self, editor: NoteEditor) -> None:
        super().__init__()
        self._editor = editor

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Key.Key_Return, Key.Key_Enter):
            self._editor.finish(write=True)
        elif event.key() == Key.Key_Escape:
            self._editor.finish(write=False)
        elif event.key() in (Key.Key_Up, Key.Key_Down):
            self._editor.step_colour(1 if event.key() == Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        elsewhere = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in elsewhere:
            self._editor.finish(write=True, leave=False)


class _Swatch(QToolButton):
    """One colour to choose."""

    def __init__(self, colour: MarkColour, name: str) -> None:
        super().__init__()
        self._mark_colour = colour
        self.setCheckable(True)
        self.setFixedSize(SWATCH, SWATCH)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(tooltip(name))
        self.setAccessibleName(name)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._mark_colour.token(theme)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QRectF(self.rect()).adjusted(5, 5, -5, -5))
        if self.isChecked():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(theme.fg))
            painter.drawEllipse(QRectF(self.rect()).adjusted(2.5, 2.5, -2.5, -2.5))
        painter.end()


def _names() -> dict[MarkColour, str]:
    return {
        MarkColour.BLUE: tr("Blue"),
        MarkColour.GREEN: tr("Green"),
        MarkColour.AMBER: tr("Amber"),
        MarkColour.RED: tr("Red"),
        MarkColour.VIOLET: tr("Violet"),
    }
