"""Cloud TPU traces after the schemas, written field by field."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.model.readers.odd_wire import varint
from traceview.model.proto import EarlyEvent, LaterEvent, RawData, TpuTrace

Devices = Mapping[int, tuple[str, Mapping[int, tuple[str, int]]]]
CORE: Devices = {1: ("Chip 0: TPU Core 0", {1: ("Step", 0), 3: ("XLA Ops", 0)})}


def field(number: int, value: int | bytes, padded_to: int = 0) -> bytes:
    """A varint or a run of bytes."""
    if isinstance(value, int):
        return varint(number << 3, padded_to) + varint(value, padded_to)
    return varint(number << 3 | 2) + varint(len(value), padded_to) + value


def header(devices: Devices, names: Mapping[int, str] | None = None) -> bytes:
    """Devices by id with their resources by id: name, and sort index or number of events."""
    trace = TpuTrace()
    for device_id, (name, resources) in devices.items():
        device = trace.devices[device_id]
        device.name, device.device_id = name, device_id
        for resource_id, (called, number) in resources.items():
            resource = device.resources[resource_id]
            resource.name, resource.resource_id = called, resource_id
            if number:
                resource.number = number
    for key, called in (names or {}).items():
        trace.name_table[key] = called
    return trace.SerializeToString()


def event(message: EarlyEvent | LaterEvent) -> bytes:
    """An event as a field of the trace."""
    return field(4, message.SerializeToString())


def early(device: int, resource: int, name: str, start: int, dur: int, **args: str) -> bytes:
    """An event of the early generation."""
    message = EarlyEvent(
        device_id=device, resource_id=resource, name=name, timestamp_ps=start, duration_ps=dur
    )
    for key, value in args.items():
        message.args.add(key=key, value=value)
    return event(message)


def raw_args(**args: float | str) -> bytes:
    """What stands in ``raw_data``."""
    raw = RawData()
    for key, value in args.items():
        arg = raw.args.arg.add()
        arg.name = key
        match value:
            case str():
                arg.str_value = value
            case int() if value < 0:
                arg.int_value = value
            case int():
                arg.uint_value = value
            case _:
                arg.double_value = value
    return raw.SerializeToString()


def shuffled(random: Random, message: EarlyEvent | LaterEvent, oddness: float) -> bytes:
    """An event whose fields stand in any order, with unknown ones, repeated and padded."""
    whole = message.SerializeToString()
    pieces = [whole]
    if random.random() < oddness:
        pieces.append(field(99, random.randrange(1 << 60), padded_to=3))
    if random.random() < oddness:
        pieces.append(varint(20 << 3 | 1) + bytes(8))
    if random.random() < oddness:
        pieces.append(varint(21 << 3 | 5) + bytes(4))
    if random.random() < oddness:
        pieces.append(varint(22 << 3 | 3) + field(1, 5) + varint(22 << 3 | 4))
    random.shuffle(pieces)
    return field(4, b"".join(pieces), padded_to=random.choice([0, 3]))
