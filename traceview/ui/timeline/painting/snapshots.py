"""States of objects: circles on the bars of their lives."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from traceview.model import query
from traceview.model.trace import Bools, Events, Ints, Snapshots
from traceview.ui.timeline.painting.raster import Pixels
from traceview.ui.timeline.painting.region import Region
from traceview.ui.timeline.painting.stamps import DISC_RADIUS, RING, disc, stamp
from traceview.ui.timeline.scale import Scale

APART = 4.0  # px between neighbours; closer ones are ticks
TICK_HALF = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Circles:
    """Snapshots in view of one row: which they are, their pixel, and whether it is a circle."""

    index: Ints
    x: Ints
    round: Bools

    def only(self, which: Bools) -> Circles:
        """Some of them."""
        return Circles(self.index[which], self.x[which], self.round[which])


def circles_of(events: Events, snapshots: Snapshots, row: int, scale: Scale, apart: int) -> Circles:
    """What to paint on a row; of a crowd the first is a circle and the rest are ticks."""
    index = within(events, snapshots, row, scale, apart)
    x = np.floor(scale.positions(snapshots.time_ps[index])).astype(np.int64)
    order = np.argsort(x, kind="stable")
    index, x = index[order], x[order]
    first = np.ones(len(x), np.bool_)
    first[1:] = x[1:] > x[:-1]
    index, x = index[first], x[first]
    return Circles(index, x, np.diff(x, prepend=-(1 << 40)) >= apart)


def within(events: Events, snapshots: Snapshots, row: int, scale: Scale, margin_px: float) -> Ints:
    """Indices of the snapshots of a row's lives that lie in view or up to a margin beside it."""
    margin_ps = margin_px * scale.ps_per_px
    start_ps, end_ps = math.floor(scale.start_ps - margin_ps), math.ceil(scale.end_ps + margin_ps)
    low, high = query.visible(events, row, start_ps, end_ps + 1)
    first, last = (int(snapshots.of.searchsorted(edge)) for edge in (low, high))
    time_ps = snapshots.time_ps[first:last]
    inside = (time_ps >= start_ps) & (time_ps <= end_ps)
    found: Ints = first + np.flatnonzero(inside)
    return found


def paint_circles(
    picture: Pixels, region: Region, y: int, height: int, circles: Circles, inks: Pixels, lane: int
) -> None:
    """Circles with rings in the lane's colour; ``inks`` uint32 are the circles' colours."""
    ratio = region.ratio
    middle = round((y - region.top + height / 2) * ratio - 0.5)
    ticks = circles.x[~circles.round]
    ticks = ticks[(ticks >= 0) & (ticks < picture.shape[1])]
    half = round(TICK_HALF * ratio)
    picture[max(middle - half, 0) : max(middle + half + 1, 0), ticks] = lane
    x, inks = circles.x[circles.round], inks[circles.round]
    level = np.full(len(x), middle)
    stamp(picture, disc(ratio, ring=True), x, level, np.full(len(x), lane, np.uint32))
    stamp(picture, disc(ratio), x, level, inks)


def nearest(events: Events, snapshots: Snapshots, row: int, scale: Scale, x: float) -> int | None:
    """The snapshot whose circle is under a pixel of a row; the nearest of several."""
    reach = DISC_RADIUS + RING
    here = Scale(scale.time(x), scale.ps_per_px, 0)
    index = within(events, snapshots, row, here, reach)
    if not len(index):
        return None
    away = np.abs(snapshots.time_ps[index] - round(scale.time(x)))
    return int(index[away.argmin()])
