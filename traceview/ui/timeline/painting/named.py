"""Outlines of the events that a selection by name holds."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from traceview.model import query
from traceview.model.trace import Doubles, Events
from traceview.ui.theme import Theme, colour
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.surface import Surface

MOST = 2000  # outlines in a frame
NARROW_PX = 3  # below, a filled bar
FILL = 0.22


def paint_named(painter: QPainter, surface: Surface, theme: Theme) -> None:
    """Mark what is selected by name in the rows that are in view."""
    selection = surface.session.selection
    if selection.name is None:
        return
    places: list[QRectF] = []
    for box in selection.boxes:
        for track, row in box.rows:
            placed = surface.sheet.layout.place(track, row)
            top = placed[0] - surface.sheet.top if placed else 0
            if placed and top < surface.widget.height() and top + placed[1] > 0:
                events = surface.sheet.trace.tracks[track].events
                spans = spans_of_name(
                    events, row, selection.name, (box.start_ps, box.end_ps), surface.scale
                )
                places += [QRectF(left, top, right - left, placed[1]) for left, right in spans]
    edge = QColor("#ffffff" if theme.name == "dark" else "#10151c")
    painter.setPen(QPen(edge, 1, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.setBrush(colour(theme.acc, FILL))
    wide = [place for place in places[:MOST] if place.width() >= NARROW_PX]
    painter.drawRects([place.adjusted(0.5, 0.5, -0.5, -0.5) for place in wide])
    for place in places[:MOST]:
        if place.width() < NARROW_PX:
            painter.fillRect(place, edge)


def spans_of_name(
    events: Events, row: int, name: int, within_ps: tuple[int, int], scale: Scale
) -> list[list[float]]:
    """Whole pixels, [left, right] each, of the events of a name on a row that are in view.

    Of several that end in one pixel the first is there.
    """
    start_ps = max(within_ps[0], math.floor(scale.start_ps))
    end_ps = min(within_ps[1], math.ceil(scale.end_ps))
    low, high = query.visible(events, row, start_ps, max(end_ps, start_ps))
    index = low + np.flatnonzero(events.name[low:high] == name)
    begin = events.start_ps[index]
    left: Doubles = np.floor(scale.positions(begin)).clip(-4, scale.width + 4)
    right = np.ceil(scale.positions(begin + events.dur_ps[index])).clip(-4, scale.width + 4)
    right = np.maximum(right, left + 1)
    seen = np.diff(right, prepend=-np.inf) > 0
    spans: list[list[float]] = np.stack((left[seen], right[seen]), axis=1).tolist()
    return spans
