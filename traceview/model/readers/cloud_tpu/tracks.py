"""Tracks of a Cloud TPU trace: resources, and what has none: asynchronous spans and counters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np

from traceview.model.builder import build_events, placed_events
from traceview.model.readers.cloud_tpu.args import CloudTpuArgs
from traceview.model.readers.cloud_tpu.events import Columns
from traceview.model.readers.cloud_tpu.layout import Layout
from traceview.model.readers.swar import Words
from traceview.model.strings import StringTable
from traceview.model.trace import ArgValue, Counter, Ids, Ints, Track, TrackKind


class FlowEntry(IntEnum):
    """FlowEntryType of XProf's trace_events.proto."""

    START = 1
    MID = 2
    END = 3


@dataclass(frozen=True, slots=True, eq=False)
class Timed:
    """Events with their times on the trace's clock, int64[n] ps."""

    columns: Columns
    start_ps: Ints
    dur_ps: Ints
    layout: Layout
    args: CloudTpuArgs
    strings: StringTable


def all_tracks(timed: Timed) -> tuple[Track, ...]:
    """All tracks in display order."""
    tracks = [*_resources(timed), *_asynchronous(timed), *_counters(timed)]
    return tuple(sorted(tracks, key=lambda track: (track.section, _rank(track), track.sort_index)))


def _rank(track: Track) -> int:
    return (TrackKind.ASYNC, TrackKind.COUNTER).index(track.kind) if track.kind in _BELOW else -1


_BELOW = (TrackKind.ASYNC, TrackKind.COUNTER)


def _resources(timed: Timed) -> Iterator[Track]:
    columns = timed.columns
    placed = np.flatnonzero(columns.placed)
    for mine in _groups(placed, columns.device[placed], columns.resource[placed]):
        first = mine[0]
        place = timed.layout.place(int(columns.device[first]), int(columns.resource[first]))
        events, lanes, overlaps = build_events(
            timed.start_ps[mine], timed.dur_ps[mine], columns.name[mine], columns.at[mine]
        )
        yield Track(
            section=place.section,
            name=place.name,
            kind=place.kind,
            events=events,
            line_id=int(columns.resource[first]),
            sort_index=place.sort_index,
            args=timed.args,
            lanes=lanes,
            overlaps=overlaps,
        )


def _asynchronous(timed: Timed) -> Iterator[Track]:
    """A track of lanes for each name in a device: events with a flow and no resource.

    A start lasts to the next end of its flow and name, or to the trace's end; what is neither
    start nor end is whole in itself. Ends alone are left out, as in XProf's JSON.
    """
    columns = timed.columns
    loose = np.flatnonzero(~columns.placed & columns.flows)
    if not len(loose):
        return
    keys = (columns.flow[loose], columns.category[loose], columns.name[loose])
    order = np.lexsort((timed.start_ps[loose], *keys))
    loose = loose[order]
    same = np.ones(len(loose) - 1, np.bool_)
    for key in keys:
        same &= key[order][1:] == key[order][:-1]
    entry = columns.entry[loose]
    ended = np.append(same & (entry[1:] == FlowEntry.END), False)
    until_ps = np.append(timed.start_ps[loose][1:], 0)
    end_ps = np.where(ended, until_ps, int((timed.start_ps + timed.dur_ps).max()))
    starts = entry == FlowEntry.START
    dur_ps = np.where(starts, end_ps - timed.start_ps[loose], timed.dur_ps[loose])
    kept = entry != FlowEntry.END
    span_ps = np.zeros(len(timed.start_ps), np.int64)
    span_ps[loose] = dur_ps
    mine = np.sort(loose[kept])
    for group in _groups(mine, columns.device[mine], columns.name[mine]):
        events, lanes, overlaps = build_events(
            timed.start_ps[group],
            span_ps[group],
            columns.name[group],
            columns.at[group],
            prefer_lanes=True,
        )
        yield Track(
            section=timed.layout.number[int(columns.device[group[0]])],
            name=timed.strings[int(columns.name[group[0]])],
            kind=TrackKind.ASYNC,
            events=events,
            args=timed.args,
            lanes=lanes,
            overlaps=overlaps,
        )


def _counters(timed: Timed) -> Iterator[Track]:
    """A track for each counter: events with neither resource nor flow, whose args are values."""
    columns = timed.columns
    loose = np.flatnonzero(~columns.placed & ~columns.flows)
    for mine in _groups(loose, columns.device[loose], columns.name[loose]):
        mine = mine[np.argsort(timed.start_ps[mine], kind="stable")]
        samples = [timed.args.args(at) for at in columns.at[mine].tolist()]
        found = [{arg.name: _number(arg.value) for arg in sample} for sample in samples]
        series = tuple(dict.fromkeys(name for sample in found for name in sample))
        start_ps = timed.start_ps[mine]
        dur_ps = np.append(np.diff(start_ps), 0)
        values = np.array([[sample.get(name, 0.0) for name in series] for sample in found])
        values = values.reshape(len(mine), len(series))
        values.flags.writeable = False
        name = columns.name[mine]
        yield Track(
            section=timed.layout.number[int(columns.device[mine[0]])],
            name=timed.strings[int(name[0])],
            kind=TrackKind.COUNTER,
            events=placed_events(
                start_ps, dur_ps, name, columns.at[mine], np.zeros(len(mine), np.int64)
            ),
            args=timed.args,
            counter=Counter(series, values),
        )


def _number(value: ArgValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _groups(index: Ints, *keys: Ints | Ids | Words) -> Sequence[Ints]:
    """``index`` cut into events with equal ``keys``, each in file order."""
    if not len(index):
        return []
    group = np.zeros(len(index), np.int64)
    for key in keys:
        distinct, which = np.unique(key, return_inverse=True)
        group = group * len(distinct) + which
    distinct, group = np.unique(group, return_inverse=True)
    order = np.argsort(group.astype(np.uint16) if len(distinct) < 1 << 16 else group, kind="stable")
    bounds = np.append(0, np.cumsum(np.bincount(group)))
    return [index[order[low:high]] for low, high in pairwise(bounds.tolist())]
