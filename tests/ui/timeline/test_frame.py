"""The picture of the lanes."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.timeline.painting.colours import argb
from traceview.ui.timeline.painting.found import picked_events
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.painting.region import Region
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.tracks.arrangement import Arrangement
from traceview.ui.timeline.tracks.layout import lay_out
from traceview.ui.tokens import DARK

US = 1_000_000
WIDTH = 500
NO_GRID = np.zeros(0, np.int32)


def region(trace: Trace, start_ps: float, span_ps: float, ratio: float = 1.0) -> Region:
    layout = lay_out(trace, Arrangement())
    size = QSize(round(WIDTH * ratio), round(layout.height * ratio))
    scale = Scale(start_ps, span_ps / size.width(), size.width())
    return Region(layout, scale, 0, size, ratio, NO_GRID)


def pixels(frame: Frame, wanted: Region) -> np.ndarray:
    """uint32 of the picture."""
    whole = False
    while not whole:
        image, whole = frame.paint(wanted)
    size = (image.height(), image.width())
    return np.array(image.constBits()).view(np.uint32).reshape(size).copy()


def crowd(n: int) -> tuple[Trace, np.ndarray]:
    """One track of ``n`` events without gaps, and which of them are called needle (1 in 1,000)."""
    rng = np.random.default_rng(5)
    dur_ps = rng.lognormal(6, 2, n).astype(np.int64) + 1
    start_ps = np.cumsum(dur_ps) - dur_ps
    needle = rng.random(n) < 0.001
    dur_ps[needle] = 1
    strings = StringTable()
    name = strings.intern_all("needle" if found else "hay" for found in needle)
    events = build_events(start_ps, dur_ps, name, np.full(n, -1, np.int64))[0]
    section = Section("/device:TPU:0", "", SectionKind.TPU, "TPU 0")
    trace = Trace(0, strings, (section,), (Track(0, "XLA Ops", TrackKind.OPS, events),))
    return trace, np.flatnonzero(needle)


@pytest.fixture
def frame(qapp, trace) -> Frame:
    frame = Frame(DARK)
    frame.set_trace(trace)
    return frame


def test_lanes_gaps_and_headings_have_their_own_colours(frame, trace):
    wanted = region(trace, 2000 * US, 10 * US)
    picture = pixels(frame, wanted)
    assert set(picture[:24].ravel().tolist()) == {argb(DARK.raised)}
    y, height = wanted.layout.place(1, 0)
    assert set(picture[y : y + height].ravel().tolist()) == {argb(DARK.lane)}
    assert set(picture[y + height].tolist()) == {argb(DARK.page)}


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_events_stand_where_their_times_are_at_any_resolution(frame, trace, ratio):
    wanted = region(trace, 0.0, 1000.0 * US, ratio)
    picture = pixels(frame, wanted)
    y, height = wanted.layout.place(1, 0)
    line = picture[round((y + height / 2) * ratio)]
    width = len(line)
    covered = [0.1, 0.3, 0.5, 0.601]  # of the row: two events without a gap, then two more
    first, last, second, end = (round(share * width) for share in covered)
    lane = argb(DARK.lane)
    assert set(line[:first].tolist()) == set(line[last:second].tolist()) == {lane}
    assert lane not in line[first:last].tolist() + line[second:end].tolist()


@pytest.mark.parametrize("shrink", [1, 10, 300, 10_000])
def test_no_match_disappears_at_any_zoom(qapp, shrink):
    trace, needles = crowd(60_000)
    frame = Frame(DARK)
    frame.set_trace(trace)
    events = trace.tracks[0].events
    frame.set_found({0: picked_events(events, needles)})
    frame.wait()
    span_ps = trace.span_ps[1] / shrink
    middle_ps = int(events.start_ps[needles[len(needles) // 2]])
    wanted = region(trace, max(middle_ps - span_ps / 2, 0.0), span_ps)
    y, height = wanted.layout.place(0, 0)
    line = pixels(frame, wanted)[y + height - 1]
    x = np.floor(wanted.scale.positions(events.start_ps[needles])).astype(int)
    x = np.unique(x[(x >= 0) & (x < WIDTH)])
    bright = frame._colours.plain[events.name[needles[0]]]
    assert len(x) > 0
    assert set(x.tolist()) <= set(np.flatnonzero(line == bright).tolist())


def test_what_is_not_found_is_dimmed_and_comes_back(frame, trace):
    wanted = region(trace, 0.0, 1000.0 * US)
    before = pixels(frame, wanted)
    frame.set_found({})
    dimmed = pixels(frame, wanted)
    frame.set_found(None)
    assert (pixels(frame, wanted) == before).all()
    y, _ = wanted.layout.place(1, 0)
    x = round(0.15 * WIDTH)
    lane, full, dim = (np.array([c >> 16 & 255 for c in colours]) for colours in (
        [argb(DARK.lane)], before[y : y + 1, x], dimmed[y : y + 1, x]
    ))  # fmt: skip
    assert abs(int(dim[0]) - int(lane[0])) < 0.3 * abs(int(full[0]) - int(lane[0]))


def test_labels_are_put_on_events_that_are_wide_enough(frame, trace):
    wanted = region(trace, 0.0, 1000.0 * US)
    picture = pixels(frame, wanted)
    y, height = wanted.layout.place(1, 0)
    fusion = picture[y : y + height, round(0.1 * WIDTH) + 1 : round(0.2 * WIDTH)]
    assert len(np.unique(fusion)) > 5
    short = picture[y : y + height, round(0.6 * WIDTH)]
    assert len(np.unique(short)) == 1


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_labels_stay_within_their_rows_in_every_frame(frame, trace, ratio):
    wanted = region(trace, 0.0, 1000.0 * US, ratio)
    frame.paint(wanted)
    picture = pixels(frame, wanted)
    assert set(picture[: round(24 * ratio)].ravel().tolist()) == {argb(DARK.raised)}
    y, height = wanted.layout.place(0, 0)
    row = picture[round(y * ratio) : round((y + height) * ratio)]
    assert len(np.unique(row)) > 5


def test_another_trace_is_painted_in_its_own_colours(frame, trace):
    wanted = region(trace, 0.0, 1000.0 * US)
    first = pixels(frame, wanted)
    strings = StringTable()
    names = strings.intern_all(["other 0", "other 1"])
    steps = replace(trace.tracks[0].events, name=names)
    other = Trace(0, strings, trace.sections, (replace(trace.tracks[0], events=steps),))
    frame.set_trace(other)
    second = pixels(frame, region(other, 0.0, 1000.0 * US))
    y, _ = wanted.layout.place(0, 0)
    assert first[y, 300] != second[y, 300]
