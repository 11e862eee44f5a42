"""The slices of a thread: times, category, args, CPU times, nesting, self time."""

from __future__ import annotations

import math
from typing import Any

from tests.oracle.timeline.beside import Beside, Touched
from tests.oracle.timeline.ours import Slice
from traceview.model.trace import Track


def compare_slices(beside: Beside, where: str, thread: Any, track: Track) -> None:
    """All slices of a thread that the golden lists."""
    found = beside.ours.slices(track)
    beside.check(f"{where}: number of slices", thread["sliceCount"], len(found), beside.foreign)
    inexact = _inexact(beside, found)
    touched = Touched(found)
    for one, other in _paired(beside, where, thread["slices"], found):
        what = f"{where}: {one['title']} at {one['start']}"
        _slice(beside, what, one, other)
        _nesting(beside, what, one, other, inexact or touched.reason(other))


def _inexact(beside: Beside, found: list[Slice]) -> str:
    """The reason for another nesting: rounding or improper overlap."""
    unit = 1e-3 if beside.model.get("timeUnit", "ms") == "ms" else 1e-6
    if beside.fuzz_ms > 1e-5:
        return "rounding"
    times = [time for each in found for time in (each.start, each.duration)]
    if any(abs(time / unit - round(time / unit)) > 1e-6 for time in times):
        return "rounding"
    stack: list[Slice] = []
    for each in sorted(found, key=lambda s: (s.start, -s.duration)):
        while stack and stack[-1].end <= each.start + 1e-9:
            stack.pop()
        if stack and each.end > stack[-1].end + 1e-9:
            return "overlap"
        stack.append(each)
    return ""


def _paired(
    beside: Beside, where: str, expected: list[Any], found: list[Slice]
) -> list[tuple[Any, Slice]]:
    """Slices of the golden with ours: the same title, start and duration."""
    waiting: dict[str, list[Slice]] = {}
    for each in found:
        waiting.setdefault(each.title, []).append(each)
    pairs = []
    for one in expected:
        what, wanted = f"{where}: {one['title']}", (one["start"], one["duration"])
        if one["start"] is None:
            beside.check(what, wanted, None, "no-time")
            continue
        reason = "negative" if one["duration"] < 0 else beside.foreign
        mine = waiting.get(one["title"], [])
        match = beside.take(what, wanted, mine, lambda m, w=wanted: _fits(beside, w, m), reason)
        if match is not None:
            pairs.append((one, match))
    return pairs


def _fits(beside: Beside, wanted: tuple[float, float], other: Slice) -> bool:
    return beside.same(wanted[0], other.start) and beside.same(wanted[1], other.duration)


def _slice(beside: Beside, what: str, one: Any, other: Slice) -> None:
    beside.check(f"{what}: category", one.get("category") or "", other.category)
    beside.args(what, one.get("args", {}), other.args)
    beside.check(f"{what}: did not finish", bool(one.get("didNotFinish")), other.unfinished)
    for key, mine in (("cpuStart", other.cpu_start), ("cpuDuration", other.cpu_duration)):
        # Of other logs catapult works them out from what the kernel says.
        if one.get(key) is not None and not beside.foreign:
            near = mine is not None and math.isclose(one[key], mine, abs_tol=2e-6)
            reason = "instant-cpu" if not other.duration else ""
            beside.check(f"{what}: {key}", one[key], one[key] if near else mine, reason)


def _nesting(beside: Beside, what: str, one: Any, other: Slice, reason: str) -> None:
    if "depth" in one:
        beside.check(f"{what}: depth", one["depth"], other.depth, reason)
    if "selfTime" in one:
        mine = one["selfTime"] if beside.same(one["selfTime"], other.self_time) else other.self_time
        beside.check(f"{what}: self time", one["selfTime"], mine, reason)
