"""Takes records one by one where a piece of a trace-event file is damaged."""

from __future__ import annotations

import re
from typing import NamedTuple

from traceview.model.readers.trace_event.decode import Event, Unreadable, decoded
from traceview.model.readers.trace_event.records import Skips
from traceview.model.readers.trace_event.repair import OTHERS, VALUE, requoted

# A record up to this size is looked for again and again; larger ones are costly to look for in
# vain, so that it is done a few times only.
RECORD_BYTES = 1 << 16
_LONG_SEARCHES = 4

# Keys that begin a record: where one follows a brace, a record may begin after damage.
_KEYS = rb'"(?:ph|name|cat|ts|pid|tid|args|dur|id|s|bp|tts|cname|id2|scope)"\s*+:'
_NEXT = re.compile(rb"\}(?=\s*+,?\s*+\{\s*+%s)" % _KEYS)
_LAST = re.compile(rb'\}(?=[\s,]*+\]\s*+(?:\Z|\}\s*+\Z|,\s*+"[^"]*+"\s*+:))')
_START = re.compile(rb"[,\n]\s*+(?=\{\s*+%s)" % _KEYS)
_ANY_START = re.compile(rb"[\{\]]")


class Mended(NamedTuple):
    """Where an element ends, its records, and whether it was ``whole``."""

    end: int
    events: list[Event]
    whole: bool


class Ahead:
    """Finds the next match, in time linear in the file as long as one only goes forward."""

    def __init__(self, pattern: re.Pattern[bytes], data: memoryview) -> None:
        self._pattern = pattern
        self._data = data
        self._found: re.Match[bytes] | None = None
        self._from = len(data) + 1

    def find(self, at: int) -> re.Match[bytes] | None:
        """The first match that starts at ``at`` or later."""
        known = self._from <= at and (self._found is None or self._found.start() >= at)
        if not known:
            self._found = self._pattern.search(self._data, at)
            self._from = at
        return self._found


class Mender:
    """Knows how much has been searched in vain."""

    def __init__(self, data: memoryview, skips: Skips) -> None:
        self._data = data
        self._skips = skips
        self._long_searches = _LONG_SEARCHES
        self._next = Ahead(_NEXT, data)
        self._last = Ahead(_LAST, data)
        self._start = Ahead(_START, data)

    def first(self, at: int) -> Mended:
        """The element at ``at``."""
        if self._data[at] != ord("{"):
            return self._other(at)
        end = self._end(at)
        reason = "unreadable event"
        if end is not None:
            try:
                return Mended(end, self._decoded(at, end), whole=True)
            except Unreadable as error:
                if error.deep:
                    reason = "event nested too deeply"
        return self._damaged(at, end, reason)

    def resumed(self, at: int) -> int:
        """Where a record may begin at ``at`` or later; the file's end if none does."""
        found = self._start.find(at)
        return found.end() if found else len(self._data)

    def _damaged(self, at: int, end: int | None, reason: str) -> Mended:
        """A record that is no JSON, up to where the next one begins or the array ends."""
        near = min(end or len(self._data), at + RECORD_BYTES)
        found = self._next.find(at + 1) or self._last.find(at + 1)
        stop = found.end() if found and found.start() < near else end
        resumed = self.resumed(at + 1)
        # It may lack its own end, and the next record stand whole before ``stop``.
        if stop is not None and stop < resumed and stop - at <= RECORD_BYTES:
            try:
                events, _ = decoded(requoted(bytes(self._data[at:stop])))
            except Unreadable:
                pass
            else:
                self._skips.add("unescaped quote", at)
                return Mended(stop, events, whole=False)
        stop = resumed if stop is None else min(stop, resumed)
        self._skips.add("cut off" if stop == len(self._data) else reason, at)
        return Mended(stop, [], whole=False)

    def _other(self, at: int) -> Mended:
        """What is no object."""
        run = OTHERS.match(self._data, at, min(at + RECORD_BYTES, len(self._data)))
        if run:
            try:
                return Mended(run.end(), self._decoded(at, run.end()), whole=True)
            except Unreadable:
                pass
        self._skips.add("text between events", at)
        found = _ANY_START.search(self._data, at + 1)
        return Mended(found.start() if found else len(self._data), [], whole=False)

    def _decoded(self, at: int, end: int) -> list[Event]:
        events, flaws = decoded(self._data[at:end])
        for kind, where in flaws:
            self._skips.add(kind, at + where)
        return events

    def _end(self, at: int) -> int | None:
        """Where the value at ``at`` ends, if it is well formed."""
        found = VALUE.match(self._data, at, min(at + RECORD_BYTES, len(self._data)))
        if found is None and self._long_searches:
            found = VALUE.match(self._data, at)
            self._long_searches -= found is None
        return found.end() if found else None
