"""Which part of the timeline a picture shows, and how its pixels lie."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize

from traceview.model.trace import Bools, Ids, Ints
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.tracks.layout import NO_ROW_HEADING, Layout

PAGE, HEADING, LANE = range(3)  # scanlines after those of the rows


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """Which part of a layout a picture shows, in device pixels ``ratio`` to a logical one."""

    layout: Layout
    scale: Scale
    top: int  # logical px
    size: QSize
    ratio: float
    grid: Ids  # device px of the vertical lines

    @property
    def bottom(self) -> int:
        """First logical pixel that is not shown."""
        return self.top - int(-self.size.height() // self.ratio)

    def band(self, y: int, height: int) -> slice:
        """The scanlines of a stretch of the layout, which may lie outside of the picture."""
        first = math.ceil((y - self.top) * self.ratio)
        return slice(first, math.ceil((y + height - self.top) * self.ratio))

    def px(self, logical: float) -> int:
        """A length in device pixels, one at least."""
        return max(round(logical * self.ratio), 1)


def scanlines(region: Region, shown: range, low: Bools) -> Ints:
    """Which scanline each line of a picture repeats: of a shown row, or one of those after them.

    ``low`` bool by shown row: its events are half as high as others.
    """
    layout = region.layout
    y = region.top + (np.arange(region.size.height()) / region.ratio).astype(np.int64)
    if not layout.height:
        return np.full(len(y), len(shown) + PAGE)
    row = layout.row_of_y[np.minimum(y, layout.height - 1)]
    nowhere = len(shown) + np.where(row == NO_ROW_HEADING, HEADING, PAGE)
    line: Ints = np.where(row >= 0, row - shown.start, nowhere)
    if low.any():
        place = np.maximum(row, shown.start)
        quarter = layout.row_height[place] // 4
        below = y - layout.row_y[place]
        edge = (below < quarter) | (below >= layout.row_height[place] - quarter)
        line[(row >= 0) & edge & low[np.minimum(place - shown.start, len(low) - 1)]] = (
            len(shown) + LANE
        )
    line[y >= layout.height] = len(shown) + PAGE
    return line
