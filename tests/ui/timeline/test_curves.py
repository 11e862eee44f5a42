"""Counters in pixels, against a reference that looks at every sample and every pixel."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.timeline.kinds import counter
from traceview.model.strings import StringTable
from traceview.model.trace import Track
from traceview.ui.timeline.painting.counters import (
    LANE,
    axis_of,
    codes_of,
    runs_of,
    short_value,
    strokes_of,
)
from traceview.ui.timeline.painting.curves import MOST_PARTS, Curve, columns_of, curve_of
from traceview.ui.timeline.scale import Scale

HEIGHT = 33
heights = st.integers(-40, 40).map(float)
series = st.integers(1, 4)
starts = st.lists(st.integers(0, 500), min_size=1, max_size=80).map(sorted)
scales = st.builds(Scale, st.floats(-200, 500), st.floats(0.05, 40), st.integers(1, 60))


@st.composite
def tracks(draw, values=heights) -> Track:
    times, many = draw(starts), draw(series)
    row = st.lists(values, min_size=many, max_size=many)
    drawn = draw(st.lists(row, min_size=len(times), max_size=len(times)))
    return counter(StringTable(), "counter", times, drawn)


def made(track: Track) -> Curve:
    return curve_of(track.events, track.counter)


def shown(track: Track, curve: Curve, scale: Scale, end_ps: int) -> list[set[int] | None]:
    """Samples in each pixel: those that begin in it and the one that comes in; None: nothing."""
    times = track.events.start_ps.tolist()
    edges = scale.edges().tolist()
    pixels: list[set[int] | None] = []
    for left, right in itertools.pairwise(edges):
        inside = {index for index, time in enumerate(times) if left <= time < right}
        before = [index for index, time in enumerate(times) if time < left]
        inside |= set(before[-1:])
        pixels.append(inside if inside and left < max(end_ps, times[-1] + 1) else None)
    return pixels


def painted(curve: Curve, scale: Scale, end_ps: int) -> np.ndarray:
    """Codes of the pixels."""
    axis = axis_of(curve, HEIGHT, 1.0)
    strokes = strokes_of(columns_of(curve, scale.edges(), end_ps), axis)
    return codes_of(runs_of(strokes, curve, axis, 1))


@settings(max_examples=150, deadline=None)
@given(tracks(), scales, st.integers(0, 900))
def test_a_pixel_spans_all_values_in_force_in_it(track, scale, end_ps):
    curve = made(track)
    columns = columns_of(curve, scale.edges(), end_ps)
    values = track.counter.values[:, curve.parts].astype(np.float32)
    if curve.stacked:
        values = values.cumsum(axis=1)
    for x, inside in enumerate(shown(track, curve, scale, end_ps)):
        assert columns.seen[x] == (inside is not None)
        if inside is not None:
            here = values[sorted(inside)]
            assert columns.low[:, x].tolist() == here.min(axis=0).tolist()
            assert columns.high[:, x].tolist() == here.max(axis=0).tolist()


@settings(max_examples=100, deadline=None)
@given(tracks(), scales)
def test_a_line_covers_every_sample_of_its_pixel(track, scale):
    curve = made(track)
    axis = axis_of(curve, HEIGHT, 1.0)
    codes = painted(curve, scale, 10_000)
    values = track.counter.values[:, curve.parts].astype(np.float32)
    if curve.stacked:
        values = values.cumsum(axis=1)
    lines = axis.lines(values)
    for x, inside in enumerate(shown(track, curve, scale, 10_000)):
        if inside is None:
            assert set(codes[:, x].tolist()) == {LANE}
        for sample in inside or ():
            assert (codes[lines[sample], x] > len(curve.parts)).all()


@pytest.mark.parametrize("shrink", [1, 7, 300, 20_000])
def test_no_spike_is_lost_among_many_samples(shrink):
    n = 100_000
    values = np.ones((n, 1))
    spike = 61_803
    values[spike] = 100
    track = counter(StringTable(), "counter", list(range(0, 10 * n, 10)), values.tolist())
    curve = made(track)
    scale = Scale(10 * spike - 5 * n / shrink, 10 * n / shrink / 500, 500)
    columns = columns_of(curve, scale.edges(), 10 * n)
    x = int(scale.positions(np.array([10 * spike]))[0])
    assert columns.high[0, x] == 100
    assert columns.low[:, columns.seen].min() == 1


def test_the_largest_series_lies_at_the_bottom_of_a_stack():
    curve = made(counter(StringTable(), "counter", [0, 10], [[1, 5, 3], [2, 6, 2]]))
    assert curve.stacked
    assert curve.parts == (1, 2, 0)
    assert (curve.least, curve.most) == (9.0, 10.0)


def test_series_below_zero_are_lines_of_their_own():
    curve = made(counter(StringTable(), "counter", [0, 10], [[1, -5], [2, 6]]))
    assert not curve.stacked
    assert (curve.bottom, curve.top) == (-5.0, 6.0)


def test_parts_of_a_stack_are_kept_apart_by_the_lane():
    curve = made(counter(StringTable(), "counter", [0], [[8, 8]]))
    axis = axis_of(curve, HEIGHT, 1.0)
    column = painted(curve, Scale(0.0, 1.0, 3), 10)[:, 1].tolist()
    upper, lower = column.index(4), column.index(3)
    assert column[upper + axis.stroke] == 2
    assert column[lower - 1] == LANE
    assert set(column[lower + axis.stroke :]) == {1}


def test_a_counter_of_very_many_series_loses_none_of_its_heights():
    values = [[float(index) for index in range(40)], [1.0] * 40]
    curve = made(counter(StringTable(), "counter", [0, 10], values))
    columns = columns_of(curve, Scale(0.0, 5.0, 4).edges(), 20)
    assert len(curve.parts) == MOST_PARTS
    assert columns.high[-1, 0] == curve.most == sum(range(40))


def test_what_is_no_number_is_painted_as_zero():
    curve = made(counter(StringTable(), "counter", [0, 10], [[float("nan")], [float("inf")]]))
    assert (curve.least, curve.most, curve.top) == (0.0, 0.0, 1.0)


def test_samples_may_come_in_any_order():
    track = counter(StringTable(), "counter", [0, 10, 20], [[1], [2], [3]])
    shuffled = type(track.events)(
        *(column[[2, 0, 1]] for column in (
            track.events.start_ps, track.events.dur_ps, track.events.name, track.events.arg_at
        )),
        np.array([0, 1, 3]),
    )  # fmt: skip
    curve = curve_of(shuffled, track.counter)
    assert [curve.event_at(time) for time in (-1, 0, 9, 15, 30)] == [None, 1, 1, 2, 0]


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.0, "", "0"),
        (-0.0, "", "0"),
        (12.0, "", "12"),
        (1.74313, "", "1.743"),
        (-3.25, "", "\u22123.250"),
        (12345.678, "", "12\u2009346"),
        (1e-9, "", "1.000e\u221209"),
        (2.5e15, "", "2.500e+15"),
        (3 * 2**20, "bytes", "3.000 MiB"),
        (float("nan"), "", "—"),
    ],
)
def test_values_are_said_in_few_digits(value, unit, text):
    assert short_value(value, unit) == text
