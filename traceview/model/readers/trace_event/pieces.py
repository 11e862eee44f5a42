"""Finds the records in a trace-event file and cuts them into pieces that decode."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

from traceview.model.readers.trace_event.decode import Event, Unreadable, decoded, whole
from traceview.model.readers.trace_event.mend import Mender
from traceview.model.readers.trace_event.records import Skips
from traceview.model.readers.trace_event.repair import VALUE
from traceview.model.source import Contents

PIECE_BYTES = 1 << 20
# Pieces shrink to this around damage, where records are looked at one by one.
SMALL_BYTES = 1 << 12
# How far from a piece's end a cut is looked for, nearest first: it may lie inside of a record's
# args, which the decoder tells, and then the next one may do.
_CUT_BYTES = (1 << 9, 1 << 12, 1 << 15, 1 << 18, PIECE_BYTES)

_BLANK = re.compile(rb"[ \t\r\n,]*+")
_BOM = b"\xef\xbb\xbf"
_CUT = re.compile(rb"\}(?=\s*+(?:,\s*+[\{\]]|\]))")
_LAST_CUT = re.compile(rb"\}(?=\s*+(?:,\s*+(?:[\{\]]|\Z)|\]|\Z))")
_KEY = re.compile(rb'"((?:[^"\\]++|\\.)*+)"\s*+:\s*+', re.DOTALL)
_RECORDS_KEY = re.compile(rb'"traceEvents"\s*+:\s*+(?=\[)')

Advance = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """Records that follow one another in the bytes ``[start, end)`` of the file."""

    start: int
    end: int
    events: list[Event]


def find_pieces(
    contents: Contents, top: dict[str, Any], skips: Skips, advance: Advance
) -> Iterator[Piece]:
    """All records in file order; the other keys of the file's top level go into ``top``.

    Both forms of file: an array of records, or an object that holds it as "traceEvents". The
    array's closing bracket may be missing, and commas may be too many. ``advance`` hears which
    fraction of the file is done.
    """
    data = contents.data.data
    at = _skip_blank(data, len(_BOM) if bytes(data[:3]) == _BOM else 0)
    walk = _Walk(contents, skips, advance)
    if bytes(data[at : at + 1]) == b"{":
        yield from walk.keys(at + 1, top)
        return
    while at < len(data):
        if data[at] not in b"[{":
            skips.add("text between events", at)
            at = walk.mender.resumed(at)
        # More than one array one after the other, or a bracket too many.
        at = _skip_blank(data, (yield from walk.records(at + (bytes(data[at : at + 1]) == b"["))))


class _Walk:
    """Goes through a file once; knows how long the pieces should be."""

    def __init__(self, contents: Contents, skips: Skips, advance: Advance) -> None:
        self._contents = contents
        self._data = contents.data.data
        self._skips = skips
        self._advance = advance
        self._reach = PIECE_BYTES
        self.mender = Mender(self._data, skips)

    def keys(self, at: int, top: dict[str, Any]) -> Generator[Piece, None, None]:
        """The keys of the top level, which begin at ``at``."""
        data = self._data
        while True:
            at = _skip_blank(data, at)
            if at == len(data):
                self._skips.add("cut off", at)
                return
            if data[at] == ord("}"):
                return
            if data[at] == ord("{"):
                # The bracket before was one too many.
                at = yield from self.records(at)
                continue
            key = _KEY.match(data, at)
            if key and key[1] == b"traceEvents" and bytes(data[key.end() : key.end() + 1]) == b"[":
                at = yield from self.records(key.end() + 1)
                continue
            value = key and VALUE.match(data, key.end())
            if key and value:
                at = value.end()
                self._keep(key, value, top)
                continue
            self._skips.add("unreadable key", at)
            records = _RECORDS_KEY.search(data, at)
            if records is None:
                return
            at = records.start()

    def _keep(self, key: re.Match[bytes], value: re.Match[bytes], top: dict[str, Any]) -> None:
        try:
            top[str(whole(b'"%b"' % key[1]))] = whole(value[0])
        except ValueError:
            self._skips.add("unreadable key", key.start())

    def records(self, at: int) -> Generator[Piece, None, int]:
        """The records of the array that begins at ``at``; gives where it ends."""
        data, told = self._data, at
        while True:
            at = _skip_blank(data, at)
            if at == len(data) or data[at] == ord("]"):
                return min(at + 1, len(data))
            self._contents.check()
            if at - told >= PIECE_BYTES // 4:
                self._advance(at / len(data))
                told = at
            piece = self._next(at)
            if piece is not None:
                at = piece.end
                if piece.events:
                    yield piece

    def _next(self, at: int) -> Piece | None:
        """What begins at ``at``; None to try again with a shorter reach.

        Damage makes pieces short; after a damaged record the next is looked at alone.
        """
        reach, damaged = self._reach, False
        if reach >= SMALL_BYTES:
            piece, damaged = self._piece(at, min(at + reach, len(self._data)))
            if piece is not None:
                self._reach = 0 if damaged else min(2 * reach, PIECE_BYTES)
                return piece
            if reach > SMALL_BYTES and not damaged:
                self._reach = max(reach >> 4, SMALL_BYTES)
                return None
        end, events, is_whole = self.mender.first(at)
        self._reach = SMALL_BYTES if is_whole else 0
        return Piece(at, end, events)

    def _piece(self, start: int, stop: int) -> tuple[Piece | None, bool]:
        """Whole records in ``[start, stop)``, as far as the decoder proves; whether some is not."""
        data = self._data
        cuts = _LAST_CUT if stop == len(data) else _CUT
        high = stop
        for back in _CUT_BYTES:
            low = max(stop - back, start)
            try:
                for cut in _last(cuts, data, low, high):
                    return self._decoded(start, cut), False
            except Unreadable as reason:
                if not reason.cut:
                    return self._before(start, start + reason.good), True
            if low == start:
                break
            high = low
        return None, False

    def _before(self, start: int, stop: int) -> Piece | None:
        """The records before damage; the damaged one may hold some cuts itself."""
        for cut in _last(_CUT, self._data, start, stop, most=8):
            try:
                return self._decoded(start, cut)
            except Unreadable:
                continue
        return None

    def _decoded(self, start: int, end: int) -> Piece:
        events, flaws = decoded(self._data[start:end])
        for kind, at in flaws:
            self._skips.add(kind, start + at)
        return Piece(start, end, events)


def _skip_blank(data: memoryview, at: int) -> int:
    found = _BLANK.match(data, at)
    return found.end() if found else at


def _last(
    cuts: re.Pattern[bytes], data: memoryview, low: int, high: int, most: int = 1
) -> Iterator[int]:
    """Where the last records that end in ``[low, high)`` may end, the last one first."""
    found = deque(cuts.finditer(data, low, high), maxlen=most)
    return (each.end() for each in reversed(found))
