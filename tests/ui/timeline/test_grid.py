"""Where the lines of a grid stand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.model.trace import EventId, Trace
from traceview.ui.marks import StepGrid
from traceview.ui.timeline.marks.grid import (
    FRAME_PS,
    LEAST_PX,
    describe,
    grid_from,
    lines_of,
    nearest_line,
    step_ps,
    thinning,
)
from traceview.ui.timeline.scale import Scale

US = 1_000_000
STEPS, OPS = 0, 1


def without_steps(trace: Trace) -> Trace:
    return trace.with_tracks(trace.sections, trace.tracks[1:])


def test_a_step_is_as_long_as_the_median_one(trace):
    assert (step_ps(trace), step_ps(without_steps(trace))) == (500 * US, None)


def test_the_grid_begins_where_the_selection_does_or_ends(trace):
    bounds = 200 * US, 300 * US
    event = EventId(OPS, 1)
    assert grid_from(trace, bounds, event) == StepGrid(200 * US, 500 * US)
    assert grid_from(trace, bounds, event, at_end=True) == StepGrid(300 * US, 500 * US)


def test_a_selected_step_gives_its_own_length(trace):
    grid = grid_from(trace, (100 * US, 420 * US), EventId(STEPS, 0))
    assert grid == StepGrid(100 * US, 320 * US)


def test_without_steps_the_selection_gives_its_length(trace):
    grid = grid_from(without_steps(trace), (200 * US, 300 * US), EventId(0, 1))
    assert grid == StepGrid(200 * US, 100 * US)


def test_with_nothing_selected_it_begins_at_the_first_step(trace):
    assert grid_from(trace, None, None) == StepGrid(0, 500 * US)


@pytest.mark.parametrize("bounds", [None, (300 * US, 300 * US)])
def test_with_neither_steps_nor_a_length_it_is_sixty_a_second(trace, bounds):
    assert grid_from(without_steps(trace), bounds, None).period_ps == FRAME_PS


def test_period_and_rate_are_told():
    assert describe(StepGrid(0, 312_400_000_000)) == "312.4 ms, 3.2/s"
    assert describe(StepGrid(0, FRAME_PS)) == "16.67 ms, 60.0/s"
    assert describe(StepGrid(0, 4 * 10**12)) == "4.000 s, 0.250/s"


@given(
    st.integers(-(10**13), 10**13),
    st.integers(1, 10**12),
    st.floats(0, 1e12),
    st.floats(1, 1e9),
    st.integers(1, 3000),
)
def test_lines_are_those_of_the_grid_that_are_in_view_thinned(start, period, first, per_px, width):
    grid, scale = StepGrid(start, period), Scale(first, per_px, width)
    lines = lines_of(grid, scale)
    times = scale.start_ps + lines * per_px
    steps = (times - start) / (period * thinning(period / per_px))
    assert np.abs(steps - np.rint(steps)).max(initial=0) < 1e-3 + 1e-3 * per_px
    assert len(lines) <= width / LEAST_PX + 2
    assert ((lines > -1) & (lines < width + 1)).all()
    assert np.diff(lines).min(initial=LEAST_PX) >= LEAST_PX * 0.999


@given(st.floats(1e-9, 1e4))
def test_thinning_leaves_out_no_more_than_it_must(period_px):
    factor = thinning(period_px)
    assert period_px * factor >= LEAST_PX
    assert factor == 1 or period_px * factor < 2.5 * LEAST_PX * 1.0001


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**4), st.integers(-(10**7), 10**7))
def test_the_nearest_line_is_no_further_than_half_a_period(start, period, time):
    line = nearest_line(StepGrid(start, period), time)
    assert ((line - start) % period, 2 * abs(line - time) <= period) == (0, True)
