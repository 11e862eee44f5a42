"""Memory events of torch.profiler as counters.

torch writes an instant named "[memory]" for each allocation and release, with the totals of its
device after it. Older versions wrote the size alone, whose running sum is shown then.
"""

from __future__ import annotations

import numpy as np

from traceview.model.readers.trace_event.measured import Measured, counter_track
from traceview.model.readers.trace_event.pairs import numbered
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.readers.trace_event.slices import records_of
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Bools, Ids, Ints, Track

_EVENT = "[memory]"
_SERIES = ("Total Allocated", "Total Reserved")
_SIZE = "Bytes"
_RUNNING = ("Allocated since the start",)
# c10::DeviceType, of those that the profiler reports.
_DEVICES = {
    0: "CPU",
    1: "GPU",
    6: "GPU",
    9: "XLA",
    12: "XPU",
    13: "MPS",
    15: "HPU",
    19: "MTIA",
}


def memory_counter_tracks(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    strings: StringTable,
    args: ArgSource,
    skips: Skips,
) -> list[Track]:
    """A track for each process and device, in bytes, beside the instants themselves."""
    record = records_of(records, usable, b"iI")
    record = record[records.name[record] == strings.intern(_EVENT)]
    record = record[np.argsort(time_ps[record], kind="stable")]
    totals = [args.doubles(record, series) for series in _SERIES]
    size, sized = args.doubles(record, _SIZE)
    total = totals[0][1] | totals[1][1]
    skips.add_records("memory event without sizes", record[~(total | sized)], records.store)
    values = np.stack([np.nan_to_num(values) for values, _ in totals], axis=1)
    kind = _whole(*args.doubles(record, "Device Type"))
    device = _whole(*args.doubles(record, "Device Id"))
    group = numbered(section_of[record], kind, device)
    tracks = []
    for number in range(int(group.max(initial=-1)) + 1):
        mine = group == number
        head = int(mine.argmax())
        whole = bool((total & mine).any())
        mine &= total if whole else sized
        if not mine.any():
            continue
        measured = Measured(
            section=int(section_of[record[head]]),
            name=_device_name(int(kind[head]), int(device[head])),
            series=_SERIES if whole else _RUNNING,
            time_ps=time_ps[record[mine]],
            values=values[mine] if whole else np.cumsum(size[mine])[:, np.newaxis],
            arg_at=record[mine],
            unit="bytes",
        )
        tracks.append(counter_track(measured, strings, args))
    return tracks


def _whole(values: np.ndarray, present: Bools) -> Ints:
    """Whole numbers, -1 where there is none."""
    sane = present & (np.abs(values) < 1 << 31)
    return np.where(sane, values, -1).astype(np.int64)


def _device_name(kind: int, device: int) -> str:
    name = _DEVICES.get(kind, f"device type {kind}" if kind >= 0 else "of an unnamed device")
    return f"Memory {name} {device}" if device >= 0 else f"Memory {name}"
