"""The lanes: the picture of the events, and what is laid over it."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from traceview.model.format import duration
from traceview.model.trace import EventId, Events
from traceview.ui.session import Session
from traceview.ui.text import tooltip
from traceview.ui.theme import Theme, colour, ui_font
from traceview.ui.timeline.hover import hover_text, paint_dots
from traceview.ui.timeline.interaction import Pointer
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.painting.arrows import Arrows
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.painting.overlays import paint_overlays
from traceview.ui.timeline.painting.region import Region
from traceview.ui.timeline.ruler import grid_columns
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.surface import Surface
from traceview.ui.timeline.tracks.sheet import Sheet

MOST_OUTLINES = 500
HOVER = 0.27
BOX = 0.13
FIRST_SIZE = QSize(400, 300)


class Lanes(QWidget):
    """Paints the visible events and takes the mouse.

    The picture is kept until view, layout or matches change; overlays alone cost one blit.
    """

    painted = Signal()
    resized = Signal()

    def __init__(
        self, session: Session, sheet: Sheet, navigator: Navigator, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.frame = Frame(theme)
        self.surface = Surface(self, session, sheet, navigator, self.frame)
        self._arrows = Arrows(self.surface)
        self.pointer = Pointer(self.surface, self.update)
        self._session, self._sheet, self._theme = session, sheet, theme
        self._stale = True
        self._image = QImage()
        self._hover: EventId | None = None
        self._mouse_x = 0.0
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        session.viewChanged.connect(self.refresh)
        session.selectionChanged.connect(self.update)
        session.rangeChanged.connect(self.update)
        session.toolChanged.connect(self.pointer.show_shape)
        sheet.layoutChanged.connect(self._forget_hover)
        sheet.scrolled.connect(self._forget_hover)
        sheet.draftChanged.connect(self.update)
        session.flowCategoriesChanged.connect(self.update)

    def refresh(self) -> None:
        """Paint anew: the view, the events or their colours are others."""
        self._stale = True
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.frame.set_theme(theme)
        self.refresh()

    def set_found(self, found: dict[int, Events] | None, hide_others: bool = False) -> None:
        """Keep these events by track bright and dim or hide all others; None ends a search."""
        self.frame.set_found(found, hide_others)
        self._forget_hover()

    def sizeHint(self) -> QSize:
        return FIRST_SIZE

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._sheet.set_height(self.height())
        self.refresh()
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._stale or self._image.devicePixelRatioF() != self.devicePixelRatioF():
            self._render()
        painter = QPainter(self)
        painter.drawImage(0, 0, self._image)
        self._paint_range(painter)
        self._paint_boxes(painter)
        self._paint_hover(painter)
        self._arrows.paint(painter, self._theme)
        self._paint_selection(painter)
        self._paint_drag(painter)
        painter.end()
        self.painted.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        self.surface.navigator.anchor = min(max(x / max(self.width(), 1), 0.0), 1.0)
        self._session.set_cursor(self.surface.time(x))
        self.pointer.move(event)
        hover = self.surface.event_at(event.position()) if not event.buttons() else None
        self.setToolTip(tooltip(hover_text(self.surface, hover, event.position())))
        if hover != self._hover or self._on_counter(hover):
            self._hover, self._mouse_x = hover, x
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.pointer.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.pointer.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._session.set_cursor(None)
        self._hover = None
        self.pointer.snap = None
        self.update()

    def _forget_hover(self) -> None:
        self._hover = None
        self.refresh()

    def _render(self) -> None:
        ratio = self.devicePixelRatioF()
        size = QSize(round(self.width() * ratio), round(self.height() * ratio))
        scale = Scale.of(self._session.view, size.width())
        grid = grid_columns(self._session.view, self.width(), scale)
        region = Region(self._sheet.layout, scale, self._sheet.top, size, ratio, grid)
        self._image, whole = self.frame.paint(region)
        self._stale = False
        if not whole:
            QTimer.singleShot(0, self.refresh)

    def _on_counter(self, event: EventId | None) -> bool:
        return event is not None and self._sheet.trace.tracks[event.track].counter is not None

    def _paint_range(self, painter: QPainter) -> None:
        paint_overlays(painter, self.surface, self._theme, self.pointer.snap)

    def _paint_boxes(self, painter: QPainter) -> None:
        selection = self._session.selection
        for box in selection.boxes if selection.name is None else ():
            places = [self._sheet.layout.place(*row) for row in (box.rows[0], box.rows[-1])]
            first, last = places
            if first is None or last is None:
                continue
            left, right = self.surface.stretch(box.start_ps, box.end_ps)
            top, bottom = first[0] - self._sheet.top, last[0] + last[1] - self._sheet.top
            self._paint_band(painter, QRectF(left, top, right - left, bottom - top))

    def _paint_hover(self, painter: QPainter) -> None:
        if self._hover is not None and self._on_counter(self._hover):
            paint_dots(painter, self.surface, self._theme, self._hover, self._mouse_x)
        elif self._hover is not None and (place := self.surface.rectangle(self._hover)):
            light = "#ffffff" if self._theme.name == "dark" else "#000000"
            painter.fillRect(_whole_pixels(place), colour(light, HOVER))

    def _paint_selection(self, painter: QPainter) -> None:
        edge = QColor("#ffffff" if self._theme.name == "dark" else "#10151c")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(edge, 2)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        for event in self._session.selection.events[-MOST_OUTLINES:]:
            place = self.surface.rectangle(event)
            if place is not None:
                painter.drawRect(_whole_pixels(place).adjusted(0, 0, 0, 0))

    def _paint_drag(self, painter: QPainter) -> None:
        snap_ps = self.pointer.snap_ps
        if snap_ps is not None:
            painter.setPen(QPen(QColor(self._theme.acc), 1, Qt.PenStyle.DashLine))
            x = round(self.surface.scale.x(snap_ps))
            painter.drawLine(x, 0, x, self.height())
        band = self.pointer.gesture.rubber_band if self.pointer.gesture else None
        if band is not None:
            self._paint_band(painter, band)
            length_ps = band.width() * self.surface.scale.ps_per_px
            self._paint_note(painter, band, duration(round(length_ps)))

    def _paint_band(self, painter: QPainter, band: QRectF) -> None:
        painter.fillRect(band, colour(self._theme.acc, BOX))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self._theme.acc), 1))
        painter.drawRect(QRectF(_whole_pixels(band)).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_note(self, painter: QPainter, band: QRectF, text: str) -> None:
        painter.setFont(ui_font(11, 600))
        width = painter.fontMetrics().horizontalAdvance(text) + 12
        left = min(max(band.center().x() - width / 2, 4.0), self.width() - width - 4.0)
        top = band.bottom() + 4 if band.bottom() + 26 < self.height() else band.top() - 22
        note = QRectF(left, top, width, 18)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.acc))
        painter.drawRoundedRect(note, 4, 4)
        painter.setPen(QColor(self._theme.onacc))
        painter.drawText(note, Qt.AlignmentFlag.AlignCenter, text)


def _whole_pixels(place: QRectF) -> QRectF:
    """The pixels that the raster paints for a stretch."""
    left, right = math.floor(place.left()), math.ceil(place.right())
    return QRectF(left, place.top(), max(right - left, 1), place.height())
