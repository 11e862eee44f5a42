from dataclasses import replace

import numpy as np
import pytest

from tests.ui.timeline.conftest import columns
from traceview.model.load import open_path
from traceview.model.strings import StringTable
from traceview.model.trace import EventId, Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.timeline.details.guide_notes import counterpart_of, note_of

US = 1_000_000


def trace_of(*drawn, thread: str = "main") -> Trace:
    strings = StringTable()
    sections = (
        Section("/device:TPU:0", "h", SectionKind.TPU, "TPU 0"),
        Section("/host:CPU", "h", SectionKind.HOST, "Host"),
    )
    steps = columns(strings, [("1", 0, 100 * US), ("2", 100 * US, 100 * US)])
    device = columns(strings, [("InfeedDequeueTuple", 10 * US, 50 * US), ("copy", 70 * US, US)])
    host = columns(strings, list(drawn))
    tracks = (
        Track(0, "Steps", TrackKind.STEPS, steps),
        Track(0, "XLA Ops", TrackKind.OPS, device),
        Track(1, thread, TrackKind.THREAD, host),
    )
    return Trace(strings=strings, sections=sections, tracks=tracks)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("InfeedDequeueTuple", "takes its input from the host"),
        ("infeed.3", "takes its input from the host"),
        ("InfeedEnqueueTuple", "hands input to the TPU"),
        ("CrossReplicaSum", "over all replicas"),
        ("all-reduce.12", "over all replicas"),
        ("ncclDevKernel_AllReduce_Sum_f32", "over all replicas"),
        ("all-gather-start.1", "Exchanges data"),
        ("Iterator::Prefetch", "ahead of its use"),
        ("IteratorGetNextOp::DoCompute", "input pipeline"),
        ("MemcpyH2D", "from the host to the device"),
        ("MemcpyDToH", "from the device to the host"),
        ("_Recv", "between devices or machines"),
        ("HostSend", "between devices or machines"),
        ("backend_compile", "compiled"),
        ("XlaCompilation", "compiled"),
        ("StreamExecutor::LaunchKernel", "queues work"),
        ("BlockHostUntilDone", "waits for the device"),
    ],
)
def test_characteristic_events_are_explained(name, said):
    note = note_of(trace_of((name, 0, US)), EventId(2, 0))
    assert said in note.meaning


@pytest.mark.parametrize("name", ["fusion.1", "Sender", "compiled_fn", "prefetcher", "copy", ""])
def test_other_events_have_no_note(name):
    assert note_of(trace_of((name, 0, US)), EventId(2, 0)) is None


def test_counters_and_objects_have_no_note_whatever_their_name():
    trace = trace_of(("InfeedDequeueTuple", 0, US))
    tracks = [replace(trace.tracks[2], kind=kind) for kind in ("counter", "objects")]
    trace = trace.with_tracks(trace.sections, tracks)
    assert [note_of(trace, EventId(track, 0)) for track in range(2)] == [None, None]


def test_a_long_name_of_an_iterator_is_read_from_its_end():
    trace = trace_of(("Iterator::Batch::Repeat::Map::Range", 0, US))
    assert note_of(trace, EventId(2, 0)).meaning.endswith(
        "Range feeds Map, which feeds Repeat, which feeds Batch."
    )


def test_whatever_runs_in_a_prefetch_thread_is_explained():
    trace = trace_of(("read", 0, US), thread="tf_data_prefetch/12")
    assert "prefetch thread" in note_of(trace, EventId(2, 0)).meaning


def test_the_counterpart_is_the_longest_at_the_other_end_in_the_same_step():
    trace = trace_of(
        ("InfeedEnqueueTuple", 5 * US, 10 * US),
        ("InfeedEnqueueTuple", 30 * US, 20 * US),
        ("InfeedEnqueueTuple", 120 * US, 60 * US),
    )
    found = [counterpart_of(trace, EventId(1, 0)), counterpart_of(trace, EventId(2, 1))]
    assert found == [EventId(2, 1), EventId(1, 0)]
    assert counterpart_of(trace, EventId(2, 2)) is None
    assert counterpart_of(trace, EventId(1, 1)) is None


def test_stages_of_a_real_input_pipeline_are_explained(data):
    trace = open_path(str(data / "xspace" / "gpu_input_bound")).trace
    named = trace.strings.find("Iterator")
    found = [
        note_of(trace, EventId(number, int(index)))
        for number, track in enumerate(trace.tracks)
        for index in np.flatnonzero(named[track.events.name])[:20]
    ]
    assert found
    assert all(found)
