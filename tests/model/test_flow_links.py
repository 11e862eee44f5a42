import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from traceview.model.flow_links import connected, incoming, outgoing, source, target
from traceview.model.trace import EventId, Flows, frozen_flows, joined_flows

ENDS = st.tuples(st.integers(0, 2), st.integers(0, 4))
HOPS = st.lists(st.tuples(ENDS, ENDS), max_size=30)


def flows_of(hops: list[tuple[tuple[int, int], tuple[int, int]]]) -> Flows:
    columns = np.array([(*a, *b) for a, b in hops], np.int64).reshape(-1, 4).T
    time = np.arange(len(hops))
    return frozen_flows(*columns, time, time + 5, time * 0, time * 0)


@given(HOPS, ENDS)
def test_the_hops_of_an_event_are_found(hops: list, end: tuple[int, int]):
    flows, event = flows_of(hops), EventId(*end)
    assert outgoing(flows, event).tolist() == [i for i, hop in enumerate(hops) if hop[0] == end]
    assert incoming(flows, event).tolist() == [i for i, hop in enumerate(hops) if hop[1] == end]


@given(HOPS)
def test_hops_name_their_events(hops: list):
    flows = flows_of(hops)
    ends = [(tuple(source(flows, hop)), tuple(target(flows, hop))) for hop in range(len(hops))]
    assert ends == hops


def test_a_chain_is_followed_both_ways():
    flows = flows_of([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (0, 1)), ((1, 3), (2, 3))])
    assert sorted(connected(flows, EventId(2, 0)).tolist()) == [0, 1, 2]


def test_a_circle_ends():
    flows = flows_of([((0, 0), (1, 0)), ((1, 0), (0, 0))])
    assert sorted(connected(flows, EventId(0, 0)).tolist()) == [0, 1]


def test_hops_of_tracks_that_are_gone_go_too():
    flows = flows_of([((0, 0), (1, 0)), ((1, 0), (2, 0))])
    moved = flows.moved(np.array([4, 3, -1], np.int32), 10)
    found = moved.from_track.tolist(), moved.to_track.tolist(), moved.start_ps.tolist()
    assert found == ([4], [3], [10])


def test_flows_are_joined_in_time():
    late, early = (
        flows_of([((0, 0), (0, 1))]).moved(np.zeros(3, np.int32), 7),
        flows_of([((1, 0), (1, 1))]),
    )
    assert joined_flows([late, early]).start_ps.tolist() == [0, 7]
