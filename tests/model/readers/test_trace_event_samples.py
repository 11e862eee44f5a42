"""Tests of samples of trace-event files."""

from pathlib import Path
from typing import Any

import pytest

from tests.model.readers.goldens import Golden, goldens
from tests.model.readers.made_records import Event, Made, made
from traceview.model.builder import check_events
from traceview.model.readers.trace_event.samples import sample_tracks
from traceview.model.trace import Track, TrackKind

# V8's old format gives addresses, which other records give names.
ADDRESSES = "trace_event_importer__importOldFormatV8Samples"


def test_samples_are_those_of_catapult(corpus: Path) -> None:
    compared = 0
    for golden in goldens(corpus):
        ours, theirs = _ours(golden), _theirs(golden)
        if golden.name == ADDRESSES:
            assert len(ours) == len(theirs) == 2
            continue
        assert ours == theirs, golden.name
        compared += len(theirs)
    assert compared >= 20


def test_a_sample_is_called_by_its_innermost_frame() -> None:
    top = {
        "stackFrames": {"1": {"name": "main"}, "2": {"name": "leaf", "parent": 1}},
        "samples": [
            {"tid": 5, "ts": 12, "name": "cycles", "sf": 2, "weight": 3, "cpu": 0},
            {"tid": 5, "ts": "11", "name": "cycles", "sf": 9},
            {"tid": 5, "ts": None, "name": "cycles"},
        ],
    }
    file, (track,) = _tracks([x(10, tid=5)], top)
    assert (track.kind, track.section, track.line_id) == (TrackKind.SAMPLES, 0, 5)
    assert [file.strings[name] for name in track.events.name] == ["cycles", "leaf"]
    assert track.events.start_ps.tolist() == [1_000_000, 2_000_000]
    place = int(track.events.arg_at[1])
    assert dict(track.args.args(place)) == {"name": "cycles", "weight": 3, "cpu": 0}
    assert dict(track.args.facts(place)) == {"Stack": ["main", "leaf"]}
    assert track.args.doubles(track.events.arg_at, "weight")[0][1] == 3
    assert file.skipped() == {"sample without a time": 1}


def test_recorded_samples_keep_their_records() -> None:
    top = {"stackFrames": {"1": {"name": "main"}}}
    file, (track,) = _tracks([x(0), p(3, sf=1), p(2), p(4, stack=["root", "tip"])], top)
    assert track.events.arg_at.tolist() == [2, 1, 3]
    assert [file.strings[name] for name in track.events.name] == ["sample", "main", "tip"]
    assert track.events.dur_ps.tolist() == [0, 0, 0]


def test_profiles_go_on_from_chunk_to_chunk() -> None:
    nodes = [{"id": 1, "callFrame": {"functionName": "a"}}]
    events = [
        {**p(3, name="Profile", id=1), "args": {"data": {"startTime": 10}}},
        {**p(4, tid=3, name="ProfileChunk", id=1), "args": {"data": chunk(nodes, [1, 1], [1, 1])}},
        {**p(5, tid=3, name="ProfileChunk", id=1), "args": {"data": chunk([], [1], [5])}},
    ]
    file, (track,) = _tracks(events)
    assert track.line_id == 1
    assert track.events.start_ps.tolist() == [8_000_000, 9_000_000, 14_000_000]
    assert [file.strings[name] for name in track.events.name] == ["a", "a", "a"]


@pytest.mark.parametrize(
    "samples", [None, 5, [5, None], [{"ts": [], "sf": {}}], {"a": 1}, [{"ts": 1e300}]]
)
def test_samples_of_no_use_are_left_out(samples: Any) -> None:
    assert _tracks([x(0)], {"samples": samples, "stackFrames": [1]})[1] == []


def test_samples_far_from_a_record_are_left_out() -> None:
    top = {"samples": [{"tid": 1, "ts": 5}]}
    assert _tracks([{**x(0), "ts": (1 << 63) - 1}], top)[1] == []


@pytest.mark.parametrize(
    "data",
    [
        5,
        {"cpuProfile": 1},
        {"cpuProfile": {"nodes": 1, "samples": 1}, "timeDeltas": [1]},
        {"cpuProfile": {"nodes": [1, {}], "samples": [1, {}]}, "timeDeltas": ["x", None]},
    ],
)
def test_broken_profiles_are_left_out(data: Any) -> None:
    assert _tracks([{**p(3, name="Profile", id=1), "args": {"data": data}}])[1] == []


def chunk(nodes: list[Any], samples: list[int], deltas: list[int]) -> dict[str, Any]:
    return {"cpuProfile": {"nodes": nodes, "samples": samples}, "timeDeltas": deltas}


def x(ts: float, tid: int = 1) -> Event:
    return {"ph": "X", "pid": 1, "tid": tid, "ts": ts, "dur": 1, "name": "x"}


def p(ts: float, tid: int = 1, name: str = "sample", **more: Any) -> Event:
    return {"ph": "P", "pid": 1, "tid": tid, "ts": ts, "name": name, **more}


def _tracks(events: list[Event], top: dict[str, Any] | None = None) -> tuple[Made, list[Track]]:
    file = made(events, top)
    return file, sample_tracks(*file.common, file.args, file.skips)


def _ours(golden: Golden) -> list[tuple[str, int, str]]:
    """Thread, microseconds since the first sample, and innermost frame."""
    file, tracks = _tracks(golden.events, golden.top)
    found = []
    for track in tracks:
        check_events(track.events)
        names = [file.strings[name] for name in track.events.name]
        for start_ps, name in zip(track.events.start_ps.tolist(), names, strict=True):
            found.append((str(track.line_id), start_ps / 1e6, name))
    return _since_first(found)


def _theirs(golden: Golden) -> list[tuple[str, int, str]]:
    return _since_first(
        [
            (str(one["tid"]), one["start"] * 1000, one["stack"][0].rpartition(" url: ")[0])
            for one in golden.model.get("samples") or []
        ]
    )


def _since_first(found: list[tuple[str, float, str]]) -> list[tuple[str, int, str]]:
    first = min((time for _, time, _ in found), default=0)
    return sorted((thread, round(time - first), name) for thread, time, name in found)
