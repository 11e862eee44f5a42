"""What is painted, against a reference that looks at every event and every pixel."""

from dataclasses import replace
from math import ceil, floor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traceview.model.builder import build_events
from traceview.model.trace import Events
from traceview.ui.timeline.painting import levels as levels_module
from traceview.ui.timeline.painting.levels import Level, finest, level_for, packed, pyramid
from traceview.ui.timeline.painting.raster import cells_of, spans_of
from traceview.ui.timeline.scale import Scale

NOTHING = 0


def track(starts: list[int], lengths: list[int], seed: int = 0) -> Events:
    start_ps, dur_ps = np.array(starts, np.int64), np.array(lengths, np.int64)
    name = np.random.default_rng(seed).integers(0, 50, len(starts)).astype(np.int32)
    arg_at = np.full(len(starts), -1, np.int64)
    return build_events(start_ps, dur_ps, name, arg_at, prefer_lanes=True)[0]


def bursts(n: int, seed: int) -> Events:
    """Back-to-back events of lengths from nothing to milliseconds, some gaps, one lane."""
    rng = np.random.default_rng(seed)
    lengths = (
        rng.lognormal(8, 2.5, n) * np.repeat(rng.lognormal(0, 2, n // 50 + 1), 50)[:n]
    ).astype(np.int64)
    lengths[rng.random(n) < 0.05] = 0
    gaps = (rng.lognormal(9, 2, n) * (rng.random(n) < 0.3)).astype(np.int64)
    starts = np.cumsum(lengths + gaps) - lengths
    return track(starts.tolist(), lengths.tolist(), seed)


def painted(rows: list[tuple[Level, int]], scale: Scale) -> np.ndarray:
    """Name id + 1 of every pixel, 0 where nothing is painted."""
    names = np.arange(1, 60, dtype=np.uint32)
    return cells_of(spans_of(rows, scale), len(rows), scale.width, names, None, NOTHING)


def touched(events: Events, row: int, scale: Scale) -> tuple[list[set[int]], list[int]]:
    """Per pixel: the names that may win it (empty: none), and the pixels of a row."""
    starting: list[list[tuple[float, int]]] = [[] for _ in range(scale.width)]
    covering: list[set[int]] = [set() for _ in range(scale.width)]
    for index in range(*events.row_at[row : row + 2].tolist()):
        start_ps, name = int(events.start_ps[index]), int(events.name[index]) + 1
        dur_ps = int(events.dur_ps[index])
        begin = scale.positions(np.array([start_ps], np.int64))[0]
        end = scale.positions(np.array([start_ps + dur_ps], np.int64))[0]
        x0 = floor(begin)
        x1 = max(ceil(end), x0 + 1)
        if 0 <= x0 < scale.width:
            starting[x0].append((float(np.float32(dur_ps)), name))
        for x in range(max(x0, 0), min(x1, scale.width)):
            covering[x].add(name)
    winners = []
    for here, over in zip(starting, covering, strict=True):
        longest = max(here)[0] if here else None
        winners.append({name for length, name in here if length == longest} or over)
    return winners


def assert_exact(events: Events, levels: tuple[Level, ...], scale: Scale) -> None:
    level = level_for(levels, scale.ps_per_px)
    rows = [(level, row) for row in range(events.rows)]
    cells = painted(rows, scale)
    for row in range(events.rows):
        winners = touched(events, row, scale)
        got = cells[row].tolist()
        assert [bool(name) for name in got] == [bool(names) for names in winners]
        if level is levels[0]:
            wrong = [x for x in range(scale.width) if got[x] and got[x] not in winners[x]]
            assert wrong == []


times = st.integers(0, 3000)
events_in_file_order = st.lists(st.tuples(times, st.integers(0, 400)), min_size=1, max_size=60)


@settings(max_examples=80, deadline=None)
@given(
    events_in_file_order,
    st.floats(-500, 3000),
    st.floats(0.01, 60),
    st.integers(1, 90),
)
def test_every_touched_pixel_is_painted_and_no_other(drawn, start_ps, ps_per_px, width):
    events = track([start for start, _ in drawn], [length for _, length in drawn])
    assert_exact(events, (finest(events),), Scale(start_ps, ps_per_px, width))


@settings(max_examples=80, deadline=None)
@given(events_in_file_order, st.integers(-500, 3000), st.integers(1, 4000), st.integers(1, 90))
def test_edges_of_pixels_that_fall_on_events_are_exact(drawn, start_ps, span_ps, width):
    events = track([start for start, _ in drawn], [length for _, length in drawn])
    assert_exact(events, (finest(events),), Scale(float(start_ps), span_ps / width, width))


@settings(max_examples=80, deadline=None)
@given(events_in_file_order, st.floats(-500, 3000), st.floats(1, 200), st.integers(1, 60))
def test_runs_paint_the_pixels_of_their_events(drawn, start_ps, ps_per_px, width):
    events = track([start for start, _ in drawn], [length for _, length in drawn])
    levels = [finest(events)]
    for bucket in (1, 2, 4, 8, 16, 32, 64):
        levels.append(levels_module.coarser(levels[-1], bucket))
    assert_exact(events, tuple(levels), Scale(start_ps, ps_per_px, width))


@pytest.mark.parametrize("coarse", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_dense_rows_are_exact_at_every_zoom(seed, coarse):
    events = bursts(20_000, seed)
    levels = pyramid(finest(events)) if coarse else (finest(events),)
    assert (len(levels) > 1) == coarse
    rng = np.random.default_rng(seed)
    end_ps = int(events.start_ps[-1] + events.dur_ps[-1])
    for _ in range(4):
        span_ps = end_ps * 10 ** -(5 * rng.random())
        start_ps = (rng.random() * 1.1 - 0.05) * end_ps
        assert_exact(events, levels, Scale(start_ps, span_ps / 300, 300))


def test_colour_of_a_run_comes_from_the_pixel_or_its_neighbour():
    events = bursts(20_000, 3)
    levels = pyramid(finest(events))
    scale = Scale(0.0, levels[-1].bucket_ps * 1.3, 300)
    cells = painted([(levels[-1], 0)], scale)[0].tolist()
    near = touched(events, 0, scale)
    names = [set().union(*near[max(x - 1, 0) : x + 2]) for x in range(scale.width)]
    off = [x for x, name in enumerate(cells) if name and name not in names[x]]
    assert len(off) <= 0.02 * scale.width


def test_levels_take_at_most_eight_bytes_an_event():
    events = bursts(100_000, 1)
    base, *coarse = pyramid(finest(events))
    assert coarse
    taken = sum(
        column.nbytes for level in coarse for column in (level.start_ps, level.dur_ps, level.pack)
    )
    assert taken <= 8 * len(events)
    assert base.start_ps is events.start_ps


def test_times_far_from_zero_are_exact():
    far = 5_000_000_000_000_000  # 5,000 s in ps
    events = track([far, far + 3, far + 4], [2, 1, 1])
    assert painted([(finest(events), 0)], Scale(float(far), 1.0, 6))[0].tolist() == [
        int(events.name[0]) + 1,
        int(events.name[0]) + 1,
        0,
        int(events.name[1]) + 1,
        int(events.name[2]) + 1,
        0,
    ]


def test_wide_events_begin_with_a_darker_pixel():
    events = track([0, 10], [8, 2])
    spans = spans_of([(finest(events), 0)], Scale(0.0, 1.0, 12))
    plain, dark = np.full(60, 1, np.uint32), np.full(60, 2, np.uint32)
    cells = cells_of(spans, 1, 12, plain, dark, NOTHING)
    assert cells[0].tolist() == [2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1]


def test_no_rows_paint_nothing():
    assert painted([], Scale(0.0, 1.0, 5)).shape == (0, 5)


@pytest.mark.parametrize("width", [4, 60])
def test_what_begins_in_the_first_pixel_wins_over_what_covers_it(width):
    """Both where rows are reduced pixel by pixel (4 px) and where they are gathered."""
    events = track([0, *range(1000, 1100)], [1000, *[1] * 100])
    level = replace(finest(events), pack=packed(events.dur_ps, np.array([7] + [8] * 100, np.int32)))
    assert painted([(level, 0)], Scale(999.5, 80 / width, width))[0].tolist() == [9] * width
