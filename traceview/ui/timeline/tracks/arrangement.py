"""How the user has arranged sections and tracks. Pure: every change makes another arrangement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple

from traceview.model.trace import Trace, Track, TrackKind


class SectionKey(NamedTuple):
    """Names a section in every state of a trace, and in the next run of the same program."""

    host: str
    name: str
    plane_id: int | str = 0


class TrackKey(NamedTuple):
    """Names a track likewise."""

    host: str
    section: str
    plane_id: int | str
    kind: str
    line_id: int | str
    name: str


Key = SectionKey | TrackKey


class RowHeight(IntEnum):
    """From one row to the next, px."""

    COMPACT = 12
    NORMAL = 18
    TALL = 26


class TrackGroup(StrEnum):
    """Tracks that can be hidden together."""

    COUNTERS = "counters"
    ASYNC = "async"
    INSTANTS = "instants"
    OBJECTS = "objects"
    SAMPLES = "samples"
    DERIVED = "derived"


GROUPS = {
    TrackKind.COUNTER: TrackGroup.COUNTERS,
    TrackKind.ASYNC: TrackGroup.ASYNC,
    TrackKind.ASYNC_OPS: TrackGroup.ASYNC,
    TrackKind.PROCESS_INSTANTS: TrackGroup.INSTANTS,
    TrackKind.GLOBAL_INSTANTS: TrackGroup.INSTANTS,
    TrackKind.OBJECTS: TrackGroup.OBJECTS,
    TrackKind.SAMPLES: TrackGroup.SAMPLES,
}


class Move(NamedTuple):
    """A section, or a track within its section, was put behind another; None: put first."""

    key: Key
    after: Key | None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What differs from how a trace is shown at first.

    ``collapsed`` are sections of which only the heading shows, ``toggled`` tracks whose rows are
    folded or unfolded other than at first. ``moves`` are replayed in their order, so that what
    was never moved stands where the capture has it. ``names`` are those given by the user.
    """

    collapsed: frozenset[SectionKey] = frozenset()
    toggled: frozenset[TrackKey] = frozenset()
    hidden: frozenset[Key] = frozenset()
    hidden_groups: frozenset[TrackGroup] = frozenset()
    pinned: tuple[TrackKey, ...] = ()
    moves: tuple[Move, ...] = ()
    names: Mapping[Key, str] = field(default_factory=dict)
    row_height: RowHeight = RowHeight.NORMAL
    row_heights: Mapping[TrackKey, RowHeight] = field(default_factory=dict)

    def with_section_toggled(self, key: SectionKey) -> Arrangement:
        """Collapse a section, or expand it."""
        return replace(self, collapsed=self.collapsed ^ {key})

    def with_rows_toggled(self, key: TrackKey) -> Arrangement:
        """Fold the rows of a track, or unfold them."""
        return replace(self, toggled=self.toggled ^ {key})

    def with_collapsed(self, keys: Iterable[SectionKey]) -> Arrangement:
        """Collapse these sections and expand all others."""
        return replace(self, collapsed=frozenset(keys))

    def with_hidden(self, keys: Iterable[Key]) -> Arrangement:
        """Hide these, too. A track that is hidden is pinned no more."""
        more = frozenset(keys)
        kept = tuple(key for key in self.pinned if key not in more)
        return replace(self, hidden=self.hidden | more, pinned=kept)

    def with_shown(self, keys: Iterable[Key]) -> Arrangement:
        """Hide these no longer."""
        return replace(self, hidden=self.hidden.difference(keys))

    def with_all_shown(self) -> Arrangement:
        """Hide nothing."""
        return replace(self, hidden=frozenset(), hidden_groups=frozenset())

    def with_group_hidden(self, group: TrackGroup, hidden: bool) -> Arrangement:
        """Hide all tracks of a group, or hide them no longer."""
        others = self.hidden_groups - {group}
        return replace(self, hidden_groups=others | {group} if hidden else others)

    def with_pinned(self, keys: Iterable[TrackKey]) -> Arrangement:
        """Pin these below those that are pinned already."""
        new = dict.fromkeys(key for key in keys if key not in self.pinned)
        return replace(self, pinned=(*self.pinned, *new), hidden=self.hidden.difference(new))

    def without_pins(self, keys: Iterable[TrackKey]) -> Arrangement:
        """Pin these no longer."""
        gone = set(keys)
        return replace(self, pinned=tuple(key for key in self.pinned if key not in gone))

    def with_pin_after(self, key: Key, after: Key | None) -> Arrangement:
        """Move a pinned track behind another one, None: to the top."""
        order = ordered(self.pinned, (Move(key, after),))
        return replace(self, pinned=tuple(self.pinned[index] for index in order))

    def with_moved(self, key: Key, after: Key | None) -> Arrangement:
        """Put a section behind another one, or a track behind one of its section."""
        if key == after:
            return self
        # An earlier move of it counts only where another one was put behind it.
        kept = [
            move
            for number, move in enumerate(self.moves, 1)
            if move.key != key or any(later.after == key for later in self.moves[number:])
        ]
        return replace(self, moves=(*kept, Move(key, after)))

    def with_name(self, key: Key, name: str) -> Arrangement:
        """Call it otherwise; an empty name brings back the captured one."""
        others = {other: given for other, given in self.names.items() if other != key}
        return replace(self, names={**others, key: name} if name else others)

    def with_row_height(self, height: RowHeight) -> Arrangement:
        """Give all tracks rows of one height, whatever single ones had."""
        return replace(self, row_height=height, row_heights={})

    def with_track_height(self, key: TrackKey, height: RowHeight) -> Arrangement:
        """Give one track rows of another height."""
        others = {other: given for other, given in self.row_heights.items() if other != key}
        own = {} if height is self.row_height else {key: height}
        return replace(self, row_heights=others | own)

    def height_of(self, key: TrackKey) -> RowHeight:
        """Height of a track's rows."""
        return self.row_heights.get(key, self.row_height)


def section_key(trace: Trace, section: int) -> SectionKey:
    """The lasting name of a section."""
    named = trace.sections[section]
    return SectionKey(named.host, named.name, named.plane_id)


def track_key(trace: Trace, track: Track) -> TrackKey:
    """The lasting name of a track."""
    named = trace.sections[track.section]
    return TrackKey(
        named.host, named.name, named.plane_id, track.kind.value, track.line_id, track.name
    )


def ordered(keys: Sequence[Key], moves: Iterable[Move]) -> list[int]:
    """Indices of ``keys`` after ``moves``, of which those that do not fit are left out.

    What has the same key is moved together.
    """
    order = list(range(len(keys)))
    known = set(keys)
    for key, after in moves:
        if key not in known or key == after or (after is not None and after not in known):
            continue
        moved = [index for index in order if keys[index] == key]
        rest = [index for index in order if keys[index] != key]
        behind = (place for place, index in enumerate(rest, 1) if keys[index] == after)
        place = max(behind, default=0)
        order = [*rest[:place], *moved, *rest[place:]]
    return order
