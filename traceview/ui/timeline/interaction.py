"""The mouse on the lanes: which gesture a button begins, the wheel, the shape of the cursor."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from traceview.ui.session import MouseTool
from traceview.ui.timeline.gestures import (
    Gesture,
    Modifiers,
    PanDrag,
    SelectDrag,
    TimingDrag,
    ZoomDrag,
    grabbed,
)
from traceview.ui.timeline.marks.snapping import Snap, snap_at
from traceview.ui.timeline.navigation import fitted, panned
from traceview.ui.timeline.surface import Surface

NOTCH = 120  # of QWheelEvent.angleDelta
ZOOM_A_NOTCH = 1.5
SCROLL_A_NOTCH = 54  # px: three rows
PAN_A_NOTCH = 0.10  # windows

SHAPES = {
    MouseTool.SELECT: Qt.CursorShape.ArrowCursor,
    MouseTool.PAN: Qt.CursorShape.OpenHandCursor,
    MouseTool.ZOOM: Qt.CursorShape.SizeVerCursor,
    MouseTool.TIMING: Qt.CursorShape.CrossCursor,
}
Button = Qt.MouseButton
TRAVELS = {Button.BackButton: -1, Button.ForwardButton: 1}


class Pointer:
    """Turns mouse events into gestures. ``changed`` is called when an overlay looks different."""

    def __init__(self, surface: Surface, changed: Callable[[], None]) -> None:
        self.surface = surface
        self.gesture: Gesture | None = None
        self.held: MouseTool | None = None  # by Shift or Space
        self.snap: Snap | None = None  # what the timing tool would snap to
        self.travel: Callable[[int], None] | None = None  # back (-1) or forward over views
        self._button = Button.NoButton
        self._last = QPointF()
        self._changed = changed

    @property
    def tool(self) -> MouseTool:
        """What a drag would do now; Shift, which selects, adds with the timing tool."""
        chosen = self.surface.session.tool
        adds = self.held is MouseTool.SELECT and chosen is MouseTool.TIMING
        return chosen if adds else self.held or chosen

    @property
    def snap_ps(self) -> int | None:
        """The time that the timing tool would snap to."""
        return self.snap.time_ps if self.snap else None

    def hold(self, tool: MouseTool | None) -> None:
        """Use another tool while a key is held."""
        self.held = tool
        self.show_shape()

    def press(self, event: QMouseEvent) -> None:
        """A button goes down. A second one during a drag is ignored."""
        if event.button() in TRAVELS and self.travel is not None:
            self.travel(TRAVELS[event.button()])
        if self.gesture is not None:
            return
        begun = self._begin(event)
        if begun is not None:
            self.take(begun, event.button())

    def take(self, gesture: Gesture, button: Qt.MouseButton = Button.LeftButton) -> None:
        """Begin a drag, here or on a strip above the lanes."""
        self.surface.navigator.stop()
        self.gesture, self._button, self._last = gesture, button, gesture.start
        self.show_shape()

    def move(self, event: QMouseEvent) -> None:
        """The mouse moves, with or without a button."""
        point = event.position()
        if self.gesture is not None and not event.buttons() & self._button:
            self.end(event.modifiers())  # released where nobody told us
        self.follow(point, event.modifiers())

    def follow(self, point: QPointF, modifiers: Modifiers) -> None:
        """The mouse is at a point of the lanes, or above or below them while it drags."""
        self._last = point
        if self.gesture is not None:
            self.gesture.move(point, modifiers)
            self._changed()
        self._show_snap(point, modifiers)
        self.show_shape()

    def release(self, event: QMouseEvent) -> None:
        """A button goes up, maybe outside of the view."""
        if event.button() == self._button:
            self._last = event.position()
            self.end(event.modifiers())

    def double_click(self, event: QMouseEvent) -> None:
        """Zoom to the event."""
        found = self.surface.event_at(event.position())
        if found is not None and event.button() == Button.LeftButton:
            events = self.surface.sheet.trace.tracks[found.track].events
            start_ps = int(events.start_ps[found.index])
            dur_ps = int(events.dur_ps[found.index])
            if dur_ps:
                self.surface.navigator.glide(fitted(start_ps, start_ps + dur_ps))

    def wheel(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl or Alt zoom at the mouse; with Shift, or sideways, pan."""
        delta, modifiers = event.angleDelta(), event.modifiers()
        # With Alt, Qt turns a vertical wheel into a horizontal one.
        sideways = abs(delta.x()) > abs(delta.y())
        turn = (delta.x() if sideways else delta.y()) / NOTCH
        navigator, session = self.surface.navigator, self.surface.session
        if modifiers & (Modifiers.ControlModifier | Modifiers.AltModifier):
            anchor = event.position().x() / max(self.surface.widget.width(), 1)
            navigator.zoom(ZOOM_A_NOTCH**-turn, anchor)
        elif sideways or modifiers & Modifiers.ShiftModifier:
            navigator.go(panned(session.view, -turn * PAN_A_NOTCH * session.view.span_ps))
        else:
            pixels = event.pixelDelta().y() or round(turn * SCROLL_A_NOTCH)
            self.surface.sheet.scroll_to(self.surface.sheet.top - pixels)

    def end(self, modifiers: Modifiers = Modifiers.NoModifier) -> None:
        """Finish the drag where the mouse was last."""
        gesture, self.gesture = self.gesture, None
        self._button = Button.NoButton
        if gesture is not None:
            gesture.release(self._last, modifiers)
            self._changed()
        self.show_shape()

    def cancel(self) -> bool:
        """Undo the drag; whether there was one."""
        gesture, self.gesture = self.gesture, None
        self._button = Button.NoButton
        if gesture is not None:
            gesture.cancel()
            self._changed()
        self.show_shape()
        return gesture is not None

    def show_shape(self) -> None:
        """Give the cursor the shape of what a drag does."""
        shape = SHAPES[self.tool]
        if isinstance(self.gesture, PanDrag):
            shape = Qt.CursorShape.ClosedHandCursor
        elif self.tool is MouseTool.TIMING and grabbed(self.surface, self._last) is not None:
            shape = Qt.CursorShape.SizeHorCursor
        if self.surface.widget.cursor().shape() != shape:
            self.surface.widget.setCursor(shape)

    def _begin(self, event: QMouseEvent) -> Gesture | None:
        point = self._last = event.position()
        if event.button() == Button.MiddleButton:
            return PanDrag(self.surface, point)
        if event.button() != Button.LeftButton:
            return None
        tool = self.tool
        if event.modifiers() & Modifiers.ShiftModifier and tool is not MouseTool.TIMING:
            tool = MouseTool.SELECT
        match tool:
            case MouseTool.PAN:
                return PanDrag(self.surface, point)
            case MouseTool.ZOOM:
                return ZoomDrag(self.surface, point)
            case MouseTool.TIMING:
                return TimingDrag(self.surface, point, event.modifiers())
        return SelectDrag(self.surface, point)

    def _show_snap(self, point: QPointF, modifiers: Modifiers) -> None:
        drag = self.gesture if isinstance(self.gesture, TimingDrag) else None
        timing = drag is not None or (self.gesture is None and self.tool is MouseTool.TIMING)
        free = bool(modifiers & Modifiers.AltModifier)
        without = drag.without if drag else frozenset[int]()
        snap = snap_at(self.surface, point, without) if timing and not free else None
        if snap != self.snap:
            self.snap = snap
            self._changed()
