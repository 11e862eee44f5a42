"""How many durations fall between which bounds, on a logarithmic axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.spread import quantiles
from traceview.model.trace import Ints

BINS = 48


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Bin i counts durations in ``[edges_ps[i], edges_ps[i + 1])``.

    ``edges_ps`` int64[bins + 1] ascend by about the same factor, ``counts`` int64[bins];
    ``instants`` counts what lasts 0 ps, which no logarithm has. Median and p95 are of all.
    """

    edges_ps: Ints
    counts: Ints
    instants: int
    median_ps: float
    p95_ps: float

    @property
    def total(self) -> int:
        """How many durations there are."""
        return int(self.counts.sum()) + self.instants


def histogram_of(dur_ps: Ints, bins: int = BINS) -> Histogram | None:
    """Histogram of durations, int64[n]; None without any. At most ``bins`` bins."""
    if not len(dur_ps):
        return None
    lasting = dur_ps[dur_ps > 0]
    median_ps, p95_ps = quantiles(dur_ps, (0.5, 0.95))
    edges_ps = _edges(lasting, bins)
    at = edges_ps.searchsorted(lasting, "right") - 1
    counts = np.bincount(at, minlength=len(edges_ps) - 1)
    return Histogram(edges_ps, counts, len(dur_ps) - len(lasting), median_ps, p95_ps)


def _edges(lasting: Ints, bins: int) -> Ints:
    """Whole ps, each larger than the one before, the last larger than any duration."""
    if not len(lasting):
        return np.array([1], np.int64)
    low, high = int(lasting.min()), int(lasting.max()) + 1
    inner = np.geomspace(low, high, bins + 1)[1:-1].round().astype(np.int64)
    inner = inner[(inner > low) & (inner < high)]
    return np.unique(np.concatenate(([low], inner, [high])))
