"""The right part of the details: stats of one event, or sums by name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from traceview.model.format import count, duration, share
from traceview.model.statistics import Statistics
from traceview.model.table import Column, Table
from traceview.ui.notices import LinesDialog, copy_text
from traceview.ui.table_model import TableModel
from traceview.ui.text import ELLIPSIS, plain_label, tr
from traceview.ui.timeline.chosen import with_share
from traceview.ui.timeline.event_facts import Fact
from traceview.ui.widgets.table_view import Swatch, TableView, Totals

VALUE_SHOWN = 200  # characters; Enter shows the rest
DIALOG_SHOWN = 100_000
WIDE, NARROW = (84, 84, 84, 84, 84, 84, 190), (88, 74, 74, 74, 74, 74, 128)
NAME_PX = 130  # below it the other columns become narrow
SHARE_COLUMN = 7


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
        text = stat.value[:DIALOG_SHOWN]
        LinesDialog(stat.name, text.split("\n"), self.window(), DIALOG_SHOWN).open()

    def _copy_row(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            stat = self._stat_at(index.row())
            copy_text(f"{stat.name}\t{stat.value}")


class NamesTable(QWidget):
    """Sums by name with a row of totals; ``view.opened`` asks to narrow to a row's name."""

    def __init__(self, swatch: Swatch) -> None:
        super().__init__()
        self._model = TableModel()
        self.view = TableView(tr("Selected events by name"), self._model, swatch)
        self.view.copyRequested.connect(self._copy_row)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._totals = Totals(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self._totals)
        self._sized = False

    def show_statistics(self, statistics: Statistics) -> None:
        """Show other sums, sorted as before, at first by the share."""
        table = with_share(statistics)
        self._model.set_table(table)
        if not self._sized:
            self._fit()
            self._model.sort(SHARE_COLUMN, Qt.SortOrder.DescendingOrder)
            self._sized = True
        self._totals.show_texts(_totals(statistics))
        self.view.clearSelection()
        self.view.head.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def name_at(self, row: int) -> int:
        """String id of the name in a row as it is shown."""
        return int(np.asarray(self._model.table["name"].values)[row])

    def tsv(self) -> str:
        """The table as it is sorted, with exact numbers."""
        return self._model.table.to_tsv()

    def _fit(self) -> None:
        if self._model.columnCount():
            widths = WIDE if self.width() - sum(WIDE) >= NAME_PX else NARROW
            self.view.set_widths((NAME_PX, *widths), 0)

    def _copy_row(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            copy_text(self._model.table.take(np.array([index.row()])).to_tsv())


def _totals(statistics: Statistics) -> tuple[str, ...]:
    names = statistics.table.rows
    average = statistics.wall_ps / statistics.occurrences if statistics.occurrences else None
    least, most = (np.asarray(statistics.table[column].values) for column in ("min_ps", "max_ps"))
    return (
        tr("1 name") if names == 1 else tr("{} names").format(count(names)),
        count(statistics.occurrences),
        duration(statistics.wall_ps),
        duration(statistics.self_ps),
        duration(average),
        duration(int(least.min()) if names else None),
        duration(int(most.max()) if names else None),
        share(1.0) if statistics.self_ps else "",
    )


def _elided(value: str) -> str:
    if len(value) <= VALUE_SHOWN:
        return value
    rest = tr("({} characters; Enter shows more)").format(count(len(value)))
    return f"{value[:VALUE_SHOWN]}{ELLIPSIS}  {rest}"
