"""Real captures against the counts that protobuf gives, and against protobuf itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.model.readers.reference import counted, in_file_order, placed, reference_lines
from traceview.model.builder import check_events
from traceview.model.capture import Capture
from traceview.model.load import open_path
from traceview.model.reader import Progress
from traceview.model.readers.xspace.reader import XSpaceReader
from traceview.model.source import Source
from traceview.model.strings import StringTable

OURS = (
    "edge_host_only",
    "edge_no_stats",
    "edge_one_event",
    "gpu_input_bound",
    "jax_infer",
    "jax_mlp",
    "jax_multihost",
    "tf_multihost_steps",
    "tpu_one_step",
    "tpu_v5e_jax",
)
KINDS = ("xprof", "synth")
Facts = dict[str, list[tuple[str, int, int, float]]]


def expected_facts(capture: dict[str, dict[str, dict[str, list[dict[str, object]]]]]) -> Facts:
    return {
        file.removesuffix(".xplane.pb"): [
            (
                plane["name"],
                plane["lines"],
                plane["events"],
                pytest.approx(plane["span_ms"], abs=1e-6),
            )
            for plane in facts["planes"]
        ]
        for file, facts in capture["files"].items()
    }


def facts(capture: Capture) -> Facts:
    found: Facts = {host: [] for host in capture.hosts}
    for plane in capture.planes:
        found[plane.host].append((plane.name, plane.lines, plane.events, plane.span_ps / 1e9))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_run_holds_the_planes_lines_and_events_it_should(corpus: Path, kind: str) -> None:
    runs = json.loads((corpus / kind / "expected.json").read_text())
    assert len(runs) >= 20
    for run, expected in runs.items():
        capture = open_path(str(corpus / kind / "runs" / run))
        assert facts(capture) == expected_facts(expected["capture"]), run
        assert capture.event_count == expected["capture"]["events"], run
        assert not capture.partial, run


@pytest.mark.parametrize("kind", KINDS)
def test_times_count_from_where_xprof_counts(corpus: Path, kind: str) -> None:
    runs = json.loads((corpus / kind / "expected.json").read_text())
    # jax_large_py takes a second, and XProf drops MemoryAllocation, the first event here.
    for run in runs.keys() - {"jax_large_py", "ext_gpu_single_worker"}:
        starts_us = runs[run].get("trace_viewer@.res0", {}).get("ts_min_us")
        capture = open_path(str(corpus / kind / "runs" / run))
        assert starts_us is None or capture.trace.span_ps[0] / 1e6 == starts_us, run


@pytest.mark.parametrize("run", OURS)
def test_every_event_is_what_protobuf_reads(data: Path, run: str) -> None:
    files = sorted((data / "xspace" / run).rglob("*.xplane.pb*"))
    assert files
    for file in files:
        trace = XSpaceReader().read(Source(str(file)), "", StringTable(), Progress()).trace
        tracks = in_file_order(trace)
        lines = reference_lines(file, trace.t0_ns)
        assert [t.name for t in tracks] == [line.name for line in lines]
        assert [trace.sections[t.section].name for t in tracks] == [line.plane for line in lines]
        for track, line in zip(tracks, lines, strict=True):
            check_events(track.events)
            assert placed(track, trace) == line.placed()
            assert counted(track, trace) == line.counted()
            assert track.args is not None
            at = sorted(track.events.arg_at.tolist())[::37]
            args = [line.args(event) for event in line.message.events[::37]]
            assert [track.args.args(i) for i in at] == args


def test_two_hosts_stand_on_one_clock(data: Path) -> None:
    runs = data / "xspace" / "tf_multihost_steps"
    capture = open_path(str(runs))
    assert capture.hosts == ("localhost_6021", "localhost_6022")
    assert capture.hostnames == ("hosta", "hostb")
    alone = {host: open_path(str(runs), hosts=[host]).trace for host in capture.hosts}
    first, second = (alone[host] for host in capture.hosts)
    assert capture.trace.t0_ns == min(first.t0_ns, second.t0_ns) == second.t0_ns
    shift_ps = (first.t0_ns - second.t0_ns) * 1000
    assert shift_ps == 206_484_000
    tracks = capture.trace.tracks
    moved, kept = tracks[: len(first.tracks)], tracks[len(first.tracks) :]
    for track, before in zip(moved, first.tracks, strict=True):
        assert (track.events.start_ps == before.events.start_ps + shift_ps).all()
    for track, before in zip(kept, second.tracks, strict=True):
        assert (track.events.start_ps == before.events.start_ps).all()
    headings = [section.heading for section in capture.trace.sections]
    assert headings == ["Host threads · localhost_6021", "Host threads · localhost_6022"]
