"""Tracks made up for tests: events as (name, start, duration, stats)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from traceview.model.builder import build_events
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Bools, Doubles, Ids, Ints, Track, TrackKind

Made = tuple[str, int, int, Mapping[str, int | str]]


@dataclass(frozen=True, slots=True, eq=False)
class MadeArgs:
    """ArgSource over a list of stats."""

    strings: StringTable
    stats: Sequence[Mapping[str, int | str]]

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        return tuple(Arg(*pair) for pair in self.stats[arg_at].items())

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        found = [self.stats[at].get(key) if at >= 0 else None for at in arg_at.tolist()]
        values = [value if isinstance(value, int) else None for value in found]
        present = np.array([value is not None for value in values], np.bool_)
        return np.array([value or 0 for value in values], np.int64), present

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        values, present = self.integers(arg_at, key)
        return np.where(present, values, np.nan), present

    def texts(self, arg_at: Ints, key: str) -> Ids:
        found = [self.stats[at].get(key) if at >= 0 else None for at in arg_at.tolist()]
        ids = [self.strings.intern(text) if isinstance(text, str) else -1 for text in found]
        return np.array(ids, np.int32)


def made_track(
    events: Sequence[Made], strings: StringTable, kind: TrackKind = TrackKind.THREAD
) -> Track:
    """A track of ``events`` in file order."""
    names, starts, durations, stats = zip(*events, strict=True)
    built, lanes, overlaps = build_events(
        np.array(starts, np.int64),
        np.array(durations, np.int64),
        strings.intern_all(names),
        np.arange(len(events)),
    )
    args = MadeArgs(strings, stats)
    return Track(0, "made", kind, built, args=args, lanes=lanes, overlaps=overlaps)


def names_of(track: Track, strings: StringTable) -> list[str]:
    """Names of the events by start, outer ones first."""
    events = track.events
    order = np.lexsort((-events.dur_ps, events.start_ps))
    return [strings[number] for number in events.name[order].tolist()]
