"""Protobuf's wire format, field by field, in plain Python: for the few outer messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

Range = tuple[int, int]  # of bytes: [start, end)

MAX_VARINT_BYTES = 10
MAX_GROUP_DEPTH = 100


class WireType(IntEnum):
    """How a field's value is laid out."""

    VARINT = 0
    FIXED64 = 1
    BYTES = 2
    GROUP = 3
    GROUP_END = 4
    FIXED32 = 5


class WireError(Exception):
    """Bytes that are not protobuf, at byte ``offset``."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.what = what
        self.offset = offset


class CutError(WireError):
    """A field that ends beyond its message: ``needs`` bytes from ``start``, ``has`` are there."""

    def __init__(self, number: int, tag_at: int, start: int, needs: int, has: int) -> None:
        super().__init__(f"a field needs {needs:,} bytes, {has:,} are there", tag_at)
        self.number = number
        self.start = start
        self.needs = needs
        self.has = has


class Field(NamedTuple):
    """One field: its value lies in ``[start, end)``, its tag begins at ``tag_at``."""

    number: int
    wire_type: int
    start: int
    end: int
    tag_at: int


def varint(data: memoryview, at: int, end: int) -> tuple[int, int]:
    """The varint at ``at`` as an unsigned number, and where the next byte is."""
    value = shift = 0
    for i in range(at, min(at + MAX_VARINT_BYTES, end)):
        byte = data[i]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, i + 1
        shift += 7
    if end - at < MAX_VARINT_BYTES:
        raise WireError("the data ends within a number", at)
    raise WireError("a number is longer than 10 bytes", at)


def fields(data: memoryview, start: int, end: int, depth: int = 0) -> Iterator[Field]:
    """The fields in ``[start, end)`` of one message, in order. Raises WireError."""
    at = start
    while at < end:
        found = field(data, at, end, depth)
        yield found
        at = found.end


def field(data: memoryview, at: int, end: int, depth: int = 0) -> Field:
    """The field whose tag is at ``at``. Raises WireError."""
    tag, start = varint(data, at, end)
    number, wire_type = tag >> 3, tag & 7
    if not 0 < number < 1 << 29:
        raise WireError(f"there is no field {number}", at)
    match wire_type:
        case WireType.VARINT:
            size = varint(data, start, end)[1] - start
        case WireType.FIXED64:
            size = 8
        case WireType.FIXED32:
            size = 4
        case WireType.BYTES:
            size, start = varint(data, start, end)
        case WireType.GROUP:
            size = _group_size(data, number, start, end, depth + 1)
        case _:
            raise WireError(f"there is no value of type {wire_type} here", at)
    if size > end - start:
        raise CutError(number, at, start, size, end - start)
    return Field(number, wire_type, start, start + size, at)


def _group_size(data: memoryview, number: int, start: int, end: int, depth: int) -> int:
    """Length of a group's fields with its end tag; groups are an old form of sub-message."""
    if depth > MAX_GROUP_DEPTH:
        raise WireError("groups are nested too deeply", start)
    at = start
    while at < end:
        tag, after = varint(data, at, end)
        if tag == number << 3 | WireType.GROUP_END:
            return after - start
        at = field(data, at, end, depth).end
    raise WireError("the data ends within a group", start)


def joined(data: memoryview, ranges: Iterable[Range]) -> bytes:
    """The bytes of several ranges as one message."""
    return b"".join(data[start:end] for start, end in ranges)
