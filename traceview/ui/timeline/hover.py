"""What is said and shown of what the mouse is over."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from traceview.model.format import UNKNOWN, count, duration, share
from traceview.model.trace import Counter, EventId, Snapshots, Trace
from traceview.ui.text import tr
from traceview.ui.theme import Theme
from traceview.ui.timeline.painting.counters import middles, series_colours, short_value
from traceview.ui.timeline.surface import Surface

DOT_RADIUS = 3.5
MOST_SERIES = 12


def hover_text(surface: Surface, event: EventId | None, point: QPointF) -> str:
    """Facts of the event under the mouse, or how busy a collapsed section is there."""
    if event is not None:
        return event_text(surface.sheet.trace, event)
    section = surface.heading_at(point)
    if section is None or section not in surface.sheet.layout.collapsed:
        return ""
    edges_ps = np.array([surface.time(int(point.x()) + edge) for edge in (0, 1)], np.int64)
    edges_ps[1] = max(edges_ps[1], edges_ps[0] + 1)
    busy = surface.frame.strips.shares(section, edges_ps)
    return tr("busy {}").format(UNKNOWN if busy is None else share(float(busy[0])))


def event_text(trace: Trace, event: EventId) -> str:
    """A few lines about an event, a counter's sample or an object's life."""
    track = trace.tracks[event.track]
    start_ps, dur_ps = (
        int(column[event.index]) for column in (track.events.start_ps, track.events.dur_ps)
    )
    name = trace.strings[int(track.events.name[event.index])]
    if track.counter is not None:
        values = _values(track.counter, event.index)
        return "\n".join((name, *values, tr("at {}").format(duration(start_ps))))
    if track.snapshots is not None:
        return "\n".join((name, duration(dur_ps), _snapshots(track.snapshots, event.index)))
    return f"{name}\n{duration(dur_ps) if dur_ps else tr('at {}').format(duration(start_ps))}"


def paint_dots(painter: QPainter, surface: Surface, theme: Theme, event: EventId, x: float) -> None:
    """A dot on each line of a counter where the mouse is."""
    track = surface.sheet.trace.tracks[event.track]
    placed = surface.sheet.layout.place(event.track, 0)
    if track.counter is None or placed is None:
        return
    tokens = series_colours(theme)
    curve = surface.frame.curves.of(track, track.counter)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.lane), 1.5))
    lines = middles(curve, surface.time(x), placed[1])
    for part, y in reversed(list(enumerate(lines))):
        painter.setBrush(QColor(tokens[part % len(tokens)]))
        middle = QPointF(x, placed[0] - surface.sheet.top + y)
        painter.drawEllipse(middle, DOT_RADIUS, DOT_RADIUS)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _values(counter: Counter, sample: int) -> list[str]:
    """The value of each series, those of a single one without its name."""
    values = counter.values[sample].tolist()
    texts = [short_value(value, counter.unit) for value in values]
    if len(texts) == 1:
        return texts
    lines = [
        f"{series}: {text}"
        for series, text in zip(counter.series[:MOST_SERIES], texts, strict=False)
    ]
    more = len(texts) - len(lines)
    return [*lines, tr("and {} more").format(count(more))] if more else lines


def _snapshots(snapshots: Snapshots, life: int) -> str:
    first, last = snapshots.of.searchsorted([life, life + 1]).tolist()
    number = last - first
    word = tr("snapshot") if number == 1 else tr("snapshots")
    return f"{count(number)} {word}"
