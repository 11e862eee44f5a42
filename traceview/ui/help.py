"""The overlay of keyboard shortcuts, made from the table of actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from traceview.ui.actions import ACTIONS, Group, keys_of, title_of
from traceview.ui.text import plain_label, tr
from traceview.ui.theme import colour, current_theme
from traceview.ui.widgets.card import Card
from traceview.ui.widgets.icons import IconButton

WINDOW_KEYS = (
    ("Open file", ("Ctrl+O",)),
    ("Open log directory", ("Ctrl+Shift+O",)),
    ("Read again", ("F5",)),
    ("Search", ("Ctrl+F",)),
    ("Next match", ("F3",)),
    ("Previous match", ("Shift+F3",)),
    ("Close the capture", ("Ctrl+W",)),
    ("Zoom at the mouse", ("Ctrl+wheel",)),
    ("Move left or right", ("Shift+wheel",)),
    ("Copy details or table", ("Ctrl+C",)),
    ("Commands", ("Ctrl+Shift+P",)),
    ("Go to a track", ("Ctrl+P",)),
    ("Go to a note or interval", ("Ctrl+B",)),
)
KEYS_PX = 72
Rows = Sequence[tuple[str, Sequence[str]]]


class HelpOverlay(QWidget):
    """Covers its parent until Esc, ? or a click; keys do nothing else meanwhile."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Keyboard shortcuts"))
        self._covered = parent
        self._focus_before: QWidget | None = None
        self._card = Card()
        close = IconButton("x", tr("Close"), "Esc")
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.clicked.connect(self.leave)
        head = QHBoxLayout()
        head.addWidget(plain_label(tr("Keyboard shortcuts"), px=18, weight=600), 1)
        head.addWidget(close)
        columns = QHBoxLayout()
        columns.setSpacing(20)
        for groups in _columns():
            columns.addLayout(_column(groups), 1)
        inside = QVBoxLayout(self._card)
        inside.setContentsMargins(24, 18, 20, 22)
        inside.setSpacing(10)
        inside.addLayout(head)
        inside.addLayout(columns)
        outside = QVBoxLayout(self)
        outside.addWidget(self._card, 0, Qt.AlignmentFlag.AlignCenter)
        parent.installEventFilter(self)
        self.hide()

    def enter(self) -> None:
        """Show the overlay and take the keyboard."""
        self._focus_before = self.window().focusWidget()
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self.setFocus()

    def leave(self) -> None:
        """Hide it and give the keyboard back."""
        self.hide()
        if self._focus_before is not None:
            self._focus_before.setFocus()
        self._focus_before = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Question):
            self.leave()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._card.geometry().contains(event.position().toPoint()):
            self.leave()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), colour(current_theme().shadow, 0.72))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent):
            self.resize(event.size())
        return False


def _columns() -> tuple[list[tuple[str, Rows]], ...]:
    groups: dict[Group, tuple[str, Rows]] = {
        group: (tr(str(group)), list(_actions_of(group))) for group in Group
    }
    return (
        [groups[Group.MOVE], groups[Group.TOOLS], groups[Group.MORE]],
        [groups[Group.EVENTS], groups[Group.TRACKS]],
        [groups[Group.MARKS], (tr("Window"), WINDOW_KEYS)],
    )


def _column(groups: Sequence[tuple[str, Rows]]) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(6)
    for title, rows in groups:
        column.addWidget(plain_label(title, rank=3, px=11, weight=600))
        column.addLayout(_rows(rows))
        column.addSpacing(8)
    column.addStretch(1)
    return column


def _actions_of(group: Group) -> Iterator[tuple[str, tuple[str, ...]]]:
    for action in ACTIONS:
        if action.group is group:
            yield title_of(action), keys_of(action)


def _rows(rows: Rows) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(5)
    grid.setColumnMinimumWidth(0, KEYS_PX)
    grid.setColumnStretch(1, 1)
    for row, (title, keys) in enumerate(rows):
        grid.addLayout(_keycaps(keys), row, 0)
        grid.addWidget(plain_label(tr(title)), row, 1)
    return grid


def _keycaps(keys: Sequence[str]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(4)
    for key in keys:
        cap: QLabel = plain_label(key, rank=2, px=11, weight=500)
        cap.setProperty("kind", "key")
        row.addWidget(cap)
    row.addStretch(1)
    return row
