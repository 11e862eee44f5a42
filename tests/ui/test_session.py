from dataclasses import replace

import pytest

from traceview.model.load import open_path
from traceview.model.trace import EventId, Trace
from traceview.ui.session import Box, Selection, Session


@pytest.fixture(scope="module")
def trace(data) -> Trace:
    return open_path(str(data / "xspace" / "tpu_v5e_jax")).trace


def test_a_selection_follows_tracks_that_move_as_the_trace_grows(trace):
    session = Session()
    session.set_trace(trace.with_tracks(trace.sections, trace.tracks[1:3]))
    session.set_selection(Selection((EventId(1, 2),), (Box(0, 9, ((0, 0), (1, 0))),)))
    session.set_trace(trace, grown=True)
    assert session.selection == Selection((EventId(2, 2),), (Box(0, 9, ((1, 0), (2, 0))),))


def test_what_is_selected_in_a_track_that_changed_is_dropped(trace):
    session = Session()
    session.set_trace(trace)
    session.set_selection(Selection((EventId(0, 0), EventId(1, 0))))
    changed = replace(trace.tracks[0], events=replace(trace.tracks[0].events))
    session.set_trace(trace.with_tracks(trace.sections, (changed, *trace.tracks[1:])), grown=True)
    assert session.selection == Selection((EventId(1, 0),))


def test_another_trace_clears_selection_interval_and_search(trace):
    session = Session()
    session.set_trace(trace)
    session.set_selection(Selection((EventId(0, 0),)))
    session.set_range((5, 2))
    session.set_search("x")
    marked = session.range_ps
    session.set_trace(trace)
    assert (marked, session.selection, session.range_ps, session.search) == (
        (2, 5),
        Selection(),
        None,
        "",
    )


def test_times_above_32_bits_travel_in_signals(qtbot):
    session = Session()
    with qtbot.waitSignal(session.cursorChanged) as moved:
        session.set_cursor(2**62)
    assert moved.args == [2**62]


def test_setting_the_same_again_tells_nobody(qtbot):
    session = Session()
    session.set_range((1, 2))
    with qtbot.assertNotEmitted(session.rangeChanged):
        session.set_range((2, 1))
