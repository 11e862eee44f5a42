"""Derived lines of the project's own captures."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from traceview.model.builder import check_events
from traceview.model.capture import Capture
from traceview.model.load import open_path
from traceview.model.trace import SectionKind, Trace, Track
from traceview.tools.derived.derived_lines import with_derived_lines
from traceview.tools.derived.threadpool import REGION

RUNS = ["edge_no_stats", "gpu_input_bound", "jax_infer", "jax_mlp", "jax_multihost", "tpu_v5e_jax"]


@pytest.fixture(params=RUNS)
def capture(request: pytest.FixtureRequest, data: Path) -> Capture:
    return open_path(str(data / "xspace" / request.param))


def derived(data: Path, run: str) -> Trace:
    return with_derived_lines(open_path(str(data / "xspace" / run))).trace


def titles(trace: Trace, section: int = 0) -> list[str]:
    return [track.name for track in trace.tracks if track.section == section]


def counts(trace: Trace, track: Track) -> Counter[str]:
    return Counter(trace.strings[number] for number in track.events.name.tolist())


def test_a_second_call_changes_nothing(capture: Capture) -> None:
    once = with_derived_lines(capture)
    if any(track.derived for track in once.trace.tracks):
        assert with_derived_lines(once) is once
    twice = with_derived_lines(once).trace
    assert [track.name for track in twice.tracks] == [track.name for track in once.trace.tracks]
    assert twice.event_count == once.trace.event_count


def test_nothing_that_was_captured_is_lost(capture: Capture) -> None:
    trace = with_derived_lines(capture).trace
    captured = [track for track in trace.tracks if not track.derived]
    assert [t.name for t in captured] == [t.name for t in capture.trace.tracks]
    for before, after in zip(capture.trace.tracks, captured, strict=True):
        regions = counts(trace, after)[REGION]
        assert len(after.events) == len(before.events) + regions
        assert np.isin(before.events.start_ps, after.events.start_ps).all()


def test_sections_keep_their_tracks_together(capture: Capture) -> None:
    trace = with_derived_lines(capture).trace
    sections = [track.section for track in trace.tracks]
    assert sections == sorted(sections)
    assert trace.sections == capture.trace.sections


def test_derived_events_keep_the_promises_of_events(capture: Capture) -> None:
    trace = with_derived_lines(capture).trace
    for track in trace.tracks:
        check_events(track.events)
        assert track.derived is False or track.overlaps == 0


def test_derived_events_say_how_many_events_they_stand_for(data: Path) -> None:
    trace = derived(data, "gpu_input_bound")
    line = next(t for t in trace.tracks if t.name.startswith("Framework Ops"))
    stream = next(t for t in trace.tracks if t.name.startswith("Stream #14"))
    assert line.args is not None
    merged, present = line.args.integers(line.events.arg_at, "events")
    assert present.all()
    assert merged.sum() == len(stream.events)
    assert dict(line.args.args(int(line.events.arg_at[0]))) == {"events": 1, "step": "train 0"}
    assert (line.args.texts(line.events.arg_at, "step") >= 0).all()


def test_a_gpu_has_its_streams_each_with_its_lines_and_steps(data: Path) -> None:
    trace = derived(data, "gpu_input_bound")
    gpu = next(n for n, s in enumerate(trace.sections) if s.kind is SectionKind.GPU)
    assert titles(trace, gpu) == [
        "Stream #14(Compute)",
        "Framework Name Scope - from #14",
        "Framework Ops - from #14",
        "Stream #15(MemcpyH2D)",
        "Stream #16(MemcpyD2H)",
        "Stream #17(MemcpyD2D,MemcpyP2P)",
        "Stream #19(Memset)",
        "Steps",
    ]
    steps = next(track for track in trace.tracks if track.name == "Steps")
    assert sorted(counts(trace, steps)) == sorted(f"train {number}" for number in range(12))


def test_a_tpu_core_has_its_lines_after_the_captured_ones(data: Path) -> None:
    trace = derived(data, "tpu_v5e_jax")
    tpu = next(n for n, s in enumerate(trace.sections) if s.kind is SectionKind.TPU)
    assert titles(trace, tpu)[-3:] == ["Framework Name Scope", "Framework Ops", "Source code"]
    ops = next(track for track in trace.tracks if track.name == "XLA Ops")
    scopes = next(track for track in trace.tracks if track.name == "Framework Name Scope")
    ends_ps = [(t.events.start_ps + t.events.dur_ps).max() for t in (scopes, ops)]
    assert ends_ps[0] <= ends_ps[1]


def test_threads_that_run_xla_themselves_have_its_modules_and_ops(data: Path) -> None:
    trace = derived(data, "jax_mlp")
    thread = next(track for track in trace.tracks if track.name.startswith("tf_XLAPjRtCpu"))
    lines = {
        track.name.removeprefix(f"{thread.name}-"): track
        for track in trace.tracks
        if track.derived and track.name.startswith(thread.name)
    }
    assert list(lines) == ["Framework Name Scope", "Framework Ops", "XLA Modules"]
    assert set(counts(trace, lines["XLA Modules"])) == {"jit_train_step"}
    assert {"dot_general", "select_n", "max"} <= set(counts(trace, lines["Framework Ops"]))
    assert "jit(train_step)" in counts(trace, lines["Framework Name Scope"])


def test_threads_of_a_host_with_devices_have_no_lines_of_their_own(data: Path) -> None:
    trace = derived(data, "gpu_input_bound")
    hosts = {n for n, s in enumerate(trace.sections) if s.kind is SectionKind.HOST}
    assert not [track for track in trace.tracks if track.derived and track.section in hosts]


def test_steps_of_a_training_loop_are_numbered(data: Path) -> None:
    trace = derived(data, "jax_mlp")
    main = next(track for track in trace.tracks if track.name == "python")
    found = {name for name in counts(trace, main) if name.startswith("train ")}
    assert found == {f"train {number}" for number in range(20)}


def test_lines_that_a_profiler_derived_are_not_derived_again(corpus: Path) -> None:
    run = corpus / "xprof/runs/ext_gpu_single_worker"
    before = open_path(str(run))
    assert [t.name for t in with_derived_lines(before).trace.tracks] == [
        t.name for t in before.trace.tracks
    ]
