"""Step curves of a counter, exact per pixel: what is the least and the most in each of them.

A sample is in force until the next one begins. A pixel shows every value that is in force in it
and the one that comes in from the left, so that steps are joined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Bools, Counter, Events, Ints

Heights = NDArray[np.float32]
MOST_PARTS = 24  # no more can be told apart in a row


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A counter made ready for painting: n samples of so many parts.

    ``start_ps`` int64[n] ascends, ``order`` says which events the samples are (None: in order).
    ``parts`` are series from the bottom up; where they are ``stacked`` the largest comes first,
    and heights are sums from the bottom. ``highs`` and ``lows`` float32[parts, n] are the heights;
    they differ for the last of MOST_PARTS parts alone, which stands for all further ones.
    ``least`` and ``most`` are of all that is painted.
    """

    start_ps: Ints
    order: Ints | None
    parts: tuple[int, ...]
    stacked: bool
    highs: Heights
    lows: Heights
    least: float
    most: float

    @property
    def bottom(self) -> float:
        """Lower end of the axis: zero, or the least where that is negative."""
        return min(self.least, 0.0)

    @property
    def top(self) -> float:
        """Upper end of the axis: the most, or something above the bottom where all is zero."""
        top = max(self.most, 0.0)
        return top if top > self.bottom else self.bottom + 1.0

    def event_at(self, time_ps: int) -> int | None:
        """The event whose sample is in force at a time; None before the first."""
        sample = self.sample_at(time_ps)
        return sample if sample is None or self.order is None else int(self.order[sample])

    def sample_at(self, time_ps: int) -> int | None:
        """The sample in force at a time; None before the first."""
        sample = int(self.start_ps.searchsorted(time_ps, "right")) - 1
        return sample if sample >= 0 else None


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """A curve in pixels: ``low`` and ``high`` float32[parts, width] where ``seen`` bool[width]."""

    low: Heights
    high: Heights
    seen: Bools


def curve_of(events: Events, counter: Counter) -> Curve:
    """The curve of a counter track; several series that are never negative are stacked.

    What is not a number is painted as zero.
    """
    heights = np.array(counter.values.T, np.float32, order="C")
    heights[~np.isfinite(heights)] = 0
    start_ps, order = events.start_ps, None
    if (start_ps[1:] < start_ps[:-1]).any():
        order = np.argsort(start_ps, kind="stable")
        start_ps, heights = start_ps[order], heights[:, order]
    parts = tuple(range(len(heights)))
    stacked = len(parts) > 1 and not (heights < 0).any()
    if stacked:
        parts = tuple(np.argsort(-heights.mean(axis=1), kind="stable").tolist())
        heights = heights[list(parts)]
        np.cumsum(heights, axis=0, out=heights)
    painted = heights[-1:] if stacked else heights
    least, most = (float(painted.min()), float(painted.max())) if painted.size else (0.0, 0.0)
    highs, lows = _few(heights, np.max), _few(heights, np.min)
    return Curve(start_ps, order, parts[:MOST_PARTS], stacked, highs, lows, least, most)


def columns_of(curve: Curve, edges: Ints, end_ps: int) -> Columns:
    """What to paint between neighbouring edges; the last sample is in force until ``end_ps``.

    Every sample in view is looked at: reduceat takes 0.1 ms for a million, less than what finds
    its way through coarser levels.
    """
    before = curve.start_ps.searchsorted(edges)
    # A last sample at the very end still has its pixel.
    end_ps = max(end_ps, int(curve.start_ps[-1]) + 1)
    seen = (before[1:] > 0) & (edges[:-1] < end_ps)
    return Columns(
        _reduced(curve.lows, before, np.minimum), _reduced(curve.highs, before, np.maximum), seen
    )


def _reduced(heights: Heights, before: Ints, join: np.ufunc) -> Heights:
    """Least or most of each column, float32[parts, columns].

    ``before`` int64[columns + 1] counts the samples before each edge. A column has those up to
    its right edge and the one that comes in; what is before the first sample means nothing.
    """
    columns = heights.take(np.maximum(before[:-1] - 1, 0), axis=1)
    full = np.flatnonzero(before[1:] > before[:-1])
    if len(full):
        # Without the columns in which nothing begins, each stretch ends where the next begins.
        begun = join.reduceat(heights[:, : int(before[-1])], before[full], axis=1)
        columns[:, full] = join(columns[:, full], begun)
    return columns


def _few(heights: Heights, join: Callable[..., Heights]) -> Heights:
    """The parts that are told apart, the last of them joined with all further ones."""
    if len(heights) <= MOST_PARTS:
        return heights
    return np.vstack((heights[: MOST_PARTS - 1], join(heights[MOST_PARTS - 1 :], axis=0)))
