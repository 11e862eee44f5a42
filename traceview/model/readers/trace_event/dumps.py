"""Memory dumps of Chrome's memory-infra: the totals of each process as counters.

Numbers are hexadecimal text. Several records of one process and id are one dump.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from traceview.model.readers.trace_event.measured import Measured, counter_track
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Bools, Ids, Ints, Track

_TOTALS, _ALLOCATORS = "Process memory", "Memory allocators"


class _Dump(NamedTuple):
    """What one dump says of one process: bytes by name."""

    record: int
    totals: dict[str, float]
    allocators: dict[str, float]


def dump_tracks(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    strings: StringTable,
    args: ArgSource,
    skips: Skips,
) -> list[Track]:
    """Two tracks a process: its totals, and the ``size`` of its allocators, in bytes."""
    tracks = []
    for section, dumps in _dumps(records, usable, section_of, skips).items():
        ordered = sorted(dumps, key=lambda dump: int(time_ps[dump.record]))
        record = np.array([dump.record for dump in ordered], np.int64)
        kinds = {
            _TOTALS: [dump.totals for dump in ordered],
            _ALLOCATORS: [_roots(dump.allocators) for dump in ordered],
        }
        for name, said in kinds.items():
            spoke = np.array([bool(each) for each in said])
            series = tuple(dict.fromkeys(key for each in said for key in each))
            if not series:
                continue
            values = [[each.get(key, 0.0) for key in series] for each in said if each]
            measured = Measured(
                section=section,
                name=name,
                series=series,
                time_ps=time_ps[record[spoke]],
                values=np.array(values, np.float64),
                arg_at=record[spoke],
                category="memory-infra",
                unit="bytes",
            )
            tracks.append(counter_track(measured, strings, args))
    return tracks


def _dumps(
    records: Records, usable: Bools, section_of: Ids, skips: Skips
) -> dict[int, list[_Dump]]:
    """The dumps of each process, by section."""
    dumps: dict[tuple[int, int], _Dump] = {}
    for record, fields in records.found:
        if records.phase[record] != ord("v") or not usable[record]:
            continue
        args = fields.get("args")
        said = args.get("dumps") if isinstance(args, dict) else None
        if not isinstance(said, dict):
            skips.add("memory dump without dumps", records.store.offset(record))
            continue
        key = int(section_of[record]), int(records.id[record])
        dump = dumps.setdefault(key, _Dump(record, {}, {}))
        dump.totals.update(_totals(said.get("process_totals")))
        dump.allocators.update(_sizes(said.get("allocators")))
    by_section: dict[int, list[_Dump]] = {}
    for (section, _), dump in dumps.items():
        by_section.setdefault(section, []).append(dump)
    return by_section


def _totals(said: Any) -> dict[str, float]:
    """Totals such as "resident_set_bytes"; flags and what is no number are left out."""
    if not isinstance(said, dict):
        return {}
    found = {key.removesuffix("_bytes").replace("_", " "): said[key] for key in said}
    return {key: size for key, value in found.items() if (size := _hex(value)) is not None}


def _sizes(said: Any) -> dict[str, float]:
    """The ``size`` of each allocator that tells one, by its path."""
    if not isinstance(said, dict):
        return {}
    sizes = {}
    for path, allocator in said.items():
        attrs = allocator.get("attrs") if isinstance(allocator, dict) else None
        size = attrs.get("size") if isinstance(attrs, dict) else None
        value = _hex(size.get("value")) if isinstance(size, dict) else None
        if value is not None:
            sizes[str(path)] = value
    return sizes


def _roots(sizes: dict[str, float]) -> dict[str, float]:
    """Sizes of the outermost allocators; where one tells none, the sum of those in it."""
    roots: dict[str, float] = {}
    for path, size in sizes.items():
        parents = [path[:at] for at, letter in enumerate(path) if letter == "/"]
        if not any(parent in sizes for parent in parents):
            root = path.partition("/")[0]
            roots[root] = roots.get(root, 0.0) + size
    return roots


def _hex(value: Any) -> float | None:
    try:
        return float(int(value, 16)) if isinstance(value, str) else None
    except (ValueError, OverflowError):
        return None
