"""To which time the timing tool snaps, and what lies there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPointF

from traceview.model import query
from traceview.ui.timeline.marks.grid import nearest_line
from traceview.ui.timeline.surface import SNAP_PX, Surface

GRID_SHARE = 0.25  # of the distance of two lines, beyond which they do not attract
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Snap:
    """A time to snap to; ``row_px`` is top and height of the row whose event ends there."""

    time_ps: int
    row_px: Span | None = None


def snap_at(surface: Surface, point: QPointF, without: frozenset[int] = frozenset()) -> Snap | None:
    """What is next to a point: an edge on the track under it, an end of a mark, a grid line.

    Where there is none of them, an edge on the track that is nearest in y. ``without`` are
    times that do not count, such as the ends of what is dragged.
    """
    time_ps = surface.time(point.x())
    near = [Snap(time) for time in _fixed_times(surface, time_ps) if time not in without]
    edge = surface.snapped(point)
    if edge is not None:
        near.append(Snap(edge))
    if near:
        return min(near, key=lambda snap: abs(snap.time_ps - time_ps))
    return _on_other_tracks(surface, point, time_ps, without)


def _fixed_times(surface: Surface, time_ps: int) -> Iterator[int]:
    """Ends of marks and grid lines that are near."""
    session = surface.session
    within_ps = SNAP_PX * surface.scale.ps_per_px
    ends = [end for mark in session.marks for end in (mark.start_ps, mark.end_ps)]
    for end in (*ends, *(session.range_ps or ())):
        if abs(end - time_ps) <= within_ps:
            yield end
    if session.grid is not None:
        line = nearest_line(session.grid, time_ps)
        if abs(line - time_ps) <= min(within_ps, GRID_SHARE * session.grid.period_ps):
            yield line


def _on_other_tracks(
    surface: Surface, point: QPointF, time_ps: int, without: frozenset[int]
) -> Snap | None:
    within_ps = math.ceil(SNAP_PX * surface.scale.ps_per_px)
    for track, row_px in _tracks_by_distance(surface, point.y()):
        edge = query.nearest_edge(surface.sheet.trace, track, time_ps, within_ps)
        if edge is not None and edge not in without:
            return Snap(edge, row_px)
    return None


def _tracks_by_distance(surface: Surface, y: float) -> list[tuple[int, Span]]:
    """The tracks in view with their nearest rows, the one nearest to ``y`` first."""
    sheet = surface.sheet
    layout = sheet.layout
    rows = sorted(
        layout.rows_between(sheet.top, sheet.top + surface.widget.height()),
        key=lambda row: abs(int(layout.row_y[row]) - sheet.top - y),
    )
    nearest: dict[int, Span] = {}
    for row in rows:
        place = int(layout.row_y[row]) - sheet.top, int(layout.row_height[row])
        nearest.setdefault(int(layout.row_track[row]), place)
    return list(nearest.items())
