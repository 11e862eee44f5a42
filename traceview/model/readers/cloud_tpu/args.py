"""The args of events of a Cloud TPU trace, decoded when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from traceview.model.proto import DecodeError, EarlyEvent, LaterEvent, RawData, text
from traceview.model.readers.wire import WireError, varint
from traceview.model.source import Contents
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, ArgValue, Bools, Doubles, Ids, Ints


@dataclass(frozen=True, slots=True, eq=False)
class CloudTpuArgs:
    """ArgSource of a file; ``arg_at`` is the byte where an event's length begins.

    The early generation writes all args as text, numbers too: text that is a number counts as
    one where numbers are asked for.
    """

    contents: Contents
    later: bool
    name_table: Mapping[int, str | bytes]
    strings: StringTable

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        """All args of one event."""
        if arg_at < 0:
            return ()
        try:
            return self._read(arg_at)
        except WireError as error:
            return (Arg("unreadable", f"{error.what} (byte {error.offset:,} of the file)"),)

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        """int64[n] and bool[n]; unsigned numbers of 2**63 and more keep their bits."""
        values, present = np.zeros(len(arg_at), np.int64), np.zeros(len(arg_at), np.bool_)
        for index, value in self._each(arg_at, key):
            number = _integer(value)
            if number is not None:
                values[index], present[index] = number, True
        return values, present

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        """float64[n] (nan where absent) and bool[n]."""
        values, present = np.full(len(arg_at), np.nan), np.zeros(len(arg_at), np.bool_)
        for index, value in self._each(arg_at, key):
            number = _double(value)
            if number is not None:
                values[index], present[index] = number, True
        return values, present

    def texts(self, arg_at: Ints, key: str) -> Ids:
        """int32[n] string ids, -1 where absent."""
        values = np.full(len(arg_at), -1, np.int32)
        for index, value in self._each(arg_at, key):
            if isinstance(value, str):
                values[index] = self.strings.intern(value)
        return values

    def _each(self, arg_at: Ints, key: str) -> Iterator[tuple[int, ArgValue]]:
        """One arg of many events, where they have it.

        A loop: these files hold a million events at most, and are asked rarely.
        """
        for index, at in enumerate(arg_at.tolist()):
            if at < 0:
                continue
            try:
                found = dict(self._read(at))
            except WireError:
                continue
            if key in found:
                yield index, found[key]

    def _read(self, at: int) -> tuple[Arg, ...]:
        self.contents.check()
        view = self.contents.data.data
        size, start = varint(view, at, len(view))
        raw = bytes(view[start : start + size])
        try:
            return tuple(self._later(raw) if self.later else _early(raw))
        except DecodeError as error:
            raise WireError("an event's args are damaged", at) from error

    def _later(self, raw: bytes) -> Iterator[Arg]:
        event = LaterEvent.FromString(raw)
        if event.HasField("group_id"):
            yield Arg("group_id", event.group_id)
        for arg in RawData.FromString(event.raw_data).args.arg:
            match arg.WhichOneof("value"):
                case None:
                    continue
                case "str_value":
                    yield Arg(text(arg.name), text(arg.str_value))
                case "ref_value":
                    known = self.name_table.get(arg.ref_value)
                    unknown = f"unknown text {arg.ref_value}"
                    yield Arg(text(arg.name), unknown if known is None else text(known))
                case field:
                    yield Arg(text(arg.name), getattr(arg, field))


def _early(raw: bytes) -> Iterator[Arg]:
    named = {text(arg.key): text(arg.value) for arg in EarlyEvent.FromString(raw).args}
    return (Arg(name, value) for name, value in named.items())


def _integer(value: ArgValue) -> np.int64 | None:
    try:
        number = int(value) if isinstance(value, str) else value
    except ValueError:
        return None
    if not isinstance(number, int):
        return None
    return np.uint64(number % (1 << 64)).astype(np.int64)


def _double(value: ArgValue) -> float | None:
    try:
        return float(value) if isinstance(value, int | float | str) else None
    except ValueError:
        return None
