"""Between the mouse and the trace: which time, row and event lie at a point of the lanes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from traceview.model import query
from traceview.model.trace import EventId
from traceview.ui.session import Box, Session
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.sheet import Sheet

SNAP_PX = 16


@dataclass(frozen=True, slots=True)
class Surface:
    """The lanes as the mouse tools see them; points are logical pixels of ``widget``."""

    widget: QWidget
    session: Session
    sheet: Sheet
    navigator: Navigator

    @property
    def scale(self) -> Scale:
        """Between time and logical pixels."""
        return Scale.of(self.session.view, self.widget.width())

    def time(self, x: float) -> int:
        """Time at a position, ps."""
        return math.floor(self.scale.time(x))

    def event_at(self, point: QPointF) -> EventId | None:
        """The event that gives a point its colour, else the longest within a pixel of it."""
        place = self._row(point)
        if place is None:
            return None
        events = self.sheet.trace.tracks[place[0]].events
        begin_ps, end_ps = (self.scale.time(math.floor(point.x()) + edge) for edge in (0, 1))
        first_ps = math.floor(begin_ps)
        low, high = query.visible(events, place[1], first_ps, max(math.ceil(end_ps), first_ps + 1))
        if high - low > 1 and int(events.start_ps[low]) < begin_ps:
            low += 1
        if low < high:
            return EventId(place[0], low + int(events.dur_ps[low:high].argmax()))
        within_ps = math.ceil(self.scale.ps_per_px)
        return query.event_at(self.sheet.trace, *place, self.time(point.x()), within_ps)

    def snapped(self, point: QPointF) -> int | None:
        """The edge of an event near a point, on the track under it; None when there is none."""
        place = self._row(point)
        if place is None:
            return None
        within_ps = math.ceil(SNAP_PX * self.scale.ps_per_px)
        return query.nearest_edge(self.sheet.trace, place[0], self.time(point.x()), within_ps)

    def box(self, first: QPointF, second: QPointF) -> Box:
        """What a rubber band between two points holds."""
        times = sorted(self.time(x) for x in (first.x(), second.x()))
        top, bottom = sorted(int(y) + self.sheet.top for y in (first.y(), second.y()))
        layout = self.sheet.layout
        shown = layout.rows_between(top, bottom + 1)
        rows = tuple((int(layout.row_track[index]), int(layout.row_row[index])) for index in shown)
        return Box(times[0], max(times[1], times[0] + 1), rows)

    def rectangle(self, event: EventId) -> QRectF | None:
        """Where an event is painted, cut at the sides; None when its row is not shown."""
        events = self.sheet.trace.tracks[event.track].events
        placed = self.sheet.layout.place(event.track, events.row_of(event.index))
        if placed is None:
            return None
        start_ps = int(events.start_ps[event.index])
        left, right = self.stretch(start_ps, start_ps + int(events.dur_ps[event.index]))
        if right < 0 or left > self.widget.width():
            return None
        return QRectF(left, placed[0] - self.sheet.top, max(right - left, 1.0), placed[1])

    def stretch(self, start_ps: int, end_ps: int) -> tuple[float, float]:
        """Pixel positions of an interval, kept near the widget: Qt fails at 2**31 px."""
        scale = self.scale
        left, right = scale.x(start_ps), scale.x(end_ps)
        return max(left, -4.0), min(right, scale.width + 4.0)

    def _row(self, point: QPointF) -> tuple[int, int] | None:
        return self.sheet.layout.row_at(int(point.y()) + self.sheet.top)
