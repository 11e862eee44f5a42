"""Between time and pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Doubles, Ints
from traceview.ui.session import View


@dataclass(frozen=True, slots=True)
class Scale:
    """``width`` pixels that begin at ``start_ps``, each ``ps_per_px`` long.

    Pixel x holds the times [start + x * ps_per_px, start + (x + 1) * ps_per_px). Times stay
    int64 until ``start_ps`` is taken off: float64 would round them far from time zero.
    """

    start_ps: float
    ps_per_px: float
    width: int

    @staticmethod
    def of(view: View, width: int) -> Scale:
        """The scale at which ``view`` fills ``width`` pixels."""
        width = max(width, 1)
        return Scale(view.start_ps, view.span_ps / width, width)

    @property
    def end_ps(self) -> float:
        """Where the last pixel ends."""
        return self.start_ps + self.width * self.ps_per_px

    def x(self, time_ps: float) -> float:
        """Pixel position of a time, with its fraction."""
        return (time_ps - self.start_ps) / self.ps_per_px

    def time(self, x: float) -> float:
        """Time at a pixel position."""
        return self.start_ps + x * self.ps_per_px

    def positions(self, times_ps: Ints) -> Doubles:
        """Pixel positions of int64 times, float64 of the same shape."""
        whole = math.floor(self.start_ps)
        relative = (times_ps - whole).astype(np.float64)
        relative -= self.start_ps - whole
        relative /= self.ps_per_px
        return relative

    def edges(self) -> Ints:
        """First integer time of every pixel and of the one after the last, int64[width + 1]."""
        x = np.arange(self.width + 1)
        edge: Ints = np.ceil(self.start_ps + x * self.ps_per_px).astype(np.int64)
        # One ulp may put the edge on the wrong side of what ``positions`` says of that time.
        edge -= np.floor(self.positions(edge - 1)) >= x
        edge += np.floor(self.positions(edge)) < x
        return edge


def pixels(positions: Doubles, width: int) -> NDArray[np.int32]:
    """Positions as whole pixels from 0 to ``width``, int32 of the same shape."""
    return np.clip(positions, 0, width).astype(np.int32)
