"""Whether bytes look like an XSpace."""

from __future__ import annotations

from traceview.model.readers.wire import CutError, WireError, WireType, fields

_SPACE_FIELDS = range(1, 5)
_PLANE_FIELDS = {1: WireType.VARINT} | dict.fromkeys(range(2, 7), WireType.BYTES)


def likeness(head: bytes) -> int:
    """0 (no XSpace) to 95 (surely one), from the first bytes of a file.

    The first plane decides: it has a number and a name, in this order, where other messages
    have something else. What comes after may be damaged or of a later version.
    """
    data = memoryview(head)
    bid = 0
    try:
        for field in fields(data, 0, len(data)):
            if field.number not in _SPACE_FIELDS or field.wire_type != WireType.BYTES:
                return bid
            if field.number == 1:
                return _plane_likeness(data, field.start, field.end)
            if not _is_text(bytes(data[field.start : field.end])):
                return bid
            bid = 40
    except CutError as cut:
        if cut.number == 1:
            return _plane_likeness(data, cut.start, len(data))
    except WireError:
        return bid
    return bid


def _plane_likeness(data: memoryview, start: int, end: int) -> int:
    """The same for one plane, of which only the beginning may be there."""
    bid = 50
    try:
        for field in fields(data, start, end):
            if field.wire_type != _PLANE_FIELDS.get(field.number):
                return 0
            if field.number == 2:
                return 95 if _is_text(bytes(data[field.start : field.end])) else 0
    except CutError as cut:
        return bid if _PLANE_FIELDS.get(cut.number) == WireType.BYTES else 0
    except WireError:
        return 10
    return bid


def _is_text(value: bytes) -> bool:
    """Whether a name is one: at most cut within a character, and no message that has a name."""
    try:
        value.decode()
    except UnicodeDecodeError as error:
        return error.start > len(value) - 4
    return value[:1] != b"\n"
