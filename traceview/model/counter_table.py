"""What counters measured in an interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from traceview.model.query import visible
from traceview.model.statistics import track_label
from traceview.model.table import Column, Table, Unit
from traceview.model.trace import Doubles, Trace


class _Series(NamedTuple):
    label: str
    samples: int
    least: float
    most: float
    mean: float
    last: float


def counter_table(trace: Trace, intervals_ps: Mapping[int, tuple[int, int]]) -> Table:
    """Series of counter tracks, each in its interval ``[start, end)``; a row a series.

    Columns: series, samples (that stand in the interval), min, max, mean and last. Values count
    from the sample that holds when the interval begins; the mean weighs each by how long it
    holds within the interval. Series without a value in the interval are left out.
    """
    tracks = sorted(intervals_ps)
    found = [each for number in tracks for each in _series(trace, number, *intervals_ps[number])]
    counters = [trace.tracks[number].counter for number in tracks]
    in_bytes = bool(counters) and all(each and each.unit == "bytes" for each in counters)
    unit = Unit.BYTES if in_bytes else Unit.NONE
    return Table(
        (
            Column("series", "Series", tuple(each.label for each in found)),
            Column("samples", "Samples", _column(found, 1).astype(np.int64), Unit.COUNT),
            Column("min", "Min", _column(found, 2), unit),
            Column("max", "Max", _column(found, 3), unit),
            Column("mean", "Mean", _column(found, 4), unit),
            Column("last", "Last", _column(found, 5), unit),
        )
    )


def _series(trace: Trace, number: int, start_ps: int, end_ps: int) -> Iterable[_Series]:
    track = trace.tracks[number]
    if track.counter is None or not len(track.events):
        return
    low, high = visible(track.events, 0, start_ps, end_ps)
    if low == high:
        return
    starts = track.events.start_ps[low:high]
    ends = np.minimum(starts + track.events.dur_ps[low:high], end_ps)
    held_ps = (ends - np.maximum(starts, start_ps)).astype(np.float64)
    samples = int((starts >= start_ps).sum())
    for place, name in enumerate(track.counter.series):
        values = track.counter.values[low:high, place]
        label = track_label(trace, number)
        label = f"{label} · {name}" if name and name != track.name else label
        mean = float(np.average(values, weights=held_ps if held_ps.any() else None))
        least, most = float(values.min()), float(values.max())
        yield _Series(label, samples, least, most, mean, float(values[-1]))


def _column(found: list[_Series], place: int) -> Doubles:
    return np.array([each[place] for each in found], np.float64)
