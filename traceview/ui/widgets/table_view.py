"""The one way to show a table: painted cells and head, sorting by mouse and keyboard."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from traceview.ui.table_model import FRACTION, Index, TableModel
from traceview.ui.theme import colour, current_theme, mono_font, ui_font
from traceview.ui.widgets.table_head import HEAD_PX, PAD_PX, Head

ROW_PX = 23
NUMBER_PX = 52  # of a cell with a bar, so that digits and bars both have straight edges
BAR_PX = 8
SWATCH_PX = 9

Middle = Qt.AlignmentFlag.AlignVCenter
Right = Qt.AlignmentFlag.AlignRight
Swatch = Callable[[str], QColor]

MOVES = {
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class TableView(QTableView):
    """Rows are selected whole; Space sorts by the cursor's column, a second time the other way.

    ``opened`` tells the row, as it is shown, of a double click or Enter. ``swatch`` gives the
    colour of the square before a text of the first column.
    """

    opened = Signal(int)
    copyRequested = Signal()

    def __init__(self, name: str, model: TableModel, swatch: Swatch | None = None) -> None:
        super().__init__()
        self._model = model
        self.setAccessibleName(name)
        self.setProperty("kind", "flat")
        self.setModel(model)
        self._delegate = _Cells(self, swatch)
        self.setItemDelegate(self._delegate)
        self.head = Head(model, self)
        self.setHorizontalHeader(self.head)
        self.head.sectionClicked.connect(self.sort_by)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(ROW_PX)
        rows.setDefaultSectionSize(ROW_PX)
        self.viewport().setAutoFillBackground(False)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))

    def set_widths(self, widths: Sequence[int], stretch: int) -> None:
        """Widths of the columns, px; the one at ``stretch`` takes what is left."""
        self.head.setMinimumSectionSize(40)
        for column, width in enumerate(widths):
            modes = QHeaderView.ResizeMode
            mode = modes.Stretch if column == stretch else modes.Interactive
            self.head.setSectionResizeMode(column, mode)
            self.setColumnWidth(column, width)

    def is_share(self, column: int) -> bool:
        """Whether a column is painted with bars."""
        return self._model.is_share(column)

    def sort_by(self, column: int) -> None:
        """Sort by a column: numbers from the largest, texts from A, the other way if they are."""
        down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
        first, other = (down, up) if self._model.is_number(column) else (up, down)
        order = other if self._model.sorted_by == (column, first) else first
        self._model.sort(column, order)
        self.head.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyRequested.emit()
        elif index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(index.row())
        elif event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.sort_by(max(index.column(), 0))
        elif event.key() in MOVES:
            super().keyPressEvent(event)
        else:
            event.ignore()  # letters belong to the page

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._model.rowCount():
            self.setCurrentIndex(self._model.index(0, 0))
        self.head.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.head.viewport().update()

    def minimumSizeHint(self) -> QSize:
        return QSize(200, HEAD_PX + 2 * ROW_PX)


class Totals(QWidget):
    """A last row that does not scroll, under the columns of a table."""

    def __init__(self, view: TableView) -> None:
        super().__init__()
        self._view = view
        self._texts: tuple[str, ...] = ()
        self.setFixedHeight(ROW_PX + 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        view.head.sectionResized.connect(self.update)
        view.horizontalScrollBar().valueChanged.connect(self.update)

    def show_texts(self, texts: Sequence[str]) -> None:
        """One text a column, empty where a total means nothing."""
        self._texts = tuple(texts)
        self.setAccessibleName(", ".join(text for text in texts if text))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, colour(theme.line))
        painter.setFont(ui_font(12, 600))
        painter.setPen(colour(theme.fg))
        head = self._view.head
        for column, text in enumerate(self._texts):
            if head.isSectionHidden(column):
                continue
            left = head.sectionViewportPosition(column)
            box = QRectF(left + PAD_PX, 1, head.sectionSize(column) - 2 * PAD_PX, ROW_PX)
            if self._view.is_share(column):
                box.setWidth(NUMBER_PX)
            side = Right if column else Qt.AlignmentFlag.AlignLeft
            shown = text if column else _elided(painter, text, box)
            painter.drawText(box, int(side | Middle | Qt.TextFlag.TextDontClip), shown)


class _Cells(QStyledItemDelegate):
    def __init__(self, view: TableView, swatch: Swatch | None) -> None:
        super().__init__(view)
        self._swatch = swatch

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour(theme.accbg))
        painter.fillRect(
            QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colour(theme.hair)
        )
        inner = rect.adjusted(PAD_PX, 0, -PAD_PX, 0)
        painter.setPen(colour(theme.fg))
        fraction = index.data(FRACTION)
        if fraction is not None:
            _paint_bar(painter, inner, str(index.data()), fraction)
        elif index.column() == 0:
            self._paint_name(painter, inner, str(index.data()))
        else:
            painter.setFont(ui_font())
            _paint_text(painter, inner, str(index.data()), index)
        painter.restore()

    def _paint_name(self, painter: QPainter, box: QRectF, text: str) -> None:
        if self._swatch is not None:
            top = box.center().y() - SWATCH_PX / 2
            pen = painter.pen()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._swatch(text))
            painter.drawRoundedRect(QRectF(box.left(), top, SWATCH_PX, SWATCH_PX), 2, 2)
            painter.setPen(pen)
            box.setLeft(box.left() + SWATCH_PX + 7)
        painter.setFont(mono_font())
        painter.drawText(box, int(Middle), _elided(painter, text, box))


def _paint_text(painter: QPainter, box: QRectF, text: str, index: Index) -> None:
    side = Qt.AlignmentFlag(index.data(Qt.ItemDataRole.TextAlignmentRole))
    # Half a number would be another number: it rather runs into the margin.
    whole = bool(side & Right)
    shown = text if whole else _elided(painter, text, box, Qt.TextElideMode.ElideRight)
    painter.drawText(box, int(side | Qt.TextFlag.TextDontClip), shown)


def _elided(
    painter: QPainter,
    text: str,
    box: QRectF,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
) -> str:
    """What fits of a text; the end of a name tells it from its neighbours, so it stays."""
    return painter.fontMetrics().elidedText(text, mode, math.ceil(box.width()))


def _paint_bar(painter: QPainter, box: QRectF, text: str, fraction: float) -> None:
    theme = current_theme()
    painter.setFont(ui_font())
    digits = QRectF(box.left(), box.top(), NUMBER_PX, box.height())
    painter.drawText(digits, int(Right | Middle), text)
    left = box.left() + NUMBER_PX + 8
    width = max(box.right() - left, 4.0)
    bar = QRectF(left, box.center().y() - BAR_PX / 2, width, BAR_PX)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.track))
    painter.drawRoundedRect(bar, 2, 2)
    if fraction > 0:
        bar.setWidth(max(2.0, width * min(fraction, 1.0)))
        painter.setBrush(colour(theme.acc))
        painter.drawRoundedRect(bar, 2, 2)
