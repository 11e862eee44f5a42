"""Builds the columns of a track from its events in file order."""

from __future__ import annotations

import numpy as np

from traceview.model.lanes import lanes_of
from traceview.model.nesting import depth_of, enclosing
from traceview.model.trace import Events, Ids, Ints

# Above this share of events that end after their parent, depths run away and mean nothing.
OVERLAP_LIMIT = 0.01


def build_events(
    start_ps: Ints, dur_ps: Ints, name: Ids, arg_at: Ints, prefer_lanes: bool = False
) -> tuple[Events, bool, int]:
    """Sort events into rows: (events, whether rows are lanes, overlaps).

    Columns of n events in file order: ``start_ps``, ``dur_ps`` (not negative, and their sum
    fits int64) and ``arg_at`` int64, ``name`` int32. ``overlaps`` counts the events that end
    after the one they begin in. Rows are nesting depths, or lanes where that is preferred or
    overlaps are more than 1 % of the events. Arrays that are in order already are not copied
    but seen through read-only views, so the caller must not write to them afterwards.
    """
    columns = (start_ps, dur_ps, name, arg_at)
    order = _time_order(start_ps, dur_ps)
    if order is not None:
        columns = (start_ps[order], dur_ps[order], name[order], arg_at[order])
    start_ps, dur_ps, name, arg_at = columns
    end_ps = start_ps + dur_ps
    if not (end_ps[:-1] > start_ps[1:]).any():
        row_at = np.array([0, len(start_ps)] if len(start_ps) else [0])
        return _events(start_ps, dur_ps, name, arg_at, row_at), prefer_lanes, 0
    parent = enclosing(start_ps, end_ps)
    overlaps = int(((parent >= 0) & (end_ps > end_ps[parent])).sum())
    lanes = prefer_lanes or overlaps > OVERLAP_LIMIT * len(start_ps)
    row = lanes_of(start_ps, dur_ps) if lanes else depth_of(parent)
    by_row, row_at = _row_order(row)
    events = _events(start_ps[by_row], dur_ps[by_row], name[by_row], arg_at[by_row], row_at)
    return events, lanes, overlaps


def placed_events(start_ps: Ints, dur_ps: Ints, name: Ids, arg_at: Ints, row: Ints) -> Events:
    """Events whose rows are known: ``row`` int64[n], each from 0 up in use.

    Events of one row must not overlap; they may come in any order.
    """
    order = np.lexsort((start_ps, row))
    row_at = np.append(0, np.cumsum(np.bincount(row)))
    return _events(start_ps[order], dur_ps[order], name[order], arg_at[order], row_at)


def check_events(events: Events) -> None:
    """Raise ValueError when ``events`` breaks what ``Events`` promises."""
    n = len(events)
    start_ps, dur_ps, row_at = events.start_ps, events.dur_ps, events.row_at
    columns = (start_ps, dur_ps, events.name, events.arg_at)
    types = [np.int64, np.int64, np.int32, np.int64]
    inside = np.ones(max(n - 1, 0), np.bool_)  # neighbours of one row
    inside[row_at[1:-1] - 1] = False
    promises = {
        "columns differ in length": all(len(column) == n for column in columns),
        "a column has the wrong type": [column.dtype for column in columns] == types,
        "row_at has the wrong type": row_at.dtype == np.int64,
        "a column can be written to": not any(c.flags.writeable for c in (*columns, row_at)),
        "row_at does not span the events": row_at[0] == 0 and row_at[-1] == n,
        "a row is empty": bool((np.diff(row_at) > 0).all()),
        "a duration is negative": bool((dur_ps >= 0).all()),
        "events of one row overlap": bool(
            (start_ps[:-1] + dur_ps[:-1] <= start_ps[1:])[inside].all()
        ),
    }
    broken = [what for what, kept in promises.items() if not kept]
    if broken:
        raise ValueError("; ".join(broken))


def _time_order(start_ps: Ints, dur_ps: Ints) -> Ints | None:
    """Order by (start, -duration, file order), or None when that is the order already."""
    order = None
    if (start_ps[1:] < start_ps[:-1]).any():
        order = np.argsort(start_ps, kind="stable")
        start_ps, dur_ps = start_ps[order], dur_ps[order]
    same = start_ps[1:] == start_ps[:-1]
    if not (same & (dur_ps[1:] > dur_ps[:-1])).any():
        return order
    tied = np.zeros(len(start_ps), np.bool_)
    tied[1:] = same
    tied[:-1] |= same
    ties = np.flatnonzero(tied)
    order = np.arange(len(start_ps)) if order is None else order
    order[ties] = order[ties[np.lexsort((-dur_ps[ties], start_ps[ties]))]]
    return order


def _row_order(row: Ints) -> tuple[Ints, Ints]:
    """Order by (row, time) and the CSR offsets of the rows."""
    count = np.bincount(row)
    # Stable sorting is a radix sort, and several times quicker, for 8 and 16 bits only.
    kind = np.uint8 if len(count) <= 1 << 8 else np.uint16 if len(count) <= 1 << 16 else np.int64
    order = np.argsort(row.astype(kind), kind="stable")
    return order, np.concatenate(([0], np.cumsum(count)))


def _events(start_ps: Ints, dur_ps: Ints, name: Ids, arg_at: Ints, row_at: Ints) -> Events:
    columns = (start_ps, dur_ps, name, arg_at, row_at)
    types = (np.int64, np.int64, np.int32, np.int64, np.int64)
    views = [np.ascontiguousarray(c, t).view() for c, t in zip(columns, types, strict=True)]
    for view in views:
        view.flags.writeable = False
    return Events(*views)
