"""What a person leaves on the timeline: kept intervals, notes, and the grid of steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from traceview.ui.tokens import Theme

TEXT_LIMIT = 200  # characters of a note
MARKS_LIMIT = 500  # of one capture


class MarkKind(StrEnum):
    """What a mark is."""

    INTERVAL = "interval"
    NOTE = "note"


class MarkColour(StrEnum):
    """The colours to choose from."""

    BLUE = "blue"
    GREEN = "green"
    AMBER = "amber"
    RED = "red"
    VIOLET = "violet"

    def token(self, theme: Theme) -> str:
        """What it looks like in a theme."""
        return {
            MarkColour.BLUE: theme.acc,
            MarkColour.GREEN: theme.good,
            MarkColour.AMBER: theme.warn,
            MarkColour.RED: theme.bad,
            MarkColour.VIOLET: theme.other,
        }[self]


@dataclass(frozen=True, slots=True)
class Mark:
    """A kept interval, or a note at an interval or, where both ends are one, at a time."""

    kind: MarkKind
    start_ps: int
    end_ps: int
    text: str = ""
    colour: MarkColour = MarkColour.BLUE

    @property
    def dur_ps(self) -> int:
        """Its length."""
        return self.end_ps - self.start_ps

    def moved(self, start_ps: int, end_ps: int) -> Mark:
        """The same with other ends, given in any order."""
        return replace(self, start_ps=min(start_ps, end_ps), end_ps=max(start_ps, end_ps))


@dataclass(frozen=True, slots=True)
class StepGrid:
    """Lines at ``start_ps`` and every ``period_ps`` from it, to both sides."""

    start_ps: int
    period_ps: int


Marks = tuple[Mark, ...]


def in_order(marks: Marks) -> Marks:
    """Each mark once, by time; the latest of too many are left out."""
    once = dict.fromkeys(marks)
    by_time = sorted(once, key=lambda mark: (mark.start_ps, mark.end_ps, mark.kind))
    return tuple(by_time[:MARKS_LIMIT])


def kept_interval(marks: Marks, range_ps: tuple[int, int]) -> Mark | None:
    """The kept interval of just these ends."""
    kept = (mark for mark in marks if mark.kind is MarkKind.INTERVAL)
    return next((mark for mark in kept if (mark.start_ps, mark.end_ps) == range_ps), None)


def new_interval(marks: Marks, range_ps: tuple[int, int]) -> Mark:
    """An interval to keep, in the colour that the fewest others have."""
    colours = [mark.colour for mark in marks if mark.kind is MarkKind.INTERVAL]
    return Mark(MarkKind.INTERVAL, *range_ps, "", min(MarkColour, key=colours.count))


def replaced(marks: Marks, before: Mark, after: Mark) -> Marks:
    """``marks`` with one of them changed."""
    return tuple(after if mark == before else mark for mark in marks)


def gaps(intervals: Marks) -> Iterator[tuple[int, int]]:
    """What lies between neighbouring intervals: (end of those before, start of the next), ps.

    Intervals come in order of their starts; where the next begins before all others have
    ended there is no gap.
    """
    ended_ps: int | None = None
    for interval in intervals:
        if ended_ps is not None and interval.start_ps > ended_ps:
            yield ended_ps, interval.start_ps
        ended_ps = max(interval.end_ps, interval.end_ps if ended_ps is None else ended_ps)
