"""Whether bytes look like a trace of cloud-tpu-profiler 1.x."""

from __future__ import annotations

from traceview.model.readers.wire import CutError, WireError, WireType, fields

_MAP_ENTRY = {1: WireType.VARINT, 2: WireType.BYTES}
_DEVICE = {1: WireType.BYTES, 2: WireType.VARINT, 3: WireType.BYTES}
_EVENT = {1: WireType.VARINT, 2: WireType.VARINT, 3: WireType.BYTES}
_DEVICES, _EVENTS = 1, 4
# What may stand before devices and events: the later generation's other fields.
_OTHERS = {
    4: (WireType.VARINT,),
    5: (WireType.VARINT,),
    6: (WireType.BYTES,),
    7: (WireType.VARINT,),
    8: (WireType.BYTES,),
}
ENOUGH_FIELDS = 8


def likeness(head: bytes) -> int:
    """0 (no such trace) to 95 (surely one), from the first bytes of a file.

    Traces begin with their devices: map entries of a number and a message that begins with a
    name, where an XPlane has a number and a name. Events alone look like too much else.
    """
    data = memoryview(head)
    bid = 0
    try:
        for count, field in enumerate(fields(data, 0, len(data))):
            if field.wire_type == WireType.BYTES and field.number == _DEVICES:
                return _device_likeness(data, field.start, field.end)
            if field.wire_type == WireType.BYTES and field.number == _EVENTS:
                if not _has_shape(data, field.start, field.end, _EVENT):
                    return 0
                bid = 30
            elif field.wire_type not in _OTHERS.get(field.number, ()):
                return 0
            if count >= ENOUGH_FIELDS:
                return bid
    except CutError as cut:
        if cut.number == _DEVICES:
            return _device_likeness(data, cut.start, len(data))
    except WireError:
        pass
    return bid


def _device_likeness(data: memoryview, start: int, end: int) -> int:
    """The same by the first device, of which only the beginning may be there."""
    try:
        for field in fields(data, start, end):
            if field.wire_type != _MAP_ENTRY.get(field.number):
                return 0
            if field.number == 2:
                return 95 if _has_shape(data, field.start, field.end, _DEVICE) else 0
    except CutError as cut:
        if cut.number == 2:
            return 95 if _has_shape(data, cut.start, end, _DEVICE) else 0
    except WireError:
        return 0
    return 0


def _has_shape(data: memoryview, start: int, end: int, shape: dict[int, WireType]) -> bool:
    """Whether the first field is the first of ``shape``, and what is there of it fits."""
    numbers = []
    try:
        for field in fields(data, start, end):
            if field.wire_type != shape.get(field.number, field.wire_type):
                return False
            numbers.append(field.number)
    except CutError as cut:
        numbers.append(cut.number)
    except WireError:
        return False
    return numbers[:1] == [1]
