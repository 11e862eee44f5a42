"""How durations are spread: quantiles, deviation, and the time that is covered, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from traceview.model.cover import covered_ps
from traceview.model.picks import Pick, names_of
from traceview.model.table import Column, Table, Unit
from traceview.model.trace import Ids, Ints, Trace

QUANTILES = (0.5, 0.95, 0.99)
UNKNOWN = float("nan")


class Figures(NamedTuple):
    """Of some events: time that at least one covers, and how their durations spread, ps.

    A quantile lies between the two durations next to it, in proportion (numpy's "linear");
    the deviation is that of the whole, not of a sample. nan without events.
    """

    union_ps: int
    median_ps: float
    p95_ps: float
    p99_ps: float
    deviation_ps: float


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Figures by name: ``names`` string ids, ascending, ``table`` a column each of ``Figures``."""

    names: Ids
    table: Table
    total: Figures


class Spans(NamedTuple):
    """Names int32[n], starts and durations int64[n] ps of events in any order."""

    name: Ids
    start_ps: Ints
    dur_ps: Ints


def spread_of(trace: Trace, picks: Sequence[Pick]) -> Spread:
    """Figures of the picked events; a few seconds of work where they are ten million."""
    spans = _in_time(spans_of(trace, picks))
    names, first, by_name = _grouped(spans.name)
    start_ps, dur_ps = spans.start_ps[by_name], spans.dur_ps[by_name]
    found = [
        figures_of(start_ps[low:high], dur_ps[low:high])
        for low, high in zip(first[:-1].tolist(), first[1:].tolist(), strict=True)
    ]
    total = figures_of(spans.start_ps, spans.dur_ps)
    return Spread(names, Table(tuple(_columns(found))), total)


def spans_of(trace: Trace, picks: Sequence[Pick]) -> Spans:
    """Names, starts and durations of all picked events."""
    name, start_ps, dur_ps = [np.zeros(0, np.int32)], [np.zeros(0, np.int64)], []
    for pick in picks:
        events = trace.tracks[pick.track].events
        name.append(names_of(trace, pick))
        start_ps.append(events.start_ps[pick.index])
        dur_ps.append(events.dur_ps[pick.index])
    durations = np.concatenate([np.zeros(0, np.int64), *dur_ps])
    return Spans(np.concatenate(name), np.concatenate(start_ps), durations)


def figures_of(start_ps: Ints, dur_ps: Ints) -> Figures:
    """Figures of n events, int64[n] each."""
    if not len(dur_ps):
        return Figures(0, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
    union_ps = covered_ps(start_ps, start_ps + dur_ps)
    if len(dur_ps) == 1:
        only = float(dur_ps[0])
        return Figures(union_ps, only, only, only, 0.0)
    median, p95, p99 = quantiles(dur_ps, QUANTILES)
    return Figures(union_ps, median, p95, p99, deviation(dur_ps))


def quantiles(values: Ints, fractions: Sequence[float]) -> list[float]:
    """Exact quantiles of int64[n], n > 0, by one partition."""
    places = [fraction * (len(values) - 1) for fraction in fractions]
    lower = [int(place) for place in places]
    upper = [min(low + 1, len(values) - 1) for low in lower]
    parted = np.partition(values, sorted({*lower, *upper}))
    return [
        float(parted[low]) + (place - low) * float(parted[high] - parted[low])
        for place, low, high in zip(places, lower, upper, strict=True)
    ]


def deviation(values: Ints) -> float:
    """Standard deviation of int64[n], n > 0; from the mean, as squares of ps overflow."""
    away = values - float(values.mean())
    return float(np.sqrt((away @ away) / len(away)))


def _in_time(spans: Spans) -> Spans:
    """By start: once for all, as whatever is taken out of them in their order stays sorted."""
    order = np.argsort(spans.start_ps, kind="stable")
    return Spans(spans.name[order], spans.start_ps[order], spans.dur_ps[order])


def _grouped(name: Ids) -> tuple[Ids, Ints, Ints]:
    """Distinct ids, where each begins in the order by id [names + 1], and that order."""
    used = np.bincount(name)
    names = used.nonzero()[0]
    first = np.append(0, np.cumsum(used[names]))
    place = np.zeros(len(used), np.int64)
    place[names] = np.arange(len(names))
    # Stable sorting is a radix sort, and several times quicker, for 16 bits only.
    kind = np.uint16 if len(names) <= 1 << 16 else np.int64
    by_name = np.argsort(place.astype(kind)[name], kind="stable")
    return names.astype(np.int32), first, by_name


def _columns(found: Sequence[Figures]) -> Iterator[Column]:
    titles = ("Union", "Median", "p95", "p99", "Std. dev.")
    for place, (name, title) in enumerate(zip(Figures._fields, titles, strict=True)):
        dtype = np.int64 if place == 0 else np.float64
        values = np.array([figures[place] for figures in found], dtype)
        yield Column(name, title, values, Unit.PICOSECONDS)
