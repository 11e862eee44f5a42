"""Back and forward, as in a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

LIMIT = 100

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class History(Generic[Entry]):
    """Where somebody was, in order; ``at`` is the entry that is looked at, -1 without any."""

    entries: tuple[Entry, ...] = ()
    at: int = -1

    @property
    def current(self) -> Entry | None:
        """The entry that is looked at."""
        return self.entries[self.at] if self.entries else None

    def can_go(self, step: int) -> bool:
        """Whether there is an entry so many steps forward, or back when negative."""
        return 0 <= self.at + step < len(self.entries)

    def gone(self, step: int) -> History[Entry]:
        """The same, looked at so many steps further; unchanged where there is none."""
        return History(self.entries, self.at + step) if self.can_go(step) else self

    def noted(self, entry: Entry, same: Callable[[Entry, Entry], bool]) -> History[Entry]:
        """``entry`` is looked at now: it takes the place of a current one that is the ``same``.

        Otherwise it follows the current one, and whatever was forward of that is forgotten.
        """
        if self.entries and same(self.entries[self.at], entry):
            kept = (*self.entries[: self.at], entry, *self.entries[self.at + 1 :])
            return History(kept, self.at)
        entries = (*self.entries[: self.at + 1], entry)[-LIMIT:]
        return History(entries, len(entries) - 1)

    def changed(self, change: Callable[[Entry], Entry]) -> History[Entry]:
        """The same with every entry changed."""
        return History(tuple(map(change, self.entries)), self.at)
