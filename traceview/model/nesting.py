"""How deep events lie in one another, for events sorted by (start, -duration).

Event i begins in event j when j is the nearest earlier event that is still open:
``parent[i] = max{j < i: end[j] > start[i]}``. That is the top of the stack which a viewer
builds by popping all that have ended, and ``depth[i] = depth[parent[i]] + 1``.
"""

from __future__ import annotations

import numpy as np

from traceview.model.trace import Ints


def enclosing(start_ps: Ints, end_ps: Ints) -> Ints:
    """The parent of each event, int64[n], -1 for none; right for any overlap.

    Looks back through blocks of doubling size, each known by its latest end, then narrows
    down inside the first block that reaches far enough: O(n log n) whatever the depth.
    """
    parent = np.full(len(start_ps), -1, np.int64)
    first_child = end_ps[:-1] > start_ps[1:]
    parent[1:][first_child] = first_child.nonzero()[0]
    latest = np.maximum.accumulate(end_ps)
    child = (~first_child & (latest[:-1] > start_ps[1:])).nonzero()[0] + 1
    block = child  # of this level's blocks, those before it are still to be looked at
    levels = [end_ps]
    while len(child):
        ends = levels[-1]
        odd = block & 1
        hit = (odd == 1) & (ends[block - odd] > start_ps[child])
        parent[child[hit]] = _last_open(levels, block[hit] - 1, start_ps[child[hit]])
        child, block = child[~hit], block[~hit] >> 1
        whole = len(ends) & ~1
        levels.append(np.append(np.maximum(ends[:whole:2], ends[1:whole:2]), ends[whole:]))
    return parent


def _last_open(levels: list[Ints], block: Ints, start_ps: Ints) -> Ints:
    """The last event in each block of the highest level that ends after ``start_ps``."""
    for ends in levels[-2::-1]:
        block = block * 2 + 1
        block -= ends[block] <= start_ps
    return block


def depth_of(parent: Ints) -> Ints:
    """Depth of each event, int64[n], in a forest whose parents come before their children.

    A run is an event and the first children below it, one after the other; only the depths
    of runs are worked out, by pointer doubling.
    """
    index = np.arange(len(parent))
    head = parent != index - 1
    head[:1] = True
    first = head.nonzero()[0]
    run = np.cumsum(head) - 1
    above = parent[first]
    child = (above >= 0).nonzero()[0]
    depth = np.zeros(len(first), np.int64)
    depth[child] = above[child] - first[run[above[child]]] + 1
    above[child] = run[above[child]]
    while len(child):
        up = above[child]
        depth[child] += depth[up]
        above[child] = above[up]
        child = child[above[child] >= 0]
    whole: Ints = (depth - first)[run] + index
    return whole
