"""The records of a trace-event file as columns, before they become tracks.

Fields and phases as catapult's importer reads them; the format has no other specification.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Bools, Doubles, Ids, Ints

ABSENT = np.iinfo(np.int64).min
US = 1_000_000  # ps

# Bits of Records.flag.
FLOW_IN = 1  # "flow_in"
FLOW_OUT = 2  # "flow_out"
BIND_ENCLOSING = 4  # "bp": "e"
HAS_BIND_ID = 8  # ``id`` is the record's "bind_id"
SCOPE_PROCESS = 16  # "s": "p"
SCOPE_GLOBAL = 32  # "s": "g"
HAS_ARGS = 64


class Found(NamedTuple):
    """A record whose content is needed while reading: its number and the whole object."""

    record: int
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Samples of counters, one entry a series and sample, in file order.

    ``record`` int64[m] is the C record, ``series`` int32[m] an id of the StringTable, ``value``
    float64[m]; what is no number is left out and reported.
    """

    record: Ints
    series: Ids
    value: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """All records of a file in file order; n of them, also those that mean nothing.

    ``phase`` uint8[n] is the ASCII code of ``ph``, 0 where it is absent or longer.
    A time is ``time_us`` int64[n] whole microseconds plus ``time_ps`` int32[n] (0 to 999,999),
    exactly as its decimal text says; ``timed`` bool[n] where there is one. ``dur_ps`` int64[n]
    is ABSENT where there is none; it may be negative. ``name`` and ``category`` int32[n] are ids
    of the StringTable; ``process``, ``thread`` and ``id`` int32[n] index ``keys``, which holds
    numbers and texts as text ("12" and 12 are one); all -1 where absent. ``id`` is "id", or with
    HAS_BIND_ID "bind_id"; an id2 is "local:0x1" or "global:0x1"; a "scope" stands before it, as
    "scope/0x1". ``flag`` uint8[n] holds the bits above.

    Every JSON object among the events is a record, also an empty one; null and the like are none
    and are reported. A name, category or key that is a number stands there as text; one that is
    an object or a list is absent and reported.

    ``found`` are, in file order, the M, N, O, D, P, v and c records and those with "sf" or
    "stack", whole; ``counts`` the values of C records. XProf's C records with "entries" (a list
    of [ts, value]) are whole in ``found`` and not in ``counts``. ``colours`` maps a name's id to
    its first "cname". ``top`` are the other keys of the file's top level (without "traceEvents").
    ``strings`` is the table that all ids of names refer to.
    """

    phase: NDArray[np.uint8]
    time_us: Ints
    time_ps: Ids
    timed: Bools
    dur_ps: Ints
    name: Ids
    category: Ids
    process: Ids
    thread: Ids
    id: Ids
    flag: NDArray[np.uint8]
    keys: tuple[str, ...]
    counts: Counts
    found: tuple[Found, ...]
    colours: dict[int, str]
    top: dict[str, Any]
    store: RecordStore
    strings: StringTable

    def __len__(self) -> int:
        return len(self.phase)

    def lean(self) -> Records:
        """What is still wanted when the tracks are made: the category and the way back."""
        none = np.zeros(0, np.int64)
        gone = ("time_us", "time_ps", "dur_ps", "name", "process", "thread", "id", "flag")
        return replace(
            self,
            **{column: getattr(self, column)[:0].copy() for column in gone},
            phase=self.phase[:0].copy(),
            timed=self.timed[:0].copy(),
            counts=Counts(none, none.astype(np.int32), none.astype(np.float64)),
            found=(),
        )


class RecordStore(Protocol):
    """Goes back to the file for what the columns leave out. A record is named by its number."""

    def fields(self, record: int) -> dict[str, Any]:
        """The whole object of a record, decoded anew. Raises TraceError if the file changed."""
        ...

    def offset(self, record: int) -> int:
        """Byte offset of a record in the (decompressed) file."""
        ...

    def column(self, records: Ints, key: str) -> list[Any]:
        """``args[key]`` of many records (None where absent), each piece of the file read once."""
        ...


class Skips:
    """What an import left out or mended: how often each kind, and where the first lies."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._first: dict[str, int] = {}

    def add(self, kind: str, offset: int | None, count: int = 1) -> None:
        """``count`` more of a kind ("end without begin"); the first call keeps its offset."""
        self._counts[kind] = self._counts.get(kind, 0) + count
        if offset is not None:
            self._first.setdefault(kind, offset)

    def add_records(self, kind: str, records: Ints, store: RecordStore) -> None:
        """All ``records``, of which the first tells the offset."""
        if len(records):
            known = kind in self._first
            self.add(kind, None if known else store.offset(int(records.min())), len(records))

    def __iter__(self) -> Any:
        """(kind, count, offset of the first or None), the most frequent first."""
        kinds = sorted(self._counts, key=lambda kind: -self._counts[kind])
        return iter([(kind, self._counts[kind], self._first.get(kind)) for kind in kinds])


def args_of(fields: dict[str, Any]) -> tuple[Arg, ...]:
    """The args of one record; none where they are absent or no object."""
    args = fields.get("args")
    return tuple(Arg(str(k), v) for k, v in args.items()) if isinstance(args, dict) else ()
