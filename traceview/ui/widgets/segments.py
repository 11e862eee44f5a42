"""A switch between a few views that exclude each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from traceview.ui.widgets.icons import Button


class Segments(QWidget):
    """One button a view; ``chosen`` tells the index that the user picked."""

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for index, title in enumerate(titles):
            button = Button(title, "segment")
            button.setCheckable(True)
            self._group.addButton(button, index)
            row.addWidget(button)
        self._group.idClicked.connect(self.chosen)

    def choose(self, index: int) -> None:
        """Show which view is on."""
        self._group.button(index).setChecked(True)

    def offer(self, index: int, offered: bool) -> None:
        """Show or hide a view's button."""
        self._group.button(index).setVisible(offered)
