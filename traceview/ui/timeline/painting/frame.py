"""One picture of the lanes: cells of all visible rows blown up to pixels, then what is on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np
from PySide6.QtGui import QImage, QPainter

from traceview.model.trace import Bools, Events, Trace
from traceview.ui.theme import Theme
from traceview.ui.timeline.painting.captions import Captions
from traceview.ui.timeline.painting.colours import Colours, argb
from traceview.ui.timeline.painting.counters import Curves, inks_of, paint_counter
from traceview.ui.timeline.painting.curves import columns_of
from traceview.ui.timeline.painting.found import Found, is_picked
from traceview.ui.timeline.painting.instants import (
    WIDE_KINDS,
    Marked,
    half_width,
    paint_lines,
    paint_shapes,
    roomy,
)
from traceview.ui.timeline.painting.levels import Level
from traceview.ui.timeline.painting.raster import Pixels, Spans, cells_of, spans_of
from traceview.ui.timeline.painting.region import HEADING, LANE, PAGE, Region, scanlines
from traceview.ui.timeline.painting.rows import Rows
from traceview.ui.timeline.painting.snapshots import APART, circles_of, paint_circles
from traceview.ui.timeline.painting.strips import Strips

_NONE = np.zeros(0, np.int64)
NOTHING = Level(0, _NONE, _NONE, _NONE, np.zeros(2, np.int64)), 0


class Frame:
    """Paints regions of a trace into one image, which lasts until the next ``paint``."""

    def __init__(self, theme: Theme) -> None:
        self._rows = Rows()
        self._found_rows = Rows()
        self.curves = Curves()
        self.strips = Strips()
        self._trace = Trace()
        self.end_ps = 0
        self._wide: list[int] = []  # tracks of instants that concern other tracks, too
        self._counters: Bools = np.zeros(0, np.bool_)  # by track
        self._objects: Bools = np.zeros(0, np.bool_)
        self.found: Found | None = None
        self._theme = theme
        self._colours = Colours(theme)
        self._captions = Captions(theme)
        self._buffer: Pixels = np.zeros((0, 0), np.uint32)
        self._image = QImage()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme from now on."""
        self._theme = theme
        self._colours.set_theme(theme)
        self._captions.set_theme(theme)

    def set_trace(self, trace: Trace, only: Collection[int] | None = None) -> None:
        """Paint another trace, or a later state of this one; with ``only``, of these tracks."""
        if trace.strings is not self._trace.strings:
            self._colours.forget()
        self._colours.reserve(trace.colours)
        self._captions.set_trace(trace)
        self._trace = trace
        self.end_ps = trace.span_ps[1]
        tracks = list(enumerate(trace.tracks))
        self._wide = [index for index, track in tracks if track.kind in WIDE_KINDS]
        self._counters = np.array([track.counter is not None for track in trace.tracks], np.bool_)
        self._objects = np.array([track.snapshots is not None for track in trace.tracks], np.bool_)
        self._rows.keep(
            track.events
            for index, track in tracks
            if track.counter is None and (only is None or index in only)
        )
        self.curves.keep(trace.tracks)
        self.strips.set_trace(trace)

    def set_found(self, found: dict[int, Events] | None, hide_others: bool = False) -> None:
        """Keep these events by track bright and dim or hide all others; None ends a search."""
        self.found = None if found is None else Found(found, hide_others)
        self._found_rows.keep((found or {}).values())

    def wait(self) -> None:
        """Return when the coarse levels are there (for measurements)."""
        self._rows.wait()
        self._found_rows.wait()

    def paint(self, region: Region) -> tuple[QImage, bool]:
        """The picture, and whether it is whole: with many new names, some labels wait."""
        shown = region.layout.rows_between(region.top, region.bottom)
        spans = spans_of(self._levels(region, shown), region.scale)
        cells = self._cells(spans, region, len(shown))
        found = self._paint_found(cells, region, shown) if self.found else None
        self._blow_up(cells, region, shown)
        self._image.setDevicePixelRatio(1.0)  # texts are placed in device pixels
        self._paint_counters(region, shown)
        whole = self.strips.paint(self._buffer, region, self._theme)
        top = found if found is not None and self._hides else spans
        marked = roomy(top, half_width(region.ratio))
        self._paint_instants(region, shown, top, marked, found)
        self._paint_snapshots(region, shown)
        painter = QPainter(self._image)
        whole &= self._paint_names(painter, region, shown, spans, found)
        whole &= self._captions.beside_instants(painter, region, shown, top, marked)
        painter.end()
        self._image.setDevicePixelRatio(region.ratio)
        return self._image, whole

    def shown_events(self, track: int) -> Events | None:
        """What is seen of a track: where others are hidden, what was found of it if anything."""
        if self.found is not None and self.found.hide_others:
            return self.found.events.get(track)
        return self._trace.tracks[track].events

    @property
    def _hides(self) -> bool:
        return self.found is not None and self.found.hide_others

    def _levels(self, region: Region, shown: range) -> list[tuple[Level, int]]:
        if self._hides:
            return [NOTHING] * len(shown)
        return [
            NOTHING
            if self._trace.tracks[track].counter is not None
            else (self._rows.level(self._trace.tracks[track].events, region.scale.ps_per_px), row)
            for track, row in _rows(region, shown)
        ]

    def _cells(self, spans: Spans, region: Region, rows: int) -> Pixels:
        """Scanlines of the rows, of the gaps between them, of headings, and of an empty lane."""
        theme, colours, width = self._theme, self._colours, region.scale.width
        self._cover(spans)
        lane = argb(theme.lane)
        plain = colours.plain if self.found is None else colours.dim
        dark = colours.dark if self.found is None else None
        cells = cells_of(spans, rows + 3, width, plain, dark, lane)
        cells[rows + PAGE] = argb(theme.page)
        cells[rows + HEADING] = argb(theme.raised)
        for part in (slice(rows), slice(rows + LANE, None)):
            lines = cells[part, region.grid]
            cells[part, region.grid] = np.where(lines == lane, np.uint32(argb(theme.hair)), lines)
        cells[rows + PAGE, region.grid] = argb(theme.hair)
        return cells

    def _cover(self, spans: Spans) -> None:
        self._colours.cover(self._trace.strings, spans.name)
        self._colours.cover(self._trace.strings, spans.lead)

    def _paint_found(self, cells: Pixels, region: Region, shown: range) -> Spans:
        """Put what was found on top, at full colour; its spans, by shown row."""
        events = self.found.events if self.found else {}
        picked = [
            (index, self._found_rows.level(events[track], region.scale.ps_per_px), row)
            for index, (track, row) in enumerate(_rows(region, shown))
            if track in events and self._trace.tracks[track].counter is None
        ]
        spans = spans_of([(level, row) for _, level, row in picked], region.scale)
        self._cover(spans)
        plain = self._colours.plain
        bright = cells_of(spans, len(picked), region.scale.width, plain, None, 0)
        rows = np.array([index for index, _, _ in picked], np.int32)
        cells[rows] = np.where(bright != 0, bright, cells[rows])
        return replace(spans, row=rows[spans.row])

    def _blow_up(self, cells: Pixels, region: Region, shown: range) -> None:
        """Copy each scanline to the pixels of its row."""
        height, width = region.size.height(), region.size.width()
        if self._buffer.shape != (height, width):
            self._buffer = np.empty((height, width), np.uint32)
            self._image = QImage(
                self._buffer.data, width, height, 4 * width, QImage.Format.Format_RGB32
            )
        low = self._objects[region.layout.row_track[shown.start : shown.stop]]
        lines = scanlines(region, shown, low)
        np.take(cells, lines, axis=0, out=self._buffer, mode="clip")

    def _paint_counters(self, region: Region, shown: range) -> None:
        rows = _rows_in(self._counters, region, shown)
        edges = region.scale.edges() if rows else np.zeros(0, np.int64)
        for row in rows:
            index = int(region.layout.row_track[row])
            track = self._trace.tracks[index]
            found = self.found is not None and index in self.found.events
            if track.counter is None or region.layout.row_row[row] or (self._hides and not found):
                continue
            curve = self.curves.of(track, track.counter)
            inks = inks_of(len(curve.parts), self._theme, self.found is not None and not found)
            band = region.band(int(region.layout.row_y[row]), int(region.layout.row_height[row]))
            columns = columns_of(curve, edges, self.end_ps)
            paint_counter(self._buffer, region, band, curve, columns, inks)

    def _paint_instants(
        self, region: Region, shown: range, spans: Spans, marked: Marked, found: Spans | None
    ) -> None:
        if not self._hides:
            ink = argb(self._theme.fg3)
            paint_lines(self._buffer, region, self._trace, self._wide, ink)
        names = spans.lead[marked.span]
        inks = self._colours.plain[names]
        if found is not None and not self._hides:
            bright = np.isin(spans.places()[marked.span], found.places())
            inks = np.where(bright, inks, self._colours.dim[names])
        paint_shapes(self._buffer, region, self._trace, shown, marked, inks)

    def _paint_snapshots(self, region: Region, shown: range) -> None:
        layout, lane = region.layout, argb(self._theme.lane)
        for place in _rows_in(self._objects, region, shown):
            index, row = int(layout.row_track[place]), int(layout.row_row[place])
            track = self._trace.tracks[index]
            if track.snapshots is None:
                continue
            apart = region.px(APART)
            circles = circles_of(track.events, track.snapshots, row, region.scale, apart)
            life = track.snapshots.of[circles.index]
            picked = self.found.events.get(index) if self.found else track.events
            bright = is_picked(track.events, picked, row, life)
            if self._hides:
                circles, life, bright = circles.only(bright), life[bright], bright[bright]
            names = track.events.name[life]
            self._colours.cover(self._trace.strings, names)
            inks = np.where(bright, self._colours.plain[names], self._colours.dim[names])
            y, height = int(layout.row_y[place]), int(layout.row_height[place])
            paint_circles(self._buffer, region, y, height, circles, inks, lane)

    def _paint_names(
        self, painter: QPainter, region: Region, shown: range, spans: Spans, found: Spans | None
    ) -> bool:
        names = self._captions.on_events
        if found is None:
            return names(painter, region, shown, spans)
        others = ~np.isin(spans.places(), found.places())
        whole = names(painter, region, shown, spans, others, dim=True)
        return whole & names(painter, region, shown, found)


def _rows(region: Region, shown: range) -> Iterator[tuple[int, int]]:
    """Track, and row in it, of each shown row."""
    part, layout = slice(shown.start, shown.stop), region.layout
    yield from zip(layout.row_track[part].tolist(), layout.row_row[part].tolist(), strict=True)


def _rows_in(tracks: Bools, region: Region, shown: range) -> list[int]:
    """The shown rows that are of these tracks."""
    mine = tracks[region.layout.row_track[shown.start : shown.stop]]
    rows: list[int] = (shown.start + np.flatnonzero(mine)).tolist()
    return rows
