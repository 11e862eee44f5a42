"""Lays our trace beside a golden, fact by fact."""

from __future__ import annotations

import gzip
import math
from collections import Counter
from functools import cached_property
from typing import Any

from tests.oracle.timeline.design import Tally
from tests.oracle.timeline.golden import Case
from tests.oracle.timeline.ours import Ours, Slice
from traceview.model.trace import RecordSource, Track, TrackKind

MOST_LISTED = 300  # goldens of large inputs list no more
ROUNDED_MS = 1e-6
FOREIGN = (
    "android_systrace",
    "fuchsia_trace",
    "google_cloud_trace",
    "dashboard_test_points",
    "import_ftrace",
)


class Comparison:
    """One case. Facts go to the tally."""

    def __init__(self, case: Case, ours: Ours, tally: Tally) -> None:
        assert case.model is not None
        if case.shifted:
            ours.align(case.model)
        self.case, self.ours, self.tally, self.model = case, ours, tally, case.model
        # catapult keeps times as doubles of ms: what is far from zero is coarse.
        self.fuzz_ms = max(abs(ours.first_ms) * 2**-51, 0) + 2 * ROUNDED_MS

    def run(self) -> None:
        """Compare everything that the golden holds."""
        threads = self.ours.threads
        self._processes(threads)
        for pid, process in self.model["processes"].items():
            for tid, thread in process.get("threads", {}).items():
                if thread["sliceCount"]:
                    self._thread(pid, tid, thread, threads)
            self._async(pid, process)
            self._counters(pid, process)
            self._objects(pid, process)
            self._instants(pid, process.get("instants", []))
        self._global_instants()
        self._flows()
        self._samples()
        self._searches()

    def check(self, what: str, expected: Any, found: Any, reason: str = "") -> None:
        """One fact."""
        self.tally.check(self.case.name, what, expected, found, reason)

    def same(self, one: float | None, other: float | None) -> bool:
        """Whether two times are one, but for what doubles lose."""
        if one is None or other is None:
            return one is other
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=self.fuzz_ms)

    def _processes(self, threads: dict[str, dict[str, Any]]) -> None:
        sections = {str(section.plane_id): section for section in self.ours.trace.sections}
        shown = list(sections)
        order = [str(pid) for pid in self.model["processOrder"] if str(pid) in sections]
        ours = [pid for pid in shown if pid in order]
        guessed = any(
            "name" in process and not sections[pid].name
            for pid, process in self.model["processes"].items()
            if pid in sections
        )
        self.check("order of processes", order, ours, "chrome-names" if guessed else self.foreign)
        for pid, process in self.model["processes"].items():
            if pid not in sections:
                busy = [t for t in process.get("threads", {}).values() if t["sliceCount"]]
                self.check(f"process {pid} is there", [], busy, self._why_lost(busy))
                continue
            if "name" in process:
                reason = self.foreign or ("chrome-names" if not sections[pid].name else "")
                self.check(f"name of {pid}", process["name"], sections[pid].name, reason)
            if process.get("labels"):
                self.check(f"labels of {pid}", ", ".join(process["labels"]), sections[pid].detail)
            tids = [str(tid) for tid in self.model["threadOrder"].get(pid, [])]
            tids = ["undefined" if tid == "None" else tid for tid in tids]
            mine = list(threads.get(pid, {}))
            expected = [tid for tid in tids if tid in mine]
            ours = [tid for tid in mine if tid in tids]
            reason = "no-thread" if "undefined" in tids else self.foreign
            self.check(f"threads of {pid}", expected, ours, reason)

    def _why_lost(self, busy: list[Any]) -> str:
        starts = [each["start"] for thread in busy for each in thread["slices"]]
        return "no-time" if all(start is None for start in starts) else self.foreign

    @cached_property
    def foreign(self) -> str:
        """The reason for losses of files that also hold other logs."""
        data = self.case.data
        text = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
        return "format" if b"systemTraceEvents" in text or b"ftrace" in text.lower() else ""

    def _thread(self, pid: str, tid: str, thread: Any, threads: dict[str, dict[str, Any]]) -> None:
        where = f"thread {pid}/{tid}"
        track = threads.get(pid, {}).get(tid)
        if track is None:
            self.check(f"{where} is there", True, False, self._why_lost([thread]))
            return
        if "name" in thread:
            self.check(f"{where}: name", str(thread["name"]), track.name, self.foreign)
        found = self.ours.slices(track)
        cut = len(thread["slices"]) < thread["sliceCount"]
        more = "kept" if len(found) > thread["sliceCount"] else self.foreign
        self.check(f"{where}: number of slices", thread["sliceCount"], len(found), more)
        expected = thread["slices"]
        pairs = self._paired(where, expected, found)
        exact = not cut and self._is_exact(found)
        edges = Counter(edge for each in found for edge in _edges(each))
        for one, other in pairs:
            beside = "same-time" if max(edges[edge] for edge in _edges(other)) > 1 else ""
            self._slice(f"{where}: {one['title']}", one, other, exact, beside)

    def _paired(
        self, where: str, expected: list[Any], found: list[Slice]
    ) -> list[tuple[Any, Slice]]:
        """Slices of the golden with ours: the same title and nearly the same time."""
        waiting: dict[str, list[Slice]] = {}
        for each in found:
            waiting.setdefault(each.title, []).append(each)
        pairs = []
        for one in expected:
            if one["start"] is None:
                self.check(f"{where}: {one['title']} is there", True, False, "no-time")
                continue
            mine = waiting.get(one["title"], [])
            match = next((m for m in mine if self._matches(one, m)), None)
            if match is None:
                reason = "negative" if one["duration"] < 0 else self.foreign
                near = [(m.start, m.duration) for m in mine[:3]]
                self.check(
                    f"{where}: {one['title']}", (one["start"], one["duration"]), near, reason
                )
                continue
            mine.remove(match)
            pairs.append((one, match))
        return pairs

    def _matches(self, one: Any, other: Slice) -> bool:
        return self.same(one["start"], other.start) and self.same(one["duration"], other.duration)

    def _slice(self, where: str, one: Any, other: Slice, exact: bool, beside: str) -> None:
        self.tally.passed += 2  # start and duration
        if "category" in one:
            self.check(f"{where}: category", one["category"] or "", other.category)
        if "args" in one:
            reason = "references" if "$snapshot_of" in str(one["args"]) else ""
            self.check(f"{where}: args", one["args"], other.args, reason)
        if "didNotFinish" in one:
            self.check(f"{where}: did not finish", one["didNotFinish"], other.unfinished)
        for key, mine in (("cpuStart", other.cpu_start), ("cpuDuration", other.cpu_duration)):
            # Of other logs catapult works them out from what the kernel says.
            if one.get(key) is not None and not self.foreign:
                near = mine is not None and math.isclose(one[key], mine, abs_tol=2e-6)
                reason = "instant-cpu" if not other.duration else ""
                self.check(f"{where}: {key}", True, near, reason)
        if exact and "depth" in one:
            self.check(f"{where}: depth", one["depth"], other.depth, beside)
        if exact and "selfTime" in one:
            same = self.same(one["selfTime"], other.self_time)
            self.check(f"{where}: self time", True, same, beside)

    def _is_exact(self, found: list[Slice]) -> bool:
        """Whether neither rounding nor improper overlap plays a part in the nesting."""
        unit = 1e-3 if self.model.get("timeUnit", "ms") == "ms" else 1e-6
        if self.fuzz_ms > 1e-5:
            return False
        edges = [edge for each in found for edge in (each.start, each.duration)]
        if any(abs(edge / unit - round(edge / unit)) > 1e-6 for edge in edges):
            return False
        stack: list[Slice] = []
        for each in sorted(found, key=lambda s: (s.start, -s.duration)):
            while stack and stack[-1].start + stack[-1].duration <= each.start + 1e-9:
                stack.pop()
            if stack and each.start + each.duration > stack[-1].start + stack[-1].duration + 1e-9:
                return False
            stack.append(each)
        return True

    def _async(self, pid: str, process: Any) -> None:
        expected: list[tuple[str, str, float, float]] = []
        complete = True
        for thread in process.get("threads", {}).values():
            complete &= len(thread.get("asyncSlices", [])) == thread.get("asyncCount", 0)
            for each in thread.get("asyncSlices", []):
                _flatten(each, expected)
        tracks = [t for t in self.ours.of_kind(TrackKind.ASYNC) if self.ours.process(t) == pid]
        found = [each for track in tracks for each in self.ours.slices(track)]
        if not complete:
            count = sum(t.get("asyncCount", 0) for t in process["threads"].values())
            self.check(f"async of {pid}", True, len(found) >= count)
            return
        left = list(found)
        for title, category, start, duration in expected:
            match = next(
                (
                    m
                    for m in left
                    if m.title == title
                    and self.same(start, m.start)
                    and self.same(duration, m.duration)
                ),
                None,
            )
            if match is None:
                reason = "user-timing" if "user_timing" in category else ""
                near = [(m.title, m.start, m.duration) for m in left[:3]]
                self.check(f"async of {pid}", (title, start, duration), near, reason)
                continue
            left.remove(match)
            self.tally.passed += 2
            self.check(f"async of {pid}: {title}: category", category, match.category)
        self.check(f"async of {pid}: no more", 0, len(left), "kept")

    def _counters(self, pid: str, process: Any) -> None:
        tracks = [t for t in self.ours.of_kind(TrackKind.COUNTER) if self.ours.process(t) == pid]
        for key, counter in process.get("counters", {}).items():
            track = next((t for t in tracks if self._is_counter(t, counter)), None)
            if track is None:
                self.check(f"counter {key} of {pid}", True, False, self._why_empty(counter))
                continue
            found = self.ours.counter(track)
            names = [series["name"] for series in counter["series"]]
            self.check(f"counter {key}: series", names, list(found), "series")
            for series in counter["series"]:
                mine = found.get(series["name"], [])
                samples = sorted(series["samples"], key=lambda sample: sample[0])
                for (time, value), (my_time, my_value) in zip(samples, mine, strict=False):
                    same = self.same(time, my_time) and _number(value) == my_value
                    what = f"counter {key}.{series['name']} at {time}"
                    reason = "counter-text" if not isinstance(value, int | float) else ""
                    self.check(what, value, my_value if same else (my_time, my_value), reason)

    def _is_counter(self, track: Track, counter: Any) -> bool:
        category = ""
        if isinstance(track.args, RecordSource):
            category = self.ours.text(int(track.args.categories(track.events.arg_at[:1])[0]))
        return track.name == counter["name"] and category == (counter["category"] or "")

    def _why_empty(self, counter: Any) -> str:
        return "" if any(series["samples"] for series in counter["series"]) else "empty"

    def _objects(self, pid: str, process: Any) -> None:
        tracks = [t for t in self.ours.of_kind(TrackKind.OBJECTS) if self.ours.process(t) == pid]
        found = []
        for track in tracks:
            assert track.snapshots is not None
            for each in range(len(track.events)):
                start_ps = int(track.events.start_ps[each])
                end_ps = start_ps + int(track.events.dur_ps[each])
                low, high = track.snapshots.of.searchsorted([each, each + 1]).tolist()
                times = [self.ours.ms(t) for t in track.snapshots.time_ps[low:high].tolist()]
                found.append((track.name, self.ours.ms(start_ps), self.ours.ms(end_ps), times))
        if len(process.get("objects", [])) < process.get("objectCount", 0):
            self.check(f"objects of {pid}", process["objectCount"], len(found))
            return
        for each in process.get("objects", []):
            times = [snapshot["ts"] for snapshot in each["snapshots"]]
            match = next(
                (
                    m
                    for m in found
                    if m[0] in (each["baseType"], each["type"])
                    and self.same(each["creationTs"], m[1])
                    and self.same(each["deletionTs"], m[2])
                    and len(times) == len(m[3])
                    and all(map(self.same, times, m[3]))
                ),
                None,
            )
            wanted = (each["type"], each["creationTs"], each["deletionTs"], times)
            near = [m for m in found if m[0] in (each["baseType"], each["type"])][:3]
            self.check(f"object of {pid}", wanted, wanted if match else near)
            if match:
                found.remove(match)

    def _instants(self, pid: str, expected: list[Any]) -> None:
        kind = TrackKind.PROCESS_INSTANTS
        tracks = [t for t in self.ours.of_kind(kind) if self.ours.process(t) == pid]
        self._points(
            f"instants of {pid}", expected, [s for t in tracks for s in self.ours.slices(t)]
        )

    def _global_instants(self) -> None:
        tracks = self.ours.of_kind(TrackKind.GLOBAL_INSTANTS)
        found = [each for track in tracks for each in self.ours.slices(track)]
        self._points("global instants", self.model.get("globalInstants", []), found)

    def _points(self, what: str, expected: list[Any], found: list[Slice]) -> None:
        if len(expected) < MOST_LISTED:
            self.check(f"{what}: number", len(expected), len(found), "kept" if found else "")
        for one in expected:
            match = any(m.title == one["title"] and self.same(one["start"], m.start) for m in found)
            self.check(f"{what}: {one['title']} at {one['start']}", True, match)

    def _flows(self) -> None:
        expected, found = self.model.get("flows", []), self.ours.flows()
        total = self.model.get("flowCount", 0)
        more = "exact-flow" if sum(found.values()) > total else ""
        self.check("number of flows", total, sum(found.values()), more)
        waiting: dict[tuple[str, ...], list[tuple[float, float]]] = {}
        for (*texts, start, length), count in found.items():
            waiting.setdefault(tuple(texts), []).extend([(start, length)] * count)
        for one in expected:
            key = (one["fromTitle"], one["toTitle"], one["title"], one["category"] or "")
            mine = waiting.get(key, [])
            match = next(
                (
                    m
                    for m in mine
                    if self.same(one["start"], m[0]) and self.same(one["duration"], m[1])
                ),
                None,
            )
            wanted = (one["start"], one["duration"])
            self.check(f"flow {key}", wanted, wanted if match else mine[:3])
            if match:
                mine.remove(match)

    def _samples(self) -> None:
        found = sum(len(track.events) for track in self.ours.of_kind(TrackKind.SAMPLES))
        self.check("samples", self.model.get("sampleCount", 0), found, "kept" if found else "")

    def _searches(self) -> None:
        for query, hits in self.model.get("search_thread_slices", {}).items():
            self.check(f"search for {query!r}", hits, self.ours.hits(query), "search")
        summary = self.model.get("summary_all_thread_slices", {})
        names: Counter[str] = Counter()
        for tracks in self.ours.threads.values():
            for track in tracks.values():
                names.update(self.ours.text(name) for name in track.events.name.tolist())
        for row in summary.get("top60_by_wall", []):
            reason = "kept" if names[row["title"]] > row["occurrences"] else self.foreign
            reason = reason or ("text-time" if "trailing_chars" in self.case.name else "")
            what = f"occurrences of {row['title']}"
            self.check(what, row["occurrences"], names[row["title"]], reason)


def _flatten(each: Any, found: list[tuple[str, str, float, float]]) -> None:
    found.append((each["title"], each["category"] or "", each["start"], each["duration"]))
    for sub in each.get("subSlices", []):
        _flatten(sub, found)


def _edges(each: Slice) -> set[int]:
    """Start and end in whole ps, so that equal ones are equal."""
    return {round(each.start * 1e9), round((each.start + each.duration) * 1e9)}


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
