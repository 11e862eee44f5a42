"""Levels of detail of a track: its events, and ever coarser runs of them.

A run joins neighbours that begin in the same time bucket and are shorter than it, so a gap
inside a run is shorter than a bucket. Where a pixel is at least as long as the bucket no gap of
a whole pixel is lost, and what is painted from runs covers exactly the pixels that the events
touch. Only whose colour wins may come from the neighbouring pixel.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.trace import Events, Ids, Ints

SMALLEST_TRACK = 1 << 14  # events; below, painting from the events is as quick
LARGEST_SHARE = 6  # the first level holds at most a sixth of the events
SHRINK = 2  # and every further one half of the last
LARGEST_BUCKET = 0.5  # px; with 1 as many colours again come from the neighbouring pixel
NAME_BITS = 32


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Runs of events of a track, ordered as the events are; ``bucket_ps`` 0: the events.

    ``pack`` int64 holds the duration of a run's longest event as float32 bits above its name
    id: such bits order like the numbers, so the largest pack is the longest event's.
    """

    bucket_ps: int
    start_ps: Ints
    dur_ps: Ints
    pack: Ints
    row_at: Ints

    def row(self, row: int) -> tuple[int, int]:
        """Range of the runs of one row."""
        return int(self.row_at[row]), int(self.row_at[row + 1])


def packed(dur_ps: Ints, name: Ids) -> Ints:
    """Durations above name ids, int64[n]."""
    pack = dur_ps.astype(np.float32).view(np.int32).astype(np.int64)
    pack <<= NAME_BITS
    pack |= name
    return pack


def names_of(pack: Ints) -> Ids:
    """Name ids of packs, int32 of the same shape."""
    return pack.astype(np.int32)


def finest(events: Events) -> Level:
    """The events themselves; only ``pack`` is new."""
    pack = packed(events.dur_ps, events.name)
    return Level(0, events.start_ps, events.dur_ps, pack, events.row_at)


def pyramid(base: Level) -> tuple[Level, ...]:
    """``base`` and the coarser levels that are worth their memory (8 bytes an event at most)."""
    n = len(base.start_ps)
    levels, level = [base], base
    if n < SMALLEST_TRACK:
        return (base,)
    limit = n // LARGEST_SHARE
    bucket_ps = _first_bucket(base)
    span_ps = int(base.start_ps.max()) - int(base.start_ps.min())
    while bucket_ps < span_ps and limit > 2 * len(base.row_at):
        level = coarser(level, bucket_ps)
        if len(level.start_ps) <= limit:
            levels.append(level)
            limit = len(level.start_ps) // SHRINK
        bucket_ps *= 2
    return tuple(levels)


def coarser(level: Level, bucket_ps: int) -> Level:
    """Runs of the runs of ``level``; ``bucket_ps`` is a power of two."""
    first = np.flatnonzero(_begins(level, bucket_ps))
    last = np.append(first[1:], len(level.start_ps)) - 1
    start_ps = level.start_ps[first]
    return Level(
        bucket_ps,
        start_ps,
        level.start_ps[last] + level.dur_ps[last] - start_ps,
        np.maximum.reduceat(level.pack, first),
        first.searchsorted(level.row_at),
    )


def _begins(level: Level, bucket_ps: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Where a new run begins."""
    begins = np.empty(len(level.start_ps), np.bool_)
    bucket = level.start_ps >> (bucket_ps.bit_length() - 1)
    np.not_equal(bucket[1:], bucket[:-1], out=begins[1:])
    long = level.dur_ps >= bucket_ps
    begins[1:] |= long[1:]
    begins[1:] |= long[:-1]
    # An event of no length at a run's end would lose its pixel when that begins with it.
    begins[1:] |= level.dur_ps[1:] == 0
    begins[level.row_at[:-1][np.diff(level.row_at) > 0]] = True
    return begins


def _first_bucket(base: Level) -> int:
    """A sixteenth of the mean distance of neighbours, as a power of two: bursts are denser."""
    starts, ends = base.row_at[:-1], base.row_at[1:] - 1
    covered = int((base.start_ps[ends] - base.start_ps[starts]).sum())
    mean = max(covered // len(base.start_ps), 16)
    return 1 << ((mean // 16).bit_length() - 1)


def level_for(levels: tuple[Level, ...], ps_per_px: float) -> Level:
    """The coarsest level whose buckets are no longer than half a pixel."""
    chosen = levels[0]
    for level in levels[1:]:
        if level.bucket_ps > LARGEST_BUCKET * ps_per_px:
            break
        chosen = level
    return chosen
