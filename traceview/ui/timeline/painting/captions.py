"""The texts on a picture: names on events and beside instants."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QPainter

from traceview.model.trace import Bools, Ids, Trace, TrackKind
from traceview.ui.theme import Theme, ui_font
from traceview.ui.timeline.painting.instants import Marked, half_width
from traceview.ui.timeline.painting.labels import LEAST_WIDTH, Atlas, draw_labels
from traceview.ui.timeline.painting.raster import Spans
from traceview.ui.timeline.painting.region import Region

LABEL_PX = 11
LEAST_HEIGHT = 11  # logical px of a row with names


class Captions:
    """Draws texts in the device pixels of a region."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._trace = Trace()
        self._mute: Bools = np.zeros(0, np.bool_)  # by track
        self._ratio = 0.0
        self._atlases: tuple[Atlas, Atlas] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme."""
        self._theme = theme
        self._atlases = None

    def set_trace(self, trace: Trace) -> None:
        """Name what is in another trace, or in a later state of this one."""
        if trace.strings is not self._trace.strings:
            self._atlases = None
        self._trace = trace
        # Bars of objects are too low for text, and samples too many.
        mute = (TrackKind.OBJECTS, TrackKind.SAMPLES)
        self._mute = np.array([track.kind in mute for track in trace.tracks], np.bool_)

    def on_events(
        self,
        painter: QPainter,
        region: Region,
        shown: range,
        spans: Spans,
        which: Bools | None = None,
        dim: bool = False,
    ) -> bool:
        """Name the events that are wide enough; false when some have to wait."""
        wide = spans.x1 - spans.x0 >= LEAST_WIDTH * region.ratio
        if which is not None:
            wide &= which
        boxes = (spans.row[wide], spans.name[wide], spans.x0[wide], spans.x1[wide])
        return self._draw(painter, self._atlas(region.ratio, dim), region, shown, boxes)

    def beside_instants(
        self,
        painter: QPainter,
        region: Region,
        shown: range,
        spans: Spans,
        marked: Marked,
    ) -> bool:
        """Name the instants that have room at their right."""
        if not len(marked.x):
            return True
        x0 = marked.x + half_width(region.ratio)
        x1 = np.minimum(marked.free, region.scale.width)
        wide = x1 - x0 >= LEAST_WIDTH * region.ratio
        names = spans.lead[marked.span]
        boxes = (marked.row[wide], names[wide], x0[wide], x1[wide])
        return self._draw(painter, self._atlas(region.ratio, True), region, shown, boxes)

    def _draw(
        self,
        painter: QPainter,
        atlas: Atlas,
        region: Region,
        shown: range,
        boxes: tuple[Ids, Ids, Ids, Ids],
    ) -> bool:
        """Draw names (shown rows, name ids, first pixel, one after the last) in high rows."""
        layout = region.layout
        row = boxes[0] + shown.start
        high = layout.row_height[row] >= LEAST_HEIGHT
        high &= ~self._mute[layout.row_track[row]]
        row, name, x0, x1 = row[high], *(column[high] for column in boxes[1:])
        whole = atlas.want(self._trace.strings, np.unique(name))
        spare = layout.row_height[row] * region.ratio - atlas.height
        top = np.rint((layout.row_y[row] - region.top) * region.ratio + spare / 2)
        draw_labels(painter, atlas, name, x0, x1, top.astype(np.int32))
        return whole

    def _atlas(self, ratio: float, dim: bool) -> Atlas:
        if self._atlases is None or ratio != self._ratio:
            self._ratio = ratio
            font = ui_font(LABEL_PX)
            colours = (self._theme.event_text, self._theme.fg3)
            bright, faint = (Atlas(font, colour, ratio) for colour in colours)
            self._atlases = bright, faint
        return self._atlases[dim]
