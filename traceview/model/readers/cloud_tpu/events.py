"""The events of a trace of cloud-tpu-profiler 1.x as columns, in both generations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from traceview.model.proto import text
from traceview.model.readers.cloud_tpu.fields import Fields, read_fields
from traceview.model.readers.swar import Bytes, Words
from traceview.model.readers.wire import WireError, WireType, fields, varint
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ids, Ints

# How many events tell the generation of a file.
TOLD_BY = 64
_NAME = 3 << 3 | WireType.BYTES


class Early(IntEnum):
    """Tags of trace_events_old.proto and of TSL's trace_events.proto."""

    DEVICE = 1 << 3 | WireType.VARINT
    RESOURCE = 2 << 3 | WireType.VARINT
    TIME = 9 << 3 | WireType.VARINT
    DURATION = 10 << 3 | WireType.VARINT


class Later(IntEnum):
    """Tags of XProf's trace_events.proto."""

    DEVICE = 1 << 3 | WireType.VARINT
    RESOURCE = 2 << 3 | WireType.VARINT
    TIME = 6 << 3 | WireType.VARINT
    DURATION = 7 << 3 | WireType.VARINT
    FLOW = 9 << 3 | WireType.VARINT
    FLOW_ENTRY = 10 << 3 | WireType.VARINT
    FLOW_CATEGORY = 11 << 3 | WireType.VARINT
    NAME_REF = 12 << 3 | WireType.FIXED64


# Fields that only the later generation has, or that have another type there.
_ONLY_LATER = {
    (5, WireType.VARINT),
    (6, WireType.VARINT),
    (7, WireType.VARINT),
    (8, WireType.BYTES),
    (11, WireType.VARINT),
    (12, WireType.FIXED64),
    (14, WireType.VARINT),
}


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """n events in file order.

    ``at`` int64[n] is where an event's length begins; ``device``, ``resource``, ``time_ps``,
    ``dur_ps`` uint64[n]; ``placed`` bool[n]: it has a resource; ``name`` int32[n] string ids.
    ``flow``, ``entry`` and ``category`` uint64[n], with ``flows`` bool[n] where there is one.
    ``damaged`` events were left out.
    """

    at: Ints
    device: Words
    resource: Words
    placed: Bools
    time_ps: Words
    dur_ps: Words
    name: Ids
    flow: Words
    entry: Words
    category: Words
    flows: Bools
    damaged: int = 0


def is_later(view: memoryview, at: Ints) -> bool:
    """Whether the events whose lengths begin at ``at`` are of the later generation."""
    for start in at[:TOLD_BY].tolist():
        try:
            size, start = varint(view, start, len(view))
            shape = {(f.number, f.wire_type) for f in fields(view, start, start + size)}
        except WireError:
            continue
        if shape & _ONLY_LATER:
            return True
    return False


def read_columns(
    data: Bytes,
    at: Ints,
    later: bool,
    name_table: Mapping[int, str | bytes],
    strings: StringTable,
    check: Callable[[], None],
) -> Columns:
    """The events whose lengths begin at ``at``, ascending."""
    tags: list[int] = list(Later) if later else list(Early)
    found = read_fields(data, at, tags, _NAME, check)
    whole = np.flatnonzero(found.whole)

    def column(place: int) -> Words:
        values: Words = found.numbers[place, whole]
        return values

    def extra(tag: Later) -> Words:
        return column(tags.index(tag)) if later else np.zeros(len(whole), np.uint64)

    # Zeros are not written in the early generation, where every event has a resource.
    placed = found.present[tags.index(Later.RESOURCE), whole] if later else found.whole[whole]
    flows = found.present[tags.index(Later.FLOW), whole] if later else ~placed
    names = _names(data.data, found, whole, strings)
    if later:
        _refer(names, found, whole, name_table, strings)
    return Columns(
        at=at[whole],
        device=column(0),
        resource=column(1),
        placed=placed,
        time_ps=column(2),
        dur_ps=column(3),
        name=names,
        flow=extra(Later.FLOW),
        entry=extra(Later.FLOW_ENTRY),
        category=extra(Later.FLOW_CATEGORY),
        flows=flows,
        damaged=len(at) - len(whole),
    )


def _names(view: memoryview, found: Fields, index: Ints, strings: StringTable) -> Ids:
    """String ids of the names that stand in the events themselves.

    A loop, since a dictionary is quicker at comparing strings of any length than numpy.
    """
    known: dict[bytes, int] = {}
    ids = np.empty(len(index), np.int32)
    spans = zip(found.text_at[index].tolist(), found.text_size[index].tolist(), strict=True)
    for i, (start, size) in enumerate(spans):
        raw = bytes(view[start : start + size])
        name = known.get(raw)
        if name is None:
            name = known[raw] = strings.intern(raw.decode("utf-8", "replace"))
        ids[i] = name
    return ids


def _refer(
    names: Ids,
    found: Fields,
    index: Ints,
    name_table: Mapping[int, str | bytes],
    strings: StringTable,
) -> None:
    """Fill in the names that are hashes into the trace's table."""
    row = list(Later).index(Later.NAME_REF)
    refers = np.flatnonzero(found.present[row, index])
    refs, which = np.unique(found.numbers[row, index[refers]], return_inverse=True)
    called = (
        text(name_table[ref]) if ref in name_table else f"unknown name {ref}"
        for ref in refs.tolist()
    )
    names[refers] = strings.intern_all(called)[which]
