"""The columnar event model: sections hold tracks, tracks hold rows of events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from traceview.model.strings import StringTable

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]
# JSON knows lists, objects and null, too.
ArgValue = int | float | str | bytes | None | list[Any] | dict[str, Any]


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
    ASYNC = "async"
    COUNTER = "counter"
    OBJECTS = "objects"
    SAMPLES = "samples"
    PROCESS_INSTANTS = "process_instants"
    GLOBAL_INSTANTS = "global_instants"
    OTHER = "other"


class Arg(NamedTuple):
    """One stat of an event, a plane or an event's metadata."""

    name: str
    value: ArgValue


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


@runtime_checkable
class RecordSource(Protocol):
    """An ArgSource of a format whose events say more than name, times and args."""

    def facts(self, arg_at: int) -> tuple[Arg, ...]:
        """What else one event says: category, CPU time, id, stack. Names are for people."""
        ...

    def categories(self, arg_at: Ints) -> Ids:
        """Categories of many events as string ids int32[n], -1 where absent."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Counter:
    """What a counter track measures: sample i is the track's event i, which lasts to the next.

    ``series`` names what is counted, ``values`` float64[samples, series] is read-only and has 0
    where a sample leaves a series out, as catapult reads it; ``unit`` is "bytes" or "".
    """

    series: tuple[str, ...]
    values: Doubles
    unit: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshots:
    """States of the objects of a track, whose events are the objects' lives.

    Ordered by event, then time: ``of`` int64 index of the event, ``time_ps`` int64, ``arg_at``
    int64 for the track's ArgSource.
    """

    of: Ints
    time_ps: Ints
    arg_at: Ints

    def __len__(self) -> int:
        return len(self.of)


@dataclass(frozen=True, eq=False)
class Flows:
    """Arrows between events, n hops ordered by (start, file order); read-only columns.

    ``from_track``, ``to_track`` int32 index ``Trace.tracks``, ``from_index``, ``to_index`` int64
    those tracks' events; ``start_ps`` and ``end_ps`` int64 are where an arrow leaves and arrives,
    which may be anywhere in the events; ``name`` and ``category`` int32 string ids.
    """

    from_track: Ids
    from_index: Ints
    to_track: Ids
    to_index: Ints
    start_ps: Ints
    end_ps: Ints
    name: Ids
    category: Ids

    def __len__(self) -> int:
        return len(self.start_ps)

    @cached_property
    def leaving(self) -> Ints:
        """The hops ordered by the event that they leave, int64[n]."""
        return np.lexsort((self.start_ps, self.from_index, self.from_track))

    @cached_property
    def arriving(self) -> Ints:
        """The hops ordered by the event that they reach, int64[n]."""
        return np.lexsort((self.start_ps, self.to_index, self.to_track))

    def take(self, index: Ints | Bools) -> Flows:
        """Some of the hops."""
        return frozen_flows(*(getattr(self, column)[index] for column in FLOW_TYPES))

    def moved(self, place: Ids, shift_ps: int = 0) -> Flows:
        """The same between tracks that now stand at ``place[track]``; -1: gone, with its hops."""
        moved = replace(
            self,
            from_track=place[self.from_track],
            to_track=place[self.to_track],
            start_ps=self.start_ps + shift_ps,
            end_ps=self.end_ps + shift_ps,
        )
        return moved.take((moved.from_track >= 0) & (moved.to_track >= 0))


FLOW_TYPES = {
    "from_track": np.int32,
    "from_index": np.int64,
    "to_track": np.int32,
    "to_index": np.int64,
    "start_ps": np.int64,
    "end_ps": np.int64,
    "name": np.int32,
    "category": np.int32,
}


def frozen_flows(*columns: NDArray[Any]) -> Flows:
    """Flows of columns in their order, made read-only and of the right types."""
    typed = [
        np.array(column, dtype) for column, dtype in zip(columns, FLOW_TYPES.values(), strict=True)
    ]
    for column in typed:
        column.flags.writeable = False
    return Flows(*typed)


def joined_flows(several: Iterable[Flows]) -> Flows:
    """All hops of several, in order of their starts."""
    parts = [flows for flows in several if len(flows)]
    if not parts:
        return NO_FLOWS
    columns = [np.concatenate([getattr(part, column) for part in parts]) for column in FLOW_TYPES]
    order = np.argsort(np.concatenate([part.start_ps for part in parts]), kind="stable")
    return frozen_flows(*(column[order] for column in columns))


NO_FLOWS = frozen_flows(*((),) * len(FLOW_TYPES))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Section:
    """A group of tracks: an XPlane or a process.

    ``name`` is the raw name of the plane or process, ``heading`` what a person calls it ("TPU 0
    · core 1"), ``detail`` a short fact beside it ("TPU v6 Lite"), ``plane_id`` XPlane.id or the
    process's id as its file writes it, ``stats`` the plane's own stats, ``ordinal`` the device's
    number (-1: none).
    """

    name: str
    host: str
    kind: SectionKind
    heading: str
    ordinal: int = -1
    detail: str = ""
    plane_id: int | str = 0
    stats: tuple[Arg, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One line of the timeline: an XLine, a thread, an async group, a counter, a derived line.

    ``section`` indexes ``Trace.sections``; ``line_id`` is the XLine's or thread's id as its file
    writes it; ``lanes`` is true where the rows are lanes of overlapping events rather than nesting
    depths; ``overlaps`` counts the events that end
    after the one they begin in; ``derived`` is true for lines that the capture does not hold.
    Counter tracks have a ``counter``, object tracks ``snapshots``. Events that last 0 ps are
    instants.
    """

    section: int
    name: str
    kind: TrackKind
    events: Events
    line_id: int | str = 0
    sort_index: int = 0
    args: ArgSource | None = None
    derived: bool = False
    lanes: bool = False
    overlaps: int = 0
    aggregates: Aggregates | None = None
    counter: Counter | None = None
    snapshots: Snapshots | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """Everything on the timeline. ``t0_ns`` is the Unix time (or device clock) of time zero.

    Sections and tracks stand in display order, tracks grouped by section. ``colours`` holds the
    reserved colour name (``cname``) of event names, by string id, where the capture asks for one.
    """

    t0_ns: int = 0
    strings: StringTable = field(default_factory=StringTable)
    sections: tuple[Section, ...] = ()
    tracks: tuple[Track, ...] = ()
    flows: Flows = NO_FLOWS
    colours: Mapping[int, str] = field(default_factory=dict)

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
        """The same clock, names and flows with other sections and tracks."""
        after = tuple(tracks)
        numbers = {id(track.events): number for number, track in enumerate(after)}
        place = [numbers.get(id(track.events), -1) for track in self.tracks]
        flows = self.flows.moved(np.array(place, np.int32)) if len(self.flows) else self.flows
        return replace(self, sections=tuple(sections), tracks=after, flows=flows)


def span_of(events: Events) -> tuple[int, int] | None:
    """First start and last end of a track in ps, or None without events."""
    if not len(events):
        return None
    firsts, lasts = events.row_at[:-1], events.row_at[1:] - 1
    start = int(events.start_ps[firsts].min())
    return start, int((events.start_ps[lasts] + events.dur_ps[lasts]).max())
