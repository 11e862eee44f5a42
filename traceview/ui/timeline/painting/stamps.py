"""Small shapes put on many pixels of a picture at once: chevrons, lozenges, discs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Doubles, Ids, Ints
from traceview.ui.timeline.painting.raster import Pixels

SAMPLES = 4  # a pixel and direction, of the shapes' coverage
CHEVRON_HALF_WIDTH, CHEVRON_HALF_HEIGHT = 4.0, 4.5
LOZENGE_HALF = 3.0
DISC_RADIUS = 4.0
RING = 1.0  # px around a disc

Inside = Callable[[Doubles, Doubles], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Pixels of a shape about its middle: offsets ``dy`` and ``dx``, and how much is covered."""

    dy: Ints
    dx: Ints
    coverage: NDArray[np.float32]


def stamp(picture: Pixels, shape: Shape, x: Ids | Ints, y: Ints, colours: Pixels) -> None:
    """Put a shape on each of the pixels (x, y), in its colour; cut at the picture's edges."""
    rows = y[:, None] + shape.dy
    columns = x[:, None] + shape.dx
    inside = (rows >= 0) & (rows < picture.shape[0])
    inside &= (columns >= 0) & (columns < picture.shape[1])
    which, pixel = np.nonzero(inside)
    rows, columns = rows[which, pixel], columns[which, pixel]
    over, under = colours[which], picture[rows, columns]
    share = shape.coverage[pixel]
    mixed = np.full(len(over), 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        part = (over >> shift & 255) * share + (under >> shift & 255) * (1 - share)
        mixed |= (part + 0.5).astype(np.uint32) << np.uint32(shift)
    picture[rows, columns] = mixed


@cache
def chevron(ratio: float) -> Shape:
    """Points up; its notch keeps it apart from a solid triangle."""
    width, height = CHEVRON_HALF_WIDTH * ratio, CHEVRON_HALF_HEIGHT * ratio

    def inside(x: Doubles, y: Doubles) -> NDArray[np.bool_]:
        side = np.abs(x) / width
        return (y >= height * (2 * side - 1)) & (y <= height * (0.6 + 0.4 * side))

    return _shape(inside, width, height)


@cache
def lozenge(ratio: float) -> Shape:
    """A square on its corner."""
    half = LOZENGE_HALF * ratio
    return _shape(lambda x, y: np.abs(x) + np.abs(y) <= half, half, half)


@cache
def disc(ratio: float, ring: bool = False) -> Shape:
    """A disc, or the slightly larger one that it lies on."""
    radius = (DISC_RADIUS + (RING if ring else 0)) * ratio
    return _shape(lambda x, y: np.hypot(x, y) <= radius, radius, radius)


def _shape(inside: Inside, half_width: float, half_height: float) -> Shape:
    """Coverage by looking at SAMPLES x SAMPLES points of every pixel."""
    across, down = int(np.ceil(half_width)), int(np.ceil(half_height))
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5
    x = np.arange(-across, across + 1)[:, None] + steps
    y = np.arange(-down, down + 1)[:, None] + steps
    points = inside(*(part.astype(np.float64) for part in np.meshgrid(x.ravel(), y.ravel())))
    shares = points.reshape(2 * down + 1, SAMPLES, 2 * across + 1, SAMPLES).mean(axis=(1, 3))
    dy, dx = np.nonzero(shares)
    return Shape(dy - down, dx - across, shares[dy, dx].astype(np.float32))
