"""Vertical lines at every step, from the start or the end of what is selected."""

from __future__ import annotations

import math

import numpy as np

from traceview.model.format import duration, number_text
from traceview.model.trace import Doubles, EventId, Trace, TrackKind
from traceview.ui.marks import StepGrid
from traceview.ui.timeline.scale import Scale

LEAST_PX = 4  # between two lines; denser ones are thinned
FRAME_PS = 10**12 // 60  # catapult's grid: a frame at 60 Hz
FACTORS = (1, 2, 5)


def step_ps(trace: Trace) -> int | None:
    """The median length of the steps of all devices, ps; None without steps."""
    steps = [track.events.dur_ps for track in trace.tracks if track.kind is TrackKind.STEPS]
    lengths = np.concatenate(steps) if steps else np.zeros(0, np.int64)
    lengths = lengths[lengths > 0]
    return round(float(np.median(lengths))) if len(lengths) else None


def grid_from(
    trace: Trace, bounds_ps: tuple[int, int] | None, single: EventId | None, at_end: bool = False
) -> StepGrid:
    """The grid for a selection with these bounds, from its start or ``at_end`` from its end.

    A line a step: as long as the one that is selected, else as the median step, else, where a
    capture has no steps, as the selection; with nothing selected, from the first step.
    """
    step = step_ps(trace)
    if bounds_ps is None:
        return StepGrid(_first_step(trace), step or FRAME_PS)
    length_ps = bounds_ps[1] - bounds_ps[0]
    is_step = single is not None and trace.tracks[single.track].kind is TrackKind.STEPS
    period_ps = length_ps if length_ps and (is_step or step is None) else step or FRAME_PS
    return StepGrid(bounds_ps[1] if at_end else bounds_ps[0], period_ps)


def describe(grid: StepGrid) -> str:
    """Period and rate: "312.4 ms, 3.2/s"."""
    rate = 10**12 / grid.period_ps
    decimals = 0 if rate >= 100 else 1 if rate >= 1 else 3
    return f"{duration(grid.period_ps)}, {number_text(rate, decimals)}/s"


def lines_of(grid: StepGrid, scale: Scale) -> Doubles:
    """Where the lines of a grid stand, logical pixels; every 2nd, 5th, 10th ... where dense."""
    period_ps = grid.period_ps * thinning(grid.period_ps / scale.ps_per_px)
    first = math.ceil((scale.start_ps - grid.start_ps) / period_ps)
    last = math.floor((scale.end_ps - grid.start_ps) / period_ps)
    times_ps = grid.start_ps + period_ps * np.arange(first, last + 1, dtype=np.int64)
    return scale.positions(times_ps)


def thinning(period_px: float) -> int:
    """Of how many lines one is drawn: 1, 2, 5, 10 and so on."""
    power = 1
    while True:
        for factor in FACTORS:
            if period_px * factor * power >= LEAST_PX:
                return factor * power
        power *= 10


def nearest_line(grid: StepGrid, time_ps: int) -> int:
    """The line of a grid that is nearest to a time."""
    return grid.start_ps + round((time_ps - grid.start_ps) / grid.period_ps) * grid.period_ps


def _first_step(trace: Trace) -> int:
    """Where the first step begins, else where the trace does."""
    tracks = [track.events for track in trace.tracks if track.kind is TrackKind.STEPS]
    starts = [int(events.start_ps.min()) for events in tracks if len(events)]
    return min(starts, default=trace.span_ps[0])
