"""The scroll bar of a sheet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollBar, QWidget

from traceview.ui.timeline.tracks.layout import ROW_HEIGHT
from traceview.ui.timeline.tracks.sheet import Sheet


class SheetScrollBar(QScrollBar):
    """Shows how far a sheet is scrolled, and scrolls it."""

    def __init__(self, sheet: Sheet, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._sheet = sheet
        self.setSingleStep(3 * ROW_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        sheet.layoutChanged.connect(self.fit)
        sheet.scrolled.connect(self.setValue)
        self.valueChanged.connect(sheet.scroll_to)

    def fit(self) -> None:
        """Take over what there is to scroll, and how much of it is seen."""
        self.setPageStep(self._sheet.height)
        self.setRange(0, self._sheet.lowest_top)
        self.setValue(self._sheet.top)
