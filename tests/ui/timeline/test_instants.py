"""Chevrons, lozenges and the lines of instants."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.timeline.kinds import (
    EVERYWHERE,
    MAIN,
    MARKS,
    SAMPLED,
    US,
    every_kind,
    lanes_of_events,
)
from tests.ui.timeline.pictures import picture_of, region_of
from traceview.model.strings import StringTable
from traceview.model.trace import Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.timeline.painting.colours import argb
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.painting.instants import MOST_LINES, half_width, roomy
from traceview.ui.timeline.painting.levels import finest
from traceview.ui.timeline.painting.raster import spans_of
from traceview.ui.timeline.scale import Scale
from traceview.ui.tokens import DARK

pytestmark = pytest.mark.usefixtures("qapp")
LANE, FG3 = argb(DARK.lane), argb(DARK.fg3)
events_and_instants = st.lists(
    st.tuples(st.integers(0, 300), st.sampled_from([0, 0, 0, 5, 40])), min_size=1, max_size=25
)


def painted(trace: Trace, start_us: float = 0, span_us: float = 1000, width: int = 500):
    frame = Frame(DARK)
    frame.set_trace(trace)
    region = region_of(trace, start_us * US, span_us * US, width)
    return region, picture_of(frame, region)


def instants(times: list[int], kind: TrackKind = TrackKind.THREAD) -> Trace:
    strings = StringTable()
    strings.intern("instant")
    section = Section("python", "", SectionKind.HOST, "python")
    return Trace(
        0, strings, (section,), (Track(0, "t", kind, lanes_of_events([(t, 0) for t in times])),)
    )


@settings(max_examples=150, deadline=None)
@given(events_and_instants, st.floats(-50, 250), st.floats(0.05, 3), st.integers(20, 120))
def test_shapes_keep_clear_of_everything_else_on_their_row(drawn, start_ps, ps_per_px, width):
    events = lanes_of_events(drawn)
    scale = Scale(start_ps, ps_per_px, width)
    spans = spans_of([(finest(events), row) for row in range(events.rows)], scale)
    half = half_width(1.0)
    marked = roomy(spans, half)
    taken = {
        (int(row), x)
        for row, x0, x1 in zip(spans.row, spans.x0, spans.x1, strict=True)
        for x in range(x0, x1)
    }
    shapes = list(zip(marked.row.tolist(), marked.x.tolist(), strict=True))
    for row, x in shapes:
        reach = {(row, near) for near in range(x - half, x + half + 1)}
        assert reach & taken == {(row, x)}
        assert all(r != row or other == x or abs(other - x) > 2 * half for r, other in shapes)


def test_an_instant_with_room_gets_a_chevron():
    trace = instants([500 * US])
    region, picture = painted(trace)
    y, height = region.layout.place(0, 0)
    row = picture[y : y + height, 240:255] != LANE
    assert row[:, 10].all()
    assert row.sum(axis=0)[[6, 10, 14]].min() >= 1
    assert row[: height // 3].sum() == height // 3


def test_instants_without_room_are_their_pixels_alone():
    trace = instants([at * US for at in range(400, 600, 10)])
    region, picture = painted(trace)
    y, height = region.layout.place(0, 0)
    row = picture[y : y + height, 205:295] != LANE
    assert (row == row[0]).all()
    assert row[0].sum() == 18


def test_samples_with_room_are_lozenges_in_the_middle():
    region, picture = painted(every_kind(), 50, 200)
    y, height = region.layout.place(SAMPLED, 0)
    x = round(50 / 200 * 500)
    row = picture[y : y + height, x - 5 : x + 6] != LANE
    assert row[height // 2].sum() >= 5
    assert row[-2:].sum() == 2


def test_an_instant_of_a_process_is_a_dashed_line_through_its_tracks():
    region, picture = painted(every_kind())
    x = 125
    for track in (MAIN, SAMPLED):
        y, height = region.layout.place(track, 0)
        dashes = picture[y : y + height, x] == FG3
        assert 0 < dashes.sum() < height
    y, height = region.layout.place(EVERYWHERE, 0)
    assert not (picture[y : y + height, x] == FG3).any()


def test_an_instant_of_everything_is_a_line_through_all_that_is_seen():
    region, picture = painted(every_kind(), 900, 200)
    column = picture[:, 250] == FG3
    assert column[:24].any()
    for track in (MAIN, EVERYWHERE):
        y, height = region.layout.place(track, 0)
        assert column[y : y + height].any()


@pytest.mark.parametrize(("many", "lines"), [(MOST_LINES, True), (MOST_LINES + 1, False)])
def test_lines_are_left_out_where_there_would_be_too_many(many, lines):
    trace = instants([at * US for at in range(many)], TrackKind.PROCESS_INSTANTS)
    _, picture = painted(trace, 0, many, many)
    assert (picture == FG3).any() == lines


def test_instants_are_named_where_there_is_room_beside_them():
    region, picture = painted(every_kind())
    y, height = region.layout.place(MARKS, 0)
    beside = picture[y : y + height, 131:160]
    assert len(np.unique(beside)) > 5


def test_shapes_are_dimmed_with_their_events():
    trace = instants([500 * US])
    frame = Frame(DARK)
    frame.set_trace(trace)
    region = region_of(trace, 0, 1000 * US, 500)
    y, height = region.layout.place(0, 0)
    colours = []
    for found in (None, {}, {0: trace.tracks[0].events}):
        frame.set_found(found)
        colours.append(int(picture_of(frame, region)[y + height - 4, 250]))
    assert colours[0] == colours[2] != colours[1]
