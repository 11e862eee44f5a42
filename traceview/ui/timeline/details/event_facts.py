"""What is told about one event. No widgets in here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from traceview.model.format import UNKNOWN, count, exact_time, size
from traceview.model.query import ancestors, end_of, visible
from traceview.model.self_time import self_between
from traceview.model.statistics import track_label
from traceview.model.table import Column, Table
from traceview.model.trace import Arg, EventId, RecordSource, Trace, Track, TrackKind
from traceview.ui.text import tr
from traceview.ui.timeline.details.state_facts import life_facts, sample_facts

CATEGORIES = {
    TrackKind.STEPS: "step",
    TrackKind.MODULES: "module",
    TrackKind.OPS: "operation",
    TrackKind.ASYNC_OPS: "asynchronous operation",
    TrackKind.FRAMEWORK_OPS: "framework op",
    TrackKind.NAME_SCOPE: "name scope",
    TrackKind.SOURCE: "source line",
    TrackKind.STREAM: "stream",
    TrackKind.THREAD: "host thread",
    TrackKind.ASYNC: "asynchronous",
    TrackKind.COUNTER: "counter sample",
    TrackKind.OBJECTS: "object",
    TrackKind.SAMPLES: "sample",
    TrackKind.PROCESS_INSTANTS: "instant of a process",
    TrackKind.GLOBAL_INSTANTS: "instant of the whole trace",
    TrackKind.OTHER: "event",
}
INSTANTS = {TrackKind.PROCESS_INSTANTS, TrackKind.GLOBAL_INSTANTS}
TIME_SUFFIXES = {"_ps": 1, "_ns": 10**3, "_us": 10**6, "_ms": 10**9}
BYTES_SHOWN = 32
TORCH_STEP = "ProfilerStep#"
ANCESTORS_SHOWN = 8
LINES_SHOWN = 12  # of a list, as of the frames of a stack


class Fact(NamedTuple):
    """A name and its value as text; ``target`` is the event that the value names, if any.

    ``whole`` is the value at length where ``value`` is a shorter form of it.
    """

    name: str
    value: str
    target: EventId | None = None
    whole: str = ""


class Group(NamedTuple):
    """Facts under a title, which is empty for the first."""

    title: str
    facts: tuple[Fact, ...]


def name_of(trace: Trace, event: EventId) -> str:
    """The event's name, raw."""
    return trace.strings[int(trace.tracks[event.track].events.name[event.index])]


def category_of(trace: Trace, event: EventId) -> str:
    """What kind of thing the event is, by its line."""
    return tr(CATEGORIES[trace.tracks[event.track].kind])


def groups_of(trace: Trace, event: EventId) -> tuple[Group, ...]:
    """All that is told beside name, category and stats; groups without facts are left out."""
    groups = (
        Group("", facts_of(trace, event)),
        Group(tr("Recorded"), record_facts_of(trace, event)),
        Group(tr("Inside of"), ancestor_facts_of(trace, event)),
    )
    return tuple(group for group in groups if group.facts)


def facts_of(trace: Trace, event: EventId) -> tuple[Fact, ...]:
    """When and where the event ran. Times count from the capture's start."""
    track = trace.tracks[event.track]
    section = trace.sections[track.section]
    facts = [
        *(Fact(*each) for each in _times(trace, event)),
        Fact(tr("Track"), track_label(trace, event.track)),
        Fact(tr("Step"), step_of(trace, event)),
    ]
    if section.host:
        facts.append(Fact(tr("Host"), section.host))
    return tuple(facts)


def record_facts_of(trace: Trace, event: EventId) -> tuple[Fact, ...]:
    """What the format says of the event beside its args: category, CPU time, stack."""
    track = trace.tracks[event.track]
    at = int(track.events.arg_at[event.index])
    if at < 0 or not isinstance(track.args, RecordSource):
        return ()
    return tuple(fact for arg in track.args.facts(at) for fact in _lines(arg))


def ancestor_facts_of(trace: Trace, event: EventId) -> tuple[Fact, ...]:
    """The events around this one, the nearest first."""
    found = list(islice(ancestors(trace, event), ANCESTORS_SHOWN + 1))
    facts = [
        Fact(tr("Parent") if place == 0 else "", name_of(trace, each), each)
        for place, each in enumerate(found[:ANCESTORS_SHOWN])
    ]
    if len(found) > ANCESTORS_SHOWN:
        facts.append(Fact("", tr("and more above (↑ goes there)")))
    return tuple(facts)


def stats_of(trace: Trace, event: EventId) -> tuple[Fact, ...]:
    """The event's stats as the capture holds them, in their order."""
    track = trace.tracks[event.track]
    at = int(track.events.arg_at[event.index])
    args = track.args.args(at) if track.args is not None and at >= 0 else ()
    return tuple(_fact(arg) for arg in args)


def step_of(trace: Trace, event: EventId) -> str:
    """The step that an event starts in: by a step line, else by the marker around it."""
    tracks = _step_tracks(trace, trace.tracks[event.track].section)
    if not tracks:
        marker = _step_marker(trace, event)
        if marker is not None:
            return name_of(trace, marker)
        return f"{UNKNOWN} {tr('(no line of this capture marks steps)')}"
    step = _step_at(trace, tracks, event)
    return name_of(trace, step) if step else f"{UNKNOWN} {tr('(it starts outside of every step)')}"


def step_event_of(trace: Trace, event: EventId) -> EventId | None:
    """The step, as an event of a step line, that an event starts in; None where none is marked."""
    return _step_at(trace, _step_tracks(trace, trace.tracks[event.track].section), event)


def table_of(facts: Iterable[Fact]) -> Table:
    """Facts as a table of names and values, to copy and to export."""
    told = tuple(facts)
    return Table(
        (
            Column("name", tr("Name"), tuple(fact.name for fact in told)),
            Column("value", tr("Value"), tuple(fact.value for fact in told)),
        )
    )


def stat_text(arg: Arg) -> str:
    """A stat's value, with its unit where its name tells one."""
    value = arg.value
    if isinstance(value, bytes):
        rest = "…" if len(value) > BYTES_SHOWN else ""
        shown = value[:BYTES_SHOWN].hex(" ")
        return tr("{} bytes: {}").format(count(len(value)), f"{shown}{rest}")
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | dict | bool) or value is None:
        return json.dumps(value, ensure_ascii=False)
    for suffix, scale in TIME_SUFFIXES.items():
        if arg.name.endswith(suffix):
            return exact_time(value * scale)
    words = arg.name.lower().replace("_", " ").split()
    if "bytes" in words:
        return (
            tr("{} ({} bytes)").format(size(value), count(value)) if value >= 1024 else size(value)
        )
    if "flops" in words:
        return f"{count(value)} FLOP"
    return str(value)


def _lines(arg: Arg) -> Iterator[Fact]:
    """One fact, or one a line of a list, as of the frames of a stack."""
    if not isinstance(arg.value, list) or not arg.value:
        yield _fact(arg)
        return
    whole = "\n".join(map(str, arg.value))
    for place, line in enumerate(arg.value[:LINES_SHOWN]):
        yield Fact("" if place else arg.name, str(line), whole="" if place else whole)
    if len(arg.value) > LINES_SHOWN:
        yield Fact("", tr("and {} more").format(count(len(arg.value) - LINES_SHOWN)))


def _fact(arg: Arg) -> Fact:
    nested = isinstance(arg.value, list | dict)
    whole = json.dumps(arg.value, ensure_ascii=False, indent=2) if nested else ""
    return Fact(arg.name, stat_text(arg), whole=whole)


def _times(trace: Trace, event: EventId) -> Iterator[tuple[str, str]]:
    """Names and values of the times, and of what stands for them in counters and objects."""
    track = trace.tracks[event.track]
    start_ps = int(track.events.start_ps[event.index])
    dur_ps = int(track.events.dur_ps[event.index])
    if track.counter is not None:
        yield from sample_facts(track.counter, event.index, start_ps, dur_ps)
    elif track.snapshots is not None:
        yield from life_facts(track.snapshots, event.index, start_ps, dur_ps)
    elif track.kind in INSTANTS:
        yield tr("Time"), exact_time(start_ps)
    else:
        row = track.events.row_of(event.index)
        own_ps = int(self_between(track, row, event.index, event.index + 1)[0])
        yield tr("Start"), exact_time(start_ps)
        yield tr("Duration"), exact_time(dur_ps)
        yield tr("Self time"), exact_time(own_ps)
        yield tr("End"), exact_time(end_of(track.events, event.index))


def _step_at(trace: Trace, numbers: list[int], event: EventId) -> EventId | None:
    start_ps = int(trace.tracks[event.track].events.start_ps[event.index])
    for number in numbers:
        events = trace.tracks[number].events
        for row in range(events.rows):
            low, high = visible(events, row, start_ps, start_ps + 1)
            if low < high:
                return EventId(number, low)
    return None


def _step_marker(trace: Trace, event: EventId) -> EventId | None:
    """The outermost event around an event, or itself, that marks a step.

    TensorFlow and JAX say so by the stat ``_r``, torch.profiler by the name.
    """
    marker = None
    for around in (event, *ancestors(trace, event)):
        track = trace.tracks[around.track]
        if name_of(trace, around).startswith(TORCH_STEP):
            marker = around
            continue
        at = int(track.events.arg_at[around.index])
        if track.args is not None and any(arg.name == "_r" for arg in track.args.args(at)):
            marker = around
    return marker


def _step_tracks(trace: Trace, section: int) -> list[int]:
    """Step lines of the section, else of its host, else of any."""
    host = trace.sections[section].host

    def nearness(track: Track) -> int:
        near = trace.sections[track.section].host == host
        return 0 if track.section == section else 1 if near else 2

    steps = {n: nearness(t) for n, t in enumerate(trace.tracks) if t.kind is TrackKind.STEPS}
    nearest = min(steps.values(), default=0)
    return [number for number, distance in steps.items() if distance == nearest]
