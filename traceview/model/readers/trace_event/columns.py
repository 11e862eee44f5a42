"""Columns of typed records, gathered piece by piece."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from traceview.model.readers.trace_event.counts import read_counts
from traceview.model.readers.trace_event.decode import ABSENT_RAW, Event, objects, whole
from traceview.model.readers.trace_event.numbers import (
    EXACT,
    NO_NUMBER,
    OUT_OF_RANGE,
    SEPARATOR,
    Times,
    parse_times,
)
from traceview.model.readers.trace_event.pieces import Piece
from traceview.model.readers.trace_event.records import HAS_ARGS, Counts, Found
from traceview.model.readers.trace_event.values import Keys, Names, flags_of, id_of
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ids

Column = NDArray[Any]

# Phases whose records are needed whole while reading.
_WHOLE = np.zeros(256, np.bool_)
_WHOLE[list(b"MNODPvc")] = True
# Phases whose records have none of the rare keys but "bind_id", "cname", "sf" and "stack".
_PLAIN = np.zeros(256, np.bool_)
_PLAIN[list(b"XBEM")] = True
# Times of so many records are read at once: fewer cost numpy's calls, more cost memory.
_BATCH = 1 << 15


class _Numbered(Protocol):
    def __getitem__(self, value: Hashable) -> int: ...


class Columns:
    """What Records holds, as far as the file is read.

    ``flawed`` are the numbers of the records that lack something they should have, by what is
    wrong with them.
    """

    def __init__(self, data: memoryview, strings: StringTable) -> None:
        self._data = data
        self._names = Names(strings)
        self._series = Names(strings)
        self._keys = Keys()
        self._parts: dict[str, list[Column]] = {}
        self._counts: list[Counts] = []
        self._texts: tuple[list[bytes], list[bytes]] = [], []
        self._timed = 0
        self._size = 0
        self.found: list[Found] = []
        self.colours: dict[int, str] = {}
        self.flawed: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return self._size

    @property
    def keys(self) -> tuple[str, ...]:
        """Processes, threads and ids as text."""
        return tuple(self._keys.texts)

    def add(self, pieces: list[Piece]) -> None:
        """The records of the next pieces; small ones had better come together."""
        events = pieces[0].events if len(pieces) == 1 else [e for p in pieces for e in p.events]
        phase = _phases([event.ph for event in events])
        name = self._numbers("name", self._names, [event.name for event in events])
        id_ = self._numbers("id", self._keys, [event.id for event in events])
        args = [event.args for event in events]
        flag = np.array([0 if each is ABSENT_RAW else HAS_ARGS for each in args], np.uint8)
        rare = _rare(events, phase)
        self._add_rare(events, rare, name, id_, flag)
        self._add("phase", phase)
        self._add("name", name)
        self._add("id", id_)
        self._add("flag", flag)
        self._add("category", self._numbers("cat", self._names, [event.cat for event in events]))
        self._add("process", self._numbers("pid", self._keys, [event.pid for event in events]))
        self._add("thread", self._numbers("tid", self._keys, [event.tid for event in events]))
        self._texts[0].append(SEPARATOR.join([*[event.ts for event in events], b""]))
        self._texts[1].append(SEPARATOR.join([*[event.dur for event in events], b""]))
        self._find(events, phase, rare, pieces)
        self._size += len(events)
        if self._size - self._timed >= _BATCH:
            self._read_times()

    def finished(self) -> dict[str, Column]:
        """All columns of Records by name; to be called once."""
        self._read_times()
        return {name: _joined(self._parts.pop(name, []), TYPES[name]) for name in TYPES}

    def counts(self) -> Counts:
        """The values of all counters."""
        return Counts(
            _joined([each.record for each in self._counts], np.int64),
            _joined([each.series for each in self._counts], np.int32),
            _joined([each.value for each in self._counts], np.float64),
        )

    def _add(self, name: str, column: Column) -> None:
        self._parts.setdefault(name, []).append(column)

    def _numbers(self, key: str, numbered: _Numbered, values: list[Any]) -> Ids:
        """Values as numbers of their texts; those without are -1."""
        try:
            return np.fromiter(map(numbered.__getitem__, values), np.int32, len(values))
        except TypeError:
            # Lists and objects have no hash.
            odd = [isinstance(value, list | dict) for value in values]
            self._flaw(f'"{key}" that is no text', np.flatnonzero(odd).tolist())
            return self._numbers(
                key, numbered, [None if bad else v for v, bad in zip(values, odd, strict=True)]
            )

    def _add_rare(
        self, events: list[Event], rare: list[int], name: Ids, id_: Ids, flag: Column
    ) -> None:
        """What only few records say."""
        for index in rare:
            event = events[index]
            flag[index] |= flags_of(event)
            text = id_of(event)
            if text is not None:
                id_[index] = self._keys[text]
            if isinstance(event.cname, str):
                self.colours.setdefault(int(name[index]), event.cname)

    def _find(
        self, events: list[Event], phase: Column, rare: list[int], pieces: list[Piece]
    ) -> None:
        """Records that are needed whole, and those of counters."""
        wanted = _WHOLE[phase]
        counter = phase == ord("C")
        for index in np.flatnonzero(counter).tolist():
            if events[index].entries is not None:
                counter[index], wanted[index] = False, True
        for index in rare:
            if not (events[index].sf is events[index].stack is None):
                wanted[index] = True
        if wanted.any():
            self._keep(wanted, pieces)
        counters = np.flatnonzero(counter)
        if len(counters):
            counts, odd = read_counts(
                [events[index].args for index in counters.tolist()], self._series
            )
            self._counts.append(
                Counts(self._size + counters[counts.record], counts.series, counts.value)
            )
            self._flaw("counter value that is no number", counters[odd].tolist())

    def _keep(self, wanted: Bools, pieces: list[Piece]) -> None:
        """The whole objects of the ``wanted`` records of some pieces."""
        first = 0
        for piece in pieces:
            indices = np.flatnonzero(wanted[first : first + len(piece.events)]).tolist()
            raws = objects(self._data[piece.start : piece.end]) if indices else []
            for index in indices:
                try:
                    self.found.append(Found(self._size + first + index, whole(raws[index])))
                except ValueError:
                    self._flaw("unreadable event", [first + index])
            first += len(piece.events)

    def _flaw(self, kind: str, indices: list[int]) -> None:
        if indices:
            self.flawed.setdefault(kind, []).extend(self._size + index for index in indices)

    def _read_times(self) -> None:
        """Times and durations of the records that wait for it."""
        times, durations = (parse_times(b"".join(texts)) for texts in self._texts)
        for texts in self._texts:
            texts.clear()
        self._add("time_us", times.us)
        self._add("time_ps", times.ps)
        self._add("timed", times.state == EXACT)
        self._add("dur_ps", durations.duration_ps())
        self._flaw_times("time", times)
        self._flaw_times("duration", durations)
        self._timed = self._size

    def _flaw_times(self, what: str, times: Times) -> None:
        for state, reason in ((NO_NUMBER, "that is no number"), (OUT_OF_RANGE, "out of range")):
            records = self._timed + np.flatnonzero(times.state == state)
            if len(records):
                self.flawed.setdefault(f"{what} {reason}", []).extend(records.tolist())


TYPES: dict[str, type[np.generic]] = {
    "phase": np.uint8,
    "time_us": np.int64,
    "time_ps": np.int32,
    "timed": np.bool_,
    "dur_ps": np.int64,
    "name": np.int32,
    "category": np.int32,
    "process": np.int32,
    "thread": np.int32,
    "id": np.int32,
    "flag": np.uint8,
}


def _rare(events: list[Event], phase: Column) -> list[int]:
    """Which records may say more than the common ones."""
    common = [
        event.bind_id is event.cname is event.sf is event.stack is event.id2 is None
        for event in events
    ]
    return np.flatnonzero(~(_PLAIN[phase] & np.array(common, np.bool_))).tolist()


def _joined(parts: list[Column], dtype: type[np.generic]) -> Column:
    return np.concatenate([np.empty(0, dtype), *parts])


def _phases(values: list[Any]) -> NDArray[np.uint8]:
    """ASCII codes; 0 for what is no single letter."""
    try:
        codes = "".join(values).encode("ascii")
    except (TypeError, UnicodeEncodeError):
        codes = b""
    if len(codes) == len(values) and "" not in values:
        return np.frombuffer(codes, np.uint8)
    return np.array([_phase(value) for value in values], np.uint8)


def _phase(value: Any) -> int:
    return ord(value) if isinstance(value, str) and len(value) == 1 and value < "\x80" else 0
