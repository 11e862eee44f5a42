"""Tracks of objects: their lives as events, with their states."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import numpy as np

from traceview.model.builder import build_events
from traceview.model.readers.trace_event.lives import Life, Snapshot, lives_of
from traceview.model.readers.trace_event.more import More, MoreArgs
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.strings import StringTable
from traceview.model.trace import (
    Arg,
    ArgSource,
    Bools,
    Events,
    Ids,
    Ints,
    Snapshots,
    Track,
    TrackKind,
)


def object_tracks(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    strings: StringTable,
    args: ArgSource,
    end_ps: int,
    skips: Skips,
) -> list[Track]:
    """A track for each process and type of objects.

    What is never deleted lives until ``end_ps``, or the last record of any object after that.
    ``arg_at`` of a life is its N record or else the first that mentions it, that of a snapshot
    its O record; for a snapshot inside another it stands beyond the records.
    """
    lives = lives_of(records, time_ps, usable, section_of.astype(np.int64), skips)
    ends = [life.end_ps for life in lives if life.end_ps is not None]
    last = [snapshot.time_ps for life in lives for snapshot in life.snapshots]
    until_ps = max([end_ps, *ends, *last, *(life.start_ps for life in lives)])
    more: list[More] = []
    facts: dict[int, tuple[Arg, ...]] = {}
    source = MoreArgs(args, len(records), more, facts, strings)
    tracks = []
    ordered = sorted(lives, key=lambda life: (life.section, life.base))
    for (section, base), several in groupby(ordered, key=lambda life: (life.section, life.base)):
        mine = list(several)
        arg_at = [_remember(life, records, more, facts) for life in mine]
        events, order = _lives(mine, arg_at, until_ps, strings)
        tracks.append(
            Track(
                section=section,
                name=base,
                kind=TrackKind.OBJECTS,
                events=events,
                args=source,
                lanes=True,
                snapshots=_snapshots(mine, arg_at, order),
            )
        )
    return tracks


def _lives(
    lives: list[Life], arg_at: list[list[int]], until_ps: int, strings: StringTable
) -> tuple[Events, Ints]:
    """Lives in lanes, and which life each event is."""
    start_ps = np.array([life.start_ps for life in lives], np.int64)
    ends = [until_ps if life.end_ps is None else life.end_ps for life in lives]
    name = strings.intern_all(life.name for life in lives)
    which = np.arange(len(lives))
    events, _, _ = build_events(
        start_ps, np.array(ends, np.int64) - start_ps, name, which, prefer_lanes=True
    )
    order = events.arg_at
    at = np.array([places[0] for places in arg_at], np.int64)[order]
    at.flags.writeable = False
    return replace(events, arg_at=at), order


def _snapshots(lives: list[Life], arg_at: list[list[int]], order: Ints) -> Snapshots:
    """The states of lives that are events in ``order``."""
    of, times, places = [], [], []
    for index, life in enumerate(order.tolist()):
        of += [index] * len(lives[life].snapshots)
        times += [snapshot.time_ps for snapshot in lives[life].snapshots]
        places += arg_at[life][1:]
    columns = [np.array(column, np.int64) for column in (of, times, places)]
    for column in columns:
        column.flags.writeable = False
    return Snapshots(*columns)


def _remember(
    life: Life, records: Records, more: list[More], facts: dict[int, tuple[Arg, ...]]
) -> list[int]:
    """``arg_at`` of a life and of its snapshots; keeps what is said of them."""
    said = _facts(life)
    places = [_place(snapshot, said, records, more) for snapshot in life.snapshots]
    begun = life.snapshots[0] if life.snapshots else None
    implied = begun is not None and begun.nested is not None and not life.created
    mine = [places[0] if implied else life.record, *places]
    facts.update((at, said) for at in mine if at < len(records))
    return mine


def _place(snapshot: Snapshot, said: tuple[Arg, ...], records: Records, more: list[More]) -> int:
    if snapshot.nested is None:
        return snapshot.record
    category = int(records.category[snapshot.record])
    more.append(More((Arg("snapshot", snapshot.nested),), said, category))
    return len(records) + len(more) - 1


def _facts(life: Life) -> tuple[Arg, ...]:
    """What is told of an object beside when it lived."""
    implied = "no record; first seen in a snapshot" if life.snapshots else "no record"
    return (
        Arg("Object", life.id),
        Arg("Creation", "recorded" if life.created else implied),
        Arg("Deletion", "recorded" if life.end_ps is not None else "none before the end"),
    )
