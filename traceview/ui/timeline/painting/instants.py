"""Instants: chevrons and lozenges where there is room for them, lines across their sections.

An instant is an event of no length, which the raster paints as one pixel of its row. Where
instants are denser than a shape is wide these pixels are all there is of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from traceview.model import query
from traceview.model.trace import Events, Ids, Ints, Trace, TrackKind
from traceview.ui.timeline.painting.raster import Pixels, Spans
from traceview.ui.timeline.painting.region import Region
from traceview.ui.timeline.painting.stamps import (
    CHEVRON_HALF_HEIGHT,
    CHEVRON_HALF_WIDTH,
    chevron,
    lozenge,
    stamp,
)
from traceview.ui.timeline.scale import Scale, pixels

MOST_LINES = 300
DASH = 3  # px, and as much between dashes
FAR = np.int32(1 << 24)  # px
WIDE_KINDS = {TrackKind.PROCESS_INSTANTS, TrackKind.GLOBAL_INSTANTS}


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """Instants that get a shape: their spans' indices, rows and pixels.

    ``free`` is the first pixel after each that something else needs.
    """

    span: Ints
    row: Ids
    x: Ids
    free: Ids


def roomy(spans: Spans, half: int) -> Marked:
    """The instants that are at least ``half`` px from bars and twice as far from each other."""
    found = np.flatnonzero(spans.instant)
    if not len(found):
        none = np.zeros(0, np.int32)
        return Marked(found, none, none, none)
    row, x0, x1 = spans.row[found], spans.x0[found], spans.x1[found]
    before, after = found - 1, found + 1
    left = np.full(len(found), -FAR, np.int32)
    right = np.full(len(found), FAR, np.int32)
    known = (before >= 0) & (spans.row[before] == row)
    left[known] = (spans.x1[before] + half * spans.instant[before])[known]
    after[after == len(spans)] = 0
    known = (after > found) & (spans.row[after] == row)
    right[known] = (spans.x0[after] - half * spans.instant[after])[known]
    room = (x0 - left >= half) & (right - x1 >= half)
    return Marked(found[room], row[room], x0[room], right[room])


def half_width(ratio: float) -> int:
    """Half of a chevron in device pixels."""
    return round(CHEVRON_HALF_WIDTH * ratio)


def paint_shapes(
    picture: Pixels, region: Region, trace: Trace, shown: range, marked: Marked, inks: Pixels
) -> None:
    """Chevrons at the bottom of rows, lozenges in the middle of those of samples."""
    if not len(marked.x):
        return
    layout = region.layout
    row = marked.row + shown.start
    high = layout.row_height[row] > 2 * CHEVRON_HALF_HEIGHT
    samples = np.array(
        [trace.tracks[track].kind is TrackKind.SAMPLES for track in layout.row_track[row].tolist()],
        np.bool_,
    )
    top = (layout.row_y[row] - region.top) * region.ratio
    height = layout.row_height[row] * region.ratio
    low = np.rint(top + height - CHEVRON_HALF_HEIGHT * region.ratio - 1).astype(np.int64)
    middle = np.rint(top + height / 2 - 0.5).astype(np.int64)
    for which, shape, y in (
        (high & ~samples, chevron(region.ratio), low),
        (high & samples, lozenge(region.ratio), middle),
    ):
        stamp(picture, shape, marked.x[which], y[which], inks[which])


def paint_lines(
    picture: Pixels, region: Region, trace: Trace, tracks: Sequence[int], ink: int
) -> None:
    """Dashed lines from instants of a process or of everything through all they concern.

    ``tracks`` are the tracks of such instants. Where they are too many, only these show them.
    """
    for index in tracks:
        if region.layout.place(index, 0) is None:
            continue
        x = _columns(trace.tracks[index].events, region.scale)
        if not 0 < len(x) <= MOST_LINES:
            continue
        track = trace.tracks[index]
        section = track.section if track.kind is TrackKind.PROCESS_INSTANTS else None
        for y, height in _stretches(region, trace, section):
            _dash(picture, region, region.band(y, height), x, ink)


def _columns(events: Events, scale: Scale) -> Ints:
    """The pixels that instants of the first row stand in, none where they are very many."""
    first, last = query.row_range(events, 0)
    starts = events.start_ps[first:last]
    low, high = (
        int(starts.searchsorted(math.ceil(edge))) for edge in (scale.start_ps, scale.end_ps)
    )
    if high - low > MOST_LINES * 16:
        return np.zeros(0, np.int64)
    return np.unique(pixels(scale.positions(starts[low:high]), scale.width - 1))


def _stretches(region: Region, trace: Trace, section: int | None) -> list[tuple[int, int]]:
    """Where the tracks of a section are in view, or everything: (y, height)."""
    if section is None:
        return [(region.top, region.bottom - region.top)]
    bands = region.layout.tracks_between(region.top, region.bottom)
    return [(band.y, band.height) for band in bands if trace.tracks[band.index].section == section]


def _dash(picture: Pixels, region: Region, band: slice, x: Ints, ink: int) -> None:
    """Dashes that stay where they are while the timeline scrolls."""
    y = np.arange(max(band.start, 0), min(band.stop, len(picture)))
    logical = region.top + (y / region.ratio).astype(np.int64)
    dashed = y[logical // DASH % 2 == 0]
    picture[dashed[:, None], x] = ink
