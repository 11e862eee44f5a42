"""Moving a section or a track by dragging its name."""

from __future__ import annotations

from collections.abc import Sequence

from traceview.ui.timeline.gestures import CLICK_PX
from traceview.ui.timeline.tracks.arranger import Arranger, Entry

Stretch = tuple[int, int]  # first pixel, and the one after the last


class HeaderDrag:
    """A drag of a line of the header column from ``y``, in pixels of the layout."""

    def __init__(self, arranger: Arranger, entry: Entry, y: int) -> None:
        self._arranger, self._entry, self._start = arranger, entry, y
        self._place: int | None = None  # how many of the others are to stand above it
        self.line: int | None = None  # where it would go

    def move(self, y: int) -> None:
        """The mouse is at ``y``."""
        if self._place is None and abs(y - self._start) < CLICK_PX:
            return
        others = self._others()
        self._place = place_at(others, y)
        self.line = line_of(others, self._place) if others else None

    def drop(self) -> None:
        """Let it stand there; a click opens or closes it instead."""
        if self._place is None:
            self._arranger.toggle(self._entry)
        elif self.line is not None:
            self._arranger.put_at(self._entry, self._place)

    def _others(self) -> list[Stretch]:
        """What the others cover, sections with their tracks."""
        shown = self._arranger.siblings(self._entry)
        ends = [band.y + band.height for _, band in shown]
        if self._entry.track is None:
            ends = [band.y for _, band in shown[1:]] + [self._arranger.sheet.layout.height]
        return [
            (band.y, end)
            for (entry, band), end in zip(shown, ends, strict=True)
            if entry != self._entry
        ]


def place_at(others: Sequence[Stretch], y: int) -> int:
    """How many of the others have their middle above ``y``."""
    return sum(first + last < 2 * y for first, last in others)


def line_of(others: Sequence[Stretch], place: int) -> int:
    """Where the line is drawn that tells the place among the others, which are some."""
    return others[place][0] if place < len(others) else others[-1][1]
