"""The columnar event model: sections hold tracks, tracks hold rows of events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from traceview.model.strings import StringTable

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]


class SectionKind(StrEnum):
    """What a section (an XPlane, a process) stands for."""

    TPU = "tpu"
    GPU = "gpu"
    HOST = "host"
    CUSTOM = "custom"
    OTHER = "other"


class TrackKind(StrEnum):
    """What a track (an XLine, a thread) shows."""

    STEPS = "steps"
    MODULES = "modules"
    OPS = "ops"
    ASYNC_OPS = "async_ops"
    FRAMEWORK_OPS = "framework_ops"
    NAME_SCOPE = "name_scope"
    SOURCE = "source"
    STREAM = "stream"
    THREAD = "thread"
    OTHER = "other"


class Arg(NamedTuple):
    """One stat of an event, a plane or an event's metadata."""

    name: str
    value: int | float | str | bytes


class EventId(NamedTuple):
    """One event of a trace: index into ``Trace.tracks`` and into that track's columns."""

    track: int
    index: int  # type: ignore[assignment]  # hides tuple.index, which no one needs here


class ArgSource(Protocol):
    """Decodes the args (XPlane: stats) of events when they are asked for.

    ``arg_at`` is what ``Events.arg_at`` holds: where an event's args lie.
    """

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        """All args of one event; those of the event override those of its metadata."""
        ...

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        """One integer arg of many events: values int64[n] (0 where absent), present bool[n]."""
        ...

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        """One numeric arg of many events as float64[n] (nan where absent), present bool[n]."""
        ...

    def texts(self, arg_at: Ints, key: str) -> Ids:
        """One text arg of many events as string ids int32[n], -1 where absent."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """The events of one track, ordered by (row, start, file order).

    Row r is ``[row_at[r], row_at[r + 1])``: a nesting depth, or a lane where events overlap
    improperly. Events of one row never overlap, so starts and ends both ascend in it.
    Columns, n events: ``start_ps`` int64 relative to ``Trace.t0_ns``, ``dur_ps`` int64 >= 0,
    ``name`` int32 string id, ``arg_at`` int64 for the track's ArgSource (-1: none);
    ``row_at`` int64[rows + 1]. All read-only.
    """

    start_ps: Ints
    dur_ps: Ints
    name: Ids
    arg_at: Ints
    row_at: Ints

    def __len__(self) -> int:
        return len(self.start_ps)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.row_at) - 1

    def row_of(self, index: int) -> int:
        """Row in which event ``index`` lies."""
        return int(self.row_at.searchsorted(index, "right")) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Aggregates:
    """Events without a position: XEvents that only carry ``num_occurrences``."""

    name: Ids
    occurrences: Ints
    dur_ps: Ints
    arg_at: Ints

    def __len__(self) -> int:
        return len(self.name)


@dataclass(frozen=True, slots=True)
class Section:
    """A group of tracks: an XPlane or a process.

    ``name`` is the plane's raw name, ``heading`` what a person calls it ("TPU 0 · core 1"),
    ``detail`` a short fact beside it ("TPU v6 Lite"), ``plane_id`` XPlane.id, ``stats`` the
    plane's own stats, ``ordinal`` the device's number (-1: none).
    """

    name: str
    host: str
    kind: SectionKind
    heading: str
    ordinal: int = -1
    detail: str = ""
    plane_id: int = 0
    stats: tuple[Arg, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One line of the timeline: an XLine, a thread, a stream, or a derived line.

    ``section`` indexes ``Trace.sections``; ``lanes`` is true where the rows are lanes of
    overlapping events rather than nesting depths; ``overlaps`` counts the events that end
    after the one they begin in; ``derived`` is true for lines that the capture does not hold.
    """

    section: int
    name: str
    kind: TrackKind
    events: Events
    line_id: int = 0
    sort_index: int = 0
    args: ArgSource | None = None
    derived: bool = False
    lanes: bool = False
    overlaps: int = 0
    aggregates: Aggregates | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """Everything on the timeline. ``t0_ns`` is the Unix time (or device clock) of time zero.

    Sections and tracks stand in display order, tracks grouped by section.
    """

    t0_ns: int = 0
    strings: StringTable = field(default_factory=StringTable)
    sections: tuple[Section, ...] = ()
    tracks: tuple[Track, ...] = ()

    @property
    def event_count(self) -> int:
        """Number of events with a position, derived ones included."""
        return sum(len(track.events) for track in self.tracks)

    @property
    def span_ps(self) -> tuple[int, int]:
        """Earliest start and latest end over all events, ps; (0, 0) without events."""
        spans = [span for track in self.tracks if (span := span_of(track.events))]
        if not spans:
            return 0, 0
        return min(start for start, _ in spans), max(end for _, end in spans)

    def with_tracks(self, sections: Iterable[Section], tracks: Iterable[Track]) -> Trace:
        """The same clock and names with other sections and tracks."""
        return replace(self, sections=tuple(sections), tracks=tuple(tracks))


def span_of(events: Events) -> tuple[int, int] | None:
    """First start and last end of a track in ps, or None without events."""
    if not len(events):
        return None
    firsts, lasts = events.row_at[:-1], events.row_at[1:] - 1
    start = int(events.start_ps[firsts].min())
    return start, int((events.start_ps[lasts] + events.dur_ps[lasts]).max())
