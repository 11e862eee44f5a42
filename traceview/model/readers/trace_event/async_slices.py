"""Asynchronous slices: nestable ones (b, n, e), those of the older kind (S, T, p, F), contexts.

Rules of catapult's importer, but for what it throws away: events without a category or an id
are kept here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from traceview.model.nesting import depth_of, enclosing
from traceview.model.readers.trace_event.pairs import dense, numbered, paired
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.readers.trace_event.slices import Spans, joined_spans, points, records_of
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ids, Ints

_LOCAL = re.compile(r"(.*/)?local:", re.DOTALL)
# More names than this in one category share a track: they number things rather than name them.
MOST_NAMES = 30


@dataclass(frozen=True, slots=True, eq=False)
class AsyncSpans:
    """Asynchronous slices with their place in one another.

    ``chain`` int64[m] numbers the id that a slice belongs to, ``depth`` int64[m] how deep it
    lies in its chain, ``root`` int64[m] the index of the outermost slice around it, ``name``
    int32[m] string ids: a step is named by its argument.
    """

    spans: Spans
    name: Ids
    depth: Ints
    root: Ints


def async_spans(
    records: Records, time_ps: Ints, usable: Bools, strings: StringTable, skips: Skips
) -> AsyncSpans:
    """All asynchronous slices of a file."""
    nested, nested_chain = _nestable(records, time_ps, usable, skips)
    old, old_chain, steps = _older(records, time_ps, usable, skips)
    old_chain += int(nested_chain.max(initial=-1)) + 1
    contexts = _contexts(records, time_ps, usable, skips)
    own_chain = np.arange(len(contexts)) + len(records) * 2  # beyond all others
    spans = joined_spans([nested, old, contexts])
    chain = dense(np.concatenate((nested_chain, old_chain, own_chain)))
    name = records.name[spans.record]
    if len(steps):
        name[len(nested) + steps] = _step_names(records, old.record[steps], strings)
    return _nested(spans, name, chain)


def _nestable(records: Records, time_ps: Ints, usable: Bools, skips: Skips) -> tuple[Spans, Ints]:
    """Slices of b, n and e, and their chains: category, id, and the process of local ids."""
    record = records_of(records, usable, b"bne")
    record = record[np.argsort(time_ps[record], kind="stable")]
    chain = numbered(
        records.category[record],
        records.id[record],
        np.where(_is_private(records)[records.id[record]], records.process[record], -1),
    )
    ends = (records.phase[record] != ord("n")).nonzero()[0]
    named = numbered(chain[ends], records.name[record[ends]])
    pairs = paired(named, records.phase[record[ends]] == ord("b"))
    begin, end, left, lone = (ends[part] for part in pairs)
    first_ps = np.full(int(chain.max(initial=-1)) + 1, np.iinfo(np.int64).max)
    last_ps = np.full(len(first_ps), np.iinfo(np.int64).min)
    np.minimum.at(first_ps, chain, time_ps[record])
    np.maximum.at(last_ps, chain, time_ps[record])
    store = records.store
    skips.add_records("asynchronous begin without an end", record[left], store)
    skips.add_records("asynchronous end without a begin", record[lone], store)
    at = (records.phase[record] == ord("n")).nonzero()[0]
    starts = (time_ps[record[begin]], time_ps[record[left]], first_ps[chain[lone]])
    stops = (time_ps[record[end]], last_ps[chain[left]], time_ps[record[lone]])
    none = np.full(len(left) + len(lone), -1, np.int64)
    unfinished = np.zeros(len(begin) + len(none), np.bool_)
    unfinished[len(begin) : len(begin) + len(left)] = True
    spans = Spans(
        record[np.concatenate((begin, left, lone))],
        np.concatenate(starts),
        np.concatenate(stops) - np.concatenate(starts),
        np.concatenate((record[end], none)),
        unfinished,
    )
    chains = chain[np.concatenate((begin, left, lone, at))]
    return joined_spans([spans, points(record[at], time_ps)]), chains


def _older(
    records: Records, time_ps: Ints, usable: Bools, skips: Skips
) -> tuple[Spans, Ints, Ints]:
    """Slices of S and F with their steps: (slices, chains, indices of the steps).

    A chain is one S with what follows up to its F. Steps of T last to the next record, those
    of p began with the record before.
    """
    record = records_of(records, usable, b"STpF")
    record = record[np.argsort(time_ps[record], kind="stable")]
    group = numbered(records.name[record], records.id[record])
    order = np.argsort(group, kind="stable")
    record, group = record[order], group[order]
    phase = records.phase[record]
    opening, closing, inside, chain = _opened(phase, group)
    _report_older(records, record, phase, opening, closing, inside, skips)
    kept = (opening | closing | inside).nonzero()[0]
    record, phase, chain = record[kept], phase[kept], chain[kept]
    begins = (phase == ord("S")).nonzero()[0]
    last = (np.append(begins[1:], len(kept)) - 1)[: len(begins)]
    closed = phase[last] == ord("F")
    until_ps = int((time_ps[usable]).max(initial=0))
    stop_ps = np.where(closed, time_ps[record[last]], until_ps)
    whole = Spans(
        record[begins],
        time_ps[record[begins]],
        stop_ps - time_ps[record[begins]],
        np.where(closed, record[last], -1),
        ~closed,
    )
    steps, steps_chain = _steps(record, phase, chain, time_ps, stop_ps)
    spans = joined_spans([whole, steps])
    chains = np.concatenate((np.arange(len(begins)), steps_chain))
    return spans, chains, np.arange(len(begins), len(spans))


def _opened(phase: np.ndarray, group: Ints) -> tuple[Bools, Bools, Bools, Ints]:
    """Which S open, which F close, which steps lie between, and the number of the open S.

    Records are sorted by group. An S while another is open, and an F or a step while none is,
    count for nothing.
    """
    edge = ((phase == ord("S")) | (phase == ord("F"))).nonzero()[0]
    before = np.zeros(len(phase), np.int64)  # 1 + the last S or F before, 0 for none
    before[edge] = edge + 1
    before = np.maximum.accumulate(np.append(0, before))[:-1]
    is_open = np.zeros(len(phase), np.bool_)
    known = before > 0
    last = before[known] - 1
    is_open[known] = (phase[last] == ord("S")) & (group[last] == group[known])
    opening = (phase == ord("S")) & ~is_open
    closing = (phase == ord("F")) & is_open
    inside = ((phase == ord("T")) | (phase == ord("p"))) & is_open
    return opening, closing, inside, np.cumsum(opening) - 1


def _report_older(
    records: Records,
    record: Ints,
    phase: np.ndarray,
    opening: Bools,
    closing: Bools,
    inside: Bools,
    skips: Skips,
) -> None:
    lost = ~(opening | closing | inside)
    for code, kind in (
        ("S", "asynchronous start while one of its id is open"),
        ("F", "asynchronous finish without a start"),
        ("T", "asynchronous step without a start"),
        ("p", "asynchronous step without a start"),
    ):
        skips.add_records(kind, record[lost & (phase == ord(code))], records.store)


def _steps(
    record: Ints, phase: np.ndarray, chain: Ints, time_ps: Ints, stop_ps: Ints
) -> tuple[Spans, Ints]:
    """The steps between starts and finishes, and their chains."""
    at = ((phase == ord("T")) | (phase == ord("p"))).nonzero()[0]
    begins = phase[at] == ord("T")
    following = np.minimum(at + 1, max(len(record) - 1, 0))
    followed = chain[following] == chain[at]
    next_ps = np.where(followed & (following > at), time_ps[record[following]], stop_ps[chain[at]])
    start_ps = np.where(begins, time_ps[record[at]], time_ps[record[at - 1]])
    end_ps = np.where(begins, next_ps, time_ps[record[at]])
    none = np.full(len(at), -1, np.int64)
    unfinished = np.zeros(len(at), np.bool_)
    return Spans(record[at], start_ps, end_ps - start_ps, none, unfinished), chain[at]


def _contexts(records: Records, time_ps: Ints, usable: Bools, skips: Skips) -> Spans:
    """What a thread enters and leaves, by "(" and ")"; the last entered is left first."""
    record = records_of(records, usable, b"()")
    group = numbered(
        records.process[record], records.thread[record], records.name[record], records.id[record]
    )
    pairs = paired(group, records.phase[record] == ord("("))
    begin, end, left = record[pairs.begin], record[pairs.end], record[pairs.open_begin]
    skips.add_records("context left but not entered", record[pairs.lone_end], records.store)
    start_ps = np.concatenate((time_ps[begin], time_ps[left]))
    until_ps = np.full(len(left), int(time_ps[usable].max(initial=0)))
    stop_ps = np.concatenate((time_ps[end], until_ps))
    return Spans(
        np.concatenate((begin, left)),
        start_ps,
        np.maximum(stop_ps - start_ps, 0),
        np.concatenate((end, np.full(len(left), -1, np.int64))),
        np.arange(len(start_ps)) >= len(begin),
    )


def _step_names(records: Records, record: Ints, strings: StringTable) -> Ids:
    own = records.name[record]
    called = records.store.column(record, "step")
    names = [
        int(name) if step is None else strings.intern(str(step))
        for name, step in zip(own, called, strict=True)
    ]
    return np.array(names, np.int32)


def _nested(spans: Spans, name: Ids, chain: Ints) -> AsyncSpans:
    """Put slices of one chain into one another."""
    if not len(spans):
        none = np.zeros(0, np.int64)
        return AsyncSpans(spans, name, none, none)
    order = np.lexsort((-spans.dur_ps, spans.start_ps, chain))
    spans, name, chain = spans.take(order), name[order], chain[order]
    # Ranks instead of times, so that each chain has a stretch of the number line for itself.
    end_ps = spans.start_ps + spans.dur_ps
    times = np.unique(np.concatenate((spans.start_ps, end_ps)))
    offset = chain * len(times)
    # A point or step at the very end of a slice is still in it.
    last = (spans.dur_ps == 0) & (spans.end_record < 0) & ~spans.unfinished
    parent = enclosing(
        2 * (offset + times.searchsorted(spans.start_ps)) - last,
        2 * (offset + times.searchsorted(end_ps)),
    )
    root = np.where(parent < 0, np.arange(len(parent)), parent)
    while not np.array_equal(further := root[root], root):
        root = further
    return AsyncSpans(spans, name, depth_of(parent), root)


def track_of_roots(records: Records, found: AsyncSpans, section: Ids) -> tuple[Ints, Ids]:
    """A track for each slice, int64[m], and for each track the name it goes by, int32.

    Slices share a track with those of the same section (int64[n] by record), category and name
    of the outermost slice; where a category has very many names, all its slices share one.
    """
    root = found.spans.record[found.root]
    group = numbered(section[root], records.category[root])
    name = found.name[found.root]
    pairs = np.unique(np.stack((group, name.astype(np.int64))), axis=1)
    names = np.bincount(pairs[0], minlength=int(group.max(initial=0)) + 1)
    shared = names[group] > MOST_NAMES
    called = np.where(shared, records.category[root], name)
    track = numbered(group, np.where(shared, -2, called))
    title = np.zeros(int(track.max(initial=-1)) + 1, np.int32)
    title[track] = called
    return track, title


def _is_private(records: Records) -> Bools:
    """Which keys are ids of one process; one more entry, for -1."""
    found = [_LOCAL.match(key) is not None for key in records.keys]
    return np.array([*found, False], np.bool_)
