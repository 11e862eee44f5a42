"""Counters that XProf writes as lists of entries in one record each."""

from __future__ import annotations

import numpy as np

from traceview.model.readers.trace_event.measured import Measured, text_of, title_of, unit_of
from traceview.model.readers.trace_event.moments import moments, numbers
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Doubles, Ids, Ints


def listed_counters(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    strings: StringTable,
    skips: Skips,
) -> tuple[list[Measured], list[int]]:
    """The counters that XProf writes as ``entries`` [[ts, value], ...], and their records."""
    parts: dict[tuple[int, int, int], list[tuple[int, str, Ints, Doubles]]] = {}
    lists = []
    for number, fields in records.found:
        entries = fields.get("entries")
        if records.phase[number] != ord("C") or not isinstance(entries, list):
            continue
        lists.append(number)
        pairs = [each for each in entries if isinstance(each, list) and len(each) > 1]
        at_ps, known = moments(records, time_ps, usable, [pair[0] for pair in pairs])
        values = numbers([pair[1] for pair in pairs])
        good = known & ~np.isnan(values)
        lost = len(entries) - int(good.sum())
        if lost:
            skips.add("counter entry that is no number", records.store.offset(number), lost)
        series = str(fields.get("event_stats") or "value")
        key = int(section_of[number]), int(records.category[number]), int(records.name[number])
        parts.setdefault(key, []).append((number, series, at_ps[good], values[good]))
    measured = [
        _joined(records, section, category, several, strings)
        for (section, category, _), several in parts.items()
    ]
    return [each for each in measured if len(each.time_ps)], lists


def _joined(
    records: Records,
    section: int,
    category: int,
    several: list[tuple[int, str, Ints, Doubles]],
    strings: StringTable,
) -> Measured:
    """One counter of several lists of entries."""
    series = tuple(dict.fromkeys(part[1] for part in several))
    at_ps = np.concatenate([part[2] for part in several])
    values = np.zeros((len(at_ps), len(series)))
    record = np.repeat([part[0] for part in several], [len(part[2]) for part in several])
    low = 0
    for _, name, times, mine in several:
        values[low : low + len(times), series.index(name)] = mine
        low += len(times)
    order = np.argsort(at_ps, kind="stable")
    title, group = title_of(records, several[0][0], strings), text_of(category, strings)
    return Measured(
        section=section,
        name=title,
        series=series,
        time_ps=at_ps[order],
        values=values[order],
        arg_at=record[order],
        category=group,
        unit=unit_of(title, group, *series),
    )
