"""What trace-event records say beside name and time, decoded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from traceview.model.errors import TraceError
from traceview.model.readers.trace_event.records import Records, args_of
from traceview.model.readers.trace_event.stacks import Stacks
from traceview.model.readers.trace_event.values import id_text, number, whole_number
from traceview.model.trace import Arg, Bools, Doubles, Ids, Ints


@dataclass(frozen=True, eq=False)
class JsonArgs:
    """ArgSource and RecordSource of a trace-event file; ``arg_at`` is the number of a record.

    Events that two records make (B and E, b and e, S and F) go by their ``begins``, int64[m]
    ascending; ``ends`` int64[m] are the others, whose args override. ``unfinished`` int64,
    ascending, are the begins that have no end in the file.
    """

    records: Records
    begins: Ints
    ends: Ints
    unfinished: Ints

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        """The args of one event in the order of the file."""
        try:
            both = [args_of(fields) for fields in self._fields(arg_at)]
        except TraceError as error:
            return (Arg("unreadable", str(error)),)
        return _merged(both)

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        """int64[n] and bool[n]; also of whole numbers that are written as 1.0 or as text."""
        found = self._column(arg_at, key, whole_number)
        present = np.array([value is not None for value in found], np.bool_)
        return np.array([value or 0 for value in found], np.int64), present

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        """float64[n] (nan where absent) and bool[n]; also of numbers that are written as text."""
        found = self._column(arg_at, key, number)
        present = np.array([value is not None for value in found], np.bool_)
        return np.array(found, np.float64), present

    def texts(self, arg_at: Ints, key: str) -> Ids:
        """int32[n] string ids, -1 where absent or no text."""
        intern = self.records.strings.intern
        found = self._column(arg_at, key, _text)
        return np.array([-1 if text is None else intern(text) for text in found], np.int32)

    def facts(self, arg_at: int) -> tuple[Arg, ...]:
        """Category, CPU time in µs as written, ids, colour and stack of one event."""
        try:
            both = self._fields(arg_at)
        except TraceError:
            # ``args`` says why.
            return ()
        if not both:
            return ()
        first, last = both[0], both[-1]
        facts = [
            Arg("Category", first.get("cat")),
            Arg("CPU start", _microseconds(first.get("tts"))),
            Arg("CPU duration", _microseconds(first.get("tdur", _elapsed(first, last)))),
            Arg("Id", id_text(first)),
            Arg("Flow id", first.get("bind_id")),
            Arg("Colour name", last.get("cname", first.get("cname"))),
            Arg("Stack", self._stacks.of(first)),
            Arg("Stack at the end", self._stacks.of(last, end=True)),
        ]
        if _contains(self.unfinished, arg_at):
            facts.append(Arg("Did not finish", "the file holds no end of it"))
        return tuple(fact for fact in facts if fact.value not in (None, "", []))

    def categories(self, arg_at: Ints) -> Ids:
        """int32[n] string ids, -1 where absent."""
        known = arg_at >= 0
        ids = np.full(len(arg_at), -1, np.int32)
        ids[known] = self.records.category[arg_at[known]]
        return ids

    @cached_property
    def _stacks(self) -> Stacks:
        return Stacks.of_file(self.records)

    def _fields(self, arg_at: int) -> list[dict[str, Any]]:
        """The record of an event, and the one that ends it."""
        if arg_at < 0:
            return []
        store = self.records.store
        place = int(self.begins.searchsorted(arg_at))
        ended = place < len(self.begins) and self.begins[place] == arg_at
        ends = [store.fields(int(self.ends[place]))] if ended else []
        return [store.fields(arg_at), *ends]

    def _column(self, arg_at: Ints, key: str, kind: Callable[[Any], Any]) -> list[Any]:
        """One arg of many events as ``kind`` makes it; None where it is absent or of none."""
        known = np.flatnonzero(arg_at >= 0)
        values: list[Any] = [None] * len(arg_at)
        store = self.records.store
        for place, value in zip(known.tolist(), store.column(arg_at[known], key), strict=True):
            values[place] = kind(value)
        at = self.begins.searchsorted(arg_at)
        ended = np.flatnonzero((arg_at >= 0) & (at < len(self.begins)))
        ended = ended[self.begins[at[ended]] == arg_at[ended]]
        for place, value in zip(
            ended.tolist(), store.column(self.ends[at[ended]], key), strict=True
        ):
            if value is not None:
                values[place] = kind(value)
        return values


def _merged(both: list[tuple[Arg, ...]]) -> tuple[Arg, ...]:
    """Args of two records. Those of the end win, but ``params`` are halves, as Chrome writes."""
    merged: dict[str, Any] = {}
    for name, value in chain.from_iterable(both):
        before, after = merged.get(name), value or {}
        if name == "params" and isinstance(before, dict) and isinstance(after, dict):
            merged[name] = {**before, **after}
        else:
            merged[name] = value
    return tuple(Arg(*each) for each in merged.items())


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _contains(ascending: Ints, value: int) -> bool:
    place = int(ascending.searchsorted(value))
    return place < len(ascending) and int(ascending[place]) == value


def _microseconds(value: Any) -> str | None:
    return None if isinstance(value, bool) or number(value) is None else f"{value} µs"


def _elapsed(first: dict[str, Any], last: dict[str, Any]) -> str | None:
    """CPU time between two records, without the rounding of floats."""
    if "tts" not in first or "tts" not in last or first is last:
        return None
    try:
        return str(Decimal(str(last["tts"])) - Decimal(str(first["tts"])))
    except InvalidOperation:
        return None
