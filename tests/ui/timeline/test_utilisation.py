"""How busy sections are."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from traceview.model.builder import build_events
from traceview.ui.timeline.painting.utilisation import busy_ps, utilisation

US = 1_000_000


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 100), st.integers(0, 30)), min_size=1, max_size=30),
    st.lists(st.integers(-10, 140), min_size=2, max_size=12),
)
def test_busy_time_is_what_events_cover(drawn, edges):
    n = len(drawn)
    events, _, _ = build_events(
        np.array([start for start, _ in drawn], np.int64),
        np.array([length for _, length in drawn], np.int64),
        np.zeros(n, np.int32),
        np.zeros(n, np.int64),
        prefer_lanes=True,
    )
    edges = sorted(edges)
    expected = [
        sum(max(0, min(start + length, right) - max(start, left)) for start, length in drawn)
        for left, right in itertools.pairwise(edges)
    ]
    assert busy_ps(events, events.rows, np.array(edges, np.int64)).tolist() == expected


def test_a_device_is_as_busy_as_its_operations(trace):
    edges = np.arange(0, 1001, 100) * US
    shares = dict(utilisation(trace, edges))
    assert shares[0].tolist() == np.float32([0, 1, 1, 0, 0, 1, 0.01, 0, 0, 0]).tolist()
    assert shares[1].tolist() == [1] * 10
