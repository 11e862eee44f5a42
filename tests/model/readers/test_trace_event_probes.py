"""Odd records, one or few to a file, that catapult's importer was asked about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from traceview.model.capture import Capture
from traceview.model.errors import NothingFoundError
from traceview.model.load import open_path
from traceview.model.trace import Trace, Track, TrackKind


def names_of(trace: Trace, track: Track) -> list[str]:
    return [trace.strings[name] for name in track.events.name.tolist()]


def probe(data: Path, tmp_path: Path, name: str) -> Capture:
    text = json.loads((data / "trace_event/probes.json").read_text())[name]
    path = tmp_path / "probe.json"
    path.write_text(text, encoding="utf-8")
    return open_path(str(path))


def probe_names() -> list[str]:
    path = Path(__file__).parents[2] / "data/trace_event/probes.json"
    return list(json.loads(path.read_text()))


NOTHING = ("no_ts", "only_meta", "empty_array", "empty_obj", "obj_empty")
NOTICES = {
    "e_before_b": [
        "End before its begin, drawn without a duration: 1 event, the first at byte 48."
    ],
    "X_no_dur": ["Did not finish: 1 event, the first at byte 1."],
    "neg_dur": ["Negative duration, drawn without one: 1 event, the first at byte 1."],
    "ctr_noargs": ["Counter without a value: 1 event, the first at byte 1."],
    "meta_noargs": ["Metadata without args (process_name): 1 event, the first at byte 1."],
    "labels_none": ["Metadata without its value (process_labels): 1 event, the first at byte 1."],
    "trunc_mid": ["Cut off: 1 event, the first at byte 54."],
    "trunc_obj": ["Cut off: 1 event, the first at byte 69."],
    "null_event": ["Null event: 1 event, the first at byte 1."],
    "unknown_ph": ["Unknown phase: 1 event, the first at byte 1."],
    "overlap": ["Events that end after the event they began in: 1, on 1 track."],
}


@pytest.mark.parametrize("name", NOTHING)
def test_a_probe_without_a_time_holds_nothing(data: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(NothingFoundError, match="The capture holds no events"):
        probe(data, tmp_path, name)


@pytest.mark.parametrize("name", [name for name in probe_names() if name not in NOTHING])
def test_a_probe_opens_with_the_notices_it_deserves(data: Path, tmp_path: Path, name: str) -> None:
    capture = probe(data, tmp_path, name)
    assert [notice.text for notice in capture.notices] == NOTICES.get(name, [])


@pytest.mark.parametrize(
    ("name", "section", "events"),
    [
        ("e_before_b", "Process 1", [("a", 100, 0)]),
        ("unsorted_BE", "Process 1", [("b", 10, 10), ("a", 100, 50)]),
        ("X_no_dur", "Process 1", [("a", 100, 250), ("b", 300, 50)]),
        ("X_no_name", "Process 1", [("[No name]", 100, 5)]),
        ("B_no_name", "Process 1", [("[No name]", 100, 5)]),
        ("no_pid", "No process", [("a", 100, 5)]),
        ("no_tid", "Process 1", [("a", 100, 5)]),
        ("string_ts", "p", [("a", 100, 5)]),
        ("neg_dur", "Process 1", [("a", 100, 0)]),
        ("names_dup", "B", [("x", 0, 1)]),
        ("bom", "Process 1", [("x", 0, 1)]),
        ("trunc_mid", "Process 1", [("x", 0, 1)]),
        ("null_event", "Process 1", [("x", 0, 1)]),
        ("same_ts_child_first", "Process 1", [("parent", 0, 10), ("child", 0, 5)]),
        ("async_diff_pid_same_id", "Process 1", [("a", 0, 10)]),
        ("obj_O_before_N", "Process 1", [("T", 1, 8)]),
        (
            "huge_ts",
            "Process 1",
            [
                ("a", 1795227179827212, 1),
                ("b", 1795227179827213, 1),
                ("c", 1795227179827213.25, 0.5),
            ],
        ),
    ],
)
def test_an_odd_record_is_drawn_where_it_says(
    data: Path, tmp_path: Path, name: str, section: str, events: list[tuple[str, float, float]]
) -> None:
    trace = probe(data, tmp_path, name).trace
    (track,) = trace.tracks
    assert trace.sections[track.section].heading == section
    found = zip(
        names_of(trace, track),
        track.events.start_ps.tolist(),
        track.events.dur_ps.tolist(),
        strict=True,
    )
    t0_us = trace.t0_ns / 1000
    assert [(what, t0_us + start / 1e6, dur / 1e6) for what, start, dur in found] == events


def test_instants_belong_to_a_thread_a_process_or_the_whole_trace(
    data: Path, tmp_path: Path
) -> None:
    trace = probe(data, tmp_path, "instant_all").trace
    assert [(track.kind, names_of(trace, track)) for track in trace.tracks] == [
        (TrackKind.GLOBAL_INSTANTS, ["g"]),
        (TrackKind.PROCESS_INSTANTS, ["p"]),
        (TrackKind.THREAD, ["t", "none", "mark"]),
    ]


def test_a_series_that_a_sample_leaves_out_is_zero_there(data: Path, tmp_path: Path) -> None:
    (track,) = probe(data, tmp_path, "ctr_new_series").trace.tracks
    assert track.counter is not None
    assert track.counter.series == ("a", "b")
    assert track.counter.values.tolist() == [[1, 0], [2, 5], [0, 9], [7, 0]]
