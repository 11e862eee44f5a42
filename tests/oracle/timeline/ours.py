"""Our trace in the shape of the goldens, so that the two can be laid side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from traceview.model.capture import Capture
from traceview.model.self_time import self_ps
from traceview.model.trace import RecordSource, Section, Track, TrackKind

MS = 1e9  # ps
Threads = dict[str, dict[str, Track]]
APART = {
    TrackKind.ASYNC,
    TrackKind.COUNTER,
    TrackKind.OBJECTS,
    TrackKind.SAMPLES,
    TrackKind.PROCESS_INSTANTS,
    TrackKind.GLOBAL_INSTANTS,
}


@dataclass(frozen=True)
class Slice:
    """One event; times in ms from the zero of the golden."""

    title: str
    category: str
    start: float
    duration: float
    args: dict[str, Any]
    depth: int
    self_time: float
    unfinished: bool
    cpu_start: float | None
    cpu_duration: float | None
    stack: list[str]

    @property
    def end(self) -> float:
        """Where it ends."""
        return self.start + self.duration


class Ours:
    """A capture, asked for the facts that goldens hold. ``zero_ms`` is added to every time."""

    def __init__(self, capture: Capture, shifted: bool) -> None:
        self.capture, self.trace = capture, capture.trace
        base_ns = next((a.value for a in capture.about if a.name == "baseTimeNanoseconds"), 0)
        self.first_ms = (self.trace.t0_ns - (base_ns if isinstance(base_ns, int) else 0)) / 1e6
        self.zero_ms = -self.trace.span_ps[0] / MS if shifted else self.first_ms

    def align(self, model: dict[str, Any]) -> None:
        """Count from where the golden does, which may have lost the first events."""
        starts: dict[str, list[float]] = {}
        for process in model["processes"].values():
            for thread in process.get("threads", {}).values():
                for each in (*thread.get("slices", []), *thread.get("asyncSlices", [])):
                    starts.setdefault(each["title"], []).append(each["start"])
        for track in self.trace.tracks:
            for name, start_ps in zip(
                track.events.name.tolist(), track.events.start_ps.tolist(), strict=True
            ):
                theirs = starts.get(self.trace.strings[name], [])
                if len(theirs) == 1 and theirs[0] is not None and self._once(name):
                    self.zero_ms = theirs[0] - start_ps / MS
                    return

    def _once(self, name: int) -> bool:
        return sum(int((track.events.name == name).sum()) for track in self.trace.tracks) == 1

    @cached_property
    def sections(self) -> dict[str, Section]:
        """Processes by their ids, in display order."""
        return {str(section.plane_id): section for section in self.trace.sections}

    @property
    def threads(self) -> Threads:
        """Tracks of threads, by process and thread, in display order."""
        found: Threads = {}
        for track in self.trace.tracks:
            if track.kind not in APART:
                process = found.setdefault(self.process(track), {})
                process[str(track.line_id) or "undefined"] = track
        return found

    def process(self, track: Track) -> str:
        """The id of a track's process."""
        return str(self.trace.sections[track.section].plane_id)

    def of_kind(self, kind: TrackKind, pid: str | None = None) -> Iterator[Track]:
        """Tracks of one kind, of one process or all."""
        return (
            track
            for track in self.trace.tracks
            if track.kind is kind and pid in (None, self.process(track))
        )

    def category(self, track: Track) -> str:
        """The category of a track's first event."""
        if not isinstance(track.args, RecordSource) or not len(track.events):
            return ""
        return self.text(int(track.args.categories(track.events.arg_at[:1])[0]))

    def slices(self, track: Track) -> list[Slice]:
        """Events of a track, by start and depth."""
        own = self_ps(track).tolist()
        return sorted(
            (self._slice(track, index, own[index]) for index in range(len(track.events))),
            key=lambda each: (each.start, each.depth),
        )

    def counter(self, track: Track) -> dict[str, list[tuple[float, float]]]:
        """Samples of each series."""
        assert track.counter is not None
        times = [self.ms(time) for time in track.events.start_ps.tolist()]
        values = track.counter.values.T.tolist()
        return {
            series: list(zip(times, column, strict=True))
            for series, column in zip(track.counter.series, values, strict=True)
        }

    def ms(self, time_ps: int) -> float:
        """A time as the golden counts it."""
        return time_ps / MS + self.zero_ms

    def text(self, name: int) -> str:
        """A string of the table, "" for none."""
        return self.trace.strings[name] if name >= 0 else ""

    def _slice(self, track: Track, index: int, own_ps: int) -> Slice:
        events, args = track.events, track.args
        at = int(events.arg_at[index])
        facts: dict[str, Any] = {}
        category = ""
        if isinstance(args, RecordSource):
            facts = {fact.name: fact.value for fact in args.facts(at)}
            category = self.text(int(args.categories(events.arg_at[index : index + 1])[0]))
        return Slice(
            title=self.trace.strings[int(events.name[index])],
            category=category,
            start=self.ms(int(events.start_ps[index])),
            duration=int(events.dur_ps[index]) / MS,
            args={arg.name: arg.value for arg in args.args(at)} if args is not None else {},
            depth=events.row_of(index),
            self_time=own_ps / MS,
            unfinished="Did not finish" in facts,
            cpu_start=_milliseconds(facts.get("CPU start")),
            cpu_duration=_milliseconds(facts.get("CPU duration")),
            stack=facts.get("Stack", []),
        )


def _milliseconds(value: Any) -> float | None:
    try:
        return float(str(value).split()[0]) / 1000 if value is not None else None
    except ValueError:
        return None
