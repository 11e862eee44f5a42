"""The stats of a plane's events, decoded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from traceview.model.proto import XEvent, XPlane, XStat, text
from traceview.model.readers.wire import WireError, varint
from traceview.model.readers.xspace.columns import Found, Value, ValueTag, find_stats
from traceview.model.readers.xspace.events import parse_event
from traceview.model.readers.xspace.names import Lookup
from traceview.model.readers.xspace.texts import MetadataTexts
from traceview.model.source import Contents
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Bools, Doubles, Ids, Ints

T = TypeVar("T", np.int64, np.float64, np.int32)


@dataclass(frozen=True, eq=False)
class XPlaneArgs:
    """ArgSource of one plane; ``arg_at`` is the byte where an event's length begins.

    A stat of an event wins over one of the same name in the event's metadata, the later of two
    in one place over the earlier; a stat without a value is as good as none.
    """

    contents: Contents
    plane: XPlane
    lookup: Lookup
    strings: StringTable

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        """All stats of one event, and ``long_name``: the name that its display name hides."""
        if arg_at < 0:
            return ()
        self.contents.check()
        try:
            event = parse_event(self.contents.data.data, arg_at)
        except WireError as error:
            return (Arg("unreadable", f"{error.what} (byte {error.offset:,} of the file)"),)
        metadata = self.plane.event_metadata.get(event.metadata_id)
        named: dict[str, Value] = {}
        if metadata is not None:
            if metadata.display_name and metadata.name not in ("", metadata.display_name):
                named["long_name"] = text(metadata.name)
            named |= named_stats(self.plane, metadata.stats)
        named |= named_stats(self.plane, event.stats)
        return tuple(Arg(name, value) for name, value in named.items())

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        """int64[n] and bool[n]; unsigned numbers of 2**63 and more keep their bits."""
        found = self._find(arg_at, key)
        tags = (ValueTag.UINT64, ValueTag.INT64)
        present = np.isin(found.tag, tags)
        values = np.where(present, found.word, np.uint64(0)).view(np.int64)
        return self._column(found, key, present, values, _int64)

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        """float64[n] (nan where absent) and bool[n], of any numeric stat."""
        found = self._find(arg_at, key)
        tags = (ValueTag.UINT64, ValueTag.INT64, ValueTag.DOUBLE)
        values = np.full(len(arg_at), np.nan)
        for tag, dtype in zip(tags, (np.uint64, np.int64, np.float64), strict=True):
            mine = found.tag == tag
            values[mine] = found.word[mine].view(dtype)
        return self._column(found, key, np.isin(found.tag, tags), values, _float64)

    def texts(self, arg_at: Ints, key: str) -> Ids:
        """int32[n] string ids, -1 where absent, of str and ref stats."""
        found = self._find(arg_at, key)
        values = np.full(len(arg_at), -1, np.int32)
        refs = found.tag == ValueTag.REF
        distinct, which = np.unique(found.word[refs].view(np.int64), return_inverse=True)
        values[refs] = self.strings.intern_all(_referred(self.plane, i) for i in distinct.tolist())[
            which
        ]
        inline = found.tag == ValueTag.STR
        values[inline] = self._inline_texts(found.word[inline].view(np.int64))
        return self._column(found, key, refs | inline, values, self._text_id)[0]

    def names_mentioning(self, needle: str) -> Ids:
        """Ids of the event names whose metadata has a text stat with ``needle`` in it."""
        return self._texts.names_mentioning(needle)

    @cached_property
    def _texts(self) -> MetadataTexts:
        # Gathered at the first search: not everybody searches.
        return MetadataTexts.of(self.plane, self.strings)

    def _find(self, arg_at: Ints, key: str) -> Found:
        """The last stat called ``key`` of each event, its metadata's left out."""
        self.contents.check()
        ids = [i for i, named in self.plane.stat_metadata.items() if text(named.name) == key]

        def value_of(event: XEvent) -> Value | None:
            mine = (stat for stat in event.stats if stat.metadata_id in ids)
            return named_stats(self.plane, mine).get(key)

        return find_stats(self.contents.data, arg_at, ids, value_of)

    def _column(
        self,
        found: Found,
        key: str,
        present: Bools,
        values: NDArray[T],
        convert: Callable[[Value], T | None],
    ) -> tuple[NDArray[T], Bools]:
        """Add what numpy did not decode: events written oddly, and stats of metadata."""
        for index, value in found.odd.items():
            converted = convert(value)
            if converted is not None:
                values[index], present[index] = converted, True
        self._add_metadata(found, key, values, present, convert)
        return values, present

    def _add_metadata(
        self,
        found: Found,
        key: str,
        values: NDArray[T],
        present: Bools,
        convert: Callable[[Value], T | None],
    ) -> None:
        """Fill in what the metadata says where the event itself says nothing."""
        missing = np.flatnonzero(found.missing)
        position = self.lookup.positions(found.metadata_id[missing])
        keys = self.lookup.keys
        table = np.zeros(len(keys) + 1, values.dtype)  # the last is for unknown ids, -1
        has = np.zeros(len(table), np.bool_)
        for used in np.flatnonzero(np.bincount(position + 1, minlength=len(table))[1:]).tolist():
            stats = self.plane.event_metadata[int(keys[used])].stats
            mine = (stat for stat in stats if stat.metadata_id in found.ids)
            value = named_stats(self.plane, mine).get(key)
            converted = None if value is None else convert(value)
            if converted is not None:
                table[used], has[used] = converted, True
        some = has[position]
        values[missing[some]] = table[position[some]]
        present[missing] = some

    def _inline_texts(self, at: Ints) -> Ids:
        """String ids of the texts whose lengths begin at ``at``.

        A loop, since a dictionary is quicker at comparing strings of any length than numpy;
        texts that repeat are written as refs.
        """
        view = self.contents.data.data
        spans = (varint(view, start, len(view)) for start in at.tolist())
        return self.strings.intern_all(
            str(view[start : start + size], "utf-8", "replace") for size, start in spans
        )

    def _text_id(self, value: Value) -> np.int32 | None:
        return np.int32(self.strings.intern(value)) if isinstance(value, str) else None


def named_stats(plane: XPlane, stats: Iterable[XStat]) -> dict[str, Value]:
    """Values by name of those stats that have one; the later of two with one name."""
    values = ((stat.metadata_id, _value(plane, stat)) for stat in stats)
    return {_stat_name(plane, i): value for i, value in values if value is not None}


def _value(plane: XPlane, stat: XStat) -> Value | None:
    match stat.WhichOneof("value"):
        case None:
            return None
        case "ref_value":
            return _referred(plane, stat.ref_value)
        case "str_value":
            return text(stat.str_value)
        case field:
            value: Value = getattr(stat, field)
            return value


def _stat_name(plane: XPlane, stat_id: int) -> str:
    named = plane.stat_metadata.get(stat_id)
    return text(named.name) if named is not None else f"unknown stat {stat_id}"


def _referred(plane: XPlane, stat_id: int) -> str:
    """A ref is the id of the stat whose name is the text; ids are signed, refs are not."""
    stat_id = (stat_id + (1 << 63)) % (1 << 64) - (1 << 63)
    named = plane.stat_metadata.get(stat_id)
    return text(named.name) if named is not None else f"unknown text {stat_id}"


def _int64(value: Value) -> np.int64 | None:
    return np.uint64(value % (1 << 64)).astype(np.int64) if isinstance(value, int) else None


def _float64(value: Value) -> np.float64 | None:
    return np.float64(value) if isinstance(value, int | float) else None
