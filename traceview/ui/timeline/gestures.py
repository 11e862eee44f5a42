"""What a drag does, one class a mouse tool. A gesture lives from press to release."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from PySide6.QtCore import QPointF, QRectF, Qt

from traceview.model.trace import EventId
from traceview.ui.session import NOTHING, Selection
from traceview.ui.timeline.navigation import panned, zoomed
from traceview.ui.timeline.surface import Surface

CLICK_PX = 4  # a drag that stays within is a click
GRAB_PX = 6  # from an end of the marked interval
LEAST_PX = 2  # of a marked interval; a shorter one clears
ZOOM_A_PX = 0.01  # e-folds

Modifiers = Qt.KeyboardModifier


class Gesture(ABC):
    """A drag of the mouse from ``start``."""

    def __init__(self, surface: Surface, start: QPointF) -> None:
        self.surface = surface
        self.start = start
        self.far = False  # whether it has left the circle of a click

    def move(self, point: QPointF, modifiers: Modifiers) -> None:
        """The mouse is at ``point``."""
        self.far = self.far or (point - self.start).manhattanLength() >= CLICK_PX
        self.drag(point, modifiers)

    def release(self, point: QPointF, modifiers: Modifiers) -> None:
        """The button goes up, or the drag ends without our seeing it."""
        if self.far:
            self.finish(point, modifiers)
        else:
            self.click(modifiers)

    @abstractmethod
    def drag(self, point: QPointF, modifiers: Modifiers) -> None:
        """Follow the mouse."""

    def finish(self, point: QPointF, modifiers: Modifiers) -> None:
        """Make the drag last."""
        self.drag(point, modifiers)

    def click(self, modifiers: Modifiers) -> None:
        """It was a click: select what is there."""
        add = bool(modifiers & Modifiers.ControlModifier)
        select(self.surface, self.surface.event_at(self.start), add)

    @abstractmethod
    def cancel(self) -> None:
        """Undo the drag."""

    @property
    def rubber_band(self) -> QRectF | None:
        """The rectangle to show while dragging."""
        return None


class SelectDrag(Gesture):
    """A rubber band selects what it touches."""

    _end: QPointF | None = None

    def drag(self, point: QPointF, modifiers: Modifiers) -> None:
        self._end = point if self.far else None

    def finish(self, point: QPointF, modifiers: Modifiers) -> None:
        box = self.surface.box(self.start, point)
        session = self.surface.session
        before = session.selection if modifiers & Modifiers.ControlModifier else NOTHING
        boxes = (*before.boxes, box) if box.rows else before.boxes
        session.set_selection(Selection(before.events, boxes))

    def cancel(self) -> None:
        self._end = None

    @property
    def rubber_band(self) -> QRectF | None:
        return QRectF(self.start, self._end).normalized() if self._end else None


class PanDrag(Gesture):
    """The timeline sticks to the mouse, both ways."""

    def __init__(self, surface: Surface, start: QPointF) -> None:
        super().__init__(surface, start)
        self._view = surface.session.view
        self._top = surface.sheet.top

    def drag(self, point: QPointF, modifiers: Modifiers) -> None:
        way = point - self.start
        if self.far:
            self.surface.navigator.go(panned(self._view, -way.x() * self.surface.scale.ps_per_px))
            self.surface.sheet.scroll_to(self._top - round(way.y()))

    def cancel(self) -> None:
        self.surface.navigator.go(self._view)
        self.surface.sheet.scroll_to(self._top)


class ZoomDrag(Gesture):
    """Up goes in and down goes out, at the time where the drag began."""

    def __init__(self, surface: Surface, start: QPointF) -> None:
        super().__init__(surface, start)
        self._view = surface.session.view

    def drag(self, point: QPointF, modifiers: Modifiers) -> None:
        if self.far:
            factor = math.exp((point.y() - self.start.y()) * ZOOM_A_PX)
            anchor = self.start.x() / max(self.surface.widget.width(), 1)
            self.surface.navigator.go(zoomed(self._view, factor, anchor))

    def cancel(self) -> None:
        self.surface.navigator.go(self._view)


class TimingDrag(Gesture):
    """Marks an interval; near one of its ends, moves that end. A click clears it."""

    def __init__(self, surface: Surface, start: QPointF, modifiers: Modifiers) -> None:
        super().__init__(surface, start)
        kept = grabbed(surface, start)
        self._fixed_ps = self._time(start, modifiers) if kept is None else kept
        self._moves_end = kept is not None

    def drag(self, point: QPointF, modifiers: Modifiers) -> None:
        if self.far:
            ends = sorted((self._fixed_ps, self._time(point, modifiers)))
            self.surface.sheet.set_draft((ends[0], ends[1]))

    def finish(self, point: QPointF, modifiers: Modifiers) -> None:
        self.drag(point, modifiers)
        draft_ps = self.surface.sheet.draft_ps
        self.surface.sheet.set_draft(None)
        if draft_ps is None:
            return
        long = draft_ps[1] - draft_ps[0] >= LEAST_PX * self.surface.scale.ps_per_px
        self.surface.session.set_range(draft_ps if long else None)

    def click(self, modifiers: Modifiers) -> None:
        if not self._moves_end:
            self.surface.session.set_range(None)

    def cancel(self) -> None:
        self.surface.sheet.set_draft(None)

    def _time(self, point: QPointF, modifiers: Modifiers) -> int:
        free = modifiers & Modifiers.AltModifier
        snapped = None if free else self.surface.snapped(point)
        return self.surface.time(point.x()) if snapped is None else snapped


def grabbed(surface: Surface, point: QPointF) -> int | None:
    """The other end when ``point`` is at one end of the marked interval."""
    range_ps = surface.session.range_ps
    if range_ps is None:
        return None
    far = [abs(surface.scale.x(end) - point.x()) for end in range_ps]
    nearest = far.index(min(far))
    return range_ps[1 - nearest] if far[nearest] <= GRAB_PX else None


def select(surface: Surface, event: EventId | None, add: bool) -> None:
    """Select one event, or with ``add`` toggle it among those that are."""
    session = surface.session
    if event is None:
        session.set_selection(session.selection if add else NOTHING)
        return
    before = session.selection if add else NOTHING
    kept = tuple(other for other in before.events if other != event)
    events = kept if event in before.events else (*kept, event)
    session.set_selection(Selection(events, before.boxes))
