"""The one mutable object: what is open, what is looked at, what is selected."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from traceview.model.capture import Capture
from traceview.model.trace import EventId, Trace


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
class Box:
    """A rubber-band selection: rows ``(track, row)`` within ``[start_ps, end_ps)``."""

    start_ps: int
    end_ps: int
    rows: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """Single events, in the order they were added, and rubber-band boxes.

    With ``name``, a string id, only the events of that name count.
    """

    events: tuple[EventId, ...] = ()
    boxes: tuple[Box, ...] = ()
    name: int | None = None

    def __bool__(self) -> bool:
        return bool(self.events or self.boxes)

    @property
    def single(self) -> EventId | None:
        """The event, when just one event and no box is selected."""
        return self.events[0] if len(self.events) == 1 and not self.boxes else None


NOTHING = Selection()


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
    cursorChanged = Signal(object)  # int | None: time under the mouse
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
        self._cursor: int | None = None

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
    def cursor_ps(self) -> int | None:
        """Time under the mouse, None when it is elsewhere."""
        return self._cursor

    def set_trace(self, trace: Trace, *, grown: bool = False) -> None:
        """Show ``trace``; with ``grown`` it is a later state of the one already shown."""
        before = self._selection
        if grown:
            self._selection = followed(before, self._trace, trace)
        self._trace = trace
        if not grown:
            self.set_selection(NOTHING)
            self.set_range(None)
            self.set_search("")
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

    def set_cursor(self, time_ps: int | None) -> None:
        """The mouse is over ``time_ps``."""
        if time_ps != self._cursor:
            self._cursor = time_ps
            self.cursorChanged.emit(time_ps)


def followed(selection: Selection, before: Trace, after: Trace) -> Selection:
    """What is selected in ``before`` as part of ``after``, where tracks may have moved.

    What lies in a track that is no longer the same is left out rather than mistaken.
    """
    place = {id(track.events): number for number, track in enumerate(after.tracks)}
    moved = {
        number: place[id(track.events)]
        for number, track in enumerate(before.tracks)
        if id(track.events) in place
    }
    events = (EventId(moved[e.track], e.index) for e in selection.events if e.track in moved)
    boxes = (
        Box(box.start_ps, box.end_ps, tuple((moved[t], row) for t, row in box.rows if t in moved))
        for box in selection.boxes
    )
    return Selection(tuple(events), tuple(box for box in boxes if box.rows), selection.name)
