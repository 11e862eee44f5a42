"""Flow arrows: their ends, times, names."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.oracle.timeline.beside import Beside
from tests.oracle.timeline.ours import Ours
from traceview.model.trace import EventId


class End(NamedTuple):
    """One end of an arrow: process and thread, and a slice in it that begins at ``start`` ms."""

    thread: tuple[str, str]
    name: str
    start: float | None


class Hop(NamedTuple):
    """An arrow; times in ms."""

    name: str
    category: str
    leaves: End
    reaches: End
    start: float
    duration: float


def hops(ours: Ours) -> list[Hop]:
    """All arrows of a trace."""
    flows = ours.trace.flows
    columns = (
        flows.name,
        flows.category,
        flows.from_track,
        flows.from_index,
        flows.to_track,
        flows.to_index,
        flows.start_ps,
        flows.end_ps,
    )
    return [
        Hop(
            ours.text(name),
            ours.text(category),
            _end(ours, EventId(*leaves)),
            _end(ours, EventId(*reaches)),
            ours.ms(start_ps),
            ours.ms(end_ps) - ours.ms(start_ps),
        )
        for name, category, *ends, start_ps, end_ps in zip(
            *(column.tolist() for column in columns), strict=True
        )
        for leaves, reaches in [(ends[:2], ends[2:])]
    ]


def _end(ours: Ours, event: EventId) -> End:
    track = ours.trace.tracks[event.track]
    name = ours.text(int(track.events.name[event.index]))
    thread = ours.process(track), str(track.line_id) or "undefined"
    return End(thread, name, ours.ms(int(track.events.start_ps[event.index])))


def compare_flows(beside: Beside) -> None:
    """All arrows that the golden lists."""
    expected, found = beside.model.get("flows", []), hops(beside.ours)
    total = beside.model.get("flowCount", 0)
    beside.check("number of flows", total, len(found), "exact-flow" if len(found) > total else "")
    waiting: dict[tuple[str, str], list[Hop]] = {}
    for hop in found:
        waiting.setdefault((hop.name, hop.category), []).append(hop)
    for one in expected:
        mine = waiting.get((one["title"], one["category"] or ""), [])
        wanted = (*_ends(beside, one), one["start"], one["duration"])
        what = f"flow {one['title']} of {one['category']}"
        beside.take(what, wanted, mine, lambda m, w=wanted: _fits(beside, w, m))


def _ends(beside: Beside, one: Any) -> list[End]:
    """Both ends as the golden tells them; it may not list the slice itself."""
    ends = []
    for side in ("from", "to"):
        pid, tid, index = one[side]
        thread = beside.model["processes"][str(pid)]["threads"][str(tid)]
        listed = thread["slices"][index : index + 1] if index >= 0 else []
        start = listed[0]["start"] if listed else None
        ends.append(End((str(pid), str(tid)), one[f"{side}Title"], start))
    return ends


def _fits(beside: Beside, wanted: Any, mine: Hop) -> bool:
    *ends, start, duration = wanted
    same = all(
        (one.thread, one.name) == (other.thread, other.name)
        and (one.start is None or beside.same(one.start, other.start))
        for one, other in zip(ends, (mine.leaves, mine.reaches), strict=True)
    )
    return same and beside.same(start, mine.start) and beside.same(duration, mine.duration)
