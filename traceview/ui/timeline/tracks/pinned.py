"""The strip of pinned tracks above the scrolled area, on the same time axis."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QGridLayout, QWidget

from traceview.model.trace import Trace
from traceview.ui.session import Session
from traceview.ui.theme import Theme
from traceview.ui.timeline.lanes import Lanes
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.tracks.arranger import Arranger
from traceview.ui.timeline.tracks.headers import Headers
from traceview.ui.timeline.tracks.scroll_bar import SheetScrollBar
from traceview.ui.timeline.tracks.sheet import PinnedSheet, Sheet
from traceview.ui.widgets.card import rule

MOST = 0.4  # of the height of the whole timeline


class Pinned(QObject):
    """Headers, lanes and a scroll bar of their own, and a rule below; hidden without pins."""

    def __init__(
        self, session: Session, main: Sheet, navigator: Navigator, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.sheet = PinnedSheet(main)
        self.headers = Headers(Arranger(session, self.sheet), theme, parent)
        self.lanes = Lanes(session, self.sheet, navigator, theme, parent)
        self._scroll_bar = SheetScrollBar(self.sheet, parent)
        self._rule = rule()
        self._rule.setParent(parent)
        self._shown: tuple[Trace, frozenset[int]] | None = None
        self.sheet.layoutChanged.connect(self._show_layout)
        self.lanes.resized.connect(self._scroll_bar.fit)
        self._parent = parent
        self.fit()

    def add_to(self, grid: QGridLayout, row: int) -> None:
        """Take two rows of a grid of three columns."""
        for column, widget in enumerate((self.headers, self.lanes, self._scroll_bar)):
            grid.addWidget(widget, row, column)
        grid.addWidget(self._rule, row + 1, 0, 1, 3)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.headers.set_theme(theme)
        self.lanes.set_theme(theme)

    def fit(self) -> None:
        """Be as high as the pinned tracks, up to a share of the parent's height."""
        height = min(self.sheet.layout.height, int(MOST * self._parent.height()))
        parts: tuple[QWidget, ...] = (self.headers, self.lanes, self._scroll_bar)
        for part in parts:
            part.setFixedHeight(max(height, 1))
        for part in (*parts, self._rule):
            part.setVisible(bool(self.sheet.layout.tracks))

    def _show_layout(self) -> None:
        tracks = frozenset(band.index for band in self.sheet.layout.tracks)
        if self._shown is None or self._shown != (self.sheet.trace, tracks):
            self._shown = self.sheet.trace, tracks
            self.lanes.frame.set_trace(self.sheet.trace, tracks)
            self.lanes.refresh()
        self.fit()
