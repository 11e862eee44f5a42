"""The head of a table: titles aligned as their columns, and what the rows are sorted by."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QHeaderView, QTableView

from traceview.ui.table_model import TableModel
from traceview.ui.theme import colour, current_theme, ui_font

HEAD_PX = 28
PAD_PX = 8
MARK_PX = 12


class Head(QHeaderView):
    """Paints its sections itself; the column of the keyboard's cursor is underlined."""

    def __init__(self, model: TableModel, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._model, self._view = model, view
        self.setSectionsClickable(True)
        self.setFixedHeight(HEAD_PX)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), HEAD_PX)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        theme = current_theme()
        column, order = self._model.sorted_by
        is_sorted = column == logicalIndex
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colour(theme.line))
        if self._view.hasFocus() and self._view.currentIndex().column() == logicalIndex:
            painter.fillRect(rect.left(), rect.bottom() - 1, rect.width(), 2, colour(theme.acc))
        painter.setFont(ui_font(11, 600 if is_sorted else 500))
        painter.setPen(colour(theme.fg if is_sorted else theme.fg2))
        box = QRectF(rect).adjusted(PAD_PX, 0, -PAD_PX, -1)
        title = str(self._model.headerData(logicalIndex, Qt.Orientation.Horizontal))
        right = self._model.is_number(logicalIndex)
        if is_sorted:
            box = _paint_mark(painter, box, title, right, order is Qt.SortOrder.DescendingOrder)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        elided = painter.fontMetrics().elidedText(
            title, Qt.TextElideMode.ElideRight, int(box.width()) + 1
        )
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), elided)
        painter.restore()


def _paint_mark(
    painter: QPainter, box: QRectF, title: str, right: bool, descending: bool
) -> QRectF:
    """Paint the triangle beside the title; what is left of the box for the title."""
    width = painter.fontMetrics().horizontalAdvance(title)
    x = box.right() - MARK_PX + 3 if right else min(box.left() + width + 4, box.right() - MARK_PX)
    y, up = box.center().y(), -2.5 if descending else 2.5
    pen = painter.pen()
    painter.setBrush(pen.color())
    painter.setPen(Qt.PenStyle.NoPen)
    corners = [QPointF(x + 1, y + up), QPointF(x + 8, y + up), QPointF(x + 4.5, y - up)]
    painter.drawPolygon(QPolygonF(corners))
    painter.setPen(pen)
    return box.adjusted(0, 0, -MARK_PX, 0)
