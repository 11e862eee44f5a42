"""Between the mouse and the trace: which time, row and event lie at a point of the lanes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from traceview.model import query
from traceview.model.trace import EventId, TrackKind
from traceview.ui.session import Box, Session
from traceview.ui.timeline.hits import event_near
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.painting.found import is_picked, source_of
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.painting.snapshots import nearest
from traceview.ui.timeline.painting.stamps import CHEVRON_HALF_WIDTH
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.tracks.sheet import Sheet

SNAP_PX = 16


@dataclass(frozen=True, slots=True)
class Surface:
    """The lanes as the mouse tools see them; points are logical pixels of ``widget``."""

    widget: QWidget
    session: Session
    sheet: Sheet
    navigator: Navigator
    frame: Frame

    @property
    def scale(self) -> Scale:
        """Between time and logical pixels."""
        return Scale.of(self.session.view, self.widget.width())

    def time(self, x: float) -> int:
        """Time at a position, ps."""
        return math.floor(self.scale.time(x))

    def event_at(self, point: QPointF) -> EventId | None:
        """The event that gives a point its colour, else the one whose shape is next to it.

        On counters the sample in force, on circles the life of their object. What is hidden is
        not there.
        """
        place = self._row(point)
        shown = None if place is None else self.frame.shown_events(place[0])
        if place is None or shown is None:
            return None
        track = self.sheet.trace.tracks[place[0]]
        if track.counter is not None:
            sample = self.frame.curves.of(track, track.counter).event_at(self.time(point.x()))
            return None if sample is None else EventId(place[0], sample)
        snapshot = self.snapshot_at(point)
        if snapshot is not None and track.snapshots is not None:
            return EventId(place[0], int(track.snapshots.of[snapshot]))
        hit = event_near(shown, place[1], self.scale, point.x())
        return None if hit is None else EventId(place[0], source_of(track.events, shown, hit))

    def snapshot_at(self, point: QPointF) -> int | None:
        """The snapshot, by index into those of its track, whose circle is at a point."""
        place = self._row(point)
        if place is None:
            return None
        track = self.sheet.trace.tracks[place[0]]
        shown = self.frame.shown_events(place[0])
        if track.snapshots is None or shown is None:
            return None
        index = nearest(track.events, track.snapshots, place[1], self.scale, point.x())
        if index is None:
            return None
        life = track.snapshots.of[index : index + 1]
        return index if is_picked(track.events, shown, place[1], life).all() else None

    def heading_at(self, point: QPointF) -> int | None:
        """The section whose heading is at a point."""
        band = self.sheet.layout.heading_at(int(point.y()) + self.sheet.top)
        return None if band is None else band.index

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
        track = self.sheet.trace.tracks[event.track]
        row = 0 if track.counter is not None else track.events.row_of(event.index)
        placed = self.sheet.layout.place(event.track, row)
        if placed is None:
            return None
        left, right = self.stretch(*self._interval(event))
        if right < 0 or left > self.widget.width():
            return None
        place = QRectF(left, placed[0] - self.sheet.top, max(right - left, 1.0), placed[1])
        if track.counter is None and not track.events.dur_ps[event.index]:
            place.adjust(-CHEVRON_HALF_WIDTH, 0, CHEVRON_HALF_WIDTH, 0)
        if track.kind is TrackKind.OBJECTS:
            place.adjust(0, placed[1] // 4, 0, -(placed[1] // 4))
        return place

    def _interval(self, event: EventId) -> tuple[int, int]:
        """Start and end of an event as painted: the last sample of a counter lasts on."""
        track = self.sheet.trace.tracks[event.track]
        start_ps = int(track.events.start_ps[event.index])
        if track.counter is not None:
            curve = self.frame.curves.of(track, track.counter)
            if start_ps == int(curve.start_ps[-1]):
                return start_ps, max(self.frame.end_ps, start_ps)
        return start_ps, query.end_of(track.events, event.index)

    def stretch(self, start_ps: int, end_ps: int) -> tuple[float, float]:
        """Pixel positions of an interval, kept near the widget: Qt fails at 2**31 px."""
        scale = self.scale
        left, right = scale.x(start_ps), scale.x(end_ps)
        return max(left, -4.0), min(right, scale.width + 4.0)

    def _row(self, point: QPointF) -> tuple[int, int] | None:
        return self.sheet.layout.row_at(int(point.y()) + self.sheet.top)
