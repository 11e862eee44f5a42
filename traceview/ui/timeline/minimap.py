"""The whole trace in a strip: how busy each section is, with the viewport framed."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from traceview.model.format import count, duration
from traceview.model.trace import SectionKind, Trace
from traceview.ui.session import Session, View
from traceview.ui.theme import Theme, colour, ui_font
from traceview.ui.timeline.axis_strip import AxisStrip
from traceview.ui.timeline.navigation import panned
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.painting.colours import argb, blended
from traceview.ui.timeline.painting.raster import Pixels
from traceview.ui.timeline.painting.utilisation import Shares, utilisation
from traceview.ui.timeline.scale import Scale

HEIGHT = 46
HEAD_HEIGHT = 19  # of what is said about the trace; the filter of tracks stands below
MARGIN = 5
BAND = 7  # px, at most
LEAST_FRAME = 3
SHADE = 0.62
RAMP = 64
REMEASURE_MS = 150


class Minimap(AxisStrip):
    """Click or drag moves the view; its first ``offset`` pixels name the trace."""

    def __init__(
        self, session: Session, navigator: Navigator, theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(HEIGHT, theme, parent)
        self._session, self._navigator = session, navigator
        self._trace = Trace()
        self._span_ps = 0
        self._facts = ""
        self._strip: QImage | None = None
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(REMEASURE_MS)
        self._late.timeout.connect(self._measure)
        self._held: float | None = None  # from the view's middle to the mouse, ps
        session.viewChanged.connect(self.update)
        session.rangeChanged.connect(self.update)
        session.captureChanged.connect(self._tell)

    def set_trace(self, trace: Trace, span_ps: int) -> None:
        """Show another trace, or a later state of this one."""
        if trace.strings is not self._trace.strings:
            self._strip = None
        self._trace, self._span_ps = trace, span_ps
        self._tell()
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._strip = None
        super().set_theme(theme)

    @property
    def busy(self) -> bool:
        """Whether the trace is about to be measured anew."""
        return self._late.isActive()

    def refresh(self) -> None:
        """Measure the trace anew; not at every step of a resize or of a trace that grows."""
        if self._strip is None:
            self.update()
        else:
            self._late.start()

    def _tell(self) -> None:
        """Count what the capture holds, or while it is read what is there of it."""
        capture = self._session.capture
        events = capture.event_count if capture else self._trace.event_count
        word = self.tr("events") if events != 1 else self.tr("event")
        self._facts = f"{count(events)} {word} · {duration(self._span_ps)}"
        self.update()

    def _measure(self) -> None:
        self._strip = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.chrome))
        if self._trace.tracks:
            self._strip = self._strip or self._draw_strip()
            place = QRectF(self.offset, MARGIN, self._lanes_width, HEIGHT - 1 - 2 * MARGIN)
            painter.drawImage(place, self._strip)
            self._paint_frame(painter)
        self._paint_head(painter)
        self._paint_borders(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= self.offset:
            view = self._session.view
            time_ps = self._scale().time(event.position().x() - self.offset)
            inside = view.start_ps <= time_ps <= view.end_ps
            self._held = time_ps - _middle(view) if inside else 0.0
            self._navigator.leave()
            if not inside:
                self._move_to(time_ps)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._move_to(self._scale().time(event.position().x() - self.offset) - self._held)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self._held = None
            self._navigator.arrive()

    def _move_to(self, middle_ps: float) -> None:
        view = self._session.view
        self._navigator.go(panned(view, middle_ps - _middle(view)))

    def _scale(self) -> Scale:
        return Scale.of(self._navigator.limits, self._lanes_width)

    def _paint_head(self, painter: QPainter) -> None:
        if self._trace.tracks:
            painter.setFont(ui_font(11))
            painter.setPen(QColor(self._theme.fg2))
            place = QRectF(12, 2, self.offset - 20, HEAD_HEIGHT - 2)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self._facts)

    def _paint_frame(self, painter: QPainter) -> None:
        scale, view = self._scale(), self._session.view
        left = self.offset + max(scale.x(view.start_ps), 0.0)
        right = self.offset + min(scale.x(view.end_ps), float(scale.width))
        right = max(right, left + LEAST_FRAME)
        shade = colour(self._theme.chrome, SHADE)
        painter.fillRect(QRectF(self.offset, 0, left - self.offset, HEIGHT - 1), shade)
        end = self.offset + scale.width
        painter.fillRect(QRectF(right, 0, end - right, HEIGHT - 1), shade)
        if (range_ps := self._session.range_ps) is not None:
            first, last = (self.offset + scale.x(time_ps) for time_ps in range_ps)
            accent = colour(self._theme.acc, 0.25)
            painter.fillRect(QRectF(first, 0, max(last - first, 1), HEIGHT - 1), accent)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self._theme.acc))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = QRectF(int(left) + 0.5, 1.5, max(int(right) - int(left) - 1, 2), HEIGHT - 5)
        painter.drawRoundedRect(frame, 2, 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _draw_strip(self) -> QImage:
        ratio = self.devicePixelRatioF()
        width = max(round(self._lanes_width * ratio), 1)
        height = round((HEIGHT - 1 - 2 * MARGIN) * ratio)
        limits = self._navigator.limits
        edges = np.linspace(limits.start_ps, limits.end_ps, width + 1).astype(np.int64)
        bands = strip(self._trace, utilisation(self._trace, edges), self._theme)
        lines = np.repeat(bands, _band_lines(len(bands), height), axis=0)[:height]
        image = np.full((height, width), argb(self._theme.chrome), np.uint32)
        top = (height - len(lines)) // 2
        image[top : top + len(lines)] = lines
        picture = QImage(image.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
        picture.setDevicePixelRatio(ratio)
        return picture


def strip(trace: Trace, busy: list[tuple[int, Shares]], theme: Theme) -> Pixels:
    """One scanline a section and a blank one after each, uint32[2 * sections, width]."""
    width = len(busy[0][1]) if busy else 0
    lines = np.full((2 * len(busy), width), argb(theme.chrome), np.uint32)
    ramps = {device: _ramp(theme, theme.comm if device else theme.fg3) for device in (True, False)}
    for line, (section, share) in enumerate(busy):
        device = trace.sections[section].kind in (SectionKind.TPU, SectionKind.GPU)
        # A little work is still seen: what is not blank has some colour.
        strength = np.where(share > 0, 0.15 + 0.65 * np.sqrt(share), 0)
        lines[2 * line] = ramps[device][np.rint(strength * RAMP).astype(np.intp)]
    return lines


def _ramp(theme: Theme, token: str) -> Pixels:
    """From the background to a colour, uint32[RAMP + 1]."""
    background = np.array([argb(theme.chrome)], np.uint32)
    return np.concatenate([blended(background, token, step / RAMP) for step in range(RAMP + 1)])


def _band_lines(lines: int, height: int) -> list[int]:
    """How often each scanline is repeated; with very many sections some share a pixel row."""
    sections = max(lines // 2, 1)
    pitch = min(height / sections, BAND + 2)
    gap = 2 if pitch >= 6 else 1 if pitch >= 3 else 0
    ends = np.floor(np.arange(sections + 1) * pitch).astype(int)
    return [
        part for size in np.diff(ends).tolist() for part in (max(size - gap, 0), min(gap, size))
    ]


def _middle(view: View) -> float:
    return (view.start_ps + view.end_ps) / 2
