"""Decodes the events of an XLine into columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.proto import DecodeError, XEvent
from traceview.model.readers.swar import Bytes, Words, unaligned, varints
from traceview.model.readers.wire import WireError, varint
from traceview.model.readers.xspace.lanes import EVENT_TAG, HOP
from traceview.model.trace import Bools, Ints

# A chunk's dozen temporary columns fit the second-level cache.
CHUNK = 1 << 15
# The fixed fields of an event are decoded by reading words up to this far from its start.
REACH_BYTES = 64

METADATA_ID, OFFSET_PS, DURATION_PS = np.uint64(0x08), np.uint64(0x10), np.uint64(0x18)


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """n events in file order; all int64[n].

    ``offset_ps`` from the line's start holds ``num_occurrences`` at the indices ``aggregates``:
    those events have no position. ``damaged`` events could not be decoded and are left out.
    """

    at: Ints
    metadata_id: Ints
    offset_ps: Ints
    duration_ps: Ints
    aggregates: Ints
    damaged: int = 0


def decode(data: Bytes, at: Ints, check: Callable[[], None]) -> Columns:
    """The events whose lengths begin at ``at``, ascending.

    An event is laid out as serializers write it: metadata id, offset and duration, each of
    which may be missing, then stats. numpy decodes those; protobuf decodes whatever
    else its rules allow, which is told by where the fields and the stats end.
    """
    n = len(at)
    metadata_id, offset_ps, duration_ps = (np.empty(n, np.int64) for _ in range(3))
    odd: list[Ints] = []
    # Reading words must not touch what lies beyond the data.
    safe = safe_count(data, at)
    for first in range(0, safe, CHUNK):
        check()
        some = slice(first, min(first + CHUNK, safe))
        heads = read_heads(data, at[some])
        _expect_stats(data, heads)
        metadata_id[some] = heads.metadata_id
        offset_ps[some] = heads.offset_ps
        duration_ps[some] = heads.duration_ps
        if not heads.usual.all():
            odd.append(np.flatnonzero(~heads.usual) + first)
    odd.append(np.arange(safe, n))
    columns = Columns(at, metadata_id, offset_ps, duration_ps, np.empty(0, np.int64))
    indices = np.sort(np.concatenate(odd))
    return _with_odd(data.data, columns, indices) if len(indices) else columns


def _with_odd(view: memoryview, columns: Columns, indices: Ints) -> Columns:
    """Decode the events at ``indices`` by protobuf."""
    aggregates, damaged = [], []
    for index in indices.tolist():
        try:
            event = parse_event(view, int(columns.at[index]))
        except WireError:
            damaged.append(index)
            continue
        columns.metadata_id[index] = event.metadata_id
        columns.duration_ps[index] = event.duration_ps
        columns.offset_ps[index] = event.offset_ps
        if event.WhichOneof("data") == "num_occurrences":
            columns.offset_ps[index] = event.num_occurrences
            aggregates.append(index)
    some = np.array(aggregates, np.int64)
    if not damaged:
        return replace(columns, aggregates=some)
    lost = np.array(damaged, np.int64)
    return Columns(
        np.delete(columns.at, lost),
        np.delete(columns.metadata_id, lost),
        np.delete(columns.offset_ps, lost),
        np.delete(columns.duration_ps, lost),
        some - lost.searchsorted(some),
        len(lost),
    )


def safe_count(data: Bytes, at: Ints) -> int:
    """How many of the ascending ``at`` are followed by enough data for ``read_heads``."""
    return int(at.searchsorted(len(data) - REACH_BYTES))


def parse_event(view: memoryview, at: int) -> XEvent:
    """The event whose length is at ``at``, by protobuf. Raises WireError."""
    size, start = varint(view, at, len(view))
    try:
        return XEvent.FromString(bytes(view[start : start + size]))
    except DecodeError as error:
        raise WireError("an event is damaged", at) from error


@dataclass(frozen=True, slots=True, eq=False)
class Heads:
    """What comes before the stats of n events; the stats lie in ``[stats_at, end)``.

    ``usual`` bool[n] tells where that is right: where the fields stood in their usual order.
    """

    metadata_id: Ints
    offset_ps: Ints
    duration_ps: Ints
    stats_at: Ints
    end: Ints
    usual: Bools


def read_heads(data: Bytes, at: Ints) -> Heads:
    """Metadata ids, offsets and durations of the events whose lengths begin at ``at``.

    ``REACH_BYTES`` of data must follow each.
    """
    words = unaligned(data, "<u8")
    size, length = varints(words[at])
    usual = length <= 3
    here = at + length
    end = here + np.where(usual, size, 0).view(np.int64)
    metadata_id, here = _field(words, here, METADATA_ID, usual)
    offset_ps, here = _field(words, here, OFFSET_PS, usual)
    duration_ps, here = _field(words, here, DURATION_PS, usual)
    usual &= (here <= end) & (end <= len(data) - REACH_BYTES)
    return Heads(metadata_id, offset_ps, duration_ps, here, end, usual)


def _field(words: Words, here: Ints, tag: np.uint64, usual: Bools) -> tuple[Ints, Ints]:
    """A varint field that may be missing (0 then), and where the next one begins."""
    word = words[here]
    has = (word & np.uint64(0xFF)) == tag
    word >>= np.uint64(8)
    value, length = varints(word)
    if (length > 7).any():  # seven bytes were there to look at
        long = np.flatnonzero(has & (length > 7))
        value[long], length[long] = varints(words[here[long] + 1])
        usual[long] &= length[long] <= 8
        length[long] = np.minimum(length[long], 8)
    length += 1
    value *= has
    length *= has
    return value.view(np.int64), here + length


def _expect_stats(data: Bytes, heads: Heads) -> None:
    """Clear ``usual`` where ``[stats_at, end)`` is not a row of stats shorter than 16 KiB."""
    words = unaligned(data, "<u4")
    index = np.flatnonzero(heads.usual & (heads.stats_at < heads.end))
    here, end = heads.stats_at[index], heads.end[index]
    while len(index):
        word = words[here]
        hop = HOP[(word >> 8).astype(np.uint16)]
        hop *= (word & 0xFF) == EVENT_TAG
        here += hop
        more = (here < end) & (hop > 0)
        over = ~more & (here != end)
        heads.usual[index[over]] = False
        index, here, end = index[more], here[more], end[more]
