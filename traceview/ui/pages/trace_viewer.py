"""The trace viewer: the timeline, and below it the details of what is selected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout

from traceview.ui.actions import Action
from traceview.ui.command_entries import Command
from traceview.ui.export import Export
from traceview.ui.page import Page
from traceview.ui.session import Session
from traceview.ui.settings import Settings
from traceview.ui.theme import current_theme
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.timeline.details.details import Details
from traceview.ui.timeline.places import place_from_json, place_to_json, tool_from_json
from traceview.ui.timeline.search import SearchController
from traceview.ui.widgets.search_bar import SearchBar

DETAILS_PX = 248


class TraceViewerPage(Page):
    """Puts the parts together; each of them talks to the session alone."""

    id = "trace_viewer"
    title = "Trace viewer"

    def __init__(self, session: Session, search: SearchBar, settings: Settings) -> None:
        super().__init__(session, search, settings)
        self.canvas = TimelineCanvas(session, current_theme())
        self.details = Details(session)
        self.search = SearchController(session, search, self.canvas)
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.canvas)
        self._splitter.addWidget(self.details)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.splitterMoved.connect(self._keep_height)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._splitter)
        self._connect()
        height = settings.details_px or DETAILS_PX
        self._splitter.setSizes([10_000, height])

    @property
    def busy(self) -> bool:
        return self.details.busy or self.search.busy or self.canvas.busy

    def take_focus(self) -> None:
        self.canvas.setFocus()

    def handle_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape and not self.canvas.hasFocus():
            self.take_focus()
            return True
        return self.canvas.handle_key(event)

    def perform(self, action: Action) -> None:
        self.canvas.perform(action)

    def commands(self) -> Iterable[Command]:
        return self.canvas.goals()

    def step_match(self, step: int) -> None:
        self.search.step(step)

    def exports(self) -> tuple[Export, ...]:
        # Only wanted when somebody opens the menu.
        from traceview.ui.timeline.exports import exports_of

        return exports_of(self.session, self.canvas)

    def end_work(self) -> None:
        self.details.wait()
        self.search.wait()
        self.canvas.close()

    def place(self) -> dict[str, Any]:
        return place_to_json(self.canvas.place(), self.session.tool)

    def restore(self, place: dict[str, Any]) -> None:
        timeline = place_from_json(place)
        if timeline is not None:
            self.canvas.restore(timeline)
            self.session.set_tool(tool_from_json(place))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self.canvas.set_theme(current_theme())
        super().changeEvent(event)

    def _connect(self) -> None:
        self.canvas.searchRequested.connect(self.search_bar.focus)
        self.search.found.connect(self.details.set_matches)
        self.details.revealRequested.connect(self.canvas.reveal)
        self.canvas.helpRequested.connect(self.helpRequested)
        self.search_bar.left.connect(self.take_focus)
        self.details.described.connect(self.described)
        self.canvas.paletteMoved.connect(self._keep_palette)
        self.canvas.set_reduced_motion(self.settings.reduced_motion)
        self.canvas.motionReduced.connect(self._keep_motion)
        offset = self.settings.palette_offset
        if offset is not None:
            self.canvas.palette_panel.place(QPoint(*offset))

    def _keep_height(self) -> None:
        self.settings.details_px = self.details.height()

    def _keep_motion(self, reduced: bool) -> None:
        self.settings.reduced_motion = reduced

    def _keep_palette(self, offset: QPoint) -> None:
        self.settings.palette_offset = (offset.x(), offset.y())
