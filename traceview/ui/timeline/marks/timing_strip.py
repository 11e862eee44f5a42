"""Strips above the lanes on which intervals are dragged, whatever the mouse tool."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from traceview.ui.theme import Theme
from traceview.ui.timeline.axis_strip import AxisStrip
from traceview.ui.timeline.gestures import Modifiers, TimingDrag, grabbed
from traceview.ui.timeline.interaction import Pointer

Left = Qt.MouseButton.LeftButton


class StripDrag(TimingDrag):
    """Marks an interval or moves an end of one; a click does nothing."""

    def click(self, modifiers: Modifiers) -> None:
        self.cancel()


class TimingStrip(AxisStrip):
    """A strip that hands its drags to the pointer of the lanes."""

    def __init__(self, height: int, pointer: Pointer, theme: Theme, parent: QWidget) -> None:
        super().__init__(height, theme, parent)
        self._pointer = pointer
        self._session, self._sheet = pointer.surface.session, pointer.surface.sheet
        self.setMouseTracking(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Left and isinstance(self._pointer.gesture, StripDrag):
            self._pointer.follow(self._on_lanes(event.position()), event.modifiers())
        else:
            self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Left and isinstance(self._pointer.gesture, StripDrag):
            self._pointer.end(event.modifiers())

    def _drag_from(self, event: QMouseEvent) -> None:
        """Begin to drag an interval, or an end of one."""
        point = self._on_lanes(event.position())
        self._pointer.take(StripDrag(self._pointer.surface, point, event.modifiers()))

    def _hover(self, point: QPointF) -> None:
        """The mouse moves with no button down."""
        self._show_shape(Qt.CursorShape.ArrowCursor, point)

    def _show_shape(self, otherwise: Qt.CursorShape, point: QPointF) -> None:
        """Give the cursor the shape of what a drag from a point would do."""
        shape = Qt.CursorShape.SizeHorCursor if self._grabs(point) else otherwise
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    def _grabs(self, point: QPointF) -> bool:
        """Whether an end of an interval is at a point."""
        on_axis = point.x() >= self.offset
        return on_axis and grabbed(self._pointer.surface, self._on_lanes(point)) is not None

    def _on_lanes(self, point: QPointF) -> QPointF:
        """A point of this strip as one above all lanes, where no track is under the mouse."""
        return QPointF(point.x() - self.offset, -1.0 - self._sheet.top)
