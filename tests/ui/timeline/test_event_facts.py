from dataclasses import replace

import numpy as np
import pytest

from traceview.api import open_capture
from traceview.model.load import open_path
from traceview.model.query import first_child
from traceview.model.trace import Arg, Counter, EventId, Snapshots, Track, TrackKind
from traceview.ui.timeline.details.event_facts import (
    category_of,
    facts_of,
    groups_of,
    stat_text,
    stats_of,
    step_of,
)
from traceview.ui.timeline.details.state_facts import snapshot_table

THIN = "\u2009"


def test_an_event_is_told_with_exact_times(trace):
    facts = {fact.name: fact.value for fact in facts_of(trace, EventId(2, 1))}
    assert facts == {
        "Start": "100 µs",
        "Duration": "300 µs",
        "Self time": "200 µs",
        "End": "400 µs",
        "Track": "Host threads · main",
        "Step": "1",
        "Host": "host0",
    }


def test_the_step_is_that_of_the_events_section(trace):
    assert [step_of(trace, EventId(1, index)) for index in (0, 2)] == ["1", "2"]


def test_an_event_outside_of_every_step_has_none(trace):
    steps = trace.tracks[0]
    first = replace(
        steps.events,
        **{
            column: getattr(steps.events, column)[1:]
            for column in ("start_ps", "dur_ps", "name", "arg_at")
        },
        row_at=steps.events.row_at - (steps.events.row_at > 0),
    )
    cut = trace.with_tracks(trace.sections, (replace(steps, events=first), *trace.tracks[1:]))
    assert step_of(cut, EventId(1, 0)) == "— (it starts outside of every step)"


def test_on_a_host_alone_the_step_is_the_marker_around_the_event(data):
    trace = open_capture(str(data / "xspace/jax_mlp")).capture.trace
    thread, track = next((i, t) for i, t in enumerate(trace.tracks) if t.name == "python")
    steps = [step_of(trace, EventId(thread, index)) for index in range(len(track.events))]
    assert {f"train {number}" for number in range(20)} <= set(steps)
    assert steps[0] == trace.strings[int(track.events.name[0])] == "train 0"


def test_without_step_lines_the_reason_is_given(trace):
    bare = trace.with_tracks(trace.sections, trace.tracks[1:])
    assert step_of(bare, EventId(0, 0)) == "— (no line of this capture marks steps)"


def test_the_category_is_the_kind_of_line(trace):
    assert [category_of(trace, EventId(track, 0)) for track in range(3)] == [
        "step",
        "operation",
        "host thread",
    ]


@pytest.mark.parametrize(
    ("arg", "text"),
    [
        (Arg("device_duration_ps", 1_500_000), "1.5 µs".replace("1.5", "1.500")),
        (Arg("queue_ns", 2), "2 ns"),
        (Arg("bytes_accessed", 4_567_890), f"4.356 MiB (4{THIN}567{THIN}890 bytes)"),
        (Arg("num_bytes", 12), "12 B"),
        (Arg("model_flops", 1234), f"1{THIN}234 FLOP"),
        (Arg("program_id", 16383812755660058997), "16383812755660058997"),
        (Arg("occupancy", 0.25), "0.25"),
        (Arg("tf_op", "jit(f)/<b>"), "jit(f)/<b>"),
        (Arg("raw", b"\x00\x01"), "2 bytes: 00 01"),
        (Arg("raw", b"a" * 40), "40 bytes: " + "61 " * 31 + "61…"),
    ],
)
def test_a_stat_is_told_with_its_unit(arg, text):
    assert stat_text(arg) == text


def test_an_event_without_stats_has_none(trace):
    assert stats_of(trace, EventId(1, 0)) == ()


def test_stats_of_a_real_capture_are_all_there(data):
    from traceview.model.load import open_path

    capture = open_path(str(data / "xspace" / "tpu_v5e_jax"))
    number = next(n for n, t in enumerate(capture.trace.tracks) if t.name == "XLA Ops")
    track = capture.trace.tracks[number]
    args = track.args.args(int(track.events.arg_at[0]))
    stats = stats_of(capture.trace, EventId(number, 0))
    assert [stat.name for stat in stats] == [arg.name for arg in args]
    assert len(stats) > 3


def with_track(trace, **fields):
    track = Track(1, "more", TrackKind.OTHER, trace.tracks[1].events)
    tracks = (*trace.tracks, replace(track, **fields))
    return trace.with_tracks(trace.sections, tracks), len(trace.tracks)


def test_parents_are_told_with_the_events_they_are(trace):
    [_, inside] = groups_of(trace, EventId(2, 3))
    assert (inside.title, inside.facts[0].name) == ("Inside of", "Parent")
    assert [(fact.value, fact.target) for fact in inside.facts] == [
        ("load", EventId(2, 1)),
        ("run", EventId(2, 0)),
    ]


class Record:
    """A RecordSource: every event has a category and a stack."""

    def args(self, at):
        return ()

    def facts(self, at):
        return (Arg("Category", "kernel"), Arg("Stack", ["main", "run"]))

    def categories(self, at):
        return np.zeros(len(at), np.int32)


def test_what_the_format_says_more_is_told(trace):
    events = replace(trace.tracks[1].events, arg_at=np.zeros(4, np.int64))
    made, number = with_track(trace, args=Record(), events=events)
    recorded = groups_of(made, EventId(number, 0))[1]
    assert [(fact.name, fact.value) for fact in recorded.facts] == [
        ("Category", "kernel"),
        ("Stack", "main"),
        ("", "run"),
    ]


def test_a_sample_is_told_with_its_values_and_changes(trace):
    values = np.array([[1024.0, 1], [3072, 1], [0, 0.5], [0, 0]])
    counter = Counter(("heap", "stack"), values, "bytes")
    made, number = with_track(trace, kind=TrackKind.COUNTER, counter=counter)
    facts = {fact.name: fact.value for fact in facts_of(made, EventId(number, 1))}
    assert facts["heap"] == f"3.000 KiB (3{THIN}072 bytes)"
    assert facts["Change of heap"] == f"+2.000 KiB (2{THIN}048 bytes)"
    assert facts["Change of stack"] == "0 B"
    first = {fact.name: fact.value for fact in facts_of(made, EventId(number, 0))}
    assert (first["Time"], first["Change"]) == ("100 µs", "the first sample")


class States:
    """What snapshots say."""

    def __init__(self, *states) -> None:
        self.states = states

    def args(self, at):
        return (Arg("snapshot", self.states[at]),)


def with_object(trace, *states):
    number = np.arange(len(states))
    snapshots = Snapshots(np.zeros(len(states), np.int64), number * 10**6, number)
    return with_track(trace, kind=TrackKind.OBJECTS, snapshots=snapshots, args=States(*states))


TENSOR = (
    "dtype: DT_FLOAT\nshape {\n  dim {\n    size: 32\n  }\n  dim {\n    size: 10\n  }\n}\n"
    "allocation_description {\n  requested_bytes: 1280\n  allocator_name: cpu\n  ptr: 94\n}\n"
)


def test_an_object_is_told_with_its_life_and_tensors(trace):
    made, number = with_object(trace, {"tensor_description": TENSOR})
    facts = {fact.name: fact.value for fact in facts_of(made, EventId(number, 0))}
    assert {key: facts[key] for key in ("Created", "Deleted", "Lifetime", "Snapshots")} == {
        "Created": "100 µs",
        "Deleted": "200 µs",
        "Lifetime": "100 µs",
        "Snapshots": "1",
    }
    assert snapshot_table(made.tracks[number], 0).records() == [
        {
            "allocator": "cpu",
            "shape": "[32, 10]",
            "dtype": "float",
            "requested_bytes": 1280.0,
            "time_ps": 0,
        }
    ]


def test_other_states_are_shown_as_they_are(trace):
    made, number = with_object(trace, {"x": [1]}, {"tensor_description": TENSOR})
    table = snapshot_table(made.tracks[number], 0)
    assert (table["state"].texts[0], table["time_ps"].values.tolist()) == ('{"x": [1]}', [0, 10**6])
    assert snapshot_table(made.tracks[number], 1).rows == 0


def test_an_instant_of_the_trace_has_a_time_and_no_duration(trace):
    made, number = with_track(trace, kind=TrackKind.GLOBAL_INSTANTS)
    facts = [(fact.name, fact.value) for fact in facts_of(made, EventId(number, 0))]
    assert (facts[0], [name for name, _ in facts]) == (
        ("Time", "100 µs"),
        ["Time", "Track", "Step", "Host"],
    )


def test_a_step_of_torch_is_known_by_its_name(data):
    trace = open_path(str(data / "trace_event/torch_tb.pt.trace.json.gz")).trace
    step = trace.strings.intern("ProfilerStep#3")
    found = [
        (number, int((track.events.name == step).nonzero()[0][0]))
        for number, track in enumerate(trace.tracks)
        if (track.events.name == step).any()
    ]
    inside = first_child(trace, EventId(*found[0]))
    assert step_of(trace, inside) == "ProfilerStep#3"
