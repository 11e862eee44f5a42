"""How counters, objects, and what a search hides are painted."""

from dataclasses import replace

import numpy as np
import pytest

from tests.ui.timeline.kinds import COUNTER, MAIN, OBJECTS, US, every_kind
from tests.ui.timeline.pictures import picture_of, region_of
from traceview.model.trace import Trace
from traceview.ui.timeline.painting.colours import argb
from traceview.ui.timeline.painting.found import is_picked, picked_events, source_of
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.tracks.layout import COUNTER_HEIGHT
from traceview.ui.tokens import DARK, LIGHT

LANE, LINE = argb(DARK.lane), argb(DARK.output)


@pytest.fixture
def frame(qapp) -> Frame:
    return Frame(DARK)


def row_of(frame: Frame, trace: Trace, track: int, ratio: float = 1.0, **view) -> np.ndarray:
    """Pixels of a track's first row."""
    view = {"start_ps": 0.0, "span_ps": 1000.0 * US, "width": 500} | view
    region = region_of(trace, **view, ratio=ratio)
    picture = picture_of(frame, region)
    return picture[region.band(*region.layout.place(track, 0))]


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_counter_steps_from_value_to_value(frame, ratio):
    trace = every_kind()
    frame.set_trace(trace)
    row = row_of(frame, trace, COUNTER, ratio)
    assert len(row) == pytest.approx(COUNTER_HEIGHT * ratio, abs=1)
    tops = [int((row[:, int(x * ratio)] == LINE).argmax()) for x in (100, 200, 400)]
    least, most, later = tops
    assert most == round(2 * ratio)
    height = len(row) - most - round(1.5 * ratio)
    assert [len(row) - round(1.5 * ratio) - top for top in (least, later)] == pytest.approx(
        [height / 4, height / 2], abs=1.5
    )
    assert set(row[:, : int(49 * ratio)].ravel().tolist()) >= {LANE}
    assert LINE not in row[:, : int(49 * ratio)]
    assert LINE in row[:, int(499 * ratio)]


def test_a_counter_that_is_not_searched_for_is_dimmed_or_hidden(frame):
    trace = every_kind()
    frame.set_trace(trace)
    shown = []
    for found, hide_others in ((None, False), ({}, False), ({}, True)):
        frame.set_found(found, hide_others)
        row = row_of(frame, trace, COUNTER)
        shown.append((LINE in row, len(np.unique(row)) > 1))
    assert shown == [(True, True), (False, True), (False, False)]


def test_with_others_hidden_only_what_was_found_is_painted(frame):
    trace = every_kind()
    frame.set_trace(trace)
    events = trace.tracks[MAIN].events
    frame.set_found({MAIN: picked_events(events, np.array([1]))}, hide_others=True)
    region = region_of(trace, 0.0, 1000.0 * US, 500)
    picture = picture_of(frame, region)
    y, height = region.layout.place(MAIN, 0)
    assert set(picture[y : y + height, :340].ravel().tolist()) == {LANE}
    assert (picture[y : y + height, 350] != LANE).all()
    for track in set(range(len(trace.tracks))) - {MAIN}:
        rows = region.band(*region.layout.place(track, 0))
        assert set(picture[rows].ravel().tolist()) == {LANE}


def test_lives_are_half_as_high_as_other_bars(frame):
    trace = every_kind()
    frame.set_trace(trace)
    row = row_of(frame, trace, OBJECTS)
    filled = (row[:, 350] != LANE).nonzero()[0]
    assert len(filled) == len(row) - 2 * (len(row) // 4)
    assert filled[0] == len(row) // 4


def test_states_are_circles_on_their_lives(frame):
    trace = every_kind()
    frame.set_trace(trace)
    row = row_of(frame, trace, OBJECTS)
    bar = row[len(row) // 2, 350]
    for x in (75, 150):
        assert row[len(row) // 2, x] == row[len(row) // 2, 60]
        assert row[len(row) // 2, x - 5] != row[len(row) // 2, 60]
        assert row[4, x] != LANE
    assert bar != LANE


def test_crowded_states_are_ticks(frame):
    trace = every_kind()
    track = trace.tracks[OBJECTS]
    times = np.arange(150, 250, dtype=np.int64) * US
    many = replace(track.snapshots, of=times * 0, time_ps=times, arg_at=times * 0 - 1)
    tracks = list(trace.tracks)
    tracks[OBJECTS] = replace(track, snapshots=many)
    trace = replace(trace, tracks=tuple(tracks))
    frame.set_trace(trace)
    row = row_of(frame, trace, OBJECTS)
    assert (row[len(row) // 2, 85:124] == LANE).all()
    assert (row[3, 85:124] == LANE).all()


def test_events_have_the_colours_that_the_capture_asks_for(frame):
    trace = every_kind()
    run = int(trace.tracks[MAIN].events.name[0])
    colours = []
    for reserved in ({}, {run: "terrible"}, {run: "good"}, {run: "no such colour"}):
        painted = replace(trace, colours=reserved)
        frame.set_trace(painted)
        colours.append(int(row_of(frame, painted, MAIN)[8, 200]))
    assert len(set(colours[:3])) == 3
    assert colours[3] == colours[0]


def test_every_kind_is_painted_in_both_themes(qapp):
    trace = every_kind()
    for theme in (DARK, LIGHT):
        frame = Frame(theme)
        frame.set_trace(trace)
        for track in range(len(trace.tracks)):
            row = row_of(frame, trace, track, span_ps=1001.0 * US)
            assert len(np.unique(row)) > 1


def test_found_events_lead_back_to_their_track():
    events = every_kind().tracks[OBJECTS].events
    picked = picked_events(events, np.array([1]))
    assert source_of(events, picked, 0) == 1
    assert is_picked(events, picked, 0, np.array([0, 1])).tolist() == [False, True]
    assert is_picked(events, None, 0, np.array([0, 1])).tolist() == [False, False]
