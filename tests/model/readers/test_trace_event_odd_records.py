"""Whatever JSON stands in a record, tracks are made of the rest."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.model.readers.made_records import Event, made, threads
from traceview.model.builder import check_events
from traceview.model.readers.trace_event.counters import counter_tracks
from traceview.model.readers.trace_event.dumps import dump_tracks
from traceview.model.readers.trace_event.flows import flows_of
from traceview.model.readers.trace_event.memory import memory_counter_tracks
from traceview.model.readers.trace_event.objects import object_tracks
from traceview.model.readers.trace_event.samples import sample_tracks

WORDS = [
    "snapshot",
    "base_type",
    "id",
    "data",
    "stack",
    "cpuProfile",
    "nodes",
    "samples",
    "callFrame",
    "functionName",
    "timeDeltas",
    "startTime",
    "dumps",
    "process_totals",
    "allocators",
    "attrs",
    "size",
    "value",
    "parent",
    "name",
    "Bytes",
]
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "a/1", "ff"])
)
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4)
    ),
    max_leaves=12,
)
EVENTS = st.lists(
    st.fixed_dictionaries(
        {
            "ph": st.sampled_from("XstfCNODPvi"),
            "ts": st.integers(-9, 9) | st.sampled_from([1e12, None]),
            "args": JSON,
        },
        optional={
            "id": st.integers(1, 2),
            "pid": st.integers(1, 2),
            "tid": st.integers(1, 2),
            "name": st.sampled_from(["Profile", "[memory]", "n"]),
            "cat": st.just("c"),
            "entries": JSON,
            "sf": JSON,
            "stack": JSON,
            "scope": st.just("s"),
            "bind_id": st.integers(1, 2),
            "flow_in": st.booleans(),
            "flow_out": st.booleans(),
        },
    ),
    max_size=8,
)
TOP = st.fixed_dictionaries({"samples": JSON, "stackFrames": JSON})


@given(EVENTS, TOP)
def test_odd_records_do_not_stop_the_others(events: list[Event], top: dict[str, Any]) -> None:
    file = made(events, top)
    tracks, track_of = threads(file)
    times = file.times
    flows = flows_of(
        file.records, times.time_ps, times.usable, tracks, track_of, file.strings, file.skips
    )
    assert all(0 <= at < len(tracks) for at in (*flows.from_track, *flows.to_track))
    tracks += [
        *counter_tracks(*file.common, file.args, file.skips),
        *memory_counter_tracks(*file.common, file.args, file.skips),
        *dump_tracks(*file.common, file.args, file.skips),
        *sample_tracks(*file.common, file.args, file.skips),
        *object_tracks(*file.common, file.args, 0, file.skips),
    ]
    for track in tracks:
        check_events(track.events)
        if track.counter is not None:
            assert track.counter.values.shape == (len(track.events), len(track.counter.series))
        if track.snapshots is not None:
            assert all(0 <= at < len(track.events) for at in track.snapshots.of)
