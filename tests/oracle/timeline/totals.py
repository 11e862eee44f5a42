"""What is said of all threads together: how often and how long, searches, the length."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.timeline.beside import Beside
from tests.oracle.timeline.ours import APART, Ours
from traceview.model.event_filter import parse
from traceview.model.matches import Matches
from traceview.model.search import find

# What we have more or less of may be the first or the last.
LENGTHENING = ("kept", "negative", "no-time")
LOSING = ("format", "no-time", "text-time")


def compare_totals(beside: Beside) -> None:
    """All that the golden sums up."""
    _sums(beside)
    _searches(beside)
    bounds = beside.model.get("bounds")
    if bounds and bounds.get("max") is not None:
        start_ps, end_ps = beside.ours.trace.span_ps
        dumps = "measured" if beside.model.get("globalMemoryDumps") else ""
        reason = beside.reason_among(LENGTHENING) or beside.foreign or dumps
        beside.close("length", bounds["max"] - bounds["min"], (end_ps - start_ps) / 1e9, 1, reason)


def _sums(beside: Beside) -> None:
    names: Counter[str] = Counter()
    wall_ps: Counter[str] = Counter()
    for track in (track for tracks in beside.ours.threads.values() for track in tracks.values()):
        columns = (track.events.name.tolist(), track.events.dur_ps.tolist())
        for name, dur_ps in zip(*columns, strict=True):
            names[beside.ours.text(name)] += 1
            wall_ps[beside.ours.text(name)] += dur_ps
    for row in beside.model.get("summary_all_thread_slices", {}).get("top60_by_wall", []):
        title, times = row["title"], row["occurrences"]
        trailing = "text-time" if "trailing_chars" in beside.case.name else ""
        reason = beside.foreign or trailing or beside.reason_among(("negative",))
        beside.check(f"occurrences of {title}", times, names[title], reason)
        beside.close(f"wall time of {title}", row["wall"], wall_ps[title] / 1e9, times, reason)


def _searches(beside: Beside) -> None:
    threads = [t for _, process in beside.processes() for t in process.get("threads", {}).values()]
    slices = [each for thread in threads for each in thread["slices"]]
    whole = len(slices) == sum(thread["sliceCount"] for thread in threads)
    for query, hits in beside.model.get("search_thread_slices", {}).items():
        if whole:
            named = sum(_is_named(each, query.lower()) for each in slices)
            mine = len(_on_threads(beside.ours, find(beside.ours.trace, query)))
            beside.check(f"names with {query!r}", named, mine, beside.reason_among(LOSING))
        beside.check(f"search for {query!r}", hits, _mentioned(beside.ours, query), "search")


def _is_named(each: Any, query: str) -> bool:
    return query in (each["title"] or "").lower() or query in (each["category"] or "").lower()


def _mentioned(ours: Ours, query: str) -> int:
    """Slices that have a text in names, categories or args."""
    quoted = '"' + query.replace('"', "") + '"'
    found = (parse(text).find(ours.trace) for text in (quoted, f"arg:{quoted}"))
    return len(set[tuple[int, int]]().union(*(_on_threads(ours, each) for each in found)))


def _on_threads(ours: Ours, matches: Matches) -> set[tuple[int, int]]:
    return {
        (number, index)
        for number, indices in matches.by_track()
        if ours.trace.tracks[number].kind not in APART
        for index in indices.tolist()
    }
