"""Rows that Perfetto's trace processor answers, against our trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle.timeline.design import Tally
from tests.oracle.timeline.flows import hops
from tests.oracle.timeline.golden import Case
from tests.oracle.timeline.ours import APART, Ours
from traceview.model.trace import Track, TrackKind

Row = dict[str, str]
NONE = ("[NULL]", "")


def compare_rows(case: Case, ours: Ours, tally: Tally) -> None:
    """Each row of the answer."""
    rows = case.rows or ()
    for row in rows:
        found = _way(row)(ours, row)
        tally.check(case.name, f"row {row}", True, found, _reason(case, row))
    for kind, ids in (("process", list(ours.sections)), ("thread", _threads(ours))):
        hinted = [row["id"] for row in rows if row.get("type") == kind]
        expected = [each for each in hinted if each in ids]
        mine = [each for each in ids if each in hinted]
        tally.check(case.name, f"order by sort index ({kind})", expected, mine)
    if rows and "slice_out" in rows[0]:
        tally.check(case.name, "number of flows", len(rows), len(hops(ours)))


def compare_nothing(case: Case, why: str, tally: Tally) -> None:
    """The rows of a file in which we find nothing to show."""
    for row in case.rows or ():
        tally.check(case.name, f"row {row}", True, why, _reason(case, row) or "empty")


def _reason(case: Case, row: Row) -> str:
    if b'"ph": "XXX"' in case.data:
        return "perfetto-phase"
    if row.get("dur") == "-1":
        return "perfetto-unfinished"
    if "thread_state" in case.name:
        return "perfetto-state"
    if row.get("type") in ("process", "thread"):
        return "empty"
    # Its rows say no thread, but Perfetto has nested what lies in two.
    if "tid" not in row and b'"tid"' in case.data and row.get("depth") == "1":
        return "no-thread"
    return ""


def _way(row: Row) -> Callable[[Ours, Row], bool]:
    if "value" in row:
        return _has_sample
    if "slice_out" in row:
        return _has_flow
    if "hint" in row:
        return _has_place
    if "ts" in row:
        return _has_slice
    return _has_process


def _has_slice(ours: Ours, row: Row) -> bool:
    """An event of this name at this time (ns), as long, in this thread, as deep."""
    return any(
        _fits(ours, track, index, row)
        for track in ours.trace.tracks
        if track.kind is not TrackKind.COUNTER
        for index in range(len(track.events))
    )


def _fits(ours: Ours, track: Track, index: int, row: Row) -> bool:
    events = track.events
    start_ns = ours.trace.t0_ns + round(int(events.start_ps[index]) / 1000)
    facts: dict[str, Any] = {
        "name": ours.text(int(events.name[index])),
        "ts": start_ns,
        "dur": round(int(events.dur_ps[index]) / 1000),
        "tid": track.line_id,
        "pid": ours.process(track),
        "depth": events.row_of(index),
        "thread_name": track.name,
        "track_name": track.name,
        "track_type": "legacy_async_global_slice" if track.kind is TrackKind.ASYNC else "",
        "cpu": None,
    }
    if track.kind in APART:
        facts.pop("tid")
    if "key" in row:
        args = track.args.args(int(events.arg_at[index])) if track.args else ()
        facts["key"] = next((arg.name for arg in args), "[NULL]")
    return all(
        str(facts[column]) == value
        for column, value in row.items()
        if column in facts and (value not in NONE or column == "key")
    )


def _has_sample(ours: Ours, row: Row) -> bool:
    """A counter "name series" with this value, at this time."""
    return any(
        row["name"] in (f"{track.name} {series}", track.name)
        and value == float(row["value"])
        and row.get("ts") in (None, str(round(time_ms * 1e6)))
        for track in ours.of_kind(TrackKind.COUNTER, row.get("pid"))
        for series, samples in ours.counter(track).items()
        for time_ms, value in samples
    )


def _has_flow(ours: Ours, row: Row) -> bool:
    wanted = (row["slice_out"], row["slice_in"])
    return any((hop.leaves.name, hop.reaches.name) == wanted for hop in hops(ours))


def _has_place(ours: Ours, row: Row) -> bool:
    return row["id"] in (ours.sections if row["type"] == "process" else _threads(ours))


def _threads(ours: Ours) -> list[str]:
    return [tid for tracks in ours.threads.values() for tid in tracks]


def _has_process(ours: Ours, row: Row) -> bool:
    section = ours.sections.get(row["pid"])
    return section is not None and section.name == row["name"]
