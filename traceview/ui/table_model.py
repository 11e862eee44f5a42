"""The one Qt model of a table: rows of a ``model.table.Table`` in a chosen order."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from traceview.model.table import Column, Table, Unit
from traceview.model.trace import Ints
from traceview.ui.text import clean, tooltip

NO_PARENT = QModelIndex()
FRACTION = Qt.ItemDataRole.UserRole  # float of a share, for a bar; None elsewhere
SHOWN = 400  # characters; no screen is wider

Index = QModelIndex | QPersistentModelIndex


class TableModel(QAbstractTableModel):
    """Shows a table; sorting permutes row numbers and copies nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._table = Table(())
        self._order: Ints = np.zeros(0, np.int64)
        self._sorted: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.DescendingOrder)

    @property
    def table(self) -> Table:
        """The table in the order that is shown."""
        return self._table.take(self._order)

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """Column that the rows are sorted by, -1 for the order they came in, and which way."""
        return self._sorted

    def set_table(self, table: Table) -> None:
        """Show another table; the way it is sorted stays when the columns are the same."""
        same = [c.name for c in table.columns] == [c.name for c in self._table.columns]
        self.beginResetModel()
        self._table = table
        self._order = np.arange(table.rows)
        if not same:
            self._sorted = (-1, Qt.SortOrder.DescendingOrder)
        self._arrange()
        self.endResetModel()

    def source_row(self, row: int) -> int:
        """Row of the table as it was given, for a row as it is shown."""
        return int(self._order[row])

    def is_number(self, column: int) -> bool:
        """Whether a column is one of numbers, which stand at the right."""
        return self._table.columns[column].texts is None

    def is_share(self, column: int) -> bool:
        """Whether a column is one of fractions, which have bars."""
        return self._table.columns[column].unit is Unit.SHARE

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._sorted = (column, order)
        self._arrange()
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self._table.rows

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self._table.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._table.columns[section].title
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = self._table.columns[index.column()]
        row = int(self._order[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return clean(column.cell(row), SHOWN)
            case Qt.ItemDataRole.ToolTipRole if column.texts is not None:
                return tooltip(column.cell(row))
            case Qt.ItemDataRole.TextAlignmentRole:
                flags = Qt.AlignmentFlag
                side = flags.AlignRight if column.texts is None else flags.AlignLeft
                return side | flags.AlignVCenter
            case _ if role == FRACTION:
                return _fraction(column, row)
        return None

    def _arrange(self) -> None:
        column, order = self._sorted
        if 0 <= column < len(self._table.columns):
            descending = order is Qt.SortOrder.DescendingOrder
            self._order = self._table.columns[column].order(descending)


def _fraction(column: Column, row: int) -> float | None:
    if column.unit is not Unit.SHARE:
        return None
    value = column.plain(row)
    return float(value) if isinstance(value, int | float) else None
