"""Questions about single events: what lies where, and what comes before, after, above, below.

Times are int64 ps. ``searchsorted`` is always given Python ints: a float would convert the
whole column, which costs a thousand times as much.
"""

from __future__ import annotations

from collections.abc import Iterator

from traceview.model.matches import Matches
from traceview.model.trace import EventId, Events, Trace


def visible(events: Events, row: int, start_ps: int, end_ps: int) -> tuple[int, int]:
    """Index range of the events of a row that touch ``[start_ps, end_ps)``.

    Those without a duration touch when they stand in it.
    """
    first, last = row_range(events, row)
    starts = events.start_ps[first:last]
    low = first + int(starts.searchsorted(start_ps, "left"))
    high = first + int(starts.searchsorted(end_ps, "left"))
    if low > first and end_of(events, low - 1) > start_ps:
        low -= 1
    return low, max(low, high)


def event_at(
    trace: Trace, track: int, row: int, time_ps: int, within_ps: int = 0
) -> EventId | None:
    """The event at a time, or else the longest within ``within_ps`` of it."""
    events = trace.tracks[track].events
    low, high = visible(events, row, time_ps, time_ps + 1)
    if low == high:
        low, high = visible(events, row, time_ps - within_ps, time_ps + within_ps + 1)
    if low == high:
        return None
    return EventId(track, low + int(events.dur_ps[low:high].argmax()))


def nearest_edge(trace: Trace, track: int, time_ps: int, within_ps: int) -> int | None:
    """The start or end of an event of the track that is nearest, None beyond ``within_ps``."""
    events = trace.tracks[track].events
    edges = [edge for row in range(events.rows) for edge in _edges(events, row, time_ps)]
    nearest = min(edges, key=lambda edge: abs(edge - time_ps), default=None)
    return nearest if nearest is not None and abs(nearest - time_ps) <= within_ps else None


def neighbour(trace: Trace, event: EventId, step: int) -> EventId | None:
    """The event ``step`` places further on its row, back when negative; None at its ends."""
    events = trace.tracks[event.track].events
    first, last = row_range(events, events.row_of(event.index))
    index = event.index + step
    return EventId(event.track, index) if first <= index < last else None


def same_name(trace: Trace, event: EventId, step: int) -> EventId | None:
    """The event of the same name ``step`` places later in the whole trace, wrapping around.

    By start, then track, then index; None when the name occurs once only.
    """
    name = trace.tracks[event.track].events.name[event.index]
    hits = tuple((track.events.name == name).nonzero()[0] for track in trace.tracks)
    matches = Matches(trace, hits)
    found = matches.nth(matches.position(event) + step)
    return found if found != event else None


def parent(trace: Trace, event: EventId) -> EventId | None:
    """The event that this one begins in; None at the top and in lanes."""
    track = trace.tracks[event.track]
    events, row = track.events, track.events.row_of(event.index)
    if track.lanes or row == 0:
        return None
    first, last = row_range(events, row - 1)
    start_ps = int(events.start_ps[event.index])
    above = int(events.start_ps[first:last].searchsorted(start_ps, "right")) - 1
    return EventId(event.track, first + above)


def ancestors(trace: Trace, event: EventId) -> Iterator[EventId]:
    """Parent, grandparent and so on up to the top."""
    above = parent(trace, event)
    while above is not None:
        yield above
        above = parent(trace, above)


def children(trace: Trace, event: EventId) -> tuple[int, int]:
    """Index range, on the row below, of the events that begin in this one."""
    track = trace.tracks[event.track]
    events, row = track.events, track.events.row_of(event.index)
    if track.lanes or row + 1 == events.rows:
        return event.index + 1, event.index + 1
    first, last = row_range(events, row + 1)
    starts = events.start_ps[first:last]
    low = first + int(starts.searchsorted(int(events.start_ps[event.index]), "left"))
    if event.index + 1 == first:
        return low, last
    return low, first + int(starts.searchsorted(int(events.start_ps[event.index + 1]), "left"))


def first_child(trace: Trace, event: EventId) -> EventId | None:
    """The first event that begins in this one, None without any."""
    low, high = children(trace, event)
    return EventId(event.track, low) if low < high else None


def row_range(events: Events, row: int) -> tuple[int, int]:
    """Index range of a row."""
    return int(events.row_at[row]), int(events.row_at[row + 1])


def end_of(events: Events, index: int) -> int:
    """End of an event, ps."""
    return int(events.start_ps[index]) + int(events.dur_ps[index])


def _edges(events: Events, row: int, time_ps: int) -> Iterator[int]:
    """The edges of a row next to a time, on either side."""
    first, last = row_range(events, row)
    after = first + int(events.start_ps[first:last].searchsorted(time_ps, "right"))
    if after > first:
        yield int(events.start_ps[after - 1])
        yield end_of(events, after - 1)
    if after < last:
        yield int(events.start_ps[after])
