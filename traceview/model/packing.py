"""Packed bytes, unpacked piece by piece: gzip, xz, bzip2, zstd where Python has it, any nesting."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import chain
from typing import Protocol

from traceview.model.web_page import is_page, joined, traces_in

PIECE_BYTES = 1 << 20
# Contents that grow by more than this beyond 1 GiB hold no trace: real ones compress 5 to 20 fold.
BOMB_RATIO = 200
BOMB_FREE_BYTES = 1 << 30
# A trace in a web page in an archive in an archive.
MAX_LAYERS = 6
_HEAD_BYTES = 64

Pieces = Iterator[bytes]


class Bomb(Exception):  # noqa: N818 - told to people as a TraceError, which knows the file
    """Contents that are too large for what they were packed into."""

    def __init__(self, packed_bytes: int, unpacked_bytes: int) -> None:
        super().__init__(packed_bytes, unpacked_bytes)
        self.packed_bytes = packed_bytes
        self.unpacked_bytes = unpacked_bytes


class _Stream(Protocol):
    """What Python's decompressors have in common."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gzip:
    """A gzip member; zlib hands back input that did not fit, where the others keep it."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(wbits=31)

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data


def _formats() -> dict[bytes, Callable[[], _Stream]]:
    """Decompressors by the first bytes of what they unpack."""
    known: dict[bytes, Callable[[], _Stream]] = {
        b"\x1f\x8b": _Gzip,
        b"\xfd7zXZ\0": lzma.LZMADecompressor,
        b"BZh": bz2.BZ2Decompressor,
    }
    with suppress(ImportError):  # before Python 3.14
        known[b"\x28\xb5\x2f\xfd"] = import_module("compression.zstd").ZstdDecompressor
    return known


FORMATS = _formats()
_DAMAGE = (zlib.error, lzma.LZMAError, OSError, EOFError)


def is_packed(head: bytes) -> bool:
    """Whether ``head`` begins something that ``unpacked`` changes."""
    return head.startswith(tuple(FORMATS)) or is_page(head)


def unpacked(
    pieces: Pieces, size_bytes: int, damage: list[str], layers: int = MAX_LAYERS
) -> Pieces:
    """What ``pieces`` of a file of ``size_bytes`` hold inside, in pieces.

    Damage ends it and is told in ``damage``. A web page that holds traces gives the traces, any
    other itself. Raises Bomb.
    """
    while layers:
        layers -= 1
        head, pieces = _peeked(pieces)
        stream = next((stream for magic, stream in FORMATS.items() if head.startswith(magic)), None)
        if stream is not None:
            pieces = capped(_members(pieces, stream, damage), size_bytes)
        elif is_page(head):
            pieces, layers = _in_page(pieces, size_bytes, damage, layers)
        else:
            break
    yield from pieces


def _in_page(pieces: Pieces, size_bytes: int, damage: list[str], layers: int) -> tuple[Pieces, int]:
    """The traces in a page, or the page; and how many layers may be in there."""
    page = b"".join(capped(pieces, size_bytes))
    found = traces_in(page)
    if not found:
        return iter((page,)), 0
    if len(found) == 1:
        return iter(found), layers
    return iter((_all_of(found, size_bytes, damage, layers),)), 0


def _all_of(traces: list[bytes], size_bytes: int, damage: list[str], layers: int) -> bytes:
    """The traces of a page as one."""
    texts = (b"".join(unpacked(iter((each,)), size_bytes, damage, layers)) for each in traces)
    try:
        return joined(list(texts))
    except ValueError as error:
        damage.append(f"one of the {len(traces)} traces in the page cannot be read ({error})")
        return b""


def _peeked(pieces: Pieces) -> tuple[bytes, Pieces]:
    """The first bytes, and all pieces again."""
    seen: list[bytes] = []
    while sum(map(len, seen)) < _HEAD_BYTES and (piece := next(pieces, b"")):
        seen.append(piece)
    return b"".join(seen)[:_HEAD_BYTES], chain(seen, pieces)


def _members(pieces: Pieces, make: Callable[[], _Stream], damage: list[str]) -> Pieces:
    """Decompress all members; padding with zeros is allowed after one, another may follow."""
    stream = make()
    for piece in pieces:
        raw = piece.lstrip(b"\0") if stream.eof else piece
        while raw:
            if stream.eof:
                stream = make()
            try:
                while out := stream.decompress(raw, PIECE_BYTES):
                    yield out
                    raw = b""
                    if stream.eof:
                        break
            except _DAMAGE as error:
                damage.append(f"its compressed data is damaged ({error})")
                return
            raw = stream.unused_data.lstrip(b"\0") if stream.eof else b""
    if not stream.eof:
        damage.append("the compressed data ends early")


def capped(pieces: Pieces, packed_bytes: int) -> Pieces:
    """``pieces`` of what ``packed_bytes`` hold. Raises Bomb where they are far too many."""
    cap = max(BOMB_FREE_BYTES, BOMB_RATIO * packed_bytes)
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > cap:
            raise Bomb(packed_bytes, total)
        yield piece
