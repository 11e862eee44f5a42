"""The entries of the command palette: title, where it belongs, keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from traceview.ui.command_entries import Command
from traceview.ui.text import clean, tr
from traceview.ui.theme import colour, current_theme, ui_font

ROW_PX, ROWS = 28, 12
TITLE_LIMIT = 300
ENTRY = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class Entries(QAbstractListModel):
    """The entries as Qt's list asks for them."""

    commands: Sequence[Command] = ()

    def show_commands(self, commands: Sequence[Command]) -> None:
        """Take the place of those before."""
        self.beginResetModel()
        self.commands = commands
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.commands)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        command = self.commands[index.row()]
        if role == ENTRY:
            return command
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return clean(f"{command.title}, {command.detail}", TITLE_LIMIT)
        return None


class CommandList(QListView):
    """Shows entries and which of them Enter would run; the keyboard stays in the field."""

    def __init__(self) -> None:
        super().__init__()
        self.entries = Entries(self)
        self._delegate = _Rows(self)
        self.setModel(self.entries)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Commands that fit"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("kind", "flat")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_commands(self, commands: Sequence[Command]) -> None:
        """Show ``commands``, the first of them current."""
        self.entries.show_commands(commands)
        self.setFixedHeight(min(len(commands), ROWS) * ROW_PX + 2)
        self.setCurrentIndex(self.entries.index(0))
        self.scrollToTop()

    def step(self, rows: int) -> None:
        """Make another one current."""
        last = self.entries.rowCount() - 1
        row = min(max(self.currentIndex().row() + rows, 0), last)
        self.setCurrentIndex(self.entries.index(row))


class _Rows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        command: Command = index.data(ENTRY)
        theme, rect = current_theme(), QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(theme.accbg))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 6, 6)
        words = rect.adjusted(10, 0, -10, 0)
        words.setRight(words.right() - _right(painter, words, command.keys, theme.fg2))
        words.setRight(words.right() - _right(painter, words, command.detail, theme.fg3))
        painter.setFont(ui_font(12, 500))
        painter.setPen(colour(theme.fg))
        shown = _elided(painter, clean(command.title, TITLE_LIMIT), words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.restore()


def _right(painter: QPainter, words: QRectF, text: str, token: str) -> float:
    """Write at the right end; how much of the width that takes."""
    if not text:
        return 0.0
    painter.setFont(ui_font(11))
    painter.setPen(colour(token))
    shown = _elided(painter, clean(text, TITLE_LIMIT), words.width() / 2)
    end = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    painter.drawText(words, end, shown)
    return QFontMetricsF(painter.font()).horizontalAdvance(shown) + 14


def _elided(painter: QPainter, text: str, width: float) -> str:
    return QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, width)
