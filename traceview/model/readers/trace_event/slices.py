"""Slices of threads: complete events, pairs of begin and end, and instants.

Rules of catapult's importer: an end closes the last open begin of its thread in file order,
whatever its name says; what never ends, lasts to the end of its thread.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.readers.trace_event.pairs import paired, stable_order
from traceview.model.readers.trace_event.records import (
    ABSENT,
    SCOPE_GLOBAL,
    SCOPE_PROCESS,
    Records,
    Skips,
)
from traceview.model.trace import Bools, Ints

# Times stay below 2**63 ps, ends too.
LATEST_PS = (1 << 63) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Stretches of time that records make, m of them; all int64 but ``unfinished``.

    ``record`` is the record that begins one, ``end_record`` the one that ends it or -1,
    ``unfinished`` bool[m] where nothing ends it.
    """

    record: Ints
    start_ps: Ints
    dur_ps: Ints
    end_record: Ints
    unfinished: Bools

    def __len__(self) -> int:
        return len(self.record)

    def take(self, index: Ints | Bools) -> Spans:
        """Some of them."""
        return Spans(
            self.record[index],
            self.start_ps[index],
            self.dur_ps[index],
            self.end_record[index],
            self.unfinished[index],
        )


def joined_spans(parts: list[Spans]) -> Spans:
    """All spans of all parts, one part after the other."""
    return Spans(
        np.concatenate([part.record for part in parts]),
        np.concatenate([part.start_ps for part in parts]),
        np.concatenate([part.dur_ps for part in parts]),
        np.concatenate([part.end_record for part in parts]),
        np.concatenate([part.unfinished for part in parts]),
    )


def points(record: Ints, time_ps: Ints) -> Spans:
    """Spans of 0 ps."""
    zeros = np.zeros(len(record), np.int64)
    return Spans(record, time_ps[record], zeros, zeros - 1, zeros.astype(np.bool_))


def records_of(records: Records, usable: Bools, phases: bytes) -> Ints:
    """Numbers of the usable records of some phases, ascending."""
    wanted = np.zeros(256, np.bool_)
    wanted[list(phases)] = True
    return (wanted[records.phase] & usable).nonzero()[0]


def instants(records: Records, time_ps: Ints, usable: Bools, scope: int) -> Spans:
    """Instants of one scope: SCOPE_PROCESS, SCOPE_GLOBAL, or 0 for those of threads.

    Marks of clock synchronisation (c) are instants of their process.
    """
    mine = records_of(records, usable, b"iIRc")
    found = records.flag[mine] & (SCOPE_PROCESS | SCOPE_GLOBAL)
    found[records.phase[mine] == ord("c")] = SCOPE_PROCESS
    return points(mine[found == scope], time_ps)


def slices(records: Records, time_ps: Ints, usable: Bools, thread: Ints, skips: Skips) -> Spans:
    """All slices and instants of all threads. ``thread`` int64[n]: a number for each thread."""
    spans = joined_spans(
        [
            _complete(records, time_ps, usable, skips),
            _begun(records, time_ps, usable, thread, skips),
            instants(records, time_ps, usable, 0),
        ]
    )
    skips.add_records("did not finish", spans.record[spans.unfinished], records.store)
    return _closed(spans, thread)


def shortened(start_ps: Ints, dur_ps: Ints) -> Ints:
    """Durations whose ends are still numbers of 64 bits."""
    capped: Ints = np.minimum(dur_ps, LATEST_PS - np.maximum(start_ps, 0))
    return capped


def _complete(records: Records, time_ps: Ints, usable: Bools, skips: Skips) -> Spans:
    record = records_of(records, usable, b"X")
    start_ps, dur_ps = time_ps[record], records.dur_ps[record]
    unfinished = dur_ps == ABSENT
    negative = (dur_ps < 0) & ~unfinished
    skips.add_records("negative duration, drawn without one", record[negative], records.store)
    fits = shortened(start_ps, dur_ps)
    skips.add_records("duration too long, cut", record[fits < dur_ps], records.store)
    none = np.full(len(record), -1, np.int64)
    return Spans(record, start_ps, np.maximum(fits, 0), none, unfinished)


def _begun(records: Records, time_ps: Ints, usable: Bools, thread: Ints, skips: Skips) -> Spans:
    record = records_of(records, usable, b"BE")
    pairs = paired(thread[record], records.phase[record] == ord("B"))
    begin, end = record[pairs.begin], record[pairs.end]
    names = records.name
    other = (names[end] >= 0) & (names[end] != names[begin])
    skips.add_records("end with the name of another event", end[other], records.store)
    dur_ps = time_ps[end] - time_ps[begin]
    skips.add_records(
        "end before its begin, drawn without a duration", end[dur_ps < 0], records.store
    )
    skips.add_records("end without a begin", record[pairs.lone_end], records.store)
    left = record[pairs.open_begin]
    nothing = np.zeros(len(left), np.int64)
    return Spans(
        np.concatenate((begin, left)),
        np.concatenate((time_ps[begin], time_ps[left])),
        np.concatenate((np.maximum(dur_ps, 0), nothing)),
        np.concatenate((end, nothing - 1)),
        np.concatenate((np.zeros(len(begin), np.bool_), np.ones(len(left), np.bool_))),
    )


def _closed(spans: Spans, thread: Ints) -> Spans:
    """What did not finish lasts to the end of its thread."""
    if not spans.unfinished.any():
        return spans
    mine = thread[spans.record]
    last_ps = np.full(int(thread.max()) + 1, -LATEST_PS)
    np.maximum.at(last_ps, mine, spans.start_ps + np.where(spans.unfinished, 0, spans.dur_ps))
    dur_ps = np.where(spans.unfinished, last_ps[mine] - spans.start_ps, spans.dur_ps)
    return Spans(spans.record, spans.start_ps, dur_ps, spans.end_record, spans.unfinished)


def by_group(spans: Spans, group: Ints) -> list[tuple[int, Spans]]:
    """The spans of each group, in file order of their records within it; groups ascending.

    ``group`` int64[n] is the group of each record.
    """
    spans = spans.take(np.argsort(spans.record, kind="stable"))
    mine = group[spans.record]
    order = stable_order(mine)
    bounds = np.append(0, (np.diff(mine[order]) != 0).nonzero()[0] + 1)
    bounds = np.append(bounds, len(order)) if len(order) else np.zeros(1, np.int64)
    return [
        (int(mine[order[low]]), spans.take(order[low:high]))
        for low, high in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
    ]
