"""Reads a run: chooses a reader for each file and puts all hosts on one clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from traceview.model.attachments import tools
from traceview.model.capture import Capture
from traceview.model.cut_captures import cut_notices
from traceview.model.errors import NothingFoundError, Notice, TraceError
from traceview.model.logdir import nothing_found, survey
from traceview.model.memory import give_back
from traceview.model.reader import Progress
from traceview.model.readers import READERS
from traceview.model.runs import HostFile, Run, chosen_run
from traceview.model.sniff import refusal, unknown
from traceview.model.source import Source
from traceview.model.strings import StringTable
from traceview.model.trace import Events, Flows, Section, Trace, Track, joined_flows

# Beyond this distance two clocks do not show the same time.
SAME_CLOCK_NS = 86_400 * 10**9


def open_path(
    path: str,
    run: str | None = None,
    hosts: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Capture:
    """Open the run called ``run``, by default the newest, in a file or below a folder.

    Raises NothingFoundError where there is no run or nothing in it, TraceError for what cannot
    be read, and Cancelled.
    """
    found = survey(path)
    if not found.runs:
        raise nothing_found(found)
    chosen = chosen_run(found.runs, run)
    if chosen is None:
        names = ", ".join(each.name for each in found.runs[:10])
        raise NothingFoundError(
            f"There is no run called {run} in {path}.",
            f"These are there: {names}{', ...' if len(found.runs) > 10 else ''}.",
            "Name one of them, or none for the newest.",
            path=path,
        )
    return load_run(chosen, hosts, progress or Progress())


def load_run(run: Run, hosts: Sequence[str] | None, progress: Progress) -> Capture:
    """Read the files of a run, or those of ``hosts`` only, into one capture.

    A file that cannot be read becomes a notice where others can. Raises TraceError when
    none can, NothingFoundError when there is no event in any, and Cancelled.
    """
    files = _chosen(run, hosts)
    if not files:
        raise _no_trace(run)
    strings, shifts = StringTable(), Shifts()
    read: list[Capture] = []
    failed: list[TraceError] = []
    for index, file in enumerate(files):
        steps = _FileProgress(progress, files, index, read, shifts)
        try:
            read.append(_load_file(file, strings, steps))
        except TraceError as error:
            failed.append(error)
        except MemoryError as error:
            raise _too_big(file) from error
    if not read:
        raise failed[0]
    missing = (
        Notice("unreadable-host", f"{error}", error.path, error.offset, partial=True)
        for error in failed
    )
    capture = merged(run, read, shifts)
    capture = replace(capture, notices=(*missing, *capture.notices), attachments=run.attachments)
    if not capture.event_count:
        raise _no_events(capture)
    cut = chain.from_iterable(map(cut_notices, read))
    capture = replace(capture, notices=(*cut, *capture.notices))
    give_back()
    return capture


class Shifts:
    """Columns moved to a common clock, each once, however often a growing trace is shown."""

    def __init__(self) -> None:
        # With the columns that were moved, so that they last as long as their identity counts.
        self._moved: dict[tuple[int, int], tuple[Events, Events]] = {}

    def moved(self, events: Events, shift_ps: int) -> Events:
        """``events`` that start ``shift_ps`` later."""
        if not shift_ps:
            return events
        key = id(events), shift_ps
        if key not in self._moved:
            start_ps = events.start_ps + shift_ps
            start_ps.flags.writeable = False
            self._moved[key] = events, replace(events, start_ps=start_ps)
        return self._moved[key][1]


def merged(run: Run, captures: Sequence[Capture], shifts: Shifts) -> Capture:
    """One capture of several hosts', which share a StringTable."""
    traces = [capture.trace for capture in captures]
    notices = tuple(chain.from_iterable(capture.notices for capture in captures))
    if len(traces) > 1 and not _comparable(traces):
        text = "The hosts' clocks cannot be compared, so each host starts at its own time zero."
        notices += (Notice("clock", text, run.path),)
    return Capture(
        path=run.path,
        run=run.name,
        hosts=tuple(chain.from_iterable(capture.hosts for capture in captures)),
        trace=on_one_clock(traces, shifts),
        planes=tuple(chain.from_iterable(capture.planes for capture in captures)),
        notices=notices,
        size_bytes=sum(capture.size_bytes for capture in captures),
        metadata={key: value for c in captures for key, value in c.metadata.items()},
        hostnames=tuple(chain.from_iterable(capture.hostnames for capture in captures)),
        records=sum((Counter(capture.records) for capture in captures), Counter()),
        about=tuple(chain.from_iterable(capture.about for capture in captures)),
        has_stats=all(capture.has_stats for capture in captures),
    )


def on_one_clock(traces: Sequence[Trace], shifts: Shifts) -> Trace:
    """The tracks of several hosts below one another, on the clock of the earliest.

    Headings name the host where there are several.
    """
    if len(traces) == 1:
        return traces[0]
    comparable = _comparable(traces)
    t0_ns = min(trace.t0_ns for trace in traces)
    sections: list[Section] = []
    tracks: list[Track] = []
    flows: list[Flows] = []
    for trace in traces:
        shift_ps = (trace.t0_ns - t0_ns) * 1000 if comparable else 0
        place = np.arange(len(trace.tracks), dtype=np.int32) + np.int32(len(tracks))
        flows.append(trace.flows.moved(place, shift_ps))
        tracks += (
            replace(
                track,
                section=track.section + len(sections),
                events=shifts.moved(track.events, shift_ps),
            )
            for track in trace.tracks
        )
        sections += (replace(s, heading=f"{s.heading} · {s.host}") for s in trace.sections)
    return Trace(
        t0_ns,
        traces[0].strings,
        tuple(sections),
        tuple(tracks),
        joined_flows(flows),
        {name: colour for trace in traces for name, colour in trace.colours.items()},
    )


def _comparable(traces: Sequence[Trace]) -> bool:
    times_ns = [trace.t0_ns for trace in traces]
    return max(times_ns) - min(times_ns) < SAME_CLOCK_NS


def _chosen(run: Run, hosts: Sequence[str] | None) -> tuple[HostFile, ...]:
    if not hosts:
        return run.files
    unknown_hosts = [host for host in hosts if host not in run.hosts]
    if unknown_hosts:
        raise NothingFoundError(
            f"Run {run.name} has no host called {', '.join(unknown_hosts)}.",
            f"Its hosts are {', '.join(run.hosts)}.",
            "Name some of them, or none for all.",
            path=run.path,
        )
    return tuple(file for file in run.files if file.host in hosts)


def _load_file(file: HostFile, strings: StringTable, progress: Progress) -> Capture:
    source = Source(file.path)
    head = source.head()
    refused = refusal(source, head)
    if refused is not None:
        raise refused
    size_bytes = source.size_bytes
    reader = max(READERS, key=lambda reader: reader.sniff(head, size_bytes))
    if not reader.sniff(head, size_bytes):
        raise unknown(source, head)
    return reader.read(source, file.host, strings, progress)


class _FileProgress(Progress):
    """Progress of one file of several, as progress of them all."""

    def __init__(
        self,
        outer: Progress,
        files: Sequence[HostFile],
        index: int,
        before: Sequence[Capture],
        shifts: Shifts,
    ) -> None:
        self._outer, self._shifts = outer, shifts
        self._done_bytes = sum(file.size_bytes for file in files[:index])
        self._total_bytes = sum(file.size_bytes for file in files)
        self._before = before

    def advance(self, done_bytes: int, total_bytes: int) -> None:
        self._outer.advance(self._done_bytes + done_bytes, self._total_bytes)

    def show(self, trace: Trace) -> None:
        before = (capture.trace for capture in self._before)
        self._outer.show(on_one_clock([*before, trace], self._shifts))


def _no_trace(run: Run) -> NothingFoundError:
    return NothingFoundError(
        f"Run {run.name} holds no trace.",
        f"It has results of {tools(run.attachments)} only, and this release shows the timeline"
        " only.",
        "Open another run, or capture one with the trace viewer's data.",
        path=run.path,
    )


def _no_events(capture: Capture) -> NothingFoundError:
    return NothingFoundError(
        "The capture holds no events.",
        _sentences(notice.text for notice in capture.notices),
        "The program did nothing while it was traced: capture many steps of training, for longer"
        " (--duration_ms), try again when nothing came (--num_tracing_attempts), and wait for the"
        " work on the devices before the profiler stops.",
        path=capture.path,
    )


def _sentences(texts: Iterable[str]) -> str:
    return " ".join(text if text.endswith(".") else f"{text}." for text in texts)


def _too_big(file: HostFile) -> TraceError:
    return TraceError(
        f"{file.path} does not fit in memory.",
        f"It has {file.size_bytes:,} bytes, and reading took more memory than there is.",
        "Close other programs, or open fewer hosts at once.",
        path=file.path,
    )
