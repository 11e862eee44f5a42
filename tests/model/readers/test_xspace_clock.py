from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from traceview.model.capture import Capture
from traceview.model.load import open_path
from traceview.model.proto import XSpace
from traceview.model.readers.xspace.clock import LIMIT_PS, Clock

DATE_NS = 1_700_000_000 * 10**9


def capture_of(folder: Path, lines: list[tuple[int, int, int]], start_ns: int = 0) -> Capture:
    """A capture with one event a line: (timestamp_ns, offset_ps, duration_ps)."""
    space = XSpace()
    plane = space.planes.add(name="/host:CPU")
    for timestamp_ns, offset_ps, duration_ps in lines:
        line = plane.lines.add(name=f"thread {timestamp_ns}", timestamp_ns=timestamp_ns)
        line.events.add(metadata_id=1, offset_ps=offset_ps, duration_ps=duration_ps)
    if start_ns:
        environment = space.planes.add(name="Task Environment")
        environment.stat_metadata[1].name = "profile_start_time"
        environment.stats.add(metadata_id=1, uint64_value=start_ns)
    path = folder / "made.xplane.pb"
    path.write_bytes(space.SerializeToString())
    return open_path(str(path))


def starts_ps(capture: Capture) -> list[int]:
    return [int(track.events.start_ps[0]) for track in capture.trace.tracks]


def test_dates_count_from_the_start_of_the_profiler(tmp_path: Path) -> None:
    capture = capture_of(tmp_path, [(DATE_NS + 5, 7, 1), (DATE_NS - 2, 7, 1)], DATE_NS)
    assert capture.trace.t0_ns == DATE_NS
    assert starts_ps(capture) == [5007, -1993]


def test_dates_count_from_the_earliest_line_when_nothing_tells_the_start(tmp_path: Path) -> None:
    capture = capture_of(tmp_path, [(DATE_NS + 5, 7, 1), (DATE_NS, 7, 1)])
    assert capture.trace.t0_ns == DATE_NS
    assert starts_ps(capture) == [5007, 7]


def test_times_since_the_capture_began_are_kept(tmp_path: Path) -> None:
    assert starts_ps(capture_of(tmp_path, [(0, 9, 1), (2_000, 0, 1)], DATE_NS)) == [9, 2_000_000]


def test_times_since_the_machine_started_count_from_the_earliest_line(tmp_path: Path) -> None:
    uptime_ns = 300 * 86_400 * 10**9
    assert starts_ps(capture_of(tmp_path, [(uptime_ns, 1, 1), (uptime_ns + 3, 1, 1)])) == [1, 3001]


def test_a_line_without_events_has_no_say_in_the_clock(tmp_path: Path) -> None:
    uptime_ns = 300 * 86_400 * 10**9
    space = XSpace()
    plane = space.planes.add(name="/host:CPU")
    plane.lines.add(name="idle")
    plane.lines.add(name="busy", timestamp_ns=uptime_ns).events.add(metadata_id=1, offset_ps=4)
    path = tmp_path / "made.xplane.pb"
    path.write_bytes(space.SerializeToString())
    capture = open_path(str(path))
    assert starts_ps(capture) == [4]
    assert capture.planes[0].lines == 2


def test_a_line_whose_time_stands_after_its_events_is_on_the_clock_too(tmp_path: Path) -> None:
    event = b"\x22\x04\x10\x07\x18\x01"
    timestamp = XSpace()
    line = timestamp.planes.add().lines.add(timestamp_ns=DATE_NS).SerializeToString()
    lines = (b"\x1a" + bytes([len(event + line)]) + event + line) * 2
    path = tmp_path / "late.xplane.pb"
    path.write_bytes(b"\x0a" + bytes([len(lines)]) + lines)
    capture = open_path(str(path))
    assert capture.trace.t0_ns == DATE_NS
    assert starts_ps(capture) == [7, 7]


def test_absurd_times_are_clipped_and_said(tmp_path: Path) -> None:
    capture = capture_of(tmp_path, [(0, (1 << 63) - 1, (1 << 63) - 1), (-(1 << 62), 0, -5)])
    assert starts_ps(capture) == [LIMIT_PS, -LIMIT_PS]
    assert [notice.kind for notice in capture.notices] == ["negative-duration", "clock"]
    end_ps = capture.trace.tracks[0].events.dur_ps[0] + np.int64(LIMIT_PS)
    assert end_ps == capture.trace.span_ps[1] == 2 * LIMIT_PS
    assert not capture.partial


@pytest.mark.parametrize("timestamp_ns", [0, 5, -5, DATE_NS, (1 << 63) - 1, -(1 << 63)])
def test_a_line_starts_within_the_limits_whatever_its_time(timestamp_ns: int) -> None:
    assert abs(Clock.of(0, [0, DATE_NS]).start_ps(timestamp_ns)) <= LIMIT_PS
