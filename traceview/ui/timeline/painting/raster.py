"""Paints rows of events into pixels; pure numpy, exact at every zoom.

A pixel of a row is painted when an event touches it, half-open [start, end), one pixel at least
for an event of no length. It has the colour of the longest event that starts in it, else of the
one that covers it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Bools, Ids, Ints
from traceview.ui.timeline.painting.levels import NAME_BITS, Level, names_of
from traceview.ui.timeline.scale import Scale, pixels

Pixels = NDArray[np.uint32]
DENSE = 2  # runs a pixel; above, a row is reduced pixel by pixel before anything is gathered
NO_LENGTH = np.uint64(1 << NAME_BITS)  # packs below are of events of no length
COVERS = np.iinfo(np.int64).min  # on a pack: loses against whatever starts in the pixel
EDGE_WIDTH = 4  # from this width on, an event's first pixel is darker


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Painted stretches of a frame: row, first pixel, pixel after the last, and whose they are.

    n spans in the order of ``row * width + x0``, at most one per row and first pixel, none
    overlapping. ``lead`` is the name that wins the first pixel, ``name`` that of all others,
    ``instant`` bool whether the span is a pixel in which events of no length alone are.
    """

    row: Ids
    x0: Ids
    x1: Ids
    lead: Ids
    name: Ids
    instant: Bools

    def __len__(self) -> int:
        return len(self.row)

    def places(self) -> Ints:
        """A number for row and first pixel, int64[n], the same in all spans."""
        return self.row.astype(np.int64) << 32 | self.x0


class Run(NamedTuple):
    """The runs of a level that are in view in one row, as ``[first, last)``."""

    row: int
    level: Level
    first: int
    last: int


class Found(NamedTuple):
    """Spans in the making: packs in place of names, ends not yet cut at the next span."""

    row: Ids
    x0: Ids
    x1: Ids
    lead: Ints
    cover: Ints


def spans_of(rows: Sequence[tuple[Level, int]], scale: Scale) -> Spans:
    """What to paint for ``rows``, each the level to paint from and the row in it."""
    runs = [run for run in _runs(rows, scale) if run.first < run.last]
    dense = [run for run in runs if run.last - run.first > DENSE * scale.width]
    sparse = [run for run in runs if run.last - run.first <= DENSE * scale.width]
    found = [_gather(sparse, scale)] if sparse else []
    if dense:
        edges = scale.edges()
        found += [_reduce(run, edges, scale) for run in dense]
    return _joined(found, scale.width)


def cells_of(
    spans: Spans, rows: int, width: int, colours: Pixels, edges: Pixels | None, background: int
) -> Pixels:
    """One scanline a row, uint32[rows, width]; ``colours`` and ``edges`` are by name id."""
    n = len(spans)
    begin = spans.row.astype(np.int64) * width + spans.x0
    length = (spans.x1 - spans.x0).astype(np.int64)
    counts = np.empty(2 * n + 1, np.int64)
    counts[1::2] = length
    counts[0:-1:2] = begin
    counts[2:-1:2] -= begin[:-1] + length[:-1]
    counts[-1] = rows * width - (int(begin[-1] + length[-1]) if n else 0)
    paint = np.full(2 * n + 1, background, np.uint32)
    paint[1::2] = colours[spans.name]
    flat = np.repeat(paint, counts)
    flat[begin] = colours[spans.lead]
    if edges is not None:
        wide = length >= EDGE_WIDTH
        flat[begin[wide]] = edges[spans.lead[wide]]
    return flat.reshape(rows, width)


def visible(level: Level, row: int, scale: Scale) -> tuple[int, int]:
    """Range of the runs of a row that touch the scale's pixels."""
    first, last = level.row(row)
    start_ps = level.start_ps[first:last]
    # A float here would convert the whole column.
    low = first + int(start_ps.searchsorted(math.ceil(scale.start_ps), "left"))
    high = first + int(start_ps.searchsorted(math.ceil(scale.end_ps), "left"))
    if low > first and int(level.start_ps[low - 1] + level.dur_ps[low - 1]) > scale.start_ps:
        low -= 1
    return low, high


def _runs(rows: Sequence[tuple[Level, int]], scale: Scale) -> list[Run]:
    return [
        Run(index, level, *visible(level, row, scale)) for index, (level, row) in enumerate(rows)
    ]


def _gather(runs: list[Run], scale: Scale) -> Found:
    """Rows with few runs, all at once."""
    start_ps = np.concatenate([run.level.start_ps[run.first : run.last] for run in runs])
    dur_ps = np.concatenate([run.level.dur_ps[run.first : run.last] for run in runs])
    pack = np.concatenate([run.level.pack[run.first : run.last] for run in runs])
    row = np.repeat(
        np.array([run.row for run in runs], np.int32), [run.last - run.first for run in runs]
    )
    begin = scale.positions(start_ps)
    pack[begin < 0] |= COVERS
    x0 = pixels(begin, scale.width)
    np.minimum(x0, scale.width - 1, out=x0)
    start_ps += dur_ps
    x1 = np.maximum(pixels(np.ceil(scale.positions(start_ps)), scale.width), x0 + 1)
    return _one_a_pixel(Found(row, x0, x1, pack, pack))


def _one_a_pixel(found: Found) -> Found:
    """Join what begins in the same pixel."""
    new = np.empty(len(found.row), np.bool_)
    new[0] = True
    np.not_equal(found.x0[1:], found.x0[:-1], out=new[1:])
    new[1:] |= found.row[1:] != found.row[:-1]
    first = np.flatnonzero(new)
    if len(first) == len(new):
        return found
    last = np.append(first[1:], len(new)) - 1
    lead = np.maximum.reduceat(found.lead, first)
    return Found(found.row[first], found.x0[first], found.x1[last], lead, found.cover[last])


def _reduce(run: Run, edges: Ints, scale: Scale) -> Found:
    """A row with many runs, one binary search a pixel."""
    level, here = run.level, slice(run.first, run.last)
    start_ps, pack = level.start_ps[here], level.pack[here]
    at = start_ps.searchsorted(edges)
    at[0], at[-1] = 0, len(start_ps)
    x0 = np.flatnonzero(at[1:] > at[:-1])
    last = at[x0 + 1] - 1
    lead = np.maximum.reduceat(pack, at[x0])
    if start_ps[0] < scale.start_ps and last[0] > 0:
        lead[0] = pack[1 : int(last[0]) + 1].max()
    end_ps = start_ps[last] + level.dur_ps[here][last]
    x1 = pixels(np.ceil(scale.positions(end_ps)), scale.width)
    row, begin = np.full(len(x0), run.row, np.int32), x0.astype(np.int32)
    return Found(row, begin, np.maximum(x1, begin + 1), lead, pack[last])


def _joined(found: list[Found], width: int) -> Spans:
    """All spans in order, each ending where the next begins at the latest."""
    if not found:
        none = np.zeros(0, np.int32)
        return Spans(none, none, none, none, none, none.astype(np.bool_))
    row, x0, x1, lead, cover = (
        found[0] if len(found) == 1 else (np.concatenate(part) for part in zip(*found, strict=True))
    )
    if len(found) > 1:
        order = np.argsort(row, kind="stable")
        row, x0, x1, lead, cover = (part[order] for part in (row, x0, x1, lead, cover))
    same_row = row[1:] == row[:-1]
    x1[:-1] = np.where(same_row, np.minimum(x1[:-1], x0[1:]), x1[:-1])
    # What covers the pixel makes a pack negative, a length makes it large.
    instant = lead.view(np.uint64) < NO_LENGTH
    return Spans(row, x0, x1, names_of(lead), names_of(cover), instant)
