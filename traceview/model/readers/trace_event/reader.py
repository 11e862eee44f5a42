"""The reader of trace-event JSON: torch.profiler, JAX, TensorFlow 1, viztracer, Chrome, ...

Everything is drawn that says when it happened; what cannot be is counted in the import report.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from traceview.model.capture import Capture, Plane
from traceview.model.errors import Notice, TraceError
from traceview.model.reader import Progress
from traceview.model.readers.trace_event.args import JsonArgs
from traceview.model.readers.trace_event.async_slices import async_spans
from traceview.model.readers.trace_event.chunks import likeness, read_records
from traceview.model.readers.trace_event.clock import Times, times_of
from traceview.model.readers.trace_event.counters import counter_tracks
from traceview.model.readers.trace_event.dumps import dump_tracks
from traceview.model.readers.trace_event.flows import flows_of
from traceview.model.readers.trace_event.memory import memory_counter_tracks
from traceview.model.readers.trace_event.notices import import_report, overlaps
from traceview.model.readers.trace_event.objects import object_tracks
from traceview.model.readers.trace_event.places import Places
from traceview.model.readers.trace_event.records import (
    SCOPE_GLOBAL,
    SCOPE_PROCESS,
    Records,
    Skips,
)
from traceview.model.readers.trace_event.samples import sample_tracks
from traceview.model.readers.trace_event.slices import Spans, instants, joined_spans, slices
from traceview.model.readers.trace_event.tracks import (
    Naming,
    arranged,
    async_tracks,
    instant_tracks,
    processes_of,
    thread_tracks,
    threads_of,
)
from traceview.model.source import Source
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Ids, Ints, Trace, Track, TrackKind, span_of

# Read whole and shown elsewhere, or too long to be a fact.
NO_FACTS = ("traceEvents", "stackFrames", "samples")
PHASES = b"XBEiIRbneSTpFstfCNODMPvc()"
READ_SHARE = 0.8  # of the time, the rest goes into the tracks


class TraceEventReader:
    """Reads trace-event JSON in its array and object forms."""

    name = "trace-event JSON"

    def sniff(self, head: bytes, size_bytes: int) -> int:
        """How much the first bytes look like trace events, 0 to 100."""
        return likeness(head)

    def read(self, source: Source, host: str, strings: StringTable, progress: Progress) -> Capture:
        """The capture in one file. Raises TraceError or Cancelled."""
        size_bytes = source.size_bytes
        contents = source.read(lambda done: progress.advance(done // 4, size_bytes))
        skips = Skips()

        def advance(fraction: float) -> None:
            progress.advance(round(size_bytes * READ_SHARE * fraction), size_bytes)

        records = read_records(contents, strings, skips, advance)
        host = host or _rank(records.top)
        trace, planes = build_trace(records, host, strings, skips)
        progress.advance(size_bytes, size_bytes)
        notices = [*contents.notices, *import_report(skips), *_overlaps(trace)]
        _refuse_if_nothing(records, notices, source)
        return Capture(
            path=source.path,
            run=source.name,
            hosts=(host,),
            trace=trace,
            planes=planes,
            notices=tuple(_located(notice, source.path) for notice in notices),
            size_bytes=size_bytes,
            records=_phases(records),
            about=_about(records),
        )


def build_trace(
    records: Records, host: str, strings: StringTable, skips: Skips
) -> tuple[Trace, tuple[Plane, ...]]:
    """The trace of a file's records, and what each process holds."""
    _report_phases(records, skips)
    times = times_of(records, skips)
    places = Places(records, skips)
    thread = threads_of(records)
    section, processes = processes_of(records)
    on_threads = slices(records, times.time_ps, times.usable, thread, skips)
    found = async_spans(records, times.time_ps, times.usable, strings, skips)
    args = _args(records, joined_spans([on_threads, found.spans]))
    naming = Naming(records, strings, args, places, section, processes)
    sections = places.sections(list(processes), host)
    threads = thread_tracks(on_threads, thread, naming, sections)
    tracks = [
        *threads,
        *async_tracks(found, naming),
        *_instants(times, naming),
        *_measured(times, naming, skips),
    ]
    end_ps = max((span[1] for track in tracks if (span := span_of(track.events))), default=0)
    tracks += object_tracks(
        records, times.time_ps, times.usable, section, strings, args, end_ps, skips
    )
    shown, ordered = arranged(tracks, sections, naming)
    flows = flows_of(
        records,
        times.time_ps,
        times.usable,
        ordered,
        _track_of(records, thread, ordered),
        strings,
        skips,
    )
    trace = Trace(times.t0_ns, strings, shown, ordered, flows, records.colours)
    return trace, _planes(trace, host)


def _report_phases(records: Records, skips: Skips) -> None:
    """What begins with no phase that the format knows."""
    known = np.zeros(256, np.bool_)
    known[[0, *PHASES]] = True
    # JAX and others close the list with an empty object.
    named = (records.name >= 0) | records.timed | (records.process >= 0)
    for kind, lost in (
        ("no phase", (records.phase == 0) & named),
        ("unknown phase", ~known[records.phase]),
    ):
        skips.add_records(kind, lost.nonzero()[0], records.store)


def _args(records: Records, spans: Spans) -> JsonArgs:
    """Where args come from, told which records end which, and what never ended."""
    ended = (spans.end_record >= 0).nonzero()[0]
    order = ended[np.argsort(spans.record[ended])]
    unfinished = np.sort(spans.record[spans.unfinished])
    return JsonArgs(records.lean(), spans.record[order], spans.end_record[order], unfinished)


def _instants(times: Times, naming: Naming) -> list[Track]:
    kinds = {
        SCOPE_PROCESS: TrackKind.PROCESS_INSTANTS,
        SCOPE_GLOBAL: TrackKind.GLOBAL_INSTANTS,
    }
    return [
        track
        for scope, kind in kinds.items()
        for track in instant_tracks(
            instants(naming.records, times.time_ps, times.usable, scope), kind, naming
        )
    ]


def _measured(times: Times, naming: Naming, skips: Skips) -> list[Track]:
    """Counters, memory dumps and samples."""
    common = (naming.records, times.time_ps, times.usable, naming.section, naming.strings)
    counters = counter_tracks(*common, naming.args, skips)
    # A file that we wrote holds these as counters already.
    known = {(track.section, track.name) for track in counters}
    memory = memory_counter_tracks(*common, naming.args, skips)
    return [
        *counters,
        *(track for track in memory if (track.section, track.name) not in known),
        *dump_tracks(*common, naming.args, skips),
        *sample_tracks(*common, naming.args, skips),
    ]


def _track_of(records: Records, thread: Ints, tracks: tuple[Track, ...]) -> Ids:
    """The track of each record's thread, int32[n], -1 where it has none."""
    place = np.full(int(thread.max(initial=-1)) + 1, -1, np.int32)
    for number, track in enumerate(tracks):
        if track.section >= 0 and track.kind not in _NO_THREADS:
            place[thread[track.events.arg_at[0]]] = number
    return place[thread]


_NO_THREADS = (
    TrackKind.ASYNC,
    TrackKind.COUNTER,
    TrackKind.OBJECTS,
    TrackKind.SAMPLES,
    TrackKind.PROCESS_INSTANTS,
    TrackKind.GLOBAL_INSTANTS,
)


def _planes(trace: Trace, host: str) -> tuple[Plane, ...]:
    planes = []
    for number, section in enumerate(trace.sections):
        mine = [track.events for track in trace.tracks if track.section == number]
        spans = [span for events in mine if (span := span_of(events))]
        span_ps = max(end for _, end in spans) - min(start for start, _ in spans) if spans else 0
        name = section.heading if not section.name else section.name
        planes.append(Plane(host, name, len(mine), sum(map(len, mine)), span_ps))
    return tuple(planes)


def _phases(records: Records) -> dict[str, int]:
    counts = Counter(dict(enumerate(np.bincount(records.phase, minlength=1).tolist())))
    return {chr(code) if code else "": count for code, count in counts.items() if count}


def _about(records: Records) -> tuple[Arg, ...]:
    """What the file says of itself beside the events."""
    return tuple(Arg(key, value) for key, value in records.top.items() if key not in NO_FACTS)


def _rank(top: dict[str, Any]) -> str:
    """A torch process of several is called by its rank."""
    distributed = top.get("distributedInfo")
    rank = distributed.get("rank") if isinstance(distributed, dict) else None
    return f"rank {rank}" if isinstance(rank, int) else ""


def _overlaps(trace: Trace) -> list[Notice]:
    overlapping = [track.overlaps for track in trace.tracks if track.overlaps]
    return list(overlaps(sum(overlapping), len(overlapping)))


def _refuse_if_nothing(records: Records, notices: list[Notice], source: Source) -> None:
    if len(records):
        return
    for notice in notices:
        if notice.partial:
            raise TraceError(
                f"{source.name} cannot be read.",
                f"{notice.text} No whole event is left.",
                "Copy it again from where it was made, and compare the sizes.",
                path=source.path,
                offset=notice.offset,
            )


def _located(notice: Notice, path: str) -> Notice:
    return Notice(notice.kind, notice.text, path, notice.offset, notice.partial)
