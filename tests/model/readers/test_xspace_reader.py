from __future__ import annotations

import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

from traceview.model.errors import Cancelled, NothingFoundError
from traceview.model.load import load_run, open_path
from traceview.model.logdir import survey
from traceview.model.proto import XSpace
from traceview.model.reader import Progress
from traceview.model.readers.xspace import reader as xspace
from traceview.model.trace import Trace


class Watching(Progress):
    def __init__(self, stop_after: int = 1 << 60) -> None:
        self.told: list[tuple[int, int]] = []
        self.shown: list[Trace] = []
        self.stop_after = stop_after

    def advance(self, done_bytes: int, total_bytes: int) -> None:
        self.told.append((done_bytes, total_bytes))
        if len(self.told) > self.stop_after:
            raise Cancelled

    def show(self, trace: Trace) -> None:
        self.shown.append(trace)


@pytest.mark.parametrize("name", ["jax_multihost", "tf_multihost_steps"], ids=["plain", "packed"])
def test_progress_ends_with_all_bytes_of_all_hosts(data: Path, name: str) -> None:
    (run,) = survey(str(data / "xspace" / name)).runs
    progress = Watching()
    load_run(run, None, progress)
    done = [done for done, _ in progress.told]
    assert done == sorted(done)
    assert {total for _, total in progress.told} == {run.size_bytes}
    assert done[-1] == run.size_bytes


def test_tracks_are_shown_as_they_come(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xspace, "SHOW_EVERY_S", -1.0)
    progress = Watching()
    capture = open_path(str(data / "xspace/jax_multihost"), progress=progress)
    counts = [len(trace.tracks) for trace in progress.shown]
    assert counts == sorted(counts)
    assert 1 <= counts[0] < counts[-1] == len(capture.trace.tracks)
    for trace in progress.shown:
        assert {track.section for track in trace.tracks} == set(range(len(trace.sections)))


def test_cancelling_passes_through_and_stops_the_workers(data: Path) -> None:
    before = threading.active_count()
    with pytest.raises(Cancelled):
        open_path(str(data / "xspace/tpu_v5e_jax"), progress=Watching(stop_after=2))
    assert threading.active_count() == before


def test_nothing_is_written_beside_a_capture(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logdir"
    shutil.copytree(data / "xspace/tpu_one_step", folder)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    open_path(str(folder))
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_what_the_profiler_noticed_is_kept_in_its_words(tmp_path: Path) -> None:
    space = XSpace(errors=["it broke"], warnings=["too many events"], hostnames=["worker-7"])
    space.planes.add(name="/host:CPU").lines.add(name="main").events.add(metadata_id=1)
    path = tmp_path / "made.xplane.pb"
    path.write_bytes(space.SerializeToString())
    capture = open_path(str(path))
    assert capture.hosts == ("worker-7",)
    assert [(notice.kind, notice.text) for notice in capture.notices] == [
        ("captured-error", "it broke"),
        ("captured-warning", "too many events"),
    ]
    assert not capture.partial


def test_a_capture_without_events_says_so_and_how_to_capture(tmp_path: Path) -> None:
    space = XSpace(errors=["Failed to start"])
    space.planes.add(name="/host:CPU").lines.add(name="main")
    environment = space.planes.add(name="Task Environment")
    for number, (name, time_ns) in enumerate(
        (("profile_start_time", 10**18), ("profile_stop_time", 10**18 + 2 * 10**9))
    ):
        environment.stat_metadata[number].name = name
        environment.stats.add(metadata_id=number, uint64_value=time_ns)
    path = tmp_path / "made.xplane.pb"
    path.write_bytes(space.SerializeToString())
    with pytest.raises(NothingFoundError) as raised:
        open_path(str(path))
    assert str(raised.value) == (
        "The capture holds no events. Failed to start. 2 planes, 0 events, window 2 s."
        " The program did nothing while it was traced: capture many steps of training, for longer"
        " (--duration_ms), try again when nothing came (--num_tracing_attempts), and wait for the"
        " work on the devices before the profiler stops."
    )


def test_events_without_a_position_are_kept_apart(tmp_path: Path) -> None:
    space = XSpace()
    plane = space.planes.add(name="/device:TPU:0")
    plane.event_metadata[1].name = "fusion"
    line = plane.lines.add(name="XLA Ops")
    line.events.add(metadata_id=1, num_occurrences=12, duration_ps=600)
    line.events.add(metadata_id=1, offset_ps=5, duration_ps=50)
    path = tmp_path / "made.xplane.pb"
    path.write_bytes(space.SerializeToString())
    capture = open_path(str(path))
    (track,) = capture.trace.tracks
    assert capture.event_count == 2
    assert (len(track.events), track.events.start_ps[0]) == (1, 5)
    assert track.aggregates is not None
    assert track.aggregates.occurrences.tolist() == [12]
    assert track.aggregates.dur_ps.tolist() == [600]
    assert capture.trace.strings[track.aggregates.name[0]] == "fusion"


def test_planes_without_lines_are_decoded_when_asked_for(data: Path) -> None:
    capture = open_path(str(data / "xspace/tpu_one_step"))
    (host,) = capture.hosts
    plane = capture.metadata[host, "/host:metadata"].parse()
    assert plane.name == "/host:metadata"
    assert len(plane.event_metadata) == 1
    stats = {
        named.name
        for named in capture.metadata[host, "Task Environment"].parse().stat_metadata.values()
    }
    assert "profile_start_time" in stats


def test_names_that_are_not_utf8_are_shown_as_far_as_they_are(tmp_path: Path) -> None:
    space = XSpace()
    plane = space.planes.add(name="/host:CPU")
    plane.event_metadata[1].name = "cut here: XX"
    plane.lines.add(name="main").events.add(metadata_id=1)
    path = tmp_path / "made.xplane.pb"
    path.write_bytes(space.SerializeToString().replace(b"XX", b"\xe2\x82"))
    capture = open_path(str(path))
    name = capture.trace.tracks[0].events.name[0]
    assert capture.trace.strings[name] == "cut here: \ufffd"


def test_columns_of_a_device_line_equal_its_args(data: Path) -> None:
    trace = open_path(str(data / "xspace/tpu_v5e_jax")).trace
    ops = next(track for track in trace.tracks if track.name == "XLA Ops")
    assert ops.args is not None
    args = [dict(ops.args.args(at)) for at in ops.events.arg_at.tolist()]
    for key in ("flops", "program_id", "bytes_accessed", "device_offset_ps"):
        values, present = ops.args.integers(ops.events.arg_at, key)
        assert present.any(), key
        expected = [each.get(key) for each in args]
        assert [
            v if p else None
            for v, p in zip(values.view(np.uint64).tolist(), present.tolist(), strict=True)
        ] == expected
    for key in ("tf_op", "hlo_category", "source"):
        ids = ops.args.texts(ops.events.arg_at, key).tolist()
        expected = [each.get(key) for each in args]
        assert any(expected), key
        assert [trace.strings[i] if i >= 0 else None for i in ids] == expected
