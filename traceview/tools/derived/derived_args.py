"""What can be said of a derived event: how many events it stands for, and in which step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Arg, Bools, Doubles, Ids, Ints

EVENTS, STEP = "events", "step"


@dataclass(frozen=True, slots=True, eq=False)
class DerivedArgs:
    """ArgSource of a derived line; ``arg_at`` indexes its columns.

    ``events`` int64[n]; ``step`` int32[n] string ids of the steps' names, -1 where unknown.
    """

    strings: StringTable
    events: Ints
    step: Ids

    def args(self, arg_at: int) -> tuple[Arg, ...]:
        """``events``, and ``step`` where it is known."""
        if arg_at < 0:
            return ()
        step = int(self.step[arg_at])
        known = (Arg(STEP, self.strings[step]),) if step >= 0 else ()
        return (Arg(EVENTS, int(self.events[arg_at])), *known)

    def integers(self, arg_at: Ints, key: str) -> tuple[Ints, Bools]:
        """int64[n] and bool[n] of ``events``; nothing of other keys."""
        present = (arg_at >= 0) & (key == EVENTS)
        values = np.zeros(len(arg_at), np.int64)
        values[present] = self.events[arg_at[present]]
        return values, present

    def doubles(self, arg_at: Ints, key: str) -> tuple[Doubles, Bools]:
        """float64[n] and bool[n] of ``events``; nothing of other keys."""
        values, present = self.integers(arg_at, key)
        return np.where(present, values, np.nan), present

    def texts(self, arg_at: Ints, key: str) -> Ids:
        """int32[n] string ids of ``step``; -1 of other keys."""
        present = (arg_at >= 0) & (key == STEP)
        values = np.full(len(arg_at), -1, np.int32)
        values[present] = self.step[arg_at[present]]
        return values
