"""Copies a table in the form that somebody wants."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from traceview.model.table import Table
from traceview.ui.notices import copy_text
from traceview.ui.text import tr
from traceview.ui.widgets.icons import Button


class CopyButton(Button):
    """Offers the forms in a menu; ``copied`` says what was done. No table, nothing done."""

    copied = Signal(str)

    def __init__(self, table: Callable[[], Table | None]) -> None:
        super().__init__(tr("Copy"), "", "copy")
        self._table = table
        menu = QMenu(self)
        menu.addAction(tr("Text with tabs")).triggered.connect(self.copy)
        menu.addAction(tr("Markdown")).triggered.connect(self.copy_markdown)
        menu.addAction(tr("Plain text")).triggered.connect(self.copy_plain)
        self.setMenu(menu)

    def copy(self) -> None:
        """As text with tabs and exact numbers, which spreadsheets paste."""
        self._copy(Table.to_tsv, tr("Copied as text with tabs"))

    def copy_markdown(self) -> None:
        """As a Markdown table."""
        self._copy(Table.to_markdown, tr("Copied as Markdown"))

    def copy_plain(self) -> None:
        """As plain text with aligned columns."""
        self._copy(Table.to_text, tr("Copied as plain text"))

    def _copy(self, write: Callable[[Table], str], said: str) -> None:
        table = self._table()
        if table is not None:
            copy_text(write(table))
            self.copied.emit(said)
