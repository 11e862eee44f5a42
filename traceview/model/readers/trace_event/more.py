"""Args of events that are no records of their own: nested snapshots, samples beside the records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from traceview.model.readers.trace_event.values import number
from traceview.model.strings import StringTable
from traceview.model.trace import (
    Arg,
    ArgSource,
    ArgValue,
    Bools,
    Doubles,
    Ids,
    Ints,
    RecordSource,
)


class More(NamedTuple):
    """What is known of an event that is no record."""

    args: tuple[Arg, ...]
    facts: tuple[Arg, ...] = ()
    category: int = -1


class MoreArgs:
    """The ArgSource and RecordSource of a track that has events beside its records.

    ``arg_at`` below ``first`` is that of ``source``; from there on it counts ``more``. ``facts``
    are told of records in addition, by ``arg_at``.
    """

    def __init__(
        self,
        source: ArgSource,
        first: int,
        more: Sequence[More],
        facts: Mapping[int, tuple[Arg, ...]],
        strings: StringTable,
    ) -> None:
        self._source = source
        self._first = first
        self._more = more
        self._facts = facts
        self._strings = strings

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        """All args of one event."""
        if arg_at < self._first:
            return self._source.args(arg_at)
        return self._more[arg_at - self._first].args

    def facts(self, arg_at: int) -> tuple[Arg, ...]:
        """What else one event says."""
        if arg_at >= self._first:
            return self._more[arg_at - self._first].facts
        said = self._source.facts(arg_at) if isinstance(self._source, RecordSource) else ()
        return said + self._facts.get(arg_at, ())

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        """One integer arg of many events, 0 where absent."""
        records = arg_at < self._first
        values, present = np.zeros(len(arg_at), np.int64), np.zeros(len(arg_at), np.bool_)
        values[records], present[records] = self._source.integers(arg_at[records], key)
        for at, value in self._others(arg_at, key):
            if isinstance(value, int) and abs(value) < 1 << 63:
                values[at], present[at] = value, True
        return values, present

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        """One numeric arg of many events, nan where absent."""
        records = arg_at < self._first
        values, present = np.full(len(arg_at), np.nan), np.zeros(len(arg_at), np.bool_)
        values[records], present[records] = self._source.doubles(arg_at[records], key)
        for at, value in self._others(arg_at, key):
            found = number(value)
            if found is not None:
                values[at], present[at] = found, True
        return values, present

    def texts(self, arg_at: Ints, key: str) -> Ids:
        """One text arg of many events as string ids, -1 where absent."""
        records = arg_at < self._first
        names = np.full(len(arg_at), -1, np.int32)
        names[records] = self._source.texts(arg_at[records], key)
        for at, value in self._others(arg_at, key):
            if isinstance(value, str):
                names[at] = self._strings.intern(value)
        return names

    def categories(self, arg_at: Ints) -> Ids:
        """Categories of many events as string ids, -1 where absent."""
        records = arg_at < self._first
        names = np.full(len(arg_at), -1, np.int32)
        if isinstance(self._source, RecordSource):
            names[records] = self._source.categories(arg_at[records])
        more = [self._more[at].category for at in (arg_at[~records] - self._first).tolist()]
        names[~records] = more
        return names

    def _others(self, arg_at: Ints, key: str) -> list[tuple[int, ArgValue]]:
        """Places and values of an arg among the events that are no records."""
        places = (arg_at >= self._first).nonzero()[0].tolist()
        return [
            (place, arg.value)
            for place in places
            for arg in self._more[int(arg_at[place]) - self._first].args
            if arg.name == key
        ]
