"""Flow arrows over the lanes: those of the selection, and those of the categories asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from traceview.model.flow_links import connected
from traceview.model.trace import Bools, Flows, Ids, Ints, Trace
from traceview.ui.theme import Theme
from traceview.ui.timeline.surface import Surface
from traceview.ui.timeline.tracks.layout import Layout

NOWHERE = -1
HEAD_PX = 5.0
LEAST_BEND_PX = 14.0
FAR_PX = 200.0  # beyond the sides of the widget; long curves take long to paint
MOST_ARROWS = 300  # more at once are a grey cloud, and slow
MOST_CURVES = 24  # of more arrows at once only the way is told: straight, their ends dotted
NEAR_PX = 2  # arrows that are nearer to one another than this are one
THIN, THICK = 1.2, 2.0
DOT_PX = 4
MIX = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class Heights:
    """The pixel rows at which hops leave and arrive, int32[n] from the top of the scrolled area.

    NOWHERE where that end is not shown. An end in a collapsed section is at its heading.
    """

    leave: Ids
    arrive: Ids


def heights_of(trace: Trace, layout: Layout) -> Heights:
    """Where the arrows of a trace stand in a layout."""
    flows = trace.flows
    headings = {band.index: band.y + band.height // 2 for band in layout.headings}
    return Heights(
        _middles(trace, layout, headings, flows.from_track, flows.from_index),
        _middles(trace, layout, headings, flows.to_track, flows.to_index),
    )


def _middles(
    trace: Trace, layout: Layout, headings: dict[int, int], track: Ids, index: Ints
) -> Ids:
    y = np.full(len(track), NOWHERE, np.int32)
    for number in np.unique(track).tolist():
        mine = (track == number).nonzero()[0]
        row = trace.tracks[number].events.row_at.searchsorted(index[mine], "right") - 1
        rows = np.unique(row)
        places = [layout.place(number, each) for each in rows.tolist()]
        folded = headings.get(trace.tracks[number].section, NOWHERE)
        middles = [folded if place is None else place[0] + place[1] // 2 for place in places]
        y[mine] = np.array(middles, np.int32)[rows.searchsorted(row)]
    return y


def in_categories(trace: Trace, categories: frozenset[str]) -> Bools:
    """Which hops are of some categories, bool[n]."""
    flows = trace.flows
    names = np.unique(flows.category).tolist()
    wanted = [name for name in names if (trace.strings[name] if name >= 0 else "") in categories]
    return np.isin(flows.category, wanted)


def thinned(flows: Flows, heights: Heights, hops: Ints, ps_per_px: float) -> Ints:
    """``hops`` without those that would be painted over another, and at most MOST_ARROWS."""
    if len(hops) <= MOST_CURVES:
        return hops
    # Every k-th, and the same ones whatever is in view, so that nothing flickers.
    crowd = -(-len(hops) // (4 * MOST_ARROWS))
    hops = hops[hops % crowd == 0] if crowd > 1 else hops
    near_ps = ps_per_px * NEAR_PX
    place = np.zeros(len(hops), np.uint64)
    for px in (
        (flows.start_ps[hops] / near_ps).astype(np.int64),
        (flows.end_ps[hops] / near_ps).astype(np.int64),
        heights.leave[hops].astype(np.int64),
        heights.arrive[hops].astype(np.int64),
    ):
        place = (place ^ px.view(np.uint64)) * MIX  # one number a place, as a hash
    _, first = np.unique(place, return_index=True)
    step = -(-len(first) // MOST_ARROWS)
    return hops[np.sort(first)[:: max(step, 1)]]


class Arrows:
    """Paints arrows. Which ones, and where, is worked out when it is first wanted."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        self._stale = True
        self._heights = Heights(np.zeros(0, np.int32), np.zeros(0, np.int32))
        self._asked = np.zeros(0, np.int64)  # hops of the categories asked for
        self._chosen = np.zeros(0, np.int64)  # those of the selection
        for changed in (
            surface.sheet.layoutChanged,
            surface.session.flowCategoriesChanged,
            surface.session.selectionChanged,
        ):
            changed.connect(self._forget)

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Paint over the lanes."""
        session = self._surface.session
        wanted = session.flow_categories or session.selection.single is not None
        if not wanted or not len(self._surface.sheet.trace.flows):
            return
        if self._stale:
            self._measure()
        painter.save()
        self._paint_arrows(painter, self._visible(self._asked), QColor(theme.fg3), THIN)
        self._paint_arrows(painter, self._visible(self._chosen), QColor(theme.fg), THICK)
        painter.restore()

    def _forget(self) -> None:
        self._stale = True

    def _measure(self) -> None:
        sheet, categories = self._surface.sheet, self._surface.session.flow_categories
        self._heights = heights_of(sheet.trace, sheet.layout)
        self._asked = self._shown(in_categories(sheet.trace, categories).nonzero()[0])
        self._chosen = self._shown(self._selected())
        self._stale = False

    def _selected(self) -> Ints:
        event = self._surface.session.selection.single
        trace = self._surface.sheet.trace
        if event is None or event.track >= len(trace.tracks):
            return np.zeros(0, np.int64)
        return connected(trace.flows, event)

    def _shown(self, hops: Ints) -> Ints:
        """Those of which both ends are shown."""
        leave, arrive = self._heights.leave[hops], self._heights.arrive[hops]
        shown: Ints = hops[(leave != NOWHERE) & (arrive != NOWHERE)]
        return shown

    def _visible(self, hops: Ints) -> Ints:
        """Those that cross what is seen now."""
        flows, sheet = self._surface.sheet.trace.flows, self._surface.sheet
        view, heights = self._surface.session.view, self._heights
        start_ps, end_ps = flows.start_ps[hops], flows.end_ps[hops]
        leave, arrive = heights.leave[hops], heights.arrive[hops]
        seen = (np.minimum(start_ps, end_ps) <= view.end_ps) & (
            np.maximum(start_ps, end_ps) >= view.start_ps
        )
        seen &= np.minimum(leave, arrive) <= sheet.top + sheet.height
        seen &= np.maximum(leave, arrive) >= sheet.top
        return thinned(flows, heights, hops[seen], self._surface.scale.ps_per_px)

    def _paint_arrows(self, painter: QPainter, hops: Ints, tint: QColor, width: float) -> None:
        ends = self._ends(hops)
        if len(ends) > MOST_CURVES:
            _paint_straight(painter, ends, tint)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for start, end in ends:
            painter.setPen(QPen(tint, width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(arrow_path(start, end))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint)
            painter.drawPolygon(arrow_head(end))

    def _ends(self, hops: Ints) -> list[tuple[QPointF, QPointF]]:
        """Where arrows leave and arrive, logical px, kept near the widget."""
        flows, sheet, scale = (
            self._surface.sheet.trace.flows,
            self._surface.sheet,
            self._surface.scale,
        )
        right = scale.width + FAR_PX
        x0, x1 = (
            np.clip(scale.positions(times), -FAR_PX, right).tolist()
            for times in (flows.start_ps[hops], flows.end_ps[hops])
        )
        y0, y1 = (
            (heights[hops] - sheet.top).tolist()
            for heights in (self._heights.leave, self._heights.arrive)
        )
        return [
            (QPointF(*start), QPointF(*end))
            for start, end in zip(zip(x0, y0, strict=True), zip(x1, y1, strict=True), strict=True)
        ]


def _paint_straight(painter: QPainter, ends: list[tuple[QPointF, QPointF]], tint: QColor) -> None:
    """Many arrows at once."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(tint, 0))
    painter.drawLines([QLineF(start, end) for start, end in ends])
    painter.setPen(QPen(tint, DOT_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    painter.drawPoints([end for _, end in ends])


def arrow_path(start: QPointF, end: QPointF) -> QPainterPath:
    """A curve that leaves and arrives level, also where it has to go back."""
    bend = max(abs(end.x() - start.x()) / 2, LEAST_BEND_PX)
    if math.isclose(start.y(), end.y()):
        bend = min(bend, LEAST_BEND_PX)
    path = QPainterPath(start)
    path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end)
    return path


def arrow_head(tip: QPointF) -> QPolygonF:
    """A triangle that points right at ``tip``."""
    back, half = HEAD_PX * 1.4, HEAD_PX * 0.6
    return QPolygonF([tip, tip + QPointF(-back, -half), tip + QPointF(-back, half)])
