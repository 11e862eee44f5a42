"""A trace as trace-event JSON, for programs that read nothing else and for us to read again.

Times are decimal text in microseconds with all picoseconds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from traceview.model.trace import (
    Arg,
    ArgValue,
    Flows,
    RecordSource,
    Section,
    Trace,
    Track,
    TrackKind,
)
from traceview.model.writers.arg_reading import args_in_file_order

Event = dict[str, Any]
# Other programs read numbers as doubles.
LARGEST_ID = 1 << 53

_encode = msgspec.json.Encoder(order=None).encode


def trace_event_lines(trace: Trace) -> Iterator[bytes]:
    """The object form, one event a line."""
    head = {"displayTimeUnit": "ns", "baseTimeNanoseconds": trace.t0_ns}
    yield _encode(head)[:-1] + b',"traceEvents":[\n'
    places = _places(trace)
    first = True
    for part in _parts(trace, places):
        lines = b",\n".join(map(_encode, part))
        if lines:
            yield lines if first else b",\n" + lines
            first = False
    yield b"\n]}\n"


def microseconds(time_ps: int) -> msgspec.Raw:
    """A time in microseconds as exact decimal text."""
    sign = "-" if time_ps < 0 else ""
    whole, rest = divmod(abs(time_ps), 1_000_000)
    text = f"{sign}{whole}.{rest:06d}".rstrip("0").rstrip(".") if rest else f"{sign}{whole}"
    return msgspec.Raw(text.encode())


def _parts(trace: Trace, places: list[Event]) -> Iterator[list[Event]]:
    yield list(_process_names(trace, places))
    yield [event for number in range(len(trace.tracks)) for event in _named(trace, number, places)]
    for track, place in zip(trace.tracks, places, strict=True):
        yield list(_track_events(trace, track, place))
    yield list(_flow_events(trace, trace.flows, places))


def _places(trace: Trace) -> list[Event]:
    """The pid and tid of each track: those of the file where they tell tracks apart."""
    ids = Counter((section.host, str(section.plane_id)) for section in trace.sections)
    told = all(count == 1 for count in ids.values()) and len({s.host for s in trace.sections}) < 2
    threads = Counter(
        (track.section, str(track.line_id)) for track in trace.tracks if _is_thread(track)
    )
    places = []
    for number, track in enumerate(trace.tracks):
        pid = trace.sections[track.section].plane_id if told else track.section + 1
        own = _is_thread(track) and threads[track.section, str(track.line_id)] == 1
        if isinstance(track.line_id, int) and abs(track.line_id) > LARGEST_ID:
            own = False
        places.append({"pid": pid, "tid": track.line_id if own else 1_000_000 + number})
    return places


def _is_thread(track: Track) -> bool:
    return track.kind not in (
        TrackKind.ASYNC,
        TrackKind.COUNTER,
        TrackKind.OBJECTS,
        TrackKind.SAMPLES,
        TrackKind.PROCESS_INSTANTS,
        TrackKind.GLOBAL_INSTANTS,
    )


def _process_names(trace: Trace, places: list[Event]) -> Iterator[Event]:
    pids = {track.section: place["pid"] for track, place in zip(trace.tracks, places, strict=True)}
    for number, pid in pids.items():
        section = trace.sections[number]
        yield _metadata("process_name", {"pid": pid}, "name", _process_name(trace, section))
        yield _metadata("process_sort_index", {"pid": pid}, "sort_index", number)
        if section.detail:
            yield _metadata("process_labels", {"pid": pid}, "labels", section.detail)


def _process_name(trace: Trace, section: Section) -> str:
    """The name as captured; with the host where there are several."""
    name = section.name or section.heading
    return f"{section.host} {name}" if len({s.host for s in trace.sections}) > 1 else name


def _named(trace: Trace, number: int, places: list[Event]) -> Iterator[Event]:
    track = trace.tracks[number]
    if _is_thread(track) or track.kind is TrackKind.SAMPLES:
        yield _metadata("thread_name", places[number], "name", track.name)
        yield _metadata("thread_sort_index", places[number], "sort_index", number)


def _metadata(name: str, place: Event, key: str, value: object) -> Event:
    return {"ph": "M", "name": name, **place, "args": {key: value}}


def _track_events(trace: Trace, track: Track, place: Event) -> Iterator[Event]:
    match track.kind:
        case TrackKind.COUNTER:
            yield from _samples(trace, track, place)
        case TrackKind.OBJECTS:
            yield from _lives(trace, track, place)
        case _ if (track.lanes and track.events.rows > 1) or track.kind is TrackKind.ASYNC:
            yield from _async_events(trace, track, place)
        case _:
            yield from _slices(trace, track, place)


def _columns(trace: Trace, track: Track) -> Iterator[tuple[str, int, int, tuple[Arg, ...]]]:
    """Name, start, duration and args of each event."""
    events = track.events
    return zip(
        (trace.strings[name] for name in events.name.tolist()),
        events.start_ps.tolist(),
        events.dur_ps.tolist(),
        args_in_file_order(track, events.arg_at),
        strict=True,
    )


def _slices(trace: Trace, track: Track, place: Event) -> Iterator[Event]:
    scope = {TrackKind.PROCESS_INSTANTS: "p", TrackKind.GLOBAL_INSTANTS: "g"}.get(track.kind, "t")
    categories = _categories(trace, track)
    for (name, start_ps, dur_ps, args), category in zip(
        _columns(trace, track), categories, strict=True
    ):
        event: Event = {"ph": "X" if dur_ps else "i", "name": name, **place}
        event["ts"] = microseconds(start_ps)
        if dur_ps:
            event["dur"] = microseconds(dur_ps)
        else:
            event["s"] = scope
        yield _completed(event, category, args)


def _async_events(trace: Trace, track: Track, place: Event) -> Iterator[Event]:
    """Slices that overlap as pairs of b and e; those of one id keep it."""
    categories = _categories(trace, track)
    for index, ((name, start_ps, dur_ps, args), category) in enumerate(
        zip(_columns(trace, track), categories, strict=True)
    ):
        chain = _chain(track, index) or f"{place['tid']}:{index}"
        event: Event = {"ph": "b", "name": name, "id": chain, **place}
        event["ts"] = microseconds(start_ps)
        if track.kind is TrackKind.ASYNC and not dur_ps:
            yield _completed({**event, "ph": "n"}, category or track.name, args)
            continue
        yield _completed(event, category or track.name, args)
        end = {**event, "ph": "e", "ts": microseconds(start_ps + dur_ps)}
        yield _completed(end, category or track.name, ())


def _chain(track: Track, index: int) -> str:
    if track.kind is not TrackKind.ASYNC or not isinstance(track.args, RecordSource):
        return ""
    facts = track.args.facts(int(track.events.arg_at[index]))
    return next((str(fact.value) for fact in facts if fact.name == "Id"), "")


def _samples(trace: Trace, track: Track, place: Event) -> Iterator[Event]:
    if track.counter is None:
        return
    category = next(_categories(trace, track), "")
    for start_ps, values in zip(
        track.events.start_ps.tolist(), track.counter.values.tolist(), strict=True
    ):
        said = tuple(map(Arg, track.counter.series, values))
        event = {"ph": "C", "name": track.name, **place, "ts": microseconds(start_ps)}
        yield _completed(event, category, said)


def _lives(trace: Trace, track: Track, place: Event) -> Iterator[Event]:
    snapshots = track.snapshots
    for index, (name, start_ps, dur_ps, _) in enumerate(_columns(trace, track)):
        common = {"name": name, "id": f"{place['tid']}:{index}", **place}
        yield {"ph": "N", "ts": microseconds(start_ps), **common}
        if snapshots is not None and track.args is not None:
            low, high = snapshots.of.searchsorted([index, index + 1]).tolist()
            for at in range(low, high):
                said = track.args.args(int(snapshots.arg_at[at]))
                event = {"ph": "O", "ts": microseconds(int(snapshots.time_ps[at])), **common}
                yield _completed(event, "", said)
        yield {"ph": "D", "ts": microseconds(start_ps + dur_ps), **common}


def _flow_events(trace: Trace, flows: Flows, places: list[Event]) -> Iterator[Event]:
    ends = zip(flows.from_track.tolist(), flows.to_track.tolist(), strict=True)
    times = zip(flows.start_ps.tolist(), flows.end_ps.tolist(), strict=True)
    named = zip(flows.name.tolist(), flows.category.tolist(), strict=True)
    for number, ((start, end), (start_ps, end_ps), (name, category)) in enumerate(
        zip(ends, times, named, strict=True)
    ):
        common = {
            "name": trace.strings[name] if name >= 0 else "flow",
            "cat": trace.strings[category] if category >= 0 else "flow",
            "id": number,
        }
        yield {"ph": "s", **common, **places[start], "ts": microseconds(start_ps)}
        yield {"ph": "f", "bp": "e", **common, **places[end], "ts": microseconds(end_ps)}


def _categories(trace: Trace, track: Track) -> Iterator[str]:
    if not isinstance(track.args, RecordSource):
        return iter([""] * len(track.events))
    ids = track.args.categories(track.events.arg_at).tolist()
    return (trace.strings[category] if category >= 0 else "" for category in ids)


def _completed(event: Event, category: str, args: tuple[Arg, ...]) -> Event:
    if category:
        event["cat"] = category
    if args:
        event["args"] = {arg.name: _value(arg.value) for arg in args}
    return event


def _value(value: ArgValue) -> object:
    """What JSON can hold: no infinity, no bytes, and large numbers as they are."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value.hex() if isinstance(value, bytes) else value
