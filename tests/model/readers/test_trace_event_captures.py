"""Files of today's tools against what catapult's importer makes of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from traceview.model.builder import check_events
from traceview.model.capture import Capture
from traceview.model.load import open_path
from traceview.model.trace import RecordSource, Trace, Track, TrackKind

CPU = "/job:localhost/replica:0/task:0/device:CPU"
TORCH = ("Whole trace", "python", "Spans")


class Facts(NamedTuple):
    """What a file holds: ``tracks`` by kind, ``end_ps`` from its first event to its last end."""

    records: dict[str, int]
    sections: tuple[str, ...]
    tracks: dict[str, int]
    events: int
    end_ps: int
    flows: int = 0


FILES = {
    "mlp_sgd.memory.json.gz": Facts(
        {"M": 3, "X": 50, "N": 41, "O": 41, "D": 41, "C": 82},
        (f"{CPU}:0 Compute", f"{CPU}:0 Tensors", "Allocators"),
        {"thread": 1, "objects": 41, "counter": 1},
        173,
        539_000_000,
    ),
    "cnn_adam.default.json.gz": Facts(
        {"M": 3, "X": 60, "s": 11, "t": 11}, (f"{CPU}:0 Compute",), {"thread": 2}, 60,
        12_503_000_000, flows=11,
    ),
    "multi_cpu.memory.json.gz": Facts(
        {"M": 7, "X": 13, "N": 9, "O": 9, "D": 9, "C": 18, "s": 5, "t": 5},
        (
            *(f"{CPU}:{n} {what}" for n in range(3) for what in ("Compute", "Tensors")),
            "Allocators",
        ),
        {"thread": 3, "objects": 9, "counter": 1},
        40,
        444_000_000,
        flows=5,
    ),
    "torch_cpu_mem.json.gz": Facts(
        {"M": 8, "X": 311, "i": 76, "s": 18, "f": 18},
        TORCH,
        {"global_instants": 1, "counter": 1, "thread": 2},
        461,
        19_602_491_000,
        flows=18,
    ),
    "torch_cpu_stack.json.gz": Facts(
        {"M": 8, "X": 192, "i": 2, "s": 6, "f": 6},
        TORCH,
        {"global_instants": 1, "thread": 2},
        194,
        4_869_117_000,
        flows=6,
    ),
    "torch_tb.pt.trace.json.gz": Facts(
        {"M": 8, "X": 577, "i": 327, "s": 30, "f": 30},
        TORCH,
        {"global_instants": 1, "counter": 1, "thread": 2},
        1229,
        817_004_069_000,
        flows=30,
    ),
    "viztracer_fib.json.gz": Facts(
        {"M": 4, "X": 330}, ("MainProcess",), {"thread": 3}, 330, 3_816_343_000
    ),
    "jax_vm.trace.json.gz": Facts(
        {"M": 12, "X": 82, "": 1}, ("/host:CPU",), {"thread": 5}, 82, 10_483_535_000
    ),
    "jax_perfetto_trace.json.gz": Facts(
        {"M": 12, "X": 82, "": 1}, ("/host:CPU",), {"thread": 5}, 82, 10_483_535_000
    ),
}  # fmt: skip


def opened(data: Path, name: str) -> Capture:
    return open_path(str(data / "trace_event" / name))


def track_called(trace: Trace, name: str) -> Track:
    (track,) = (track for track in trace.tracks if track.name == name)
    return track


def names_of(trace: Trace, track: Track) -> list[str]:
    return [trace.strings[name] for name in track.events.name.tolist()]


@pytest.mark.parametrize("name", FILES)
def test_a_file_holds_all_its_events_arrows_and_tracks(data: Path, name: str) -> None:
    capture = opened(data, name)
    trace = capture.trace
    found = Facts(
        dict(capture.records),
        tuple(section.heading for section in trace.sections),
        dict(Counter(str(track.kind) for track in trace.tracks)),
        capture.event_count,
        trace.span_ps[1],
        len(trace.flows),
    )
    assert found == FILES[name]
    assert trace.span_ps[0] == 0
    assert not capture.partial
    for track in trace.tracks:
        check_events(track.events)


def test_every_fixture_has_its_facts(data: Path) -> None:
    assert {path.name for path in (data / "trace_event").glob("*.gz")} == FILES.keys()


def test_an_op_of_tensorflow_tells_its_node_and_inputs(data: Path) -> None:
    trace = opened(data, "cnn_adam.default.json.gz").trace
    track = next(track for track in trace.tracks if track.line_id == 1)
    op = names_of(trace, track).index("RandomStandardNormal")
    assert (track.events.start_ps[op], track.events.dur_ps[op]) == (38_000_000, 434_000_000)
    assert track.args is not None
    assert dict(track.args.args(int(track.events.arg_at[op]))) == {
        "name": "random_normal/RandomStandardNormal",
        "op": "RandomStandardNormal",
        "input0": "random_normal/shape",
    }
    assert isinstance(track.args, RecordSource)
    (category,) = track.args.categories(track.events.arg_at[op : op + 1]).tolist()
    assert trace.strings[category] == "Op"
    assert ("Category", "Op") in track.args.facts(int(track.events.arg_at[op]))


def test_data_flows_from_the_op_that_made_it_to_the_op_that_takes_it(data: Path) -> None:
    trace = opened(data, "cnn_adam.default.json.gz").trace
    flows = trace.flows
    first = [
        (trace.tracks[track].line_id, names_of(trace, trace.tracks[track])[index])
        for track, index in (
            (flows.from_track[0], flows.from_index[0]),
            (flows.to_track[0], flows.to_index[0]),
        )
    ]
    assert first == [(0, "Const"), (1, "RandomStandardNormal")]
    assert (flows.start_ps[0], flows.end_ps[0]) == (22_000_000, 38_000_000)
    assert trace.strings[flows.name[0]] == "random_normal/shape"
    assert {trace.strings[category] for category in flows.category.tolist()} == {"DataFlow"}


@pytest.mark.parametrize(
    ("file", "samples", "most", "first_ps"),
    [
        ("mlp_sgd.memory.json.gz", 82, 266_212, 7_000_000),
        ("multi_cpu.memory.json.gz", 18, 1_310_720, 8_000_000),
    ],
)
def test_an_allocator_is_a_counter_that_ends_at_nothing(
    data: Path, file: str, samples: int, most: int, first_ps: int
) -> None:
    track = track_called(opened(data, file).trace, "mklcpu")
    counter = track.counter
    assert counter is not None
    assert (track.kind, counter.series) == (TrackKind.COUNTER, ("mklcpu",))
    assert (len(track.events), counter.values.max(), counter.values[-1, 0]) == (samples, most, 0)
    assert track.events.start_ps[0] == first_ps


def test_a_tensor_lives_from_its_creation_to_its_deletion(data: Path) -> None:
    trace = opened(data, "multi_cpu.memory.json.gz").trace
    track = track_called(trace, "add")
    life = track.events
    assert (life.start_ps.tolist(), life.dur_ps.tolist()) == ([197_000_000], [220_000_000])
    assert track.snapshots is not None
    assert track.args is not None
    assert track.snapshots.time_ps.tolist() == [216_000_000]
    (snapshot,) = track.args.args(int(track.snapshots.arg_at[0]))
    assert isinstance(snapshot.value, dict)
    told = snapshot.value["tensor_description"]
    assert "dtype: DT_FLOAT" in told
    assert "requested_bytes: 262144" in told


def test_memory_events_of_torch_are_a_counter_and_stay_events(data: Path) -> None:
    trace = opened(data, "torch_cpu_mem.json.gz").trace
    counter = track_called(trace, "Memory CPU").counter
    assert counter is not None
    assert (counter.series, counter.unit) == (("Total Allocated", "Total Reserved"), "bytes")
    assert (counter.values.shape, counter.values[-1].tolist()) == ((74, 2), [10528, 0])
    thread = track_called(trace, "thread 30061 (python)")
    assert (len(thread.events), names_of(trace, thread).count("[memory]")) == (384, 74)
    assert thread.events.rows == 8


def test_instants_of_the_whole_trace_stand_first(data: Path) -> None:
    trace = opened(data, "torch_cpu_mem.json.gz").trace
    track = trace.tracks[0]
    assert track.kind is TrackKind.GLOBAL_INSTANTS
    assert names_of(trace, track) == ["Iteration Start: PyTorch Profiler", "Record Window End"]
    assert track.events.start_ps.tolist() == [0, 19_602_491_000]


def test_python_functions_and_ops_nest_as_they_were_called(data: Path) -> None:
    trace = opened(data, "torch_cpu_stack.json.gz").trace
    track = track_called(trace, "thread 30061 (python)")
    names = names_of(trace, track)
    assert (len(names), track.events.rows) == (191, 12)
    assert names[0] == "gen_torch.py(12): <module>"
    module = names.index("nn.Module: Sequential_0")
    assert track.events.row_of(module) == 1
    assert track.events.dur_ps[module] == 354_965_000
    assert track.args is not None
    assert dict(track.args.args(int(track.events.arg_at[module])))["Python module id"] == 0


def test_torch_says_when_it_was_and_with_what(data: Path) -> None:
    capture = opened(data, "torch_cpu_mem.json.gz")
    about = dict(capture.about)
    assert (about["profile_memory"], about["host_name"]) == (1, "vm")
    # baseTimeNanoseconds is added to the first event's ts.
    assert capture.trace.t0_ns == 1_795_227_239_682_697_190


def test_threads_of_viztracer_are_named_and_deep(data: Path) -> None:
    trace = opened(data, "viztracer_fib.json.gz").trace
    assert [(t.name, len(t.events), t.events.rows) for t in trace.tracks] == [
        ("MainThread", 186, 11),
        ("Thread-1 (w)", 72, 10),
        ("Thread-2 (w)", 72, 10),
    ]


@pytest.mark.parametrize("name", ["jax_vm.trace.json.gz", "jax_perfetto_trace.json.gz"])
def test_threads_of_jax_stand_as_their_sort_indices_say(data: Path, name: str) -> None:
    trace = opened(data, name).trace
    assert [(track.line_id, len(track.events)) for track in trace.tracks] == [
        (2950108089, 58),
        (2115296316, 4),
        (4214909853, 2),
        (2259721821, 6),
        (476433834, 12),
    ]
    assert trace.tracks[1].events.dur_ps.tolist() == [1] * 4
