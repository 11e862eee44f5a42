from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.readers.cloud_tpu_files import CORE, early, event, field, header, shuffled
from traceview.model.builder import check_events
from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.proto import EarlyEvent
from traceview.model.reader import Progress
from traceview.model.readers.cloud_tpu import fields as cloud_tpu_fields
from traceview.model.readers.cloud_tpu import records as cloud_tpu_records
from traceview.model.readers.cloud_tpu.reader import CloudTpuReader
from traceview.model.readers.xspace.shape import likeness as xspace_likeness
from traceview.model.source import Source
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, SectionKind, TrackKind

HOST = {2: ("Host Threads", {7: ("main/1", 0), 5: ("tf_Compute/2", 0)})}


def read(path: Path, content: bytes | None = None) -> Capture:
    if content is not None:
        path.write_bytes(content)
    return CloudTpuReader().read(Source(str(path)), "vm", StringTable(), Progress())


def listed(capture: Capture) -> list[tuple[str, str, str, int, int]]:
    """All events with where they stand, sorted."""
    trace = capture.trace
    return sorted(
        (trace.sections[track.section].name, track.name, trace.strings[name], start, dur)
        for track in trace.tracks
        for name, start, dur in zip(
            track.events.name.tolist(),
            track.events.start_ps.tolist(),
            track.events.dur_ps.tolist(),
            strict=True,
        )
    )


def test_a_trace_of_1_5_holds_what_its_maker_says(data: Path) -> None:
    expected = json.loads((data / "cloud_tpu/expected.json").read_text())
    capture = open_path(str(data / "cloud_tpu/trace.gz"))
    trace = capture.trace
    assert capture.event_count == expected["events"]
    assert trace.span_ps == (0, expected["duration_ps"])
    assert {plane.name: plane.events for plane in capture.planes} == expected["per_device"]
    assert [section.name for section in trace.sections] == list(expected["devices"])
    for number, (name, resources) in enumerate(expected["devices"].items()):
        tracks = [track.name for track in trace.tracks if track.section == number]
        # One thread has nothing in it.
        assert tracks == [r for r in resources if r in tracks]
        assert capture.planes[number].lines == len(resources)
        assert trace.sections[number].heading == name
    for track in trace.tracks:
        check_events(track.events)
    assert capture.notices == ()


def test_trace_and_json_of_one_run_hold_the_same(corpus: Path) -> None:
    (folder,) = (corpus / "synth/runs_legacy/ctp15_resnet_v3_8/plugins/profile").iterdir()
    trace = open_path(str(folder / "trace"))
    text = open_path(str(folder / "trace.json.gz"))
    assert text.records["X"] == trace.event_count
    # The JSON has nothing that lasts less than a picosecond.
    expected = [(*rest, max(dur, 1)) for *rest, dur in listed(trace)]
    assert [(*rest, max(dur, 1)) for *rest, dur in listed(text)] == expected


def test_sections_and_tracks_are_named_and_ordered_as_the_file_says(tmp_path: Path) -> None:
    devices = {
        9: ("Host Threads", {2: ("b", 0), 1: ("a", 3)}),
        2: ("Chip 0: TPU Core 1", {3: ("XLA Ops", 0), 1: ("Step", 0), 2: ("TensorFlow Ops", 0)}),
        4: ("/device:GPU:3", {1: ("Stream #4(Compute)", 0)}),
        5: ("something", {1: ("XLA Modules", 0)}),
    }
    events = [early(d, r, "e", 5, 1) for d, (_, resources) in devices.items() for r in resources]
    capture = read(tmp_path / "trace", header(devices) + b"".join(events))
    trace = capture.trace
    assert [(s.name, s.kind, s.ordinal, s.host) for s in trace.sections] == [
        ("Chip 0: TPU Core 1", SectionKind.TPU, -1, "vm"),
        ("/device:GPU:3", SectionKind.GPU, 3, "vm"),
        ("something", SectionKind.OTHER, -1, "vm"),
        ("Host Threads", SectionKind.HOST, -1, "vm"),
    ]
    assert [(t.section, t.name, t.kind) for t in trace.tracks] == [
        (0, "Step", TrackKind.STEPS),
        (0, "TensorFlow Ops", TrackKind.FRAMEWORK_OPS),
        (0, "XLA Ops", TrackKind.OPS),
        (1, "Stream #4(Compute)", TrackKind.STREAM),
        (2, "XLA Modules", TrackKind.MODULES),
        # Sort index 3 stands behind resource 2, which has none.
        (3, "b", TrackKind.THREAD),
        (3, "a", TrackKind.THREAD),
    ]


def test_times_count_from_the_first_event(tmp_path: Path) -> None:
    start = (1 << 63) + 1234
    events = early(1, 3, "b", start + 10, 7) + early(1, 3, "a", start, (1 << 64) - 1)
    capture = read(tmp_path / "trace", header(CORE) + events)
    assert capture.trace.t0_ns == start // 1000
    first = start % 1000
    assert capture.trace.tracks[0].events.start_ps.tolist() == [first, first + 10]
    assert [notice.kind for notice in capture.notices] == ["clock"]


def test_args_are_decoded_when_asked_for(tmp_path: Path) -> None:
    events = early(1, 3, "a", 0, 1, tf_op="x/y", flops="12", rate="0.5") + early(1, 3, "b", 5, 1)
    track = read(tmp_path / "trace", header(CORE) + events).trace.tracks[0]
    assert track.args is not None
    at = track.events.arg_at
    assert track.args.args(int(at[0])) == (
        Arg("tf_op", "x/y"),
        Arg("flops", "12"),
        Arg("rate", "0.5"),
    )
    assert track.args.args(int(at[1])) == ()
    assert track.args.args(-1) == ()
    values, present = track.args.integers(at, "flops")
    assert (values.tolist(), present.tolist()) == ([12, 0], [True, False])
    doubles, present = track.args.doubles(at, "rate")
    assert (doubles.tolist()[0], present.tolist()) == (0.5, [True, False])
    assert track.args.integers(at, "tf_op")[1].tolist() == [False, False]
    assert [int(i) >= 0 for i in track.args.texts(at, "tf_op")] == [True, False]


def test_events_of_devices_that_are_not_listed_are_shown(tmp_path: Path) -> None:
    capture = read(tmp_path / "trace", header(CORE) + early(77, 5, "a", 0, 1))
    (section,) = capture.trace.sections
    assert (section.name, section.heading) == ("", "Device 77")
    assert capture.trace.tracks[0].name == "Resource 5"
    assert [plane.events for plane in capture.planes] == [0, 1]


@given(st.integers(0, 1 << 32), st.sampled_from([0.0, 0.2, 0.9]))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_protobuf_allows_is_read_as_protobuf_reads_it(
    tmp_path: Path, seed: int, oddness: float
) -> None:
    random = Random(seed)
    messages = [
        EarlyEvent(
            device_id=random.choice([1, 2, (1 << 64) - 1]),
            resource_id=random.choice([1, 3, 1 << 40]),
            name=random.choice(["", "fusion", "a" * 300, "é"]),
            timestamp_ps=random.randrange(1 << random.choice([1, 30, 60])),
            duration_ps=random.randrange(1 << random.choice([1, 40, 55])),
        )
        for _ in range(random.randrange(1, 60))
    ]
    for message in messages:
        if random.random() < 0.3:
            message.args.add(key="key", value="v" * random.randrange(20_000))
    body = [shuffled(random, message, oddness) for message in messages]
    body.insert(random.randrange(len(body) + 1), header({**CORE, **HOST}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cloud_tpu_fields, "CHUNK", 7)
        patch.setattr(cloud_tpu_records, "_WINDOW_BYTES", 50)
        capture = read(tmp_path / "trace", b"".join(body))
    zero = min(message.timestamp_ps for message in messages) // 1000 * 1000
    expected = Counter(
        (m.device_id, m.resource_id, m.name, m.timestamp_ps - zero, m.duration_ps) for m in messages
    )
    trace = capture.trace
    found = Counter(
        (trace.sections[t.section].plane_id, t.line_id, trace.strings[name], start, dur)
        for t in trace.tracks
        for name, start, dur in zip(
            t.events.name.tolist(),
            t.events.start_ps.tolist(),
            t.events.dur_ps.tolist(),
            strict=True,
        )
    )
    assert found == expected
    assert not capture.partial


def test_a_cut_trace_opens_with_what_is_whole(tmp_path: Path) -> None:
    whole = header(CORE) + early(1, 3, "a", 0, 5) + early(1, 3, "b", 5, 5)
    capture = read(tmp_path / "trace", whole[:-3])
    assert capture.event_count == 1
    (notice,) = capture.notices
    assert (notice.kind, notice.partial) == ("truncated", True)
    assert notice.offset == len(whole) - len(early(1, 3, "b", 5, 5))


def test_every_prefix_opens_or_says_why_not(tmp_path: Path) -> None:
    whole = header({**CORE, **HOST}) + b"".join(
        early(1, 3, "fusion", i, 1, key="value") for i in range(5)
    )
    counts = []
    for size in range(len(whole) + 1):
        try:
            counts.append(read(tmp_path / "trace", whole[:size]).event_count)
        except TraceError:
            counts.append(0)
    assert counts == sorted(counts)
    assert counts[-1] == 5


def test_500_mutations_open_or_say_why_not(tmp_path: Path, data: Path) -> None:
    whole = Source(str(data / "cloud_tpu/trace.gz")).read().data.tobytes()[:20_000]
    random = Random(5)
    opened = 0
    for _ in range(500):
        content = bytearray(whole)
        for _ in range(random.randrange(1, 8)):
            content[random.randrange(len(content))] = random.randrange(256)
        try:
            capture = read(tmp_path / "trace", bytes(content))
        except TraceError:
            continue
        opened += 1
        for track in capture.trace.tracks:
            check_events(track.events)
            assert track.args is not None
            track.args.args(int(track.events.arg_at[0]))
    assert opened > 400


def test_a_damaged_device_costs_its_name_only(tmp_path: Path) -> None:
    broken = field(1, field(1, 2) + field(2, b"\x0a\xff"))
    capture = read(tmp_path / "trace", header(CORE) + broken + early(1, 3, "a", 0, 1))
    assert [section.name for section in capture.trace.sections] == ["Chip 0: TPU Core 0"]
    assert [notice.kind for notice in capture.notices] == ["damaged"]


def test_a_damaged_event_is_left_out(tmp_path: Path) -> None:
    broken = field(4, b"\x08\x01\x1a\x7f")
    capture = read(tmp_path / "trace", header(CORE) + broken + early(1, 3, "a", 0, 1))
    assert capture.event_count == 1
    assert [notice.text for notice in capture.notices] == [
        "Damaged events, which were left out: 1."
    ]


def test_devices_without_events_are_an_empty_capture(tmp_path: Path) -> None:
    capture = read(tmp_path / "trace", header(CORE))
    assert [(plane.lines, plane.events) for plane in capture.planes] == [(2, 0)]
    assert capture.trace.tracks == ()


def test_traces_are_told_from_xspaces_by_their_first_bytes(data: Path) -> None:
    reader = CloudTpuReader()
    head = Source(str(data / "cloud_tpu/trace.gz")).head()
    assert reader.sniff(head, 0) == 95
    assert xspace_likeness(head) < 95
    for file in (data / "xspace").rglob("*.xplane.pb*"):
        assert reader.sniff(Source(str(file)).head(), 0) == 0
    assert reader.sniff(event(EarlyEvent(device_id=1, name="a")), 0) == 30
    assert [reader.sniff(content, 0) for content in (b"", b"{}", b"\x0a", bytes(50))] == [0] * 4


def test_columns_cannot_be_written(data: Path) -> None:
    track = open_path(str(data / "cloud_tpu/trace.gz")).trace.tracks[0]
    assert not track.events.start_ps.flags.writeable
    assert track.events.start_ps.dtype == np.int64
