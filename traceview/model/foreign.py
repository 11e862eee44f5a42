"""Which other protobuf message a file holds, by the shape of its first fields."""

from __future__ import annotations

from itertools import islice

from traceview.model.readers.wire import CutError, Field, WireError, WireType, fields

_PPROF = [(1, WireType.VARINT), (2, WireType.VARINT)]
_NAMED = [(1, WireType.BYTES), (2, WireType.BYTES)]
# timestamp, trusted_packet_sequence_id and timestamp_clock_id of Perfetto's TracePacket.
_PACKET_FIELDS = {(number, WireType.VARINT) for number in (8, 10, 58)}


def foreign_message(head: bytes, size_bytes: int) -> str:
    """What a person calls the file that starts with ``head``; "" when nothing is known."""
    data = memoryview(head)
    outer = _first_fields(data, 0, len(data), 4)
    if not outer:
        return ""
    first = outer[0]
    if (first.number, first.wire_type) == (1, WireType.VARINT):
        return "a TensorFlow SavedModel" if _shape(outer)[1:2] == _NAMED[1:] else ""
    if (first.number, first.wire_type) != (1, WireType.BYTES):
        return ""
    inner = _first_fields(data, first.start, min(first.end, len(data)), 8)
    if all(each.number == 1 for each in outer) and _PACKET_FIELDS & set(_shape(inner)):
        return "a Perfetto trace"
    match _shape(inner)[:2]:
        case shape if shape == _PPROF:
            return "a pprof profile"
        case shape if shape == _NAMED:
            return "an HLO module" if first.end > size_bytes // 2 else "a TensorFlow graph"
    return ""


def _first_fields(data: memoryview, start: int, end: int, count: int) -> list[Field]:
    """The first fields, of which the last may run on beyond the data."""
    found: list[Field] = []
    try:
        for field in islice(fields(data, start, end), count):
            found.append(field)  # noqa: PERF402 - those before an error are kept
    except CutError as cut:
        end = cut.start + cut.needs
        found.append(Field(cut.number, WireType.BYTES, cut.start, end, cut.offset))
    except WireError:
        pass
    return found


def _shape(found: list[Field]) -> list[tuple[int, int]]:
    return [(field.number, field.wire_type) for field in found]
