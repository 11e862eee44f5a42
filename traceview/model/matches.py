"""A choice of events of a trace, in time order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from traceview.model.trace import EventId, Ints, Trace


@dataclass(frozen=True, eq=False)
class Matches:
    """Some events of ``trace``: ``hits[track]`` holds ascending indices, int64.

    They are ordered by start, then track, then index. Nothing is sorted: one place in the
    order is found by a partition, in time proportional to the number of matches.
    """

    trace: Trace
    hits: tuple[Ints, ...]

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self._first[-1])

    def by_track(self) -> Iterator[tuple[int, Ints]]:
        """Tracks that have matches, with the indices of these."""
        return ((track, hits) for track, hits in enumerate(self.hits) if len(hits))

    def nth(self, place: int) -> EventId | None:
        """The match at a place in time order, counted around the end; None without matches."""
        if not self.count:
            return None
        place %= self.count
        start_ps = np.partition(self._start_ps, place)[place]
        earlier = int((self._start_ps < start_ps).sum())
        at = int((self._start_ps == start_ps).nonzero()[0][place - earlier])
        track = int(self._first.searchsorted(at, "right")) - 1
        return EventId(track, int(self.hits[track][at - self._first[track]]))

    def position(self, event: EventId) -> int:
        """How many matches come before ``event``: for a match its place, counted from 0."""
        start_ps = self.trace.tracks[event.track].events.start_ps[event.index]
        hits = self.hits[event.track]
        bound = int(self._first[event.track] + hits.searchsorted(event.index))
        before = (self._start_ps < start_ps).sum() + (self._start_ps[:bound] == start_ps).sum()
        return int(before)

    def next(self, event: EventId) -> EventId | None:
        """The first match after ``event``, wrapping around."""
        return self.nth(self.position(event) + (event in self))

    def previous(self, event: EventId) -> EventId | None:
        """The last match before ``event``, wrapping around."""
        return self.nth(self.position(event) - 1)

    def from_time(self, time_ps: int) -> EventId | None:
        """The first match that starts at a time or later, wrapping around."""
        return self.nth(int((self._start_ps < time_ps).sum()))

    def __contains__(self, event: EventId) -> bool:
        hits = self.hits[event.track]
        at = int(hits.searchsorted(event.index))
        return at < len(hits) and int(hits[at]) == event.index

    @cached_property
    def _first(self) -> Ints:
        """Where each track's matches begin among all, int64[tracks + 1]."""
        return np.cumsum([0, *map(len, self.hits)])

    @cached_property
    def _start_ps(self) -> Ints:
        """Starts of all matches, track by track."""
        starts = [
            track.events.start_ps[hits]
            for track, hits in zip(self.trace.tracks, self.hits, strict=True)
        ]
        return np.concatenate([np.zeros(0, np.int64), *starts])
