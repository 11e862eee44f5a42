"""What a person marked, painted over the lanes: intervals, notes, the grid, snapping."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from traceview.ui.marks import Mark, MarkKind
from traceview.ui.theme import Theme, colour, mix
from traceview.ui.timeline.marks.grid import lines_of
from traceview.ui.timeline.marks.snapping import Snap
from traceview.ui.timeline.painting.named import paint_named
from traceview.ui.timeline.surface import Surface

MARKED, KEPT = 0.10, 0.07  # of the colour over what is between the ends
FAINT = 0.45
TRIANGLE = 4.0


def paint_overlays(painter: QPainter, surface: Surface, theme: Theme, snap: Snap | None) -> None:
    """All of it; what is newer lies above what is older."""
    session = surface.session
    _paint_grid(painter, surface, theme)
    range_ps = surface.sheet.draft_ps or session.range_ps
    for mark in session.marks:
        if mark.kind is MarkKind.NOTE or (mark.start_ps, mark.end_ps) != range_ps:
            _paint_mark(painter, surface, mark, theme, mark == session.chosen_mark)
    if range_ps is not None:
        _paint_stretch(painter, surface, range_ps, theme.acc, MARKED, 1)
    if snap is not None and snap.row_px is not None:
        x = math.floor(surface.scale.x(snap.time_ps)) + 0.5
        top, height = snap.row_px
        _paint_triangles(painter, x, top, top + height, theme)
    paint_named(painter, surface, theme)


def _paint_grid(painter: QPainter, surface: Surface, theme: Theme) -> None:
    grid = surface.session.grid
    if grid is None:
        return
    # Blending columns of pixels costs ten times as much as setting them.
    height, ink = surface.widget.height(), QColor(mix(theme.lane, theme.fg2, FAINT))
    for x in np.floor(lines_of(grid, surface.scale)).astype(int).tolist():
        painter.fillRect(x, 0, 1, height, ink)


def _paint_mark(
    painter: QPainter, surface: Surface, mark: Mark, theme: Theme, chosen: bool
) -> None:
    token = mark.colour.token(theme)
    fill = KEPT if mark.kind is MarkKind.INTERVAL else 0.0
    ends = mark.start_ps, mark.end_ps
    _paint_stretch(painter, surface, ends, token, fill, 2 if chosen else 1)


def _paint_stretch(
    painter: QPainter,
    surface: Surface,
    ends_ps: tuple[int, int],
    token: str,
    fill: float,
    edge_px: int,
) -> None:
    left, right = surface.stretch(*ends_ps)
    width, height = surface.widget.width(), surface.widget.height()
    if left > width or right < 0:
        return
    if fill:
        painter.fillRect(QRectF(left, 0, right - left, height), colour(token, fill))
    for x in {math.floor(left), math.floor(right)}:
        painter.fillRect(x, 0, edge_px, height, QColor(token))


def _paint_triangles(painter: QPainter, x: float, top: float, bottom: float, theme: Theme) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.acc))
    for y, way in ((top, -TRIANGLE), (bottom, TRIANGLE)):
        corners = [QPointF(x, y), QPointF(x - TRIANGLE, y + way), QPointF(x + TRIANGLE, y + way)]
        painter.drawPolygon(QPolygonF(corners))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
