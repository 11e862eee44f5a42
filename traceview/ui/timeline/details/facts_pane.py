"""The left part of the details: a heading, facts, and how busy the devices are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from traceview.model.format import share
from traceview.model.trace import EventId
from traceview.ui.text import clean, plain_label, tooltip, tr
from traceview.ui.theme import colour, current_theme, ui_font
from traceview.ui.timeline.details.busy import Busy
from traceview.ui.timeline.details.event_facts import Fact, Group
from traceview.ui.timeline.details.guide_notes import Note
from traceview.ui.widgets.chip import Chip
from traceview.ui.widgets.link import Link

WIDTH = 280
BUSY_ROW_PX = 17
NAME_SHOWN = 200


class FactsPane(QScrollArea):
    """Rebuilt for each selection: there are few lines, and all of them change.

    ``targeted`` tells the event that a fact leads to and that was asked for.
    """

    targeted = Signal(object)  # EventId

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "flat")
        self.setAccessibleName(tr("Facts about the selection"))
        self.setFixedWidth(WIDTH)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)

    def show_event(
        self, name: str, category: str, groups: Sequence[Group], note: Note | None = None
    ) -> None:
        """Show one event."""
        title = plain_label(clean(name, NAME_SHOWN), px=13, weight=600, mono=True, wrap=True)
        title.setToolTip(tooltip(name))
        parts: list[QWidget] = [title, Chip(category, lambda theme: theme.acc)]
        for place, group in enumerate(groups):
            if group.title:
                parts.append(plain_label(group.title, weight=600))
            parts.append(self._grid(group.facts))
            if place == 0 and note is not None:
                parts.append(plain_label(tr("About it"), weight=600))
                parts += [plain_label(words, rank=2, wrap=True) for words in note if words]
        self._fill(parts)

    def show_stretch(self, title: str, facts: Sequence[Fact], busy: Sequence[Busy]) -> None:
        """Show a stretch of time, and what was busy in it."""
        parts: list[QWidget] = [plain_label(title, px=13, weight=600), self._grid(facts)]
        if busy:
            parts += [plain_label(tr("Busy"), weight=600), _BusyBars(busy)]
        self._fill(parts)

    def _fill(self, parts: Sequence[QWidget]) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(14, 10, 10, 8)
        column.setSpacing(6)
        for part in parts:
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
        column.addStretch(1)
        self.setWidget(inside)
        inside.setAutoFillBackground(False)  # which setWidget turned on

    def _grid(self, facts: Sequence[Fact]) -> QWidget:
        widget = QWidget()
        grid = QGridLayout(widget)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, fact in enumerate(facts):
            name = plain_label(clean(fact.name, NAME_SHOWN), rank=2)
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._value(fact), row, 1)
        return widget

    def _value(self, fact: Fact) -> QWidget:
        if fact.target is not None:
            return self._link(fact.value, fact.target)
        value: QLabel = plain_label(clean(fact.value, NAME_SHOWN), weight=500, wrap=True)
        if len(fact.value) > NAME_SHOWN:
            value.setToolTip(tooltip(fact.value))
        return value

    def _link(self, text: str, target: EventId) -> Link:
        link = Link(text)
        link.clicked.connect(lambda: self.targeted.emit(target))
        return link


class _BusyBars(QWidget):
    def __init__(self, busy: Sequence[Busy]) -> None:
        super().__init__()
        self._busy = tuple(busy)
        self.setFixedHeight(BUSY_ROW_PX * len(self._busy))
        said = (f"{each.device} {share(each.fraction)}" for each in self._busy)
        self.setAccessibleName(clean(tr("Busy: ") + ", ".join(said), 1000))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(ui_font(11))
        metrics = painter.fontMetrics()
        names = [clean(each.device, 60) for each in self._busy]
        widest = max(metrics.horizontalAdvance(name) for name in names) + 4
        left = min(widest, self.width() * 2 // 5)
        for row, (name, each) in enumerate(zip(names, self._busy, strict=True)):
            self._paint_row(painter, row * BUSY_ROW_PX, left, name, each.fraction)

    def _paint_row(
        self, painter: QPainter, top: int, left: int, name: str, fraction: float | None
    ) -> None:
        theme = current_theme()
        middle = Qt.AlignmentFlag.AlignVCenter
        shown = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, left)
        painter.setPen(colour(theme.fg2))
        painter.drawText(QRectF(0, top, left, 15), int(middle), shown)
        digits = QRectF(self.width() - 54, top, 54, 15)
        painter.drawText(digits, int(middle | Qt.AlignmentFlag.AlignRight), share(fraction))
        bar = QRectF(left + 10, top + 5, max(self.width() - 54 - left - 18, 4), 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.track))
        painter.drawRoundedRect(bar, 3, 3)
        if fraction:
            bar.setWidth(max(bar.width() * min(fraction, 1.0), 3))
            painter.setBrush(colour(theme.compute))
            painter.drawRoundedRect(bar, 3, 3)
