"""What is selected on the timeline, as values."""

from __future__ import annotations

from dataclasses import dataclass

from traceview.model.trace import EventId, Trace


@dataclass(frozen=True, slots=True)
class Box:
    """A rubber-band selection: rows ``(track, row)`` within ``[start_ps, end_ps)``."""

    start_ps: int
    end_ps: int
    rows: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """Single events, in the order they were added, and rubber-band boxes.

    With ``name``, a string id, only the events of that name count.
    """

    events: tuple[EventId, ...] = ()
    boxes: tuple[Box, ...] = ()
    name: int | None = None

    def __bool__(self) -> bool:
        return bool(self.events or self.boxes)

    @property
    def single(self) -> EventId | None:
        """The event, when just one event and no box is selected."""
        return self.events[0] if len(self.events) == 1 and not self.boxes else None


NOTHING = Selection()


def followed(selection: Selection, before: Trace, after: Trace) -> Selection:
    """What is selected in ``before`` as part of ``after``, where tracks may have moved.

    What lies in a track that is no longer the same is left out rather than mistaken.
    """
    place = {id(track.events): number for number, track in enumerate(after.tracks)}
    moved = {
        number: place[id(track.events)]
        for number, track in enumerate(before.tracks)
        if id(track.events) in place
    }
    events = (EventId(moved[e.track], e.index) for e in selection.events if e.track in moved)
    boxes = (
        Box(box.start_ps, box.end_ps, tuple((moved[t], row) for t, row in box.rows if t in moved))
        for box in selection.boxes
    )
    return Selection(tuple(events), tuple(box for box in boxes if box.rows), selection.name)
