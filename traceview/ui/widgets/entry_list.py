"""A list of things to open, for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from traceview.ui.icons import pixmap
from traceview.ui.text import clean, tooltip
from traceview.ui.theme import colour, current_theme, ui_font
from traceview.ui.widgets.chip import draw_chip
from traceview.ui.widgets.icons import Token, second

ROW_PX = 46
ENTRY = Qt.ItemDataRole.UserRole

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: two lines of text, an icon, maybe a chip at the right."""

    title: str
    detail: str
    icon: str
    token: Token = second
    chip: str = ""
    hint: str = ""
    dimmed: bool = False


class EntryList(QListWidget):
    """``opened`` and ``removed`` tell a row by its index."""

    opened = Signal(int)
    removed = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("kind", "flat")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._delegate = _Rows(self)
        self.setItemDelegate(self._delegate)
        self.itemClicked.connect(lambda item: self.opened.emit(self.row(item)))

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show ``entries`` in place of those before."""
        self.clear()
        for entry in entries:
            item = QListWidgetItem()
            item.setData(ENTRY, entry)
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, clean(f"{entry.title}, {entry.detail}", 300)
            )
            item.setToolTip(tooltip(entry.hint))
            self.addItem(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentRow()
        if row >= 0 and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(row)
        elif row >= 0 and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(row)
        elif event.text().isprintable() and event.text():
            event.ignore()  # a letter is a shortcut of the window's, not a search in here
        else:
            super().keyPressEvent(event)


class _Rows(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(100, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY)
        theme = current_theme()
        rect = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _background(painter, rect, state)
        dim = 0.55 if entry.dimmed else 1.0
        painter.setOpacity(dim)
        token = theme.fg3 if entry.dimmed else entry.token(theme)
        sign = pixmap(entry.icon, token, 18, painter.device().devicePixelRatio())
        painter.drawPixmap(QPointF(rect.left() + 12, rect.center().y() - 9), sign)
        painter.setOpacity(1.0)
        right = rect.right() - 12
        if entry.chip:
            right = draw_chip(painter, right, rect.center().y(), entry.chip, token) - 8
        words = QRectF(rect.left() + 42, rect.top() + 5, right - rect.left() - 42, 18)
        first, small = (theme.fg3, theme.fg3) if entry.dimmed else (theme.fg, theme.fg2)
        _line(painter, words, entry.title, 13, 600, first)
        _line(painter, words.translated(0, 18), entry.detail, 12, 400, small)
        painter.restore()


def _background(painter: QPainter, rect: QRectF, state: QStyle.StateFlag) -> None:
    theme = current_theme()
    inner = rect.adjusted(2, 1, -2, -2)
    focused = bool(state & QStyle.StateFlag.State_HasFocus)
    painter.setPen(Qt.PenStyle.NoPen)
    if focused or state & QStyle.StateFlag.State_MouseOver:
        painter.setBrush(colour(theme.accbg if focused else theme.raised))
        painter.drawRoundedRect(inner, 6, 6)
    else:
        painter.fillRect(
            QRectF(rect.left() + 12, rect.bottom() - 1, rect.width() - 24, 1), colour(theme.hair)
        )


def _line(painter: QPainter, box: QRectF, text: str, px: int, weight: int, token: str) -> None:
    painter.setFont(ui_font(px, weight))
    painter.setPen(colour(token))
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(clean(text, 300), Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), shown)
