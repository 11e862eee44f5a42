"""A field in which a few letters find every command, track, note and run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from traceview.ui.command_entries import Command, Scope, best
from traceview.ui.command_list import ROWS, CommandList
from traceview.ui.settings import Settings
from traceview.ui.text import plain_label, set_text, tr
from traceview.ui.theme import colour, current_theme
from traceview.ui.widgets.card import Card

WIDTH = 620
TOP = 72
Key = Qt.Key
STEPS = {Key.Key_Down: 1, Key.Key_Up: -1, Key.Key_PageDown: ROWS - 1, Key.Key_PageUp: 1 - ROWS}


class CommandPalette(QWidget):
    """Covers its parent until Enter, Esc or a click elsewhere; ``collect`` gives the entries."""

    def __init__(
        self, parent: QWidget, collect: Callable[[], Sequence[Command]], settings: Settings
    ) -> None:
        super().__init__(parent)
        self._covered, self._collect, self._settings = parent, collect, settings
        self._commands: Sequence[Command] = ()
        self._scope: Scope | None = None
        self._focus_before: QWidget | None = None
        self.setAccessibleName(tr("Commands"))
        self.field = _Field(self)
        self.field.setAccessibleName(tr("Command to look for"))
        self.field.textChanged.connect(self._filter)
        self._nothing = plain_label(rank=2)
        self._nothing.setContentsMargins(8, 6, 8, 6)
        self._list = CommandList()
        self._list.clicked.connect(lambda index: self.run(index.row()))
        self._card = Card()
        self._card.setFixedWidth(WIDTH)
        column = QVBoxLayout(self._card)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        for widget in (self.field, self._nothing, self._list):
            column.addWidget(widget)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, TOP, 0, 8)
        place = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter
        outside.addWidget(self._card, 0, place)
        parent.installEventFilter(self)
        self.hide()

    @property
    def shown(self) -> Sequence[Command]:
        """The entries that fit what is typed, the best first."""
        return self._list.entries.commands

    def enter(self, scope: Scope | None = None) -> None:
        """Show the entries, or only those of a scope, and take the keyboard."""
        if self.isHidden():
            self._focus_before = self.window().focusWidget()
        self._scope, self._commands = scope, self._collect()
        self.field.setPlaceholderText(_placeholders()[scope])
        self.field.clear()
        self._filter()
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self.field.setFocus()

    def leave(self) -> None:
        """Go away and give the keyboard back."""
        self.hide()
        if self._focus_before is not None:
            self._focus_before.setFocus()
        self._focus_before = None

    def run(self, row: int) -> None:
        """Do what an entry says."""
        if not 0 <= row < len(self.shown):
            return
        command = self.shown[row]
        if command.scope is Scope.COMMAND:
            self._settings.add_recent_command(command.key)
        self.leave()
        command.do()

    def handle(self, event: QKeyEvent) -> bool:
        """Act on a key in the field; false when it is for writing."""
        if event.key() == Key.Key_Escape:
            self.leave()
        elif event.key() in (Key.Key_Return, Key.Key_Enter):
            self.run(self._list.currentIndex().row())
        elif event.key() in STEPS:
            self._list.step(STEPS[Key(event.key())])
        else:
            return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()  # what the field leaves over is no key of the page

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._card.geometry().contains(event.position().toPoint()):
            self.leave()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), colour(current_theme().shadow, 0.35))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.resize(event.size())
        return False

    def _filter(self) -> None:
        recent = self._settings.recent_commands
        self._list.show_commands(best(self._commands, self.field.text(), recent, self._scope))
        there = any(self._scope in (None, each.scope) for each in self._commands)
        words = tr("Nothing is called like this") if there else _nothing()[self._scope]
        set_text(self._nothing, words)
        self._nothing.setVisible(not self.shown)
        self._list.setVisible(bool(self.shown))
        self._card.adjustSize()


class _Field(QLineEdit):
    def __init__(self, palette: CommandPalette) -> None:
        super().__init__()
        self._owner = palette

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._owner.handle(event):
            super().keyPressEvent(event)


def _placeholders() -> dict[Scope | None, str]:
    return {
        None: tr("Command, track, note or run"),
        Scope.COMMAND: tr("Command"),
        Scope.RUN: tr("Run or host"),
        Scope.TRACK: tr("Go to a track"),
        Scope.MARK: tr("Go to a note or a kept interval"),
    }


def _nothing() -> dict[Scope | None, str]:
    return {
        None: tr("There is nothing to do here"),
        Scope.COMMAND: tr("There is nothing to do here"),
        Scope.RUN: tr("This is the only run, of one host"),
        Scope.TRACK: tr("Nothing is open that has tracks"),
        Scope.MARK: tr("There are no notes yet: b writes one, Shift+M keeps the marked interval"),
    }
