"""Events that tell much about a run: what they are, what a long one means, what to do.

After the Cloud TPU guide to the trace viewer and TensorFlow's guide to the profiler, in our own
words. No widgets in here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from traceview.model.picks import starting
from traceview.model.query import end_of
from traceview.model.trace import EventId, Trace, TrackKind
from traceview.ui.text import tr
from traceview.ui.timeline.details.event_facts import name_of, step_event_of


class Note(NamedTuple):
    """What an event is, and what a long one means; both are translated when shown."""

    meaning: str
    when_long: str = ""


class _Rule(NamedTuple):
    name: re.Pattern[str]
    note: Note
    counterpart: re.Pattern[str] | None = None


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


DEQUEUE = _words(r"\bInfeedDequeue|^%?infeed\b")
ENQUEUE = _words(r"\bInfeedEnqueue")
RULES = (
    _Rule(
        DEQUEUE,
        Note(
            "The TPU takes its input from the host.",
            "Long: the host prepares input too slowly, and the TPU waits. Look at the counterpart "
            "on the host, then at the input pipeline: prefetch, map in parallel, cache, or "
            "preprocess ahead of time.",
        ),
        ENQUEUE,
    ),
    _Rule(
        ENQUEUE,
        Note(
            "The host hands input to the TPU, where InfeedDequeueTuple receives it.",
            "Long: the transfer is slow. Combine small pieces of input into fewer larger ones, "
            "and send smaller types, such as bfloat16.",
        ),
        DEQUEUE,
    ),
    _Rule(
        _words(r"\boutfeed"),
        Note(
            "The device sends results back to the host.",
            "Long: the host fetches too slowly. Return less, and less often.",
        ),
    ),
    _Rule(
        _words(r"CrossReplicaSum|all-?_?reduce"),
        Note(
            "Sums values over all replicas, gradients for the most part.",
            "Long: it rarely is the sum itself. The core waits for a slower one; compare the other "
            "cores at this time, and look for a long infeed there.",
        ),
    ),
    _Rule(
        _words(r"all-?_?gather|reduce-?_?scatter|all-?_?to-?_?all|collective-?_?permute"),
        Note(
            "Exchanges data between devices.",
            "Long: devices wait for the slowest, or much data moves. Compare the others at this "
            "time; overlap it with compute or split the model in another way.",
        ),
    ),
    _Rule(
        _words(r"::Prefetch\b|^Prefetch\b"),
        Note(
            "Reads input ahead of its use, in a thread of its own, so that slow files even out.",
            "Long: what it reads from is slow. Look at the iterators below it; the consumer waits "
            "once the buffer is empty.",
        ),
    ),
    _Rule(
        _words(r"^Iterator::|^IteratorGetNext"),
        Note(
            "A stage of the input pipeline (tf.data) makes one element.",
            "Long: this stage or one that feeds it holds the pipeline up; self time tells which. "
            "More than 50 µs a call is slow. Prefetch, map in parallel, interleave, or cache.",
        ),
    ),
    _Rule(
        _words(r"MemcpyH(?:To|2)?D|Memcpy HtoD|host.to.device|TransferToDevice|TransferToInfeed"),
        Note(
            "Copies data from the host to the device.",
            "Long or many: join small copies, keep data on the device, prefetch to it.",
        ),
    ),
    _Rule(
        _words(r"MemcpyD(?:To|2)?H|Memcpy DtoH|device.to.host|TransferFromDevice"),
        Note(
            "Copies data from the device to the host.",
            "Long or many: the program reads values back, for logging or in Python, and may wait "
            "for the device each time. Read less often.",
        ),
    ),
    _Rule(
        _words(r"MemcpyD(?:To|2)?D|MemcpyP(?:To|2)?P|Memcpy [DP]to[DP]"),
        Note("Copies data within a device or between devices."),
    ),
    _Rule(
        _words(r"compil(?:e|ation)(?![a-z])|ptxas|\bjit_?link"),
        Note(
            "A program is compiled for the device; nothing runs on it meanwhile.",
            "After the first steps: shapes or Python values change from step to step. Keep "
            "shapes static, or pad to a few sizes.",
        ),
    ),
    _Rule(
        _words(r"^_?(?:Host)?(?:Send|Recv)(?:Done|Tensor)?\b|RecvTensor"),
        Note(
            "Passes a tensor between devices or machines.",
            "A long receive waits for the sender: look at what the other side does at this time.",
        ),
    ),
    _Rule(
        _words(r"BlockHostUntil|StreamSynchronize|DeviceSynchronize|block_until_ready|AwaitReady"),
        Note(
            "The host waits for the device.",
            "Long: expected where a result is read. Elsewhere queue more work first.",
        ),
    ),
    _Rule(
        _words(r"\bStreamExecutor|^Stream::|LaunchKernel"),
        Note(
            "The host queues work for the device.",
            "Many short ones: starting kernels costs more than running them. Fuse them with XLA, "
            "or make batches larger.",
        ),
    ),
    _Rule(
        _words(r"^idle$"),
        Note(
            "The device has nothing to do.",
            "Long: look at the host at this time; input, Python or compiling keeps it from "
            "queueing work.",
        ),
    ),
)
NO_WORK = {TrackKind.COUNTER, TrackKind.OBJECTS, TrackKind.STEPS}  # names of other things
PREFETCH_THREAD = _words(r"prefetch")
ON_A_PREFETCH_THREAD = Note(
    "Runs in a prefetch thread, which reads input ahead of its use.",
    "Prefetching evens out slow access to files; long work here only hurts when the consumer "
    "has to wait for it.",
)


def note_of(trace: Trace, event: EventId) -> Note | None:
    """What is worth knowing of the event, by its name or its thread; None for most."""
    track = trace.tracks[event.track]
    if track.kind in NO_WORK:
        return None
    name = name_of(trace, event)
    rule = _rule_of(name)
    if rule is not None and name.startswith("Iterator::"):
        return Note(f"{tr(rule.note.meaning)} {_chain(name)}".strip(), tr(rule.note.when_long))
    if rule is not None:
        return Note(tr(rule.note.meaning), tr(rule.note.when_long))
    if track.kind is TrackKind.THREAD and PREFETCH_THREAD.search(track.name):
        return Note(*map(tr, ON_A_PREFETCH_THREAD))
    return None


def counterpart_of(trace: Trace, event: EventId) -> EventId | None:
    """The longest event at the other end of the infeed that starts in the same step.

    Where no step is marked, in the time of the event itself.
    """
    rule = _rule_of(name_of(trace, event))
    if rule is None or rule.counterpart is None:
        return None
    around = step_event_of(trace, event) or event
    events = trace.tracks[around.track].events
    span_ps = int(events.start_ps[around.index]), end_of(events, around.index)
    search = rule.counterpart.search
    wanted = np.fromiter((search(text) is not None for text in tuple(trace.strings)), np.bool_)
    found = (_longest(trace, number, wanted, span_ps) for number in range(len(trace.tracks)))
    return max(
        (each for each in found if each is not None),
        key=lambda each: int(trace.tracks[each.track].events.dur_ps[each.index]),
        default=None,
    )


def _rule_of(name: str) -> _Rule | None:
    return next((rule for rule in RULES if rule.name.search(name)), None)


def _chain(name: str) -> str:
    """How an iterator's long name is read: the last part is the iterator, the rest consume it."""
    *consumers, last = name.split("::")[1:]
    if not consumers:
        return ""
    return tr("{} feeds {}.").format(last, tr(", which feeds ").join(reversed(consumers)))


def _longest(
    trace: Trace, number: int, wanted: np.ndarray, span_ps: tuple[int, int]
) -> EventId | None:
    events = trace.tracks[number].events
    best: EventId | None = None
    for row in range(0 if trace.tracks[number].derived else events.rows):
        first, last = starting(events, row, *span_ps)
        hits = wanted[events.name[first:last]].nonzero()[0]
        if len(hits):
            index = first + int(hits[events.dur_ps[first:last][hits].argmax()])
            if best is None or events.dur_ps[index] > events.dur_ps[best.index]:
                best = EventId(number, index)
    return best
