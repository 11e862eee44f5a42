"""Whether bytes look like an XSpace."""

from __future__ import annotations

from traceview.model.readers.wire import CutError, WireError, WireType, fields

_SPACE = dict.fromkeys((1, 2, 3, 4), WireType.BYTES)
_PLANE = {1: WireType.VARINT} | dict.fromkeys((2, 3, 4, 5, 6), WireType.BYTES)


def likeness(head: bytes) -> int:
    """0 (no XSpace) to 95 (surely one), from the first bytes of a file.

    Any protobuf message has fields 1 and 2, so the wire types and the planes' names count.
    A message of a known type with fields added later is still accepted, with less confidence.
    """
    data = memoryview(head)
    bids = []
    strange = 0
    try:
        for field in fields(data, 0, len(data)):
            expected = _SPACE.get(field.number)
            if expected is None:
                strange += 1
            elif field.wire_type != expected:
                return 0
            elif field.number == 1:
                bids.append(_plane_likeness(data, field.start, field.end))
            else:
                bids.append(40 if _is_text(bytes(data[field.start : field.end])) else 0)
    except CutError as cut:
        if cut.number == 1:
            bids.append(_plane_likeness(data, cut.start, len(data)))
    except WireError:
        strange += 1
    if not bids or min(bids) == 0:
        return 0
    return max(max(bids) - 20 * strange, 1)


def _plane_likeness(data: memoryview, start: int, end: int) -> int:
    """The same for one plane, of which only the beginning may be there."""
    bid = 50
    strange = 0
    try:
        for field in fields(data, start, end):
            expected = _PLANE.get(field.number)
            if expected is None:
                strange += 1
            elif field.wire_type != expected:
                return 0
            elif field.number == 2:
                if not _is_text(bytes(data[field.start : field.end])):
                    return 0
                bid = 95
    except CutError as cut:
        if cut.number not in _PLANE:
            strange += 1
    except WireError:
        strange += 1
    return max(bid - 20 * strange, 0)


def _is_text(value: bytes) -> bool:
    """Whether a name is one: names are at most cut within a character."""
    return "\ufffd" not in value.decode("utf-8", "replace")[:-1]
