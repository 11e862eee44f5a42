"""What a drag does, one class a mouse tool. A gesture lives from press to release."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt

from traceview.model.trace import EventId
from traceview.ui.marks import Mark, kept_interval, new_interval, replaced
from traceview.ui.session import NOTHING, Selection, Session
from traceview.ui.timeline.marks.snapping import snap_at
from traceview.ui.timeline.navigation import panned, zoomed
from traceview.ui.timeline.surface import Surface

CLICK_PX = 4  # a drag that stays within is a click
GRAB_PX = 6  # from an end of an interval
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


@dataclass(frozen=True, slots=True)
class Grip:
    """An end of an interval that can be dragged, and the other one, which stays.

    ``kept`` is the kept interval that it belongs to; ``marked`` says whether it belongs to the
    marked one, which may have the same ends.
    """

    fixed_ps: int
    moving_ps: int
    kept: Mark | None
    marked: bool


class TimingDrag(Gesture):
    """Marks an interval; near an end of one, moves that end. A click clears the marked one.

    With Shift the interval that was marked before is kept.
    """

    def __init__(self, surface: Surface, start: QPointF, modifiers: Modifiers) -> None:
        super().__init__(surface, start)
        self._grip = grip = grabbed(surface, start)
        self._adds = grip is None and bool(modifiers & Modifiers.ShiftModifier)
        self.without = frozenset((grip.fixed_ps, grip.moving_ps) if grip else ())
        self._fixed_ps = grip.fixed_ps if grip else self._time(start, modifiers)

    def drag(self, point: QPointF, modifiers: Modifiers) -> None:
        if self.far:
            ends = sorted((self._fixed_ps, self._time(point, modifiers)))
            self.surface.sheet.set_draft((ends[0], ends[1]))

    def finish(self, point: QPointF, modifiers: Modifiers) -> None:
        self.drag(point, modifiers)
        draft_ps = self.surface.sheet.draft_ps
        self.surface.sheet.set_draft(None)
        if draft_ps is not None:
            long = draft_ps[1] - draft_ps[0] >= LEAST_PX * self.surface.scale.ps_per_px
            self._mark(draft_ps if long else None)

    def click(self, modifiers: Modifiers) -> None:
        if self._grip is None and not self._adds:
            self.surface.session.set_range(None)

    def cancel(self) -> None:
        self.surface.sheet.set_draft(None)

    def _mark(self, range_ps: tuple[int, int] | None) -> None:
        session, grip = self.surface.session, self._grip
        if grip is not None and grip.kept is not None and range_ps is not None:
            change_mark(session, grip.kept, grip.kept.moved(*range_ps))
        if self._adds:
            keep_marked(session)
        if grip is None or grip.marked:
            session.set_range(range_ps)

    def _time(self, point: QPointF, modifiers: Modifiers) -> int:
        free = modifiers & Modifiers.AltModifier
        snap = None if free else snap_at(self.surface, point, self.without)
        return self.surface.time(point.x()) if snap is None else snap.time_ps


def grabbed(surface: Surface, point: QPointF) -> Grip | None:
    """The end of the marked or of a kept interval that is at ``point``."""
    session = surface.session
    grips: list[Grip] = []
    if session.range_ps is not None:
        start_ps, end_ps = session.range_ps
        kept = kept_interval(session.marks, session.range_ps)
        grips += [Grip(end_ps, start_ps, kept, True), Grip(start_ps, end_ps, kept, True)]
    for mark in session.kept:
        grips.append(Grip(mark.end_ps, mark.start_ps, mark, False))
        grips.append(Grip(mark.start_ps, mark.end_ps, mark, False))
    far = [abs(surface.scale.x(grip.moving_ps) - point.x()) for grip in grips]
    nearest = min(far, default=math.inf)
    return grips[far.index(nearest)] if nearest <= GRAB_PX else None


def keep_marked(session: Session) -> None:
    """Keep the marked interval, unless there is none or it is kept already."""
    range_ps = session.range_ps
    if range_ps is not None and kept_interval(session.marks, range_ps) is None:
        session.set_marks((*session.marks, new_interval(session.marks, range_ps)))


def change_mark(session: Session, before: Mark, after: Mark) -> None:
    """Put one mark in the place of another; it is chosen if that one was."""
    chosen = session.chosen_mark == before
    session.set_marks(replaced(session.marks, before, after))
    if chosen:
        session.choose_mark(after)


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
