"""Begin and end records that belong together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from traceview.model.trace import Bools, Ints


class Pairs(NamedTuple):
    """Indices into the items: begins with their ends, and those left over. All int64."""

    begin: Ints
    end: Ints
    open_begin: Ints
    lone_end: Ints


def paired(group: Ints, begin: Bools) -> Pairs:
    """Pair like brackets: an end closes the last open begin of its group.

    ``group`` int64[n], ``begin`` bool[n] (else an end), in the order in which they count.
    """
    order = stable_order(group)
    rank = np.zeros(len(order), np.int64)
    rank[1:] = np.cumsum(np.diff(group[order]) != 0)
    opens = begin[order]
    # Each group starts far below the one before, so that one running minimum serves them all.
    height = np.cumsum(np.where(opens, 1, -1))
    first = np.append(True, rank[1:] != rank[:-1])[: len(order)].nonzero()[0]
    height -= (height - np.where(opens, 1, -1))[first][rank]
    drop = rank * (2 * len(order) + 2)
    floor = np.minimum(np.minimum.accumulate(height - drop) + drop, 0)
    before = np.zeros_like(floor)
    before[1:] = np.where(rank[1:] == rank[:-1], floor[:-1], 0)
    lone = floor < before
    level = height - floor + ~opens
    kept = (~lone).nonzero()[0]
    kept = kept[np.lexsort((level[kept], rank[kept]))]
    same = (rank[kept[:-1]] == rank[kept[1:]]) & (level[kept[:-1]] == level[kept[1:]])
    match = (same & opens[kept[:-1]] & ~opens[kept[1:]]).nonzero()[0]
    closed = np.zeros(len(order), np.bool_)
    closed[kept[match]] = True
    return Pairs(
        order[kept[match]],
        order[kept[match + 1]],
        order[(opens & ~closed).nonzero()[0]],
        order[lone.nonzero()[0]],
    )


def stable_order(group: Ints) -> Ints:
    """Stable order by group; a radix sort where there are few groups."""
    if not len(group):
        return np.zeros(0, np.int64)
    low = int(group.min())
    if int(group.max()) - low < 1 << 16:
        group = (group - low).astype(np.uint16)
    return np.argsort(group, kind="stable")


def dense(code: Ints) -> Ints:
    """Numbers from 0 up, one for each distinct code, in the order of the codes; int64[n].

    Codes that are small numbers are not sorted for it.
    """
    if not len(code):
        return code.astype(np.int64)
    low, high = int(code.min()), int(code.max())
    if high - low > max(4 * len(code), 1 << 16):
        return np.unique(code, return_inverse=True)[1].astype(np.int64)
    used = np.zeros(high - low + 1, np.bool_)
    used[code - low] = True
    return (np.cumsum(used) - 1)[code - low]


def numbered(*columns: np.ndarray) -> Ints:
    """A number from 0 up for each distinct tuple, in the order of the tuples; int64[n]."""
    number = dense(columns[0].astype(np.int64))
    for column in columns[1:]:
        inner = dense(column.astype(np.int64))
        number = dense(number * (int(inner.max(initial=0)) + 1) + inner)
    return number
