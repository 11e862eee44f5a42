"""Where the flags of marks stand on a strip above the lanes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from traceview.ui.marks import Mark, MarkKind, Marks, gaps
from traceview.ui.timeline.scale import Scale

POLE = 3.0  # least width of a flag
GAP = 3.0  # between a flag and the next one
LEAST_ROOM = 18.0  # for words; below, a flag has none
BEYOND = 8.0  # past an edge of the strip; Qt fails far out


@dataclass(frozen=True, slots=True)
class Flag:
    """A mark on a strip, logical pixels from the strip's first: its stretch, then its words.

    ``right`` is where its stretch ends, ``words`` where its words may begin and end; they hang
    on its right where the stretch is too short. Both are 0 where there is no room for them.
    """

    mark: Mark
    left: float
    right: float
    words: tuple[float, float]

    @property
    def end(self) -> float:
        """Where stretch and words end."""
        return max(self.right, self.words[1])

    def holds(self, x: float) -> bool:
        """Whether a position is on it."""
        return self.left - 1 <= x <= self.end + 1


@dataclass(frozen=True, slots=True)
class GapLine:
    """What lies between two flags: where it is drawn, and how long it is."""

    left: float
    right: float
    dur_ps: int


def flags_of(marks: Marks, scale: Scale, needed: Callable[[Mark], float]) -> list[Flag]:
    """The flags in view of marks in order of time; ``needed`` is the width of a mark's words."""
    shown = [mark for mark in marks if _seen(mark, scale)]
    lefts = [_kept_near(scale.x(mark.start_ps), scale) for mark in shown]
    nexts = [*lefts, scale.width + BEYOND][1:]
    return [
        _flag(mark, scale, left, following, needed(mark))
        for mark, left, following in zip(shown, lefts, nexts, strict=True)
    ]


def gap_lines(intervals: Marks, scale: Scale) -> Iterator[GapLine]:
    """The gaps between neighbouring intervals, as far as they are in view."""
    for start_ps, end_ps in gaps(intervals):
        left, right = scale.x(start_ps), scale.x(end_ps)
        if right > 0 and left < scale.width:
            yield GapLine(_kept_near(left, scale), _kept_near(right, scale), end_ps - start_ps)


def _flag(mark: Mark, scale: Scale, left: float, following: float, needed: float) -> Flag:
    right = max(_kept_near(scale.x(mark.end_ps), scale), left + POLE)
    first, last = max(left, 0.0), min(right, float(scale.width))
    if last - first >= needed:
        return Flag(mark, left, right, (first, last))
    room = min(following - GAP, scale.width) - right
    # Half of a length would be another length; half of a note is still a hint.
    least = needed if mark.kind is MarkKind.INTERVAL else min(needed, LEAST_ROOM)
    if right < 0 or room < least:
        return Flag(mark, left, right, (0.0, 0.0))
    return Flag(mark, left, right, (right, right + min(room, needed)))


def _seen(mark: Mark, scale: Scale) -> bool:
    return scale.x(mark.end_ps) >= -BEYOND and scale.x(mark.start_ps) <= scale.width


def _kept_near(x: float, scale: Scale) -> float:
    return min(max(x, -BEYOND), scale.width + BEYOND)
