"""Records of trace events given as plain dicts, made one at a time: slow, plain, a yardstick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np

from traceview.model.builder import build_events
from traceview.model.readers.trace_event import records as tr
from traceview.model.readers.trace_event.clock import Times, times_of
from traceview.model.readers.trace_event.records import Counts, Found, Records, Skips, args_of
from traceview.model.readers.trace_event.tracks import processes_of
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Bools, Doubles, Ids, Ints, Track, TrackKind

Event = dict[str, Any]


class MadeStore:
    """Records that never left memory; a record's offset is its number."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events

    def fields(self, record: int) -> Event:
        return self._events[record]

    def offset(self, record: int) -> int:
        return record

    def column(self, records: Ints, key: str) -> list[Any]:
        return [dict(args_of(self._events[record])).get(key) for record in records.tolist()]


class MadeArgs:
    """Args of those records."""

    def __init__(self, store: MadeStore, strings: StringTable) -> None:
        self._store = store
        self._strings = strings

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        return args_of(self._store.fields(arg_at))

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        values, present = self.doubles(arg_at, key)
        return np.nan_to_num(values).astype(np.int64), present

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        values = [number(value) for value in self._store.column(arg_at, key)]
        present = np.array([value is not None for value in values], np.bool_)
        return np.array([np.nan if v is None else v for v in values], np.float64), present

    def texts(self, arg_at: Ints, key: str) -> Ids:
        values = self._store.column(arg_at, key)
        found = [self._strings.intern(v) if isinstance(v, str) else -1 for v in values]
        return np.array(found, np.int32)


@dataclass(frozen=True)
class Made:
    """Records with what every function that makes tracks of them is given."""

    records: Records
    times: Times
    section: Ids
    processes: tuple[int, ...]
    strings: StringTable
    args: MadeArgs
    skips: Skips

    @property
    def common(self) -> tuple[Records, Ints, Bools, Ids, StringTable]:
        return self.records, self.times.time_ps, self.times.usable, self.section, self.strings

    def process(self, section: int) -> str:
        """The id of a section's process, "" without one."""
        number = self.processes[section] if section >= 0 else -1
        return self.records.keys[number] if number >= 0 else ""

    def skipped(self) -> dict[str, int]:
        return {kind: count for kind, count, _ in self.skips}


def made(events: Sequence[Event], top: Mapping[str, Any] | None = None) -> Made:
    """Records of ``events``, on a clock; ``top`` are the other keys of the file."""
    strings, skips = StringTable(), Skips()
    records = made_records(events, strings, dict(top or {}))
    section, processes = processes_of(records)
    args = MadeArgs(MadeStore(events), strings)
    return Made(records, times_of(records, skips), section, processes, strings, args, skips)


def made_records(events: Sequence[Event], strings: StringTable, top: dict[str, Any]) -> Records:
    keys: dict[str, int] = {}

    def key(value: Any) -> int:
        return -1 if value is None else keys.setdefault(key_text(value), len(keys))

    def name(value: Any) -> int:
        return -1 if value is None else strings.intern(str(value))

    times = [microseconds(event.get("ts")) for event in events]
    durs = [microseconds(event.get("dur")) for event in events]
    return Records(
        phase=np.array([phase_of(event) for event in events], np.uint8),
        time_us=np.array([0 if t is None else t // 10**6 for t in times], np.int64),
        time_ps=np.array([0 if t is None else t % 10**6 for t in times], np.int32),
        timed=np.array([t is not None for t in times], np.bool_),
        dur_ps=np.array([tr.ABSENT if d is None else d for d in durs], np.int64),
        name=np.array([name(event.get("name")) for event in events], np.int32),
        category=np.array([name(event.get("cat")) for event in events], np.int32),
        process=np.array([key(event.get("pid")) for event in events], np.int32),
        thread=np.array([key(event.get("tid")) for event in events], np.int32),
        id=np.array([key(id_of(event)) for event in events], np.int32),
        flag=np.array([flag_of(event) for event in events], np.uint8),
        strings=strings,
        keys=tuple(keys),
        counts=_counts(events, strings),
        found=tuple(Found(i, event) for i, event in enumerate(events) if _is_found(event)),
        colours={},
        top=top,
        store=MadeStore(events),
    )


def microseconds(value: Any) -> int | None:
    """A time in microseconds as whole picoseconds."""
    try:
        return None if value is None else int((Decimal(str(value)) * 10**6).to_integral_value())
    except InvalidOperation:
        return None


def phase_of(event: Event) -> int:
    phase = event.get("ph")
    return ord(phase) if isinstance(phase, str) and len(phase) == 1 else 0


def key_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def id_of(event: Event) -> str | None:
    if event.get("bind_id") is not None:
        return key_text(event["bind_id"])
    id2 = event.get("id2") or {}
    found = event.get("id")
    for kind in ("local", "global"):
        if kind in id2:
            found = f"{kind}:{key_text(id2[kind])}"
    if found is None:
        return None
    scope = event.get("scope")
    return key_text(found) if scope is None else f"{scope}/{key_text(found)}"


def flag_of(event: Event) -> int:
    said = {
        tr.FLOW_IN: bool(event.get("flow_in")),
        tr.FLOW_OUT: bool(event.get("flow_out")),
        tr.BIND_ENCLOSING: event.get("bp") == "e",
        tr.HAS_BIND_ID: event.get("bind_id") is not None,
        tr.SCOPE_PROCESS: event.get("s") == "p",
        tr.SCOPE_GLOBAL: event.get("s") == "g",
        tr.HAS_ARGS: "args" in event,
    }
    return sum(bit for bit, is_set in said.items() if is_set)


def number(value: Any) -> float | None:
    """A number, also one written as text."""
    try:
        return None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None


def _counts(events: Sequence[Event], strings: StringTable) -> Counts:
    rows = [
        (record, strings.intern(arg.name), value)
        for record, event in enumerate(events)
        if event.get("ph") == "C"
        for arg in args_of(event)
        if (value := number(arg.value)) is not None
    ]
    return Counts(
        np.array([row[0] for row in rows], np.int64),
        np.array([row[1] for row in rows], np.int32),
        np.array([row[2] for row in rows], np.float64),
    )


def _is_found(event: Event) -> bool:
    return phase_of(event) in b"MNODPvc" or bool({"sf", "stack", "entries"} & set(event))


@dataclass
class _Slice:
    record: int
    start_ps: int
    dur_ps: int | None


def threads(made: Made) -> tuple[list[Track], Ids]:
    """A track for each thread with slices, and the track of each record's thread."""
    records, time_ps = made.records, made.times.time_ps
    slices: dict[tuple[int, int], list[_Slice]] = {}
    stacks: dict[tuple[int, int], list[_Slice]] = {}
    where = list(zip(records.process.tolist(), records.thread.tolist(), strict=True))
    for i in made.times.usable.nonzero()[0].tolist():
        phase, mine = chr(records.phase[i]), slices.setdefault(where[i], [])
        start = int(time_ps[i])
        if phase in "XB":
            dur = int(records.dur_ps[i]) if phase == "X" else tr.ABSENT
            mine.append(_Slice(i, start, None if dur == tr.ABSENT else max(dur, 0)))
            if phase == "B":
                stacks.setdefault(where[i], []).append(mine[-1])
        elif phase == "E" and stacks.get(where[i]):
            last = stacks[where[i]].pop()
            last.dur_ps = max(start - last.start_ps, 0)
        elif phase in "iIR" and not records.flag[i] & (tr.SCOPE_PROCESS | tr.SCOPE_GLOBAL):
            mine.append(_Slice(i, start, 0))
    tracks, number = [], {}
    for place, mine in slices.items():
        if mine:
            number[place] = len(tracks)
            tracks.append(_track(mine, made))
    return tracks, np.array([number.get(place, -1) for place in where], np.int32)


def _track(slices: list[_Slice], made: Made) -> Track:
    last_ps = max(each.start_ps + (each.dur_ps or 0) for each in slices)
    record = np.array([each.record for each in slices], np.int64)
    start_ps = np.array([each.start_ps for each in slices], np.int64)
    dur_ps = np.array(
        [last_ps - each.start_ps if each.dur_ps is None else each.dur_ps for each in slices],
        np.int64,
    )
    events, lanes, overlaps = build_events(start_ps, dur_ps, made.records.name[record], record)
    section = int(made.section[record[0]])
    thread = int(made.records.thread[record[0]])
    name = made.records.keys[thread] if thread >= 0 else ""
    return Track(section, name, TrackKind.THREAD, events, lanes=lanes, overlaps=overlaps)
