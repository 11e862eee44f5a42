"""The tables of the details: stats of one event, sums by name, and plain ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedLayout, QVBoxLayout, QWidget

from traceview.model.format import count, duration, share
from traceview.model.spread import Spread
from traceview.model.statistics import Statistics
from traceview.model.table import Column, Table
from traceview.ui.notices import LinesDialog, copy_text
from traceview.ui.table_model import TableModel
from traceview.ui.text import ELLIPSIS, plain_label, tr
from traceview.ui.timeline.details.chosen import ORDER, SHARE, names_table
from traceview.ui.timeline.details.event_facts import Fact
from traceview.ui.widgets.table_view import Swatch, TableView, Totals

VALUE_SHOWN = 200  # characters; Enter shows the rest
DIALOG_SHOWN = 100_000
NUMBER, NARROW, SHARE_PX, SHARE_NARROW = 84, 74, 190, 128
NAME_PX = 130  # below it the other columns become narrow
SHARE_COLUMN = ORDER.index(SHARE)
# Others are a choice in the menu of the head: all of them do not fit a small screen.
LESS_USUAL = {"p95_ps"}
WIDE_PX = 840
USUAL = {"name", "occurrences", "wall_ps", "self_ps", "average_ps", "p95_ps", "max_ps", SHARE}


class EventTable(QWidget):
    """Name and value of each stat; a long value is elided, and Enter shows it whole."""

    def __init__(self) -> None:
        super().__init__()
        self._stats: tuple[Fact, ...] = ()
        self._model = TableModel()
        self.view = TableView(tr("Stats of the event"), self._model)
        self.view.opened.connect(self._expand)
        self.view.copyRequested.connect(self._copy_row)
        self._none = plain_label(tr("This event has no stats."), rank=2)
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setContentsMargins(8, 8, 8, 8)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._none)
        self.show_stats(())
        self.view.set_widths((220, 400), 1)

    def show_stats(self, stats: Sequence[Fact]) -> None:
        """Show other stats."""
        self._stats = tuple(stats)
        self._model.set_table(
            Table(
                (
                    Column("name", tr("Stat"), tuple(stat.name for stat in stats)),
                    Column("value", tr("Value"), tuple(_elided(stat.value) for stat in stats)),
                )
            )
        )
        self._pages.setCurrentIndex(0 if stats else 1)

    def _stat_at(self, row: int) -> Fact:
        return self._stats[self._model.source_row(row)]

    def _expand(self, row: int) -> None:
        stat = self._stat_at(row)
        text = (stat.whole or stat.value)[:DIALOG_SHOWN]
        LinesDialog(stat.name, text.split("\n"), self.window(), DIALOG_SHOWN).open()

    def _copy_row(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            stat = self._stat_at(index.row())
            copy_text(f"{stat.name}\t{stat.value}")


class PlainTable(QWidget):
    """Any table whose first column takes the room that the others leave."""

    def __init__(self, name: str, swatch: Swatch | None = None) -> None:
        super().__init__()
        self._model = TableModel()
        self.view = TableView(name, self._model, swatch)
        self.view.copyRequested.connect(self._copy_row)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.view, 1)

    @property
    def table(self) -> Table:
        """The table as it is sorted."""
        return self._model.table

    def show_table(self, table: Table) -> None:
        """Show another table, sorted as before where its columns are the same."""
        self._model.set_table(table)
        self._fit()
        self.view.clearSelection()
        self.view.head.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        columns = self._model.columnCount()
        if columns:
            shares = [self._model.is_share(column) for column in range(1, columns)]
            shown = [not self.view.isColumnHidden(column) for column in range(1, columns)]
            wide = [SHARE_PX if each else NUMBER for each in shares]
            narrow = [SHARE_NARROW if each else NARROW for each in shares]
            taken = sum(width for width, visible in zip(wide, shown, strict=True) if visible)
            self.view.set_widths(
                (NAME_PX, *(wide if self.width() - taken >= NAME_PX else narrow)), 0
            )

    def _copy_row(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            copy_text(self.table.take(np.array([index.row()])).to_tsv())


class NamesTable(PlainTable):
    """Sums by name with a row of totals; ``view.opened`` asks to narrow to a row's name.

    A right click or the menu key offers the columns.
    """

    def __init__(self, swatch: Swatch) -> None:
        super().__init__(tr("Selected events by name"), swatch)
        self._totals = Totals(self.view)
        self._column.addWidget(self._totals)
        self._chosen: set[str] | None = None
        self._sized = False
        self.view.head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.head.customContextMenuRequested.connect(
            lambda place: self.offer_columns(self.view.head.mapToGlobal(place))
        )

    def show_statistics(self, statistics: Statistics, spread: Spread | None = None) -> None:
        """Show other sums, sorted as before, at first by the share."""
        self._model.set_table(names_table(statistics, spread))
        if not self._sized:
            self._fit()
            self._model.sort(SHARE_COLUMN, Qt.SortOrder.DescendingOrder)
            self._sized = True
        self._totals.show_texts(_totals(statistics, spread))
        self.view.head.viewport().update()

    def name_at(self, row: int) -> int:
        """String id of the name in a row as it is shown."""
        return int(np.asarray(self.table["name"].values)[row])

    def go_to(self, name: int) -> None:
        """Put the cursor on the row of a name, a string id, if there is one."""
        rows = (np.asarray(self.table["name"].values) == name).nonzero()[0]
        if len(rows):
            self.view.setCurrentIndex(self._model.index(int(rows[0]), 0))

    def column_actions(self, menu: QMenu) -> list[QAction]:
        """An entry a column, on or off; the name always stays."""
        titles = [
            str(self._model.headerData(i, Qt.Orientation.Horizontal)) for i in range(len(ORDER))
        ]
        actions = []
        for name, title in list(zip(ORDER, titles, strict=True))[1:]:
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(name in self._shown)
            action.toggled.connect(self._toggler(name))
            actions.append(action)
        return actions

    def offer_columns(self, place: QPoint) -> None:
        """Let the user choose columns in a menu at ``place`` on the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column_actions(menu)
        menu.popup(place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.offer_columns(event.globalPos())

    def _toggler(self, name: str) -> Callable[[bool], None]:
        def toggle(shown: bool) -> None:
            self._chosen = self._shown | {name} if shown else self._shown - {name}
            self._fit()

        return toggle

    @property
    def _shown(self) -> set[str]:
        """Columns that the user chose, else the usual ones, fewer where they would be narrow."""
        if self._chosen is not None:
            return self._chosen
        return USUAL if self.width() >= WIDE_PX else USUAL - LESS_USUAL

    def _fit(self) -> None:
        if self._model.columnCount():
            shown = self._shown
            for column, name in enumerate(ORDER):
                self.view.setColumnHidden(column, name not in shown)
        super()._fit()


def _totals(statistics: Statistics, spread: Spread | None) -> tuple[str, ...]:
    names = statistics.table.rows
    average = statistics.wall_ps / statistics.occurrences if statistics.occurrences else None
    least, most = (np.asarray(statistics.table[column].values) for column in ("min_ps", "max_ps"))
    finer = spread.total._asdict() if spread is not None else {}
    texts = {
        "name": tr("1 name") if names == 1 else tr("{} names").format(count(names)),
        "occurrences": count(statistics.occurrences),
        "wall_ps": duration(statistics.wall_ps),
        "self_ps": duration(statistics.self_ps),
        "average_ps": duration(average),
        "min_ps": duration(int(least.min()) if names else None),
        "max_ps": duration(int(most.max()) if names else None),
        SHARE: share(1.0) if statistics.self_ps else "",
    }
    return tuple(texts[n] if n in texts else duration(finer.get(n)) for n in ORDER)


def _elided(value: str) -> str:
    if len(value) <= VALUE_SHOWN:
        return value
    rest = tr("({} characters; Enter shows more)").format(count(len(value)))
    return f"{value[:VALUE_SHOWN]}{ELLIPSIS}  {rest}"
