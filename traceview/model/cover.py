"""How much time at least one of many spans covers."""

from __future__ import annotations

import numpy as np

from traceview.model.trace import Ints


def covered_ps(start_ps: Ints, end_ps: Ints) -> int:
    """Length of the union of n spans, int64[n] each, in any order."""
    if not len(start_ps):
        return 0
    if (start_ps[1:] < start_ps[:-1]).any():
        order = np.argsort(start_ps, kind="stable")  # quick where it is made of sorted pieces
        start_ps, end_ps = start_ps[order], end_ps[order]
    if (end_ps[:-1] <= start_ps[1:]).all():
        return int((end_ps - start_ps).sum())
    latest = np.maximum.accumulate(end_ps)
    begin = np.append(start_ps[0], np.maximum(start_ps[1:], latest[:-1]))
    return int(np.maximum(end_ps - begin, 0).sum())


def covered_within_ps(start_ps: Ints, end_ps: Ints, interval_ps: tuple[int, int]) -> int:
    """The same of what lies within an interval."""
    low, high = interval_ps
    return covered_ps(np.clip(start_ps, low, high), np.clip(end_ps, low, high))
