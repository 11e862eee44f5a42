"""What protobuf makes of an XSpace, event by event, to compare with."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from traceview.model.proto import XEvent, XLine, XPlane, XSpace, XStat, text
from traceview.model.trace import Arg, Trace, Track


@dataclass(frozen=True)
class ReferenceLine:
    plane: str
    name: str
    zero_ps: int
    message: XLine
    metadata: XPlane

    def placed(self) -> list[tuple[str, int, int]]:
        """Name, start and duration of each event that has a position."""
        return [
            (self.event_name(e), self.zero_ps + e.offset_ps, max(e.duration_ps, 0))
            for e in self.message.events
            if e.WhichOneof("data") != "num_occurrences"
        ]

    def counted(self) -> list[tuple[str, int, int]]:
        """Name, occurrences and duration of each event that has none."""
        return [
            (self.event_name(e), e.num_occurrences, max(e.duration_ps, 0))
            for e in self.message.events
            if e.WhichOneof("data") == "num_occurrences"
        ]

    def event_name(self, event: XEvent) -> str:
        if event.metadata_id not in self.metadata.event_metadata:
            return f"unknown event {event.metadata_id}"
        metadata = self.metadata.event_metadata[event.metadata_id]
        return text(metadata.display_name) or text(metadata.name)

    def args(self, event: XEvent) -> tuple[Arg, ...]:
        known = event.metadata_id in self.metadata.event_metadata
        found: dict[str, object] = {}
        if known:
            metadata = self.metadata.event_metadata[event.metadata_id]
            if metadata.display_name and metadata.name not in ("", metadata.display_name):
                found["long_name"] = text(metadata.name)
            self._add(found, metadata.stats)
        self._add(found, event.stats)
        return tuple(Arg(name, value) for name, value in found.items())  # type: ignore[arg-type]

    def _add(self, found: dict[str, object], stats: list[XStat]) -> None:
        for stat in stats:
            field = stat.WhichOneof("value")
            if field == "ref_value":
                found[self._stat_name(stat.metadata_id)] = self._referred(stat.ref_value)
            elif field == "str_value":
                found[self._stat_name(stat.metadata_id)] = text(stat.str_value)
            elif field:
                found[self._stat_name(stat.metadata_id)] = getattr(stat, field)

    def _stat_name(self, stat_id: int) -> str:
        known = stat_id in self.metadata.stat_metadata
        return (
            text(self.metadata.stat_metadata[stat_id].name) if known else f"unknown stat {stat_id}"
        )

    def _referred(self, stat_id: int) -> str:
        known = stat_id in self.metadata.stat_metadata
        name = self.metadata.stat_metadata[stat_id].name if known else f"unknown text {stat_id}"
        return text(name)


def content(path: Path) -> bytes:
    raw = path.read_bytes()
    return gzip.decompress(raw) if path.suffix == ".gz" else raw


def reference_lines(path: Path, t0_ns: int) -> list[ReferenceLine]:
    """All lines with events, in file order. Dates count from ``t0_ns``."""
    space = XSpace.FromString(content(path))
    found = []
    for plane in space.planes:
        for line in plane.lines:
            if not len(line.events):
                continue
            is_date = line.timestamp_ns >= 10**17
            zero_ns = line.timestamp_ns - (t0_ns if is_date else 0)
            name = text(line.display_name) or text(line.name)
            found.append(ReferenceLine(text(plane.name), name, zero_ns * 1000, line, plane))
    return found


def in_file_order(trace: Trace) -> list[Track]:
    """Tracks as their lines stand in the file: args lie where events do."""

    def first(track: Track) -> int:
        ats = [track.events.arg_at, *([track.aggregates.arg_at] if track.aggregates else [])]
        return int(min(at.min() for at in ats if len(at)))

    return sorted(trace.tracks, key=first)


def placed(track: Track, trace: Trace) -> list[tuple[str, int, int]]:
    """Name, start and duration of each event of a track, in file order."""
    events = track.events
    order = np.argsort(events.arg_at, kind="stable")
    names = [trace.strings[i] for i in events.name[order].tolist()]
    starts, durations = events.start_ps[order].tolist(), events.dur_ps[order].tolist()
    return list(zip(names, starts, durations, strict=True))


def counted(track: Track, trace: Trace) -> list[tuple[str, int, int]]:
    """The same for the events without a position."""
    some = track.aggregates
    if some is None:
        return []
    names = [trace.strings[i] for i in some.name.tolist()]
    return list(zip(names, some.occurrences.tolist(), some.dur_ps.tolist(), strict=True))
