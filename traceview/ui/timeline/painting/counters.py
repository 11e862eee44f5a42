"""Counters on the timeline: areas under step lines, stacked where nothing is negative."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traceview.model.format import MINUS, SIGNIFICANT, UNKNOWN, number_text, size
from traceview.model.trace import Counter, Track
from traceview.ui.theme import Theme
from traceview.ui.timeline.painting.colours import SEARCH_DIM, argb, blended
from traceview.ui.timeline.painting.curves import Columns, Curve, Heights, curve_of
from traceview.ui.timeline.painting.raster import Pixels
from traceview.ui.timeline.painting.region import Region

AREA = 0.22
STROKE = 1.5  # px
GAP = 1.0
MARGIN = 2  # px above the highest value
MOST_WHOLE, MOST_DECIMALS = 1e12, 7  # beyond, numbers are written with an exponent
LANE = 0  # codes of what a pixel shows: the lane, then the areas, then the lines

Codes = NDArray[np.uint8]
Lines = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Axis:
    """From values to scanlines: ``height`` of them hold all values with their strokes."""

    bottom: float
    top: float
    height: int
    stroke: int

    def lines(self, values: Heights) -> Lines:
        """First scanline of the stroke of each value, int32 of the same shape."""
        pitch = (self.height - self.stroke) / (self.top - self.bottom)
        lines: Lines = np.rint((self.top - values) * np.float32(pitch)).astype(np.int32)
        return np.clip(lines, 0, self.height - self.stroke)


@dataclass(frozen=True, slots=True, eq=False)
class Strokes:
    """Where the lines of a counter are: scanlines [top, bottom) int32[parts, width].

    Both are ``height`` where nothing is in force.
    """

    top: Lines
    bottom: Lines
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """What every column shows from top to bottom: run r ends before ``ends`` int32[runs, width].

    ``codes`` uint8[runs] say what the runs are.
    """

    codes: Codes
    ends: Lines

    def pixels(self, inks: NDArray[Any]) -> NDArray[Any]:
        """The columns with ``inks`` [runs, width], one value for each pixel: [height, width]."""
        lengths = np.diff(self.ends, axis=0, prepend=np.int32(0))
        columns = np.repeat(inks.T.ravel(), lengths.T.ravel())
        return columns.reshape(self.ends.shape[1], -1).T


class Curves:
    """The curves of counters, made when they are first wanted."""

    def __init__(self) -> None:
        # By the identity of the counters, which stay the same while a trace grows around them.
        self._curves: dict[int, tuple[Counter, Curve]] = {}

    def keep(self, tracks: Iterable[Track]) -> None:
        """Forget all but these tracks'."""
        kept = {id(track.counter) for track in tracks if track.counter is not None}
        self._curves = {key: made for key, made in self._curves.items() if key in kept}

    def of(self, track: Track, counter: Counter) -> Curve:
        """The curve of a counter track that has samples."""
        if id(counter) not in self._curves:
            self._curves[id(counter)] = counter, curve_of(track.events, counter)
        return self._curves[id(counter)][1]


def series_colours(theme: Theme) -> tuple[str, ...]:
    """Tokens of the parts from the bottom up; they repeat when there are more."""
    return (
        theme.output,
        theme.comm,
        theme.compute,
        theme.compile,
        theme.input,
        theme.other,
        theme.launch,
        theme.idle,
    )


def axis_of(curve: Curve, height: int, ratio: float) -> Axis:
    """The axis of a row so many device pixels high; its lines count from below the margin."""
    stroke = max(round(STROKE * ratio), 1)
    inner = max(height - round(MARGIN * ratio), stroke + 1)
    return Axis(curve.bottom, curve.top, inner, stroke)


def middles(curve: Curve, time_ps: int, height: int) -> tuple[float, ...]:
    """Logical px from the top of a row to the line of each part at a time; none before it."""
    sample = curve.sample_at(time_ps)
    if sample is None:
        return ()
    axis = axis_of(curve, height, 1.0)
    lines = axis.lines(curve.highs[:, sample])
    return tuple((height - axis.height + lines + axis.stroke / 2).tolist())


def strokes_of(columns: Columns, axis: Axis) -> Strokes:
    """From the highest to the lowest value of each pixel."""
    top, bottom = axis.lines(columns.high), axis.lines(columns.low) + np.int32(axis.stroke)
    top[:, ~columns.seen] = bottom[:, ~columns.seen] = axis.height
    return Strokes(top, bottom, axis.height)


def runs_of(strokes: Strokes, curve: Curve, axis: Axis, gap: int) -> list[Runs]:
    """How to paint a counter: all of a stack at once, other series one over the other.

    The codes are LANE, 1 + part: its area, 1 + parts + part: its line. In a stack lines of lower
    parts are over those of higher ones. A line is never hidden by an area.
    """
    if curve.stacked:
        return [_stacked(strokes, gap)]
    zero = int(axis.lines(np.zeros(1, np.float32))[0])
    return [_single(strokes, part, zero, axis.stroke) for part in range(len(curve.parts))]


def codes_of(runs: list[Runs]) -> Codes:
    """What every pixel shows, uint8[height, width]; of several series the highest code."""
    layers = [run.pixels(np.broadcast_to(run.codes[:, None], run.ends.shape)) for run in runs]
    codes: Codes = np.max(layers, axis=0) if len(layers) > 1 else layers[0]
    return codes


def _stacked(strokes: Strokes, gap: int) -> Runs:
    """Each part from its line down to the line of the next, with a gap before that."""
    parts = len(strokes.top)
    codes, ends = [LANE], [strokes.top[-1]]
    for part in reversed(range(parts)):
        below = strokes.top[part - 1] if part else np.full_like(strokes.top[0], strokes.height)
        line = np.minimum(strokes.bottom[part], below)
        codes += [1 + parts + part, 1 + part, LANE]
        ends += [line, np.maximum(below - gap, line) if part else below, below]
    return Runs(np.array(codes, np.uint8), np.array(ends))


def _single(strokes: Strokes, part: int, zero: int, stroke: int) -> Runs:
    """A line, and the area between it and zero."""
    top, bottom = strokes.top[part], strokes.bottom[part]
    seen = top < strokes.height
    above = np.where(seen, np.minimum(top, zero), top)
    below = np.where(seen, np.maximum(bottom, zero + stroke), bottom)
    codes = [LANE, 1 + part, 1 + len(strokes.top) + part, 1 + part, LANE]
    ends = [above, top, bottom, below, np.full_like(top, strokes.height)]
    return Runs(np.array(codes, np.uint8), np.array(ends))


def paint_counter(
    picture: Pixels, region: Region, band: slice, curve: Curve, columns: Columns, inks: Pixels
) -> None:
    """Paint a counter into its scanlines.

    ``inks`` uint32[2, codes] are the colours of the codes, on the lane and on lines of the grid.
    """
    axis = axis_of(curve, band.stop - band.start, region.ratio)
    strokes = strokes_of(columns, axis)
    runs = runs_of(strokes, curve, axis, region.px(GAP))
    on_grid = np.zeros(len(columns.seen), np.intp)
    on_grid[region.grid] = 1
    if len(runs) == 1:
        painted = runs[0].pixels(inks[:, runs[0].codes][on_grid].T)
    else:
        painted = inks[on_grid, codes_of(runs)]
    first = band.stop - axis.height
    seen = slice(max(first, 0), min(band.stop, len(picture)))
    if seen.start < seen.stop:
        picture[seen] = painted[seen.start - first : seen.stop - first]


@cache
def inks_of(parts: int, theme: Theme, dim: bool) -> Pixels:
    """Colours of the codes on the lane and on its grid, uint32[2, codes]."""
    tokens = series_colours(theme)
    ground = np.array([argb(theme.lane), argb(theme.hair)], np.uint32)
    chosen = [tokens[part % len(tokens)] for part in range(parts)]
    strong = 1 - SEARCH_DIM if dim else 1.0
    areas = [blended(ground, token, AREA * strong) for token in chosen]
    lines = [blended(ground, token, strong) for token in chosen]
    return np.stack([ground, *areas, *lines], axis=1)


def short_value(value: float, unit: str) -> str:
    """A value where there is little room, to four digits; whole numbers in full."""
    if not math.isfinite(value):
        return UNKNOWN
    if unit == "bytes":
        return size(value)
    if value == 0:
        return "0"
    decimals = SIGNIFICANT - 1 - math.floor(math.log10(abs(value)))
    if decimals > MOST_DECIMALS or abs(value) >= MOST_WHOLE:
        return f"{value:.{SIGNIFICANT - 1}e}".replace("-", MINUS)
    return number_text(value, 0 if value == round(value) else max(decimals, 0))
