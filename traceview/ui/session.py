"""The one mutable object: what is open, what is looked at, what is selected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from traceview.model.capture import Capture
from traceview.model.trace import Trace
from traceview.ui.history import History
from traceview.ui.marks import Mark, MarkKind, Marks, StepGrid, in_order
from traceview.ui.selection import NOTHING, Box, Selection, followed

__all__ = ["NOTHING", "Box", "MouseTool", "Selection", "Session", "View", "Visit", "followed"]


class MouseTool(StrEnum):
    """What a drag on the timeline does."""

    SELECT = "select"
    PAN = "pan"
    ZOOM = "zoom"
    TIMING = "timing"


@dataclass(frozen=True, slots=True)
class View:
    """The visible stretch of time, ps from the capture's start.

    float64 is exact to the picosecond up to 9,007 s; beyond, the deepest zoom is coarser.
    """

    start_ps: float
    end_ps: float

    @property
    def span_ps(self) -> float:
        """Length in ps."""
        return self.end_ps - self.start_ps


@dataclass(frozen=True, slots=True)
class Visit:
    """What was looked at: a stretch of time, the first visible pixel of the rows, a selection."""

    view: View
    top: int
    selection: Selection


class Session(QObject):
    """State of one window. Widgets call its setters; whoever shows something listens.

    A setter that changes nothing emits nothing. Times in signals are Python objects, since a
    Qt int is 32 bits wide.
    """

    captureChanged = Signal(object)  # Capture | None
    traceChanged = Signal(object)  # Trace: another capture's, or grown while loading
    viewChanged = Signal(object)  # View
    selectionChanged = Signal(object)  # Selection
    rangeChanged = Signal(object)  # tuple[int, int] | None: the marked interval
    toolChanged = Signal(object)  # MouseTool
    searchChanged = Signal(str)
    hideOthersChanged = Signal(bool)  # whether what the search does not find is hidden
    cursorChanged = Signal(object)  # int | None: time under the mouse
    flowCategoriesChanged = Signal(object)  # frozenset[str]: whose flows are all shown
    marksChanged = Signal(object)  # Marks: kept intervals and notes
    markChosen = Signal(object)  # Mark | None
    gridChanged = Signal(object)  # StepGrid | None
    historyChanged = Signal(object)  # History[Visit]
    message = Signal(str)  # a short plain-text hint for the status bar

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._capture: Capture | None = None
        self._trace = Trace()
        self._view = View(0.0, 1e12)
        self._selection = NOTHING
        self._range: tuple[int, int] | None = None
        self._tool = MouseTool.SELECT
        self._search = ""
        self._hide_others = False
        self._cursor: int | None = None
        self._flow_categories: frozenset[str] = frozenset()
        self._marks: Marks = ()
        self._chosen_mark: Mark | None = None
        self._grid: StepGrid | None = None
        self._history: History[Visit] = History()

    @property
    def capture(self) -> Capture | None:
        """The run that is open, None before it is whole."""
        return self._capture

    @property
    def trace(self) -> Trace:
        """What the timeline shows: captured and derived lines, maybe still growing."""
        return self._trace

    @property
    def view(self) -> View:
        """The visible stretch of time."""
        return self._view

    @property
    def selection(self) -> Selection:
        """What is selected."""
        return self._selection

    @property
    def range_ps(self) -> tuple[int, int] | None:
        """The marked interval, to which statistics are limited."""
        return self._range

    @property
    def tool(self) -> MouseTool:
        """What a drag does."""
        return self._tool

    @property
    def search(self) -> str:
        """The text that is searched for, empty when nothing is."""
        return self._search

    @property
    def hide_others(self) -> bool:
        """Whether what the search does not find is hidden rather than dimmed."""
        return self._hide_others

    @property
    def cursor_ps(self) -> int | None:
        """Time under the mouse, None when it is elsewhere."""
        return self._cursor

    @property
    def flow_categories(self) -> frozenset[str]:
        """The categories whose flows are all shown; those of the selection always are."""
        return self._flow_categories

    @property
    def marks(self) -> Marks:
        """Kept intervals and notes, by time."""
        return self._marks

    @property
    def kept(self) -> Marks:
        """The kept intervals, by time; the marked one is ``range_ps``."""
        return tuple(mark for mark in self._marks if mark.kind is MarkKind.INTERVAL)

    @property
    def notes(self) -> Marks:
        """The notes, by time."""
        return tuple(mark for mark in self._marks if mark.kind is MarkKind.NOTE)

    @property
    def chosen_mark(self) -> Mark | None:
        """The kept interval or note that was clicked."""
        return self._chosen_mark

    @property
    def grid(self) -> StepGrid | None:
        """The lines at every step over the lanes, None when they are off."""
        return self._grid

    @property
    def history(self) -> History[Visit]:
        """What was looked at before, and after going back."""
        return self._history

    def set_flow_categories(self, categories: frozenset[str]) -> None:
        """Show all flows of some categories."""
        if categories != self._flow_categories:
            self._flow_categories = categories
            self.flowCategoriesChanged.emit(categories)

    def set_trace(self, trace: Trace, *, grown: bool = False) -> None:
        """Show ``trace``; with ``grown`` it is a later state of the one already shown."""
        before = self._selection
        if grown:
            past = self._trace
            self._selection = followed(before, past, trace)
            self.set_history(
                self._history.changed(
                    lambda visit: replace(visit, selection=followed(visit.selection, past, trace))
                )
            )
        self._trace = trace
        if not grown:
            self.set_selection(NOTHING)
            self.set_range(None)
            self.set_search("")
            self.set_marks(())
            self.set_grid(None)
            self.set_history(History())
        self.traceChanged.emit(trace)
        if grown and self._selection != before:
            self.selectionChanged.emit(self._selection)

    def set_capture(self, capture: Capture | None) -> None:
        """The capture is whole (or closed)."""
        self._capture = capture
        self.captureChanged.emit(capture)

    def set_view(self, view: View) -> None:
        """Show another stretch of time."""
        if view != self._view:
            self._view = view
            self.viewChanged.emit(view)

    def set_selection(self, selection: Selection) -> None:
        """Select other events."""
        if selection != self._selection:
            self._selection = selection
            self.selectionChanged.emit(selection)

    def set_range(self, range_ps: tuple[int, int] | None) -> None:
        """Mark an interval, or none. The ends may come in any order."""
        ordered = (min(range_ps), max(range_ps)) if range_ps else None
        if ordered != self._range:
            self._range = ordered
            self.rangeChanged.emit(ordered)

    def set_tool(self, tool: MouseTool) -> None:
        """Choose what a drag does."""
        if tool != self._tool:
            self._tool = tool
            self.toolChanged.emit(tool)

    def set_search(self, text: str) -> None:
        """Search for ``text``."""
        if text != self._search:
            self._search = text
            self.searchChanged.emit(text)

    def set_hide_others(self, hidden: bool) -> None:
        """Hide what the search does not find, or only dim it."""
        if hidden != self._hide_others:
            self._hide_others = hidden
            self.hideOthersChanged.emit(hidden)

    def set_cursor(self, time_ps: int | None) -> None:
        """The mouse is over ``time_ps``."""
        if time_ps != self._cursor:
            self._cursor = time_ps
            self.cursorChanged.emit(time_ps)

    def set_marks(self, marks: Marks) -> None:
        """Keep other intervals and notes."""
        ordered = in_order(marks)
        if ordered != self._marks:
            self._marks = ordered
            if self._chosen_mark not in ordered:
                self.choose_mark(None)
            self.marksChanged.emit(ordered)

    def choose_mark(self, mark: Mark | None) -> None:
        """Choose one of the marks, to change or remove it."""
        if mark != self._chosen_mark:
            self._chosen_mark = mark
            self.markChosen.emit(mark)

    def set_grid(self, grid: StepGrid | None) -> None:
        """Draw lines at every step, or none."""
        if grid != self._grid:
            self._grid = grid
            self.gridChanged.emit(grid)

    def set_history(self, history: History[Visit]) -> None:
        """Remember what was looked at."""
        if history != self._history:
            self._history = history
            self.historyChanged.emit(history)
