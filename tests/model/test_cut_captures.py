from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from traceview.model import cut_captures
from traceview.model.builder import build_events
from traceview.model.capture import Capture, Plane
from traceview.model.cut_captures import cut_notices, xplane_beside
from traceview.model.errors import NothingFoundError, Notice
from traceview.model.load import load_run
from traceview.model.logdir import survey
from traceview.model.reader import Progress
from traceview.model.strings import StringTable
from traceview.model.trace import Section, SectionKind, Trace, Track, TrackKind

MS = 10**9
KINDS = {"million-events", "no-device-events", "device-ends-early", "better-beside"}


def capture(**starts_ps: list[int]) -> Capture:
    """A capture of devices and hosts whose events last 1 us."""
    strings = StringTable()
    sections, tracks, planes = [], [], []
    for name, starts in starts_ps.items():
        kind = SectionKind.HOST if name == "host" else SectionKind.TPU
        plane = "/host:CPU" if name == "host" else f"/device:TPU:{len(planes)}"
        planes.append(Plane("", plane, 1, len(starts), 0))
        start_ps = np.array(starts, np.int64)
        zeros = np.zeros(len(starts), np.int64)
        events, _, _ = build_events(start_ps, zeros + 10**6, zeros.astype(np.int32), zeros)
        if starts:
            sections.append(Section(plane, "", kind, plane))
            tracks.append(Track(len(sections) - 1, "XLA Ops", TrackKind.OPS, events))
    trace = Trace(0, strings, tuple(sections), tuple(tracks))
    return Capture("/nowhere/vm.trace.json", "r", ("",), trace, tuple(planes))


def kinds(found: Capture) -> list[str]:
    return [notice.kind for notice in cut_notices(found)]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many events count as a million."""
    monkeypatch.setattr(cut_captures, "MOST_EVENTS", 10_000)
    return 10_000


def test_a_million_events_that_end_abruptly_are_cut(few: int) -> None:
    cut = capture(tpu=[i * MS for i in range(few // 2)], host=[i * MS for i in range(few // 2)])
    (notice,) = cut_notices(cut)
    assert notice.kind == "million-events"
    assert "the end of the program is missing. Prefer the *.xplane.pb" in notice.text
    assert "--include_dataset_ops=False" in notice.text


def test_another_number_of_events_is_not_cut(few: int) -> None:
    assert kinds(capture(tpu=[i * MS for i in range(few - 1)], host=[few * MS - MS])) == [
        "million-events"
    ]
    assert kinds(capture(tpu=[i * MS for i in range(few - 1)])) == []
    assert kinds(capture(tpu=[i * MS for i in range(few + 1)])) == []


def test_complete_events_of_a_file_of_records_count(few: int) -> None:
    found = capture(tpu=[i * MS for i in range(few - 9)])
    assert kinds(replace(found, records={"X": few, "M": 7})) == ["million-events"]
    assert kinds(replace(found, records={"X": few - 1, "M": 1})) == []


def test_xplane_captures_know_no_limit(few: int) -> None:
    found = capture(tpu=[i * MS for i in range(few)])
    assert (kinds(found), kinds(replace(found, has_stats=True))) == (["million-events"], [])


def test_a_program_that_came_to_its_end_is_not_cut(few: int) -> None:
    quiet = [i * MS for i in range(few - 1)] + [10 * few * MS]
    assert kinds(capture(tpu=quiet)) == []


def test_the_capture_beside_it_is_named(few: int, tmp_path: Path) -> None:
    (tmp_path / "vm.xplane.pb").write_bytes(b"")
    cut = replace(capture(tpu=[i * MS for i in range(few)]), path=str(tmp_path / "vm.trace.json"))
    (notice,) = cut_notices(cut)
    assert "Open vm.xplane.pb, which lies beside it and is whole" in notice.text
    assert kinds(replace(cut, records={"X": 5})) == ["better-beside"]
    assert kinds(replace(cut, path=str(tmp_path / "vm.xplane.pb"), records={"X": 5})) == []


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("vm.trace.json.gz", "vm.xplane.pb"),
        ("a.b.trace", "a.b.xplane.pb.gz"),
        ("perfetto_trace.json.gz", "a.b.xplane.pb.gz"),
        ("other.trace.json", ""),
        ("vm_1.7.pt.trace.json", ""),
        ("vm.json", ""),
        ("vm.xplane.pb", ""),
    ],
)
def test_only_the_capture_of_the_same_host_holds_more(
    tmp_path: Path, name: str, beside: str
) -> None:
    for each in ("vm.xplane.pb", "a.b.xplane.pb.gz"):
        (tmp_path / each).write_bytes(b"")
    assert xplane_beside(str(tmp_path / name)) == beside
    assert xplane_beside(f"/nowhere/{name}") == ""


def test_devices_without_any_event_are_missed() -> None:
    (notice,) = cut_notices(capture(tpu=[], other=[], host=[1, 2]))
    assert notice.kind == "no-device-events"
    assert "(/device:TPU:0 and 1 more) have no events" in notice.text
    assert "--duration_ms" in notice.text
    assert "--num_tracing_attempts" in notice.text
    assert kinds(capture(tpu=[], other=[5], host=[1, 2])) == []
    assert kinds(capture(host=[1, 2])) == []


def test_devices_that_end_long_before_the_host_are_missed() -> None:
    (notice,) = cut_notices(capture(tpu=[0, 100 * MS], host=[0, 400 * MS]))
    assert notice.kind == "device-ends-early"
    assert "ends 300.0 ms before the host's" in notice.text
    assert kinds(capture(tpu=[0, 350 * MS], host=[0, 400 * MS])) == []
    assert kinds(capture(tpu=[0, 10 * MS], host=[0, 90 * MS])) == []
    assert kinds(capture(tpu=[0, 10 * MS], other=[390 * MS], host=[0, 400 * MS])) == []


def test_no_real_capture_is_warned_of_without_need(corpus: Path) -> None:
    warned: dict[str, list[Notice]] = {}
    opened = 0
    for top in ("xprof/runs", "synth/runs", "synth/runs_legacy"):
        for run in survey(str(corpus / top)).runs:
            if run.size_bytes > 10_000_000:
                continue
            try:
                found = load_run(run, None, Progress())
            except NothingFoundError:
                continue
            opened += 1
            about = [notice for notice in found.notices if notice.kind in KINDS]
            if about:
                warned[run.name.split("/")[0]] = about
    assert opened > 40
    assert list(warned) == ["tpu_no_device_events"]
    assert [notice.kind for notice in warned["tpu_no_device_events"]] == ["no-device-events"]
