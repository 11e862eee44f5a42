"""Keeps the levels of detail of every track; coarse ones are built on a thread of their own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from threading import Lock, Thread

from traceview.model.trace import Events
from traceview.ui.timeline.painting.levels import SMALLEST_TRACK, Level, finest, level_for, pyramid


class Rows:
    """Levels by track, made when first painted and refined in the background.

    Every level paints the same pixels, so nobody has to be told when a coarser one is there:
    the next frame is quicker.
    """

    def __init__(self) -> None:
        # By the identity of the columns, which stay the same while a trace grows around them.
        self._levels: dict[int, tuple[Level, ...]] = {}
        self._events: dict[int, Events] = {}
        self._waiting: deque[Events] = deque()
        self._lock = Lock()
        self._thread: Thread | None = None

    def keep(self, columns: Iterable[Events]) -> None:
        """Forget all but these, and refine what is new and large, the largest first."""
        kept = {id(events): events for events in columns}
        with self._lock:
            self._levels = {key: made for key, made in self._levels.items() if key in kept}
            new = [events for key, events in kept.items() if key not in self._events]
            self._events = kept
            large = (events for events in new if len(events) >= SMALLEST_TRACK)
            self._waiting.extend(sorted(large, key=len, reverse=True))
            if self._waiting and self._thread is None:
                self._thread = Thread(target=self._refine, name="levels of detail", daemon=True)
                self._thread.start()

    def level(self, events: Events, ps_per_px: float) -> Level:
        """What to paint ``events`` from at this scale."""
        levels = self._levels.get(id(events))
        if levels is None:
            levels = (finest(events),)
            self._store(events, levels)
        return level_for(levels, ps_per_px)

    def wait(self) -> None:
        """Return when all that waits is refined."""
        if (thread := self._thread) is not None:
            thread.join()

    def _refine(self) -> None:
        while (events := self._next()) is not None:
            if self._events.get(id(events)) is events:
                base = self._levels.get(id(events)) or (finest(events),)
                self._store(events, pyramid(base[0]))

    def _next(self) -> Events | None:
        with self._lock:
            if not self._waiting:
                self._thread = None
                return None
            return self._waiting.popleft()

    def _store(self, events: Events, levels: tuple[Level, ...]) -> None:
        with self._lock:
            if self._events.get(id(events)) is events:
                self._levels[id(events)] = levels
