"""Asynchronous slices, instants of processes and of the whole trace, samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.oracle.timeline.beside import MOST_LISTED, Beside, Touched
from tests.oracle.timeline.ours import Slice
from traceview.model.trace import Track, TrackKind


class Async(NamedTuple):
    """One asynchronous slice of a golden; ``above`` is the one that it lies in."""

    slice: Any
    above: Any


def compare_apart(beside: Beside) -> None:
    """All of a file."""
    ours = beside.ours
    for pid, process in beside.processes():
        _async(beside, pid, process)
        tracks = ours.of_kind(TrackKind.PROCESS_INSTANTS, pid)
        _instants(beside, f"instant of {pid}", process.get("instants", []), tracks)
    tracks = ours.of_kind(TrackKind.GLOBAL_INSTANTS)
    _instants(beside, "global instant", beside.model.get("globalInstants", []), tracks)
    _samples(beside)


def _async(beside: Beside, pid: str, process: Any) -> None:
    threads = process.get("threads", {}).values()
    tops = [each for thread in threads for each in thread.get("asyncSlices", [])]
    tracks = beside.ours.of_kind(TrackKind.ASYNC, pid)
    left = [each for track in tracks for each in beside.ours.slices(track)]
    touched, rows = Touched(left), dict[int, int]()
    for one, above in _flat(tops, None):
        what = f"async of {pid}: {one['title']} at {one['start']}"
        reason = "user-timing" if "user_timing" in (one["category"] or "") else ""
        match = _taken(beside, what, one, left, reason)
        if match is None:
            continue
        _async_slice(beside, what, one, match)
        rows[id(one)] = match.depth
        if id(above) in rows:
            below = match.depth - rows[id(above)]
            reason = touched.reason(match) if below > 1 else ""
            beside.check(f"{what}: rows below its parent", 1, below, reason)
    if len(tops) == sum(thread.get("asyncCount", 0) for thread in threads):
        split = beside.reason_among(("user-timing",)) or beside.kept
        beside.check(f"async of {pid}: no more", [], [each.title for each in left], split)


def _flat(slices: list[Any], above: Any) -> Iterator[Async]:
    for each in slices:
        yield Async(each, above)
        yield from _flat(each.get("subSlices", []), each)


def _taken(
    beside: Beside, what: str, one: Any, left: list[Slice], reason: str = ""
) -> Slice | None:
    """Ours of the same title and times; an instant of a golden has no duration."""
    title, start, duration = one["title"], one["start"], one.get("duration", 0)

    def fits(mine: Slice) -> bool:
        times = beside.same(start, mine.start) and beside.same(duration, mine.duration)
        return mine.title == title and times

    return beside.take(what, (title, start, duration), left, fits, reason)


def _async_slice(beside: Beside, what: str, one: Any, match: Slice) -> None:
    args = one.get("args", {})
    beside.check(f"{what}: category", one["category"] or "", match.category)
    beside.args(what, args, match.args, "params" if args.get("params") == {} else "")
    unfinished = bool(one.get("didNotFinish")) or "no matching END" in one.get("error", "")
    step = "unfinished-step" if "step" in args else ""
    beside.check(f"{what}: did not finish", unfinished, match.unfinished, step)


def _instants(beside: Beside, what: str, expected: list[Any], tracks: Iterable[Track]) -> None:
    found = [each for track in tracks for each in beside.ours.slices(track)]
    if len(expected) < MOST_LISTED:
        marks = beside.ours.capture.records.get("c", 0)
        more = "clock-sync" if marks and len(found) <= len(expected) + marks else beside.kept
        beside.check(f"{what}: number", len(expected), len(found), more)
    for one in expected:
        called = f"{what}: {one['title']} at {one['start']}"
        match = _taken(beside, called, one, found)
        if match is not None:
            beside.check(f"{called}: category", one["category"] or "", match.category)
            beside.args(called, one.get("args", {}), match.args)


def _samples(beside: Beside) -> None:
    """By thread, time and stack."""
    tracks = list(beside.ours.of_kind(TrackKind.SAMPLES))
    found = [(str(t.line_id), each) for t in tracks for each in beside.ours.slices(t)]
    beside.check("samples", beside.model.get("sampleCount", 0), len(found))
    # Where nothing else has a time, ours begin with zero.
    alone = bool(found) and not beside.ours.capture.records
    ahead_ms = beside.model["bounds"]["min"] if alone else 0
    for one in beside.model.get("samples", []):
        frames = [frame.split(" url: ")[0] for frame in reversed(one["stack"])]
        thread, time = str(one["tid"]), one["start"] - ahead_ms

        def fits(
            mine: tuple[str, Slice],
            thread: str = thread,
            time: float = time,
            frames: list[str] = frames,
        ) -> bool:
            tid, each = mine
            return tid == thread and beside.same(time, each.start) and _stack(each) == frames

        old = "addresses" if b'"stack":["0x' in beside.text.replace(b" ", b"") else ""
        beside.take(f"sample at {one['start']}", (thread, time, frames), found, fits, old)


def _stack(each: Slice) -> list[str]:
    """The frames of a sample, from the root on; catapult leaves V8's "(root)" out."""
    return [frame for frame in each.stack if frame != "(root)"] or [each.title]
