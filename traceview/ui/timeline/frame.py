"""One picture of the lanes: cells of all visible rows blown up to pixels, then their labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter

from traceview.model.trace import Bools, Events, Ids, Ints, Trace
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.colours import Colours, argb
from traceview.ui.timeline.labels import LEAST_WIDTH, Atlas, draw_labels
from traceview.ui.timeline.layout import ROW_HEIGHT, Layout
from traceview.ui.timeline.levels import Level
from traceview.ui.timeline.raster import Pixels, Spans, cells_of, spans_of
from traceview.ui.timeline.rows import Rows
from traceview.ui.timeline.scale import Scale

LABEL_PX = 11


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Which part of a layout a picture shows, in device pixels ``ratio`` to a logical one."""

    layout: Layout
    scale: Scale
    top: int  # logical px
    size: QSize
    ratio: float
    grid: Ids  # device px of the vertical lines


class Frame:
    """Paints regions of a trace into one image, which lasts until the next ``paint``."""

    def __init__(self, theme: Theme) -> None:
        self._rows = Rows()
        self._found_rows = Rows()
        self._trace = Trace()
        self._found: dict[int, Events] = {}
        self._searching = False
        self._theme = theme
        self._colours = Colours(theme)
        self._atlases: tuple[Atlas, Atlas] | None = None
        self._ratio = 0.0
        self._buffer: Pixels = np.zeros((0, 0), np.uint32)
        self._image = QImage()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme from now on."""
        self._theme = theme
        self._colours.set_theme(theme)
        self._atlases = None

    def set_trace(self, trace: Trace) -> None:
        """Paint another trace, or a later state of this one."""
        if trace.strings is not self._trace.strings:
            self._colours.forget()
            self._atlases = None
        self._trace = trace
        self._rows.keep(track.events for track in trace.tracks)

    def set_found(self, found: dict[int, Events] | None) -> None:
        """Keep these events by track bright and dim all others; None ends a search."""
        self._searching = found is not None
        self._found = found or {}
        self._found_rows.keep(self._found.values())

    def wait(self) -> None:
        """Return when the coarse levels are there (for measurements)."""
        self._rows.wait()
        self._found_rows.wait()

    def paint(self, region: Region) -> tuple[QImage, bool]:
        """The picture, and whether it is whole: with many new names, some labels wait."""
        shown = region.layout.rows_between(region.top, region.top + _logical_height(region))
        spans = spans_of(self._levels(region, shown), region.scale)
        cells = self._cells(spans, region, len(shown))
        found = self._paint_found(cells, region, shown) if self._searching else None
        self._blow_up(cells, region, shown)
        self._image.setDevicePixelRatio(1.0)  # labels are placed in device pixels
        whole = self._paint_labels(region, shown, spans, found)
        self._image.setDevicePixelRatio(region.ratio)
        return self._image, whole

    def _levels(self, region: Region, shown: range) -> list[tuple[Level, int]]:
        tracks, per_px = self._trace.tracks, region.scale.ps_per_px
        layout, rows = region.layout, slice(shown.start, shown.stop)
        return [
            (self._rows.level(tracks[track].events, per_px), row)
            for track, row in zip(
                layout.row_track[rows].tolist(), layout.row_row[rows].tolist(), strict=True
            )
        ]

    def _cells(self, spans: Spans, region: Region, rows: int) -> Pixels:
        """Scanlines of the rows, of the gaps between them, and of headings."""
        theme, colours, width = self._theme, self._colours, region.scale.width
        colours.cover(self._trace.strings, spans.name)
        colours.cover(self._trace.strings, spans.lead)
        lane = argb(theme.lane)
        plain = colours.dim if self._searching else colours.plain
        dark = None if self._searching else colours.dark
        cells = cells_of(spans, rows + 2, width, plain, dark, lane)
        cells[rows] = argb(theme.page)
        cells[rows + 1] = argb(theme.raised)
        lines = cells[:rows, region.grid]
        cells[:rows, region.grid] = np.where(lines == lane, np.uint32(argb(theme.hair)), lines)
        cells[rows, region.grid] = argb(theme.hair)
        return cells

    def _paint_found(self, cells: Pixels, region: Region, shown: range) -> tuple[Spans, Ids]:
        """Put what was found on top, at full colour: (spans, the shown rows they are in)."""
        layout, per_px = region.layout, region.scale.ps_per_px
        picked = [
            (index, self._found_rows.level(self._found[track], per_px), row)
            for index, (track, row) in enumerate(
                zip(
                    layout.row_track[shown.start : shown.stop].tolist(),
                    layout.row_row[shown.start : shown.stop].tolist(),
                    strict=True,
                )
            )
            if track in self._found
        ]
        spans = spans_of([(level, row) for _, level, row in picked], region.scale)
        self._colours.cover(self._trace.strings, spans.name)
        self._colours.cover(self._trace.strings, spans.lead)
        plain = self._colours.plain
        bright = cells_of(spans, len(picked), region.scale.width, plain, None, 0)
        rows = np.array([index for index, _, _ in picked], np.int32)
        cells[rows] = np.where(bright != 0, bright, cells[rows])
        return spans, rows

    def _blow_up(self, cells: Pixels, region: Region, shown: range) -> None:
        """Copy each scanline to the pixels of its row."""
        height, width = region.size.height(), region.size.width()
        if self._buffer.shape != (height, width):
            self._buffer = np.empty((height, width), np.uint32)
            self._image = QImage(
                self._buffer.data, width, height, 4 * width, QImage.Format.Format_RGB32
            )
        y = region.top + (np.arange(height) / region.ratio).astype(np.int64)
        inside = np.minimum(y, max(region.layout.height - 1, 0))
        row = region.layout.row_of_y[inside] if region.layout.height else np.full(height, -1)
        line = np.where(
            row >= 0, row - shown.start, np.where(row == -1, len(shown), len(shown) + 1)
        )
        line[y >= region.layout.height] = len(shown)
        np.take(cells, line, axis=0, out=self._buffer, mode="clip")

    def _paint_labels(
        self, region: Region, shown: range, spans: Spans, found: tuple[Spans, Ids] | None
    ) -> bool:
        on_event, on_dim = self._atlas(region.ratio)
        painter = QPainter(self._image)
        if found is None:
            whole = self._label(painter, on_event, region, shown, spans, spans.row, None)
        else:
            bright, rows = found
            bright_row = rows[bright.row]
            width = np.int64(region.scale.width)
            mine = np.isin(spans.row * width + spans.x0, bright_row * width + bright.x0)
            whole = self._label(painter, on_dim, region, shown, spans, spans.row, ~mine)
            whole &= self._label(painter, on_event, region, shown, bright, bright_row, None)
        painter.end()
        return whole

    def _label(
        self,
        painter: QPainter,
        atlas: Atlas,
        region: Region,
        shown: range,
        spans: Spans,
        row: Ids,
        also: Bools | None,
    ) -> bool:
        """Label the spans that are wide enough, in rows that are high enough."""
        wide = spans.x1 - spans.x0 >= LEAST_WIDTH * region.ratio
        if also is not None:
            wide &= also
        row, name = row[wide] + shown.start, spans.name[wide]
        high = region.layout.row_height[row] >= ROW_HEIGHT - 3
        row, name = row[high], name[high]
        x0, x1 = (edge[wide][high] for edge in (spans.x0, spans.x1))
        whole = atlas.want(self._trace.strings, np.unique(name))
        y = (region.layout.row_y[row] - region.top) * region.ratio
        spare = region.layout.row_height[row] * region.ratio - atlas.height
        top = np.rint(y + spare / 2).astype(np.int32)
        draw_labels(painter, atlas, name, x0, x1, top)
        return whole

    def _atlas(self, ratio: float) -> tuple[Atlas, Atlas]:
        if self._atlases is None or ratio != self._ratio:
            font = ui_font(LABEL_PX)
            self._ratio = ratio
            self._atlases = (
                Atlas(font, self._theme.event_text, ratio),
                Atlas(font, self._theme.fg3, ratio),
            )
        return self._atlases


def _logical_height(region: Region) -> int:
    return -int(-region.size.height() // region.ratio)


def picked_events(events: Events, index: Ints) -> Events:
    """The events at ``index`` (ascending), in the same rows; rows may be empty."""
    return Events(
        events.start_ps[index],
        events.dur_ps[index],
        events.name[index],
        events.arg_at[index],
        index.searchsorted(events.row_at),
    )
