"""Counters of a trace-event file.

A counter is keyed as in catapult's importer: process, category, name and id. Catapult fixes the
series by the first sample and ignores later ones; here all series are kept.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from traceview.model.readers.trace_event.entries import listed_counters
from traceview.model.readers.trace_event.measured import (
    Measured,
    counter_track,
    text_of,
    title_of,
    unit_of,
)
from traceview.model.readers.trace_event.pairs import numbered, stable_order
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.readers.trace_event.slices import records_of
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Bools, Ids, Ints, Track


def counter_tracks(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    strings: StringTable,
    args: ArgSource,
    skips: Skips,
) -> list[Track]:
    """A track for each counter of C records, in order of their first samples.

    ``time_ps`` int64[n] relative to t0 where ``usable`` bool[n], ``section_of`` int32[n].
    """
    listed, lists = listed_counters(records, time_ps, usable, section_of, strings, skips)
    silent = np.ones(len(records), np.bool_)
    silent[records.counts.record] = False
    silent[lists] = False
    empty = records_of(records, usable & silent, b"C")
    skips.add_records("counter without a value", empty, records.store)
    measured = [*_counted(records, time_ps, usable, section_of, strings), *listed]
    return [counter_track(each, strings, args) for each in measured]


def _counted(
    records: Records, time_ps: Ints, usable: Bools, section_of: Ids, strings: StringTable
) -> list[Measured]:
    """The counters of C records with args."""
    counts = records.counts
    kept = usable[counts.record].nonzero()[0]
    entry_record, series, value = counts.record[kept], counts.series[kept], counts.value[kept]
    if not len(kept):
        return []
    first = np.append(True, entry_record[1:] != entry_record[:-1])
    sample, record = np.cumsum(first) - 1, entry_record[first]
    group = numbered(
        section_of[record], records.category[record], records.name[record], records.id[record]
    )
    order = np.argsort(time_ps[record], kind="stable")
    order = order[stable_order(group[order])]
    place = np.empty(len(order), np.int64)  # of each sample among those of all counters
    place[order] = np.arange(len(order))
    column, columns = _columns(group[sample], series)
    entries = stable_order(group[sample])
    ranges = zip(
        columns,
        pairwise(_bounds(group[order])),
        pairwise(_bounds(group[sample][entries])),
        strict=True,
    )
    found = []
    for names, (low, high), (start, stop) in ranges:
        mine = entries[start:stop]
        values = np.zeros((high - low, len(names)))
        values[place[sample[mine]] - low, column[mine]] = value[mine]
        samples = record[order[low:high]]
        head, said = int(samples[0]), tuple(strings[each] for each in names)
        title, category = title_of(records, head, strings), text_of(records.category[head], strings)
        unit = unit_of(title, category, *said)
        section, times = int(section_of[head]), time_ps[samples]
        found.append(Measured(section, title, said, times, values, samples, category, unit))
    return sorted(found, key=lambda each: int(each.arg_at.min()))


def _columns(group: Ints, series: Ids) -> tuple[Ints, list[list[int]]]:
    """The column of each entry, int64[m], and for each group its series as they first appear."""
    pair = numbered(group, series)
    first = np.empty(int(pair.max()) + 1, np.int64)
    first[pair[::-1]] = np.arange(len(pair) - 1, -1, -1)
    order = np.lexsort((first, group[first]))
    bounds = _bounds(group[first[order]])
    rank = np.empty(len(first), np.int64)
    rank[order] = np.arange(len(first)) - np.repeat(bounds[:-1], np.diff(bounds))
    names = series[first[order]].tolist()
    return rank[pair], [names[low:high] for low, high in pairwise(bounds)]


def _bounds(group: Ints) -> list[int]:
    """Where the runs of equal numbers begin in a sorted column, and where the last one ends."""
    return [0, *((np.diff(group) != 0).nonzero()[0] + 1).tolist(), len(group)]
