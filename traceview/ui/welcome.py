"""What the window shows while nothing is open: ways to open something."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from traceview.model.format import count, duration
from traceview.ui.resources import Sample
from traceview.ui.settings import Recent
from traceview.ui.text import plain_label, tr
from traceview.ui.widgets.card import Card
from traceview.ui.widgets.drop_zone import DropZone
from traceview.ui.widgets.entry_list import Entry, EntryList
from traceview.ui.widgets.icons import Button, IconLabel, Token, second

WIDTH = 1060
HEAD_PX = 30

ICONS: dict[str, tuple[str, Token]] = {
    "TPU": ("microchip", lambda theme: theme.acc),
    "GPU": ("cpu", lambda theme: theme.compute),
    "CPU": ("hard-drive", lambda theme: theme.input),
}


class Welcome(QWidget):
    """Open, drop, recent captures, samples. It only tells what was chosen."""

    openFileClicked = Signal()
    openFolderClicked = Signal()
    helpClicked = Signal()
    recentOpened = Signal(object)  # Recent
    recentRemoved = Signal(object)  # Recent
    recentsCleared = Signal()
    sampleOpened = Signal(object)  # Sample

    def __init__(self, samples: Sequence[Sample]) -> None:
        super().__init__()
        self._samples, self._recents = tuple(samples), tuple[Recent, ...]()
        self.recent_list = EntryList(tr("Recent captures"))
        self.recent_list.opened.connect(lambda row: self.recentOpened.emit(self._recents[row]))
        self.recent_list.removed.connect(lambda row: self.recentRemoved.emit(self._recents[row]))
        self.sample_list = EntryList(tr("Sample captures"))
        self.sample_list.opened.connect(lambda row: self.sampleOpened.emit(self._samples[row]))
        self.sample_list.show_entries([_sample_entry(sample) for sample in self._samples])
        self._clear = Button(tr("Clear"), "link")
        self._clear.clicked.connect(self.recentsCleared)
        self._none = plain_label(tr("Captures that you open are listed here."), rank=2)
        body = QWidget()
        body.setMaximumWidth(WIDTH)
        column = QVBoxLayout(body)
        column.setSpacing(14)
        column.addLayout(self._head())
        column.addWidget(_drop_zone())
        column.addLayout(self._lists(), 1)
        column.addLayout(self._foot())
        self._place(body)

    def show_recents(self, recents: Sequence[Recent]) -> None:
        """List ``recents``; those that are gone are dimmed and say so."""
        self._recents = tuple(recents)
        row = self.recent_list.currentRow()
        self.recent_list.show_entries([_recent_entry(recent) for recent in recents])
        self.recent_list.setCurrentRow(min(max(row, 0), len(recents) - 1))
        self.recent_list.setVisible(bool(recents))
        self._none.setVisible(not recents)
        self._clear.setVisible(bool(recents))

    def take_focus(self) -> None:
        """Give the keyboard to the first list that has something."""
        (self.recent_list if self._recents else self.sample_list).setFocus()

    def _place(self, body: QWidget) -> None:
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(body, 100)
        across.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.addStretch(1)
        column.addLayout(across, 8)
        column.addStretch(1)

    def _head(self) -> QLayout:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(plain_label("traceview", px=24, weight=600))
        about = tr("Profiles of machine-learning programs on TPU, GPU and CPU")
        words.addWidget(plain_label(about, px=13, rank=2))
        file = Button(tr("Open file…"), "", "folder-open")
        file.clicked.connect(self.openFileClicked)
        folder = Button(tr("Open log directory…"), "primary", "folder-open")
        folder.clicked.connect(self.openFolderClicked)
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(IconLabel("chart-gantt", lambda theme: theme.acc, 40))
        row.addLayout(words, 1)
        row.addWidget(file)
        row.addWidget(folder)
        return row

    def _lists(self) -> QLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(_card(tr("Recent"), self._clear, self._none, self.recent_list), 7)
        note = plain_label(tr("included, no download"), rank=2, px=11)
        row.addWidget(_card(tr("Samples"), note, self.sample_list), 6)
        return row

    def _foot(self) -> QLayout:
        keys = Button(tr("Keyboard shortcuts  ?"), "link", "keyboard")
        keys.clicked.connect(self.helpClicked)
        row = QHBoxLayout()
        row.addWidget(keys)
        row.addStretch(1)
        hint = "Ctrl+O open file    Ctrl+Shift+O open log directory    Delete forgets a recent one"
        row.addWidget(plain_label(hint, rank=2, px=11))
        return row


def _drop_zone() -> DropZone:
    return DropZone(
        tr("Drop a capture or a log directory here"),
        tr("XPlane .xplane.pb, also gzipped; a log directory of JAX, TensorFlow or Cloud TPU"),
    )


def _card(title: str, beside: QWidget, *inside: QWidget) -> Card:
    card = Card()
    head = QHBoxLayout()
    head.setContentsMargins(10, 0, 6, 0)
    head.addStrut(HEAD_PX)
    head.addWidget(plain_label(title, px=13, weight=600), 1)
    head.addWidget(beside)
    column = QVBoxLayout(card)
    column.setContentsMargins(6, 8, 6, 6)
    column.setSpacing(4)
    column.addLayout(head)
    for widget in inside:
        column.addWidget(widget, 0 if widget is inside[0] and len(inside) > 1 else 1)
    if len(inside) > 1:
        inside[0].setContentsMargins(10, 4, 10, 4)
        column.addStretch(0)
    card.setMinimumSize(260, 130)
    return card


def _recent_entry(recent: Recent) -> Entry:
    icon, token = ICONS.get(recent.kind, ("file", second))
    if recent.missing:
        detail = tr("no longer there · ") + recent.path
    elif recent.events < 0:
        detail = recent.path
    else:
        seen = time.strftime("%Y-%m-%d %H:%M", time.localtime(recent.opened_s))
        detail = tr("{} events · {} · opened {}").format(
            count(recent.events), duration(recent.span_ps), seen
        )
    return Entry(
        recent.name, detail, icon, token, recent.kind, hint=recent.path, dimmed=recent.missing
    )


def _sample_entry(sample: Sample) -> Entry:
    kind = next((each for each in ("TPU", "GPU") if each in sample.title), "CPU")
    icon, token = ICONS[kind]
    return Entry(sample.title, sample.lesson, icon, token, hint=sample.lesson)
