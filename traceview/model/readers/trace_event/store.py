"""Goes back to a trace-event file for what the columns leave out."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock
from typing import Any

import msgspec
import numpy as np
from msgspec import Raw

from traceview.model.errors import TraceError
from traceview.model.readers.trace_event.decode import Unreadable, objects, whole
from traceview.model.readers.trace_event.repair import ELEMENT
from traceview.model.source import Contents
from traceview.model.trace import Ints

# Pieces of a megabyte whose records are kept as texts: who asks for one event asks for the next.
_KEPT_PIECES = 2


@dataclass(frozen=True, slots=True)
class PieceTable:
    """Where the pieces of a file are: piece i is bytes ``[start[i], end[i])``.

    Its records are ``[first[i], first[i + 1])``, so that ``first`` has one more. int64, ascending.
    """

    start: Ints
    end: Ints
    first: Ints


@dataclass(frozen=True, eq=False)
class FileStore:
    """RecordStore of an open file. Any thread may use it."""

    contents: Contents
    pieces: PieceTable
    _kept: OrderedDict[int, list[Raw]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def fields(self, record: int) -> dict[str, Any]:
        """The whole object of a record, decoded anew. Raises TraceError if the file changed."""
        piece, index = self._place(record)
        try:
            value = whole(self._records(piece)[index])
        except ValueError as error:
            raise self._unreadable(f"Record {record:,} cannot be decoded: {error}.") from error
        return value if isinstance(value, dict) else {}

    def offset(self, record: int) -> int:
        """Byte offset of a record in the (decompressed) file.

        That of its piece where quotes in it were mended or it is nested as nothing real is.
        """
        piece, index = self._place(record)
        start, end = int(self.pieces.start[piece]), int(self.pieces.end[piece])
        self.contents.check()
        text = bytes(self.contents.data.data[start:end])
        at = 0
        while value := ELEMENT.match(text, at):
            if value[1].startswith(b"{"):
                if not index:
                    return start + value.start(1)
                index -= 1
            at = value.end()
        return start

    def column(self, records: Ints, key: str) -> list[Any]:
        """``args[key]`` of many records (None where absent), each piece of the file read once."""
        values: list[Any] = [None] * len(records)
        order = np.argsort(records, kind="stable")
        piece = self.pieces.first.searchsorted(records[order], "right") - 1
        bounds = np.flatnonzero(np.diff(piece, prepend=-1, append=-1)).tolist()
        decode = _args_decoder(key)
        for low, high in pairwise(bounds):
            number = int(piece[low])
            wanted = order[low:high]
            indices = records[wanted] - self.pieces.first[number]
            found = self._values(number, indices.tolist(), key, decode)
            for place, value in zip(wanted.tolist(), found, strict=True):
                values[place] = value
        return values

    def _values(
        self, piece: int, indices: list[int], key: str, decode: Callable[[bytes], Any]
    ) -> Iterator[Any]:
        """One arg of some records of a piece."""
        raws = self._records(piece)
        texts = [raws[index] for index in indices]
        try:
            decoded = decode(b"".join((b"[", b",".join(texts), b"]")))
        except (RecursionError, UnicodeDecodeError, msgspec.DecodeError):
            return (_arg(raw, key) for raw in texts)
        return (None if event.args is None else event.args.value for event in decoded)

    def _place(self, record: int) -> tuple[int, int]:
        """The piece of a record, and its number in the piece."""
        piece = bisect_right(self.pieces.first, record) - 1
        if record < 0 or piece >= len(self.pieces.start):
            raise IndexError(record)
        return piece, record - int(self.pieces.first[piece])

    def _records(self, piece: int) -> list[Raw]:
        """The records of a piece, each as its text."""
        with self._lock:
            if piece in self._kept:
                self._kept.move_to_end(piece)
                return self._kept[piece]
        self.contents.check()
        start, end = int(self.pieces.start[piece]), int(self.pieces.end[piece])
        try:
            raws = objects(self.contents.data.data[start:end])
        except Unreadable:
            raws = []
        if len(raws) != self.pieces.first[piece + 1] - self.pieces.first[piece]:
            raise self._unreadable("Other bytes are there than when it was opened.")
        with self._lock:
            self._kept[piece] = raws
            while len(self._kept) > _KEPT_PIECES:
                self._kept.popitem(last=False)
        return raws

    def _unreadable(self, why: str) -> TraceError:
        return TraceError(
            "The details of an event cannot be read.",
            why,
            "Open the file again.",
            path=self.contents.path,
        )


def _arg(raw: Raw, key: str) -> Any:
    try:
        args = whole(raw).get("args")
    except ValueError:
        return None
    return args.get(key) if isinstance(args, dict) else None


def _args_decoder(key: str) -> Callable[[bytes], Any]:
    """Decodes a list of records with one of their args as ``args.value``, the rest skipped."""
    args = msgspec.defstruct("Args", [("value", Any, None)], rename={"value": key}, gc=False)
    event = msgspec.defstruct("Event", [("args", args | None, None)], gc=False)
    return msgspec.json.Decoder(list[event]).decode  # type: ignore[valid-type]
