"""What the timeline shows as SVG: bars, curves and texts stay sharp at every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from traceview.model.trace import Trace
from traceview.ui.session import View
from traceview.ui.text import clean
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.painting.colours import Colours
from traceview.ui.timeline.painting.counters import AREA, series_colours
from traceview.ui.timeline.painting.curves import Curve, columns_of, curve_of
from traceview.ui.timeline.painting.levels import finest
from traceview.ui.timeline.painting.raster import Spans, spans_of
from traceview.ui.timeline.ruler import HEIGHT as RULER_HEIGHT
from traceview.ui.timeline.ruler import ticks_of
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.tracks.layout import ROW_HEIGHT, Layout

LEAST_LABEL_PX = 20
INDENT = 26
MARGIN = 10
BOLD = ' font-size="12" font-weight="600"'
BASELINE = 4  # px below the middle of a line of text


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What is seen: rows from ``top`` on in ``width`` x ``height`` px, names in ``head`` px."""

    trace: Trace
    layout: Layout
    view: View
    top: int
    width: int
    height: int
    head: int
    theme: Theme

    @property
    def scale(self) -> Scale:
        """Between time and pixels of the lanes."""
        return Scale.of(self.view, self.width)


def svg_of(scene: Scene) -> bytes:
    """A whole document, UTF-8."""
    width, height = scene.head + scene.width, RULER_HEIGHT + scene.height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="Inter, sans-serif" font-size="11">',
        _rect(0, 0, width, height, scene.theme.page),
        f'<svg y="{RULER_HEIGHT}" width="{width}" height="{scene.height}">',
        f'<svg x="{scene.head}" width="{scene.width}" height="{scene.height}">',
        *_lanes(scene),
        "</svg>",
        _rect(0, 0, scene.head, scene.height, scene.theme.chrome),
        *_names(scene),
        "</svg>",
        *_ruler(scene, width),
        "</svg>",
    ]
    return "\n".join(lines).encode()


def _lanes(scene: Scene) -> Iterator[str]:
    layout, trace = scene.layout, scene.trace
    shown = layout.rows_between(scene.top, scene.top + scene.height)
    for band in layout.headings_between(scene.top, scene.top + scene.height):
        y = band.y - scene.top
        yield _rect(0, y, scene.width, band.height, scene.theme.raised)
    rows = []
    for place in shown:
        yield _rect(0, _y(scene, place), scene.width, layout.row_height[place], scene.theme.lane)
        track = trace.tracks[int(layout.row_track[place])]
        if track.counter is not None and len(track.events):
            yield from _curve(scene, place, curve_of(track.events, track.counter))
            rows.append((finest(track.events), 0))
        else:
            rows.append((finest(track.events), int(layout.row_row[place])))
    spans = spans_of(rows, scene.scale)
    yield from _bars(scene, shown, spans)


def _bars(scene: Scene, shown: range, spans: Spans) -> Iterator[str]:
    colours, strings = Colours(scene.theme), scene.trace.strings
    colours.reserve(scene.trace.colours)
    colours.cover(strings, spans.name)
    metrics = QFontMetrics(ui_font(11))
    columns = (spans.row, spans.x0, spans.x1, spans.name)
    for row, x0, x1, name in zip(*(column.tolist() for column in columns), strict=True):
        place = row + shown.start
        track = scene.trace.tracks[int(scene.layout.row_track[place])]
        if track.counter is not None:
            continue
        y, height = _y(scene, place), int(scene.layout.row_height[place])
        fill = f"#{int(colours.plain[name]) & 0xFFFFFF:06x}"
        title = clean(strings[name], 300)
        yield f"<g><title>{escape(title)}</title>{_rect(x0, y, x1 - x0, height, fill)}</g>"
        if x1 - x0 >= LEAST_LABEL_PX and height >= ROW_HEIGHT - 3:
            text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, x1 - x0 - 6)
            yield _text(x0 + 4, y + height / 2, text, scene.theme.event_text)


def _curve(scene: Scene, place: int, curve: Curve) -> Iterator[str]:
    """A counter's parts, the lowest in front, as step lines with areas."""
    end_ps = scene.trace.span_ps[1]
    columns = columns_of(curve, scene.scale.edges(), end_ps)
    seen = columns.seen.nonzero()[0]
    if not len(seen) or curve.top == curve.bottom:
        return
    top, height = _y(scene, place), int(scene.layout.row_height[place])
    tokens = series_colours(scene.theme)

    def y(values: np.ndarray) -> np.ndarray:
        return top + height * (curve.top - values) / (curve.top - curve.bottom)

    ground = float(y(np.zeros(1))[0])
    for part in reversed(range(len(curve.parts))):
        high = y(columns.high[part, seen].astype(np.float64))
        points = " ".join(
            f"{x},{at:.1f} {x + 1},{at:.1f}"
            for x, at in zip(seen.tolist(), high.tolist(), strict=True)
        )
        token = tokens[part % len(tokens)]
        area = f"{seen[0]},{ground:.1f} {points} {seen[-1] + 1},{ground:.1f}"
        yield f'<polygon points="{area}" fill="{token}" fill-opacity="{AREA}"/>'
        yield f'<polyline points="{points}" fill="none" stroke="{token}" stroke-width="1.5"/>'


def _names(scene: Scene) -> Iterator[str]:
    layout, trace, theme = scene.layout, scene.trace, scene.theme
    room = scene.head - INDENT - MARGIN
    metrics = QFontMetrics(ui_font(11))
    for band in layout.tracks_between(scene.top, scene.top + scene.height):
        y = max(band.y - scene.top, 0) + ROW_HEIGHT / 2
        name = clean(trace.tracks[band.index].name, 300)
        text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        yield _text(INDENT, y, text, theme.fg)
    bold = QFontMetrics(ui_font(12, 600))
    for band in layout.headings_between(scene.top, scene.top + scene.height):
        y = band.y - scene.top
        yield _rect(0, y, scene.head, band.height, theme.raised)
        name = clean(trace.sections[band.index].heading, 300)
        text = bold.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        yield _text(
            INDENT, y + band.height / 2, text, theme.fg, ' font-size="12" font-weight="600"'
        )


def _ruler(scene: Scene, width: int) -> Iterator[str]:
    theme, scale = scene.theme, scene.scale
    yield _rect(0, 0, width, RULER_HEIGHT, theme.chrome)
    found = ticks_of(scene.view, scene.width)
    base = f"{found.base} +" if found.base else ""
    yield _text(12, RULER_HEIGHT / 2, base, theme.fg2)
    for time_ps, label in zip(found.times_ps, found.labels, strict=True):
        x = scene.head + round(scale.x(time_ps))
        if x >= scene.head:
            yield _rect(x, RULER_HEIGHT - 8, 1, 7, theme.line)
            yield _text(x + 5, RULER_HEIGHT / 2, label, theme.fg2)
    yield _rect(0, RULER_HEIGHT - 1, width, 1, theme.line)


def _y(scene: Scene, place: int) -> int:
    return int(scene.layout.row_y[place]) - scene.top


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{escape(fill)}"/>'


def _text(x: float, middle: float, text: str, fill: str, more: str = "") -> str:
    y = middle + BASELINE
    return f'<text x="{x}" y="{y}" fill="{escape(fill)}"{more}>{escape(text)}</text>'
