from dataclasses import replace

import pytest

from traceview.api import open_capture
from traceview.model.trace import Arg, EventId
from traceview.ui.timeline.event_facts import category_of, facts_of, stat_text, stats_of, step_of

THIN = "\u2009"


def test_an_event_is_told_with_exact_times(trace):
    facts = dict(facts_of(trace, EventId(2, 1)))
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
