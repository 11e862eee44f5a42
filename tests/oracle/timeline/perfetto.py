"""Rows that Perfetto's trace processor answers, against our trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle.timeline.design import Tally
from tests.oracle.timeline.golden import Case
from tests.oracle.timeline.ours import APART, Ours
from traceview.model.trace import Track, TrackKind

Row = dict[str, str]
NONE = ("[NULL]", "")


def compare_rows(case: Case, ours: Ours, tally: Tally) -> None:
    """Each row of the answer, as far as its columns have a meaning here."""
    for row in case.rows or ():
        _compare_row(case, ours, row, tally)


def _compare_row(case: Case, ours: Ours, row: Row, tally: Tally) -> None:
    way = _way(row)
    if way is None:
        return
    found = way(ours, row)
    reason = "perfetto-unfinished" if row.get("dur") == "-1" else ""
    if "thread_state" in case.name:
        reason = "perfetto-state"
    if row.get("type") in ("process", "thread"):
        reason = "empty"
    if "tid" not in row and b'"tid"' in case.data and row.get("depth") == "1":
        reason = "no-thread"
    tally.check(case.name, f"row {row}", True, found, reason)


def _way(row: Row) -> Callable[[Ours, Row], bool] | None:
    if "value" in row:
        return _has_sample
    if row.get("type") in ("process", "thread"):
        return _has_place
    if "ts" in row and "name" in row:
        return _has_slice
    if "pid" in row and "name" in row:
        return _has_process
    return None


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
    }
    if track.kind in APART:
        facts.pop("tid")
    return all(
        str(facts[column]) == value
        for column, value in row.items()
        if column in facts and value not in NONE
    )


def _has_sample(ours: Ours, row: Row) -> bool:
    """A counter "name series" with this value."""
    for track in ours.of_kind(TrackKind.COUNTER):
        for series, samples in ours.counter(track).items():
            names = (f"{track.name} {series}", track.name)
            if row["name"] in names and any(v == float(row["value"]) for _, v in samples):
                return True
    return False


def _has_place(ours: Ours, row: Row) -> bool:
    sections = {str(section.plane_id) for section in ours.trace.sections}
    threads = {str(track.line_id) for track in ours.trace.tracks if track.kind not in APART}
    return row["id"] in (sections if row["type"] == "process" else threads)


def _has_process(ours: Ours, row: Row) -> bool:
    return any(
        str(section.plane_id) == row["pid"] and section.name == row["name"]
        for section in ours.trace.sections
    )
