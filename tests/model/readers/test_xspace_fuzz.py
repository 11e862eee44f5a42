from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.readers.odd_wire import OddWriter, varint
from tests.model.readers.reference import (
    ReferenceLine,
    counted,
    in_file_order,
    placed,
    reference_lines,
)
from traceview.model.builder import check_events
from traceview.model.reader import Progress
from traceview.model.readers.limits import LIMIT_PS
from traceview.model.readers.xspace import columns as xspace_columns
from traceview.model.readers.xspace import events as xspace_events
from traceview.model.readers.xspace import lanes as xspace_lanes
from traceview.model.readers.xspace import records as xspace_records
from traceview.model.readers.xspace.reader import XSpaceReader
from traceview.model.source import Source
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Trace, Track

# An unknown field that gives lanes room to overrun.
PADDING = varint(99 << 3 | 2) + varint(200_000, 4) + bytes(200_000)


@pytest.fixture
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes, chunks and windows so short that a small file has many of each."""
    monkeypatch.setattr(xspace_records, "PLAIN_BYTES", 300)
    monkeypatch.setattr(xspace_records, "LANE_BYTES", 256)
    monkeypatch.setattr(xspace_records, "FIRST_LANES", 4)
    monkeypatch.setattr(xspace_lanes, "LANE_BYTES", 256)
    monkeypatch.setattr(xspace_events, "CHUNK", 64)
    monkeypatch.setattr(xspace_columns, "CHUNK", 64)


def read(path: Path) -> Trace:
    return XSpaceReader().read(Source(str(path)), "", StringTable(), Progress()).trace


def clipped(events: list[tuple[str, int, int]], line: ReferenceLine) -> list[tuple[str, int, int]]:
    """Times are kept within 26 days of the capture's start."""

    def clip(value: int) -> int:
        return max(-LIMIT_PS, min(LIMIT_PS, value))

    zero_ps = clip(line.zero_ps)
    return [
        (name, clip(clip(start - line.zero_ps) + zero_ps), clip(duration))
        for name, start, duration in events
    ]


def assert_same(path: Path) -> None:
    trace = read(path)
    tracks = in_file_order(trace)
    lines = reference_lines(path, trace.t0_ns)
    assert [track.name for track in tracks] == [line.name for line in lines]
    for track, line in zip(tracks, lines, strict=True):
        check_events(track.events)
        assert placed(track, trace) == clipped(line.placed(), line)
        assert counted(track, trace) == line.counted()
        assert_same_args(track, line, trace)


def assert_same_args(track: Track, line: ReferenceLine, trace: Trace) -> None:
    assert track.args is not None
    some = track.aggregates.arg_at.tolist() if track.aggregates else []
    ats = sorted(track.events.arg_at.tolist() + some)
    expected = [line.args(event) for event in line.message.events]
    assert list(map(repr, map(track.args.args, ats))) == list(map(repr, expected))
    shuffled = np.random.default_rng(0).permutation(np.array([*ats, -1]))
    by_at = dict(zip(ats, expected, strict=True)) | {-1: ()}
    for key in ("stat 0", "stat 7", "stat 12", "stat 29", "stat 39", "no such stat"):
        values = [dict(by_at[at]).get(key) for at in shuffled.tolist()]
        assert_same_columns(track, trace, shuffled, key, values)


def assert_same_columns(
    track: Track, trace: Trace, at: np.ndarray, key: str, values: list[object]
) -> None:
    assert track.args is not None
    integers, present = track.args.integers(at, key)
    assert present.tolist() == [isinstance(value, int) for value in values]
    whole = [value % (1 << 64) if isinstance(value, int) else 0 for value in values]
    assert integers.view(np.uint64).tolist() == whole
    doubles, present = track.args.doubles(at, key)
    assert present.tolist() == [isinstance(value, int | float) for value in values]
    numbers = [float(value) if isinstance(value, int | float) else math.nan for value in values]
    np.testing.assert_array_equal(doubles, numbers)
    ids = track.args.texts(at, key).tolist()
    texts = [trace.strings[i] if i >= 0 else None for i in ids]
    assert texts == [value if isinstance(value, str) else None for value in values]


@pytest.mark.usefixtures("small_windows")
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    seed=st.integers(0, 1 << 32),
    oddness=st.sampled_from((0.0, 0.003, 0.03, 0.3, 1.0)),
    padded=st.booleans(),
)
def test_any_legal_encoding_reads_as_protobuf_reads_it(
    tmp_path: Path, seed: int, oddness: float, padded: bool
) -> None:
    path = tmp_path / "space.pb"
    path.write_bytes(OddWriter(seed, oddness, events=300).space() + PADDING * padded)
    assert_same(path)


def test_lines_longer_than_every_window_read_as_protobuf_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "space.pb"
    writer = OddWriter(4, 0.0001, events=2)
    events = [writer.message(4, writer.event()) for _ in range(40_000)]
    line = writer.message(2, b"long") + b"".join(events) + writer.number(9, 3)
    line += b"".join(events[:3_000])
    path.write_bytes(writer.message(1, writer.message(3, line)) + PADDING)
    trace = read(path)
    lines = reference_lines(path, trace.t0_ns)
    assert placed(trace.tracks[0], trace) == clipped(lines[0].placed(), lines[0])


def test_an_unreadable_stat_is_said_where_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "space.pb"
    writer = OddWriter(0, 0, events=1)
    event = writer.number(1, 1) + writer.message(4, b"\x08")
    line = writer.message(2, b"line") + writer.message(4, event) + writer.message(11, bytes(100))
    path.write_bytes(writer.message(1, writer.message(3, line)))
    track = read(path).tracks[0]
    assert track.args is not None
    (arg,) = track.args.args(int(track.events.arg_at[0]))
    assert arg == Arg(
        "unreadable", f"an event is damaged (byte {track.events.arg_at[0]} of the file)"
    )
    assert not track.args.integers(track.events.arg_at, "stat 1")[1].any()
