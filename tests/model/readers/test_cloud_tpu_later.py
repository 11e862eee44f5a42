"""The later generation of trace_events.proto: no sample is known, so files follow the schema."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.readers.cloud_tpu_files import event, field, header, raw_args
from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.proto import LaterEvent
from traceview.model.reader import Progress
from traceview.model.readers.cloud_tpu.reader import CloudTpuReader
from traceview.model.source import Source
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, TrackKind

DEVICES = {
    2: ("/device:TPU:0", {1: ("Steps", 900), 3: ("XLA Ops", 5)}),
    701: ("/host:CPU", {4: ("main", 1)}),
}
NAMES = {0xFEDCBA9876543210: "fusion.1", 7: "a text"}
START, MID, END = 1, 2, 3
TPU_LAUNCH = 12


def later(**values: object) -> bytes:
    return event(LaterEvent(**values))


def read(path: Path, *events: bytes) -> Capture:
    path.write_bytes(field(4, 17) + header(DEVICES, NAMES) + b"".join(events))
    return CloudTpuReader().read(Source(str(path)), "", StringTable(), Progress())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "trace"


def test_names_are_looked_up_and_field_4_is_told_by_its_type(path: Path) -> None:
    capture = read(
        path,
        later(device_id=2, resource_id=3, name_ref=0xFEDCBA9876543210, timestamp_ps=17),
        later(device_id=2, resource_id=1, name="1", timestamp_ps=20, duration_ps=9),
        later(device_id=2, resource_id=3, name_ref=5, timestamp_ps=40),
    )
    trace = capture.trace
    # The number of events is no sort index.
    assert [track.name for track in trace.tracks] == ["Steps", "XLA Ops"]
    named = [[trace.strings[name] for name in track.events.name] for track in trace.tracks]
    assert named == [["1"], ["fusion.1", "unknown name 5"]]
    assert trace.tracks[0].events.dur_ps.tolist() == [9]
    assert capture.notices == ()


def test_args_have_types(path: Path) -> None:
    raw = raw_args(bytes=1 << 63, delta=-3, rate=0.5, tf_op="x/y")
    raw += field(2, field(1, field(1, b"ref") + b"\x31" + (7).to_bytes(8, "little")))
    trace = read(
        path,
        later(device_id=2, resource_id=3, name="a", timestamp_ps=1, group_id=4, raw_data=raw),
    ).trace
    args, at = trace.tracks[0].args, trace.tracks[0].events.arg_at
    assert args is not None
    assert args.args(int(at[0])) == (
        Arg("group_id", 4),
        Arg("bytes", 1 << 63),
        Arg("delta", -3),
        Arg("rate", 0.5),
        Arg("tf_op", "x/y"),
        Arg("ref", "a text"),
    )
    assert args.integers(at, "delta")[0].tolist() == [-3]
    assert args.doubles(at, "rate")[0].tolist() == [0.5]


def test_flows_join_what_leaves_to_what_arrives(path: Path) -> None:
    def flowing(device: int, resource: int, start: int, entry: int, flow: int = 9) -> bytes:
        return later(
            device_id=device,
            resource_id=resource,
            name=f"at {start}",
            timestamp_ps=start,
            duration_ps=10,
            flow_id=flow,
            flow_entry_type=entry,
            flow_category=TPU_LAUNCH,
        )

    trace = read(
        path,
        flowing(2, 3, 150, END),
        flowing(701, 4, 100, START),
        flowing(2, 3, 105, MID),
        flowing(2, 3, 170, END, flow=8),  # nothing leaves to it
        flowing(2, 3, 200, START, flow=7),  # leads nowhere
    ).trace
    flows = trace.flows
    ends = [
        (trace.tracks[t].name, trace.tracks[t].events.start_ps.tolist()[i])
        for t, i in zip(flows.from_track.tolist(), flows.from_index.tolist(), strict=True)
    ]
    assert ends == [("main", 100), ("XLA Ops", 105)]
    heads = [
        (trace.tracks[t].name, trace.tracks[t].events.start_ps.tolist()[i])
        for t, i in zip(flows.to_track.tolist(), flows.to_index.tolist(), strict=True)
    ]
    assert heads == [("XLA Ops", 105), ("XLA Ops", 150)]
    assert (flows.start_ps.tolist(), flows.end_ps.tolist()) == ([105, 115], [105, 150])
    assert [trace.strings[i] for i in flows.category] == ["tpu_launch"] * 2


def test_what_has_a_flow_and_no_resource_is_asynchronous(path: Path) -> None:
    def loose(start: int, entry: int, flow: int, dur: int = 0) -> bytes:
        return later(
            device_id=2,
            name="copy",
            timestamp_ps=start,
            duration_ps=dur,
            flow_id=flow,
            flow_entry_type=entry,
        )

    trace = read(
        path,
        loose(0, START, 1),
        loose(50, START, 2),
        loose(80, END, 1),
        loose(90, MID, 3, dur=5),
        loose(99, END, 4),
        later(device_id=2, resource_id=1, name="1", timestamp_ps=0, duration_ps=120),
    ).trace
    _, track = trace.tracks
    assert (track.kind, track.name, track.section) == (TrackKind.ASYNC, "copy", 0)
    spans = zip(track.events.start_ps.tolist(), track.events.dur_ps.tolist(), strict=True)
    # The second never ends, the last end has no start.
    assert sorted(spans) == [(0, 80), (50, 70), (90, 5)]
    assert track.events.rows == 2


def test_what_has_neither_is_a_counter(path: Path) -> None:
    trace = read(
        path,
        later(device_id=2, name="HBM", timestamp_ps=30, raw_data=raw_args(used=5, free=1.5)),
        later(device_id=2, name="HBM", timestamp_ps=10, raw_data=raw_args(used=2)),
        later(device_id=2, name="HBM", timestamp_ps=60),
    ).trace
    (track,) = trace.tracks
    assert (track.kind, track.name) == (TrackKind.COUNTER, "HBM")
    assert track.counter is not None
    assert track.counter.series == ("used", "free")
    assert track.counter.values.tolist() == [[2, 0], [5, 1.5], [0, 0]]
    assert track.events.start_ps.tolist() == [10, 30, 60]
    assert track.events.dur_ps.tolist() == [20, 30, 0]


def test_an_index_without_events_says_where_they_are(path: Path) -> None:
    with pytest.raises(TraceError, match=r"index of a streamed trace") as raised:
        read(path, field(5, 99), field(7, 1234))
    assert "1,234 events lie in tables beside it" in raised.value.why
    assert "*.xplane.pb" in raised.value.advice
