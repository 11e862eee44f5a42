import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.api import open_capture
from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.trace import Trace, Track, TrackKind
from traceview.model.writers import write_trace, writer_for
from traceview.model.writers.trace_event import microseconds

CAPTURES = (
    "xspace/jax_mlp",
    "xspace/tpu_v5e_jax",
    "xspace/gpu_input_bound",
    "xspace/jax_multihost",
    "trace_event/mlp_sgd.memory.json.gz",
    "trace_event/torch_cpu_mem.json.gz",
    "trace_event/viztracer_fib.json.gz",
)


def events_of(trace: Trace, track: Track) -> list[tuple[str, int, int]]:
    """Name, Unix time in ps and duration of each event, in order of time."""
    first_ps = trace.t0_ns * 1000
    return sorted(
        (trace.strings[name], first_ps + start_ps, dur_ps)
        for name, start_ps, dur_ps in zip(
            track.events.name.tolist(),
            track.events.start_ps.tolist(),
            track.events.dur_ps.tolist(),
            strict=True,
        )
    )


def described(trace: Trace) -> dict[str, list[object]]:
    """All events by the kind of their track. What overlaps becomes asynchronous, tracks aside."""
    found: dict[str, list[object]] = {}
    for track in trace.tracks:
        lanes = track.lanes and track.events.rows > 1
        kind = "async" if track.kind is TrackKind.ASYNC or lanes else "thread"
        if track.kind in (TrackKind.COUNTER, TrackKind.OBJECTS):
            kind = str(track.kind)
        found.setdefault(kind, []).extend(events_of(trace, track))
    return {kind: sorted(events) for kind, events in found.items() if events}


@pytest.mark.parametrize("name", CAPTURES)
def test_what_is_written_reads_back_as_the_same_events(name: str, data: Path, tmp_path: Path):
    trace = open_capture(str(data / name)).capture.trace
    written = tmp_path / "out.json.gz"
    write_trace(trace, str(written))
    again = open_path(str(written)).trace
    assert described(again) == described(trace)
    assert len(again.flows) == len(trace.flows)


def test_args_are_written(data: Path, tmp_path: Path):
    written = tmp_path / "out.json"
    write_trace(open_path(str(data / "xspace/tpu_one_step")).trace, str(written))
    events = json.loads(written.read_text())["traceEvents"]
    assert any("hlo_category" in event.get("args", {}) for event in events)


@given(st.integers(-(2**62), 2**62))
def test_times_keep_every_picosecond(time_ps: int):
    whole, _, rest = bytes(microseconds(time_ps)).decode().partition(".")
    sign = -1 if whole.startswith("-") else 1
    assert int(whole) * 1_000_000 + sign * int(rest.ljust(6, "0") or 0) == time_ps


def test_another_name_is_refused_with_what_can_be_written():
    with pytest.raises(TraceError, match=r"\.json and \.json\.gz, \.csv and \.csv\.gz"):
        writer_for("out.xlsx")


def test_a_file_that_cannot_be_written_leaves_nothing_behind(data: Path, tmp_path: Path):
    trace = open_path(str(data / "xspace/edge_one_event")).trace
    with pytest.raises(TraceError):
        write_trace(trace, str(tmp_path / "missing" / "out.json"))
    assert list(tmp_path.iterdir()) == []


def test_the_same_trace_packs_to_the_same_bytes(data: Path, tmp_path: Path):
    trace = open_path(str(data / "xspace/edge_one_event")).trace
    one, other = tmp_path / "one.json.gz", tmp_path / "other.json.gz"
    write_trace(trace, str(one))
    write_trace(trace, str(other))
    assert one.read_bytes() == other.read_bytes()
    assert gzip.decompress(one.read_bytes()).startswith(b'{"displayTimeUnit":"ns"')
