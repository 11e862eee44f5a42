"""What is told about one event. No widgets in here."""

from __future__ import annotations

import json
from typing import NamedTuple

from traceview.model.format import UNKNOWN, count, exact_time, size
from traceview.model.query import ancestors, end_of, visible
from traceview.model.self_time import self_between
from traceview.model.trace import Arg, EventId, Trace, Track, TrackKind
from traceview.ui.text import tr

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
    TrackKind.OTHER: "event",
}
TIME_SUFFIXES = {"_ps": 1, "_ns": 10**3, "_us": 10**6, "_ms": 10**9}
BYTES_SHOWN = 32


class Fact(NamedTuple):
    """A name and its value as text."""

    name: str
    value: str


def name_of(trace: Trace, event: EventId) -> str:
    """The event's name, raw."""
    return trace.strings[int(trace.tracks[event.track].events.name[event.index])]


def category_of(trace: Trace, event: EventId) -> str:
    """What kind of thing the event is, by its line."""
    return tr(CATEGORIES[trace.tracks[event.track].kind])


def facts_of(trace: Trace, event: EventId) -> tuple[Fact, ...]:
    """When and where the event ran. Times count from the capture's start."""
    track = trace.tracks[event.track]
    section = trace.sections[track.section]
    start_ps = int(track.events.start_ps[event.index])
    row = track.events.row_of(event.index)
    own_ps = int(self_between(track, row, event.index, event.index + 1)[0])
    facts = [
        Fact(tr("Start"), exact_time(start_ps)),
        Fact(tr("Duration"), exact_time(int(track.events.dur_ps[event.index]))),
        Fact(tr("Self time"), exact_time(own_ps)),
        Fact(tr("End"), exact_time(end_of(track.events, event.index))),
        Fact(tr("Track"), f"{section.heading or section.name} · {track.name}"),
        Fact(tr("Step"), step_of(trace, event)),
    ]
    if section.host:
        facts.append(Fact(tr("Host"), section.host))
    return tuple(facts)


def stats_of(trace: Trace, event: EventId) -> tuple[Fact, ...]:
    """The event's stats as the capture holds them, in their order."""
    track = trace.tracks[event.track]
    at = int(track.events.arg_at[event.index])
    args = track.args.args(at) if track.args is not None and at >= 0 else ()
    return tuple(Fact(arg.name, stat_text(arg)) for arg in args)


def step_of(trace: Trace, event: EventId) -> str:
    """The step that an event starts in: by a step line, else by the marker around it."""
    tracks = _step_tracks(trace, trace.tracks[event.track].section)
    if not tracks:
        marker = _step_marker(trace, event)
        if marker is not None:
            return _name_of(trace, marker)
        return f"{UNKNOWN} {tr('(no line of this capture marks steps)')}"
    start_ps = int(trace.tracks[event.track].events.start_ps[event.index])
    for track in tracks:
        for row in range(track.events.rows):
            low, high = visible(track.events, row, start_ps, start_ps + 1)
            if low < high:
                return trace.strings[int(track.events.name[low])]
    return f"{UNKNOWN} {tr('(it starts outside of every step)')}"


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


def _step_marker(trace: Trace, event: EventId) -> EventId | None:
    """The outermost event with the stat ``_r``, which marks steps, around an event or itself."""
    marker = None
    for around in (event, *ancestors(trace, event)):
        track = trace.tracks[around.track]
        at = int(track.events.arg_at[around.index])
        if track.args is not None and any(arg.name == "_r" for arg in track.args.args(at)):
            marker = around
    return marker


def _name_of(trace: Trace, event: EventId) -> str:
    return trace.strings[int(trace.tracks[event.track].events.name[event.index])]


def _step_tracks(trace: Trace, section: int) -> list[Track]:
    """Step lines of the section, else of its host, else of any."""
    steps = [track for track in trace.tracks if track.kind is TrackKind.STEPS]
    host = trace.sections[section].host
    own = [track for track in steps if track.section == section]
    near = [track for track in steps if trace.sections[track.section].host == host]
    return own or near or steps
