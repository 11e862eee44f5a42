"""Levels of detail, and the thread that makes them."""

import numpy as np

from traceview.model.builder import build_events
from traceview.model.trace import Events
from traceview.ui.timeline.painting.levels import SMALLEST_TRACK
from traceview.ui.timeline.painting.rows import Rows


def dense(n: int) -> Events:
    start_ps = np.arange(n, dtype=np.int64) * 1000
    return build_events(start_ps, np.full(n, 900), np.zeros(n, np.int32), np.full(n, -1, np.int64))[
        0
    ]


def test_levels_are_there_at_once_and_coarser_ones_later():
    rows, events = Rows(), dense(10 * SMALLEST_TRACK)
    coarse_px = 1e6
    rows.keep([])
    assert rows.level(events, coarse_px).bucket_ps == 0
    rows.keep([events])
    rows.wait()
    level = rows.level(events, coarse_px)
    assert 0 < level.bucket_ps <= coarse_px
    assert len(level.start_ps) < len(events) / 6
    assert rows.level(events, 1.0).bucket_ps == 0


def test_small_tracks_get_no_coarser_levels():
    rows, events = Rows(), dense(SMALLEST_TRACK - 1)
    rows.keep([events])
    rows.wait()
    assert rows.level(events, 1e9).bucket_ps == 0


def test_what_is_not_shown_any_more_is_forgotten():
    rows, events = Rows(), dense(10)
    rows.keep([events])
    first = rows.level(events, 1.0)
    assert rows.level(events, 1.0) is first
    rows.keep([])
    rows.keep([events])
    assert rows.level(events, 1.0) is not first
