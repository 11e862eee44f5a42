"""How busy collapsed sections are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.timeline.kinds import every_kind, lanes_of_events
from tests.ui.timeline.pictures import picture_of, region_of
from traceview.model.trace import TrackKind
from traceview.ui.timeline.painting.colours import argb
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.painting.strips import Strips, coverage_of
from traceview.ui.timeline.painting.utilisation import busy_ps, utilisation
from traceview.ui.timeline.tracks.arrangement import Arrangement, section_key
from traceview.ui.tokens import DARK

US = 1_000_000
drawn = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 30)), min_size=1, max_size=20)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(drawn, min_size=1, max_size=3),
    st.lists(st.integers(-10, 140), min_size=2, max_size=12),
    st.sampled_from([0, 2**61]),
)
def test_coverage_is_the_time_that_events_cover(tracks, edges, far):
    """Also where sums of times wrap around."""
    together = [lanes_of_events(track) for track in tracks]
    edges_ps = np.array(sorted(edges), np.int64)
    expected = sum(busy_ps(events, events.rows, edges_ps) for events in together)
    shifted = [
        (replace(events, start_ps=events.start_ps + far), events.rows) for events in together
    ]
    covered = np.diff(coverage_of(shifted).before(edges_ps + far))
    assert covered.tolist() == expected.tolist()


def test_strips_say_what_the_minimap_says(trace):
    strips = Strips()
    strips.set_trace(trace)
    edges = np.arange(0, 1001, 50) * US
    for section, shares in utilisation(trace, edges):
        assert strips.shares(section, edges).tolist() == pytest.approx(shares.tolist())


def test_counters_objects_and_instants_are_no_work():
    trace = every_kind()
    strips = Strips()
    strips.set_trace(trace)
    assert strips.shares(0, np.array([0, 250, 500, 1000]) * US).tolist() == [1, 1, 0]
    assert strips.shares(1, np.array([0, 1000]) * US) is None
    assert [section for section, _ in utilisation(trace, np.array([0, 1000]) * US)] == [0]


def test_a_collapsed_section_shows_its_work_in_its_heading(qapp, trace):
    frame = Frame(DARK)
    frame.set_trace(trace)
    closed = Arrangement(collapsed=frozenset({section_key(trace, 0), section_key(trace, 1)}))
    region = region_of(trace, 0, 1000 * US, 500, arrangement=closed)
    picture = picture_of(frame, region)
    raised = argb(DARK.raised)
    device = picture[region.band(0, 24)] != raised
    assert device.any(axis=0)[[25, 75, 125, 200, 275, 320]].tolist() == [
        False, True, True, False, True, False,
    ]  # fmt: skip
    assert device[-1, 75]
    assert not device[0].any()


def test_an_open_section_shows_none(qapp, trace):
    frame = Frame(DARK)
    frame.set_trace(trace)
    picture = picture_of(frame, region_of(trace, 0, 1000 * US, 500))
    assert set(picture[:24].ravel().tolist()) == {argb(DARK.raised)}


def test_only_operations_tell_how_busy_a_device_is(trace):
    strips = Strips()
    strips.set_trace(trace)
    assert {track.kind for track in trace.tracks if track.section == 0} > {TrackKind.OPS}
    assert strips.shares(0, np.array([0, 100]) * US).tolist() == [0]
