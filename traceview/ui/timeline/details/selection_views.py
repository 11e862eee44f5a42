"""What several events are told as: by name, by track, by duration, and counters among them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from traceview.model.histogram import Histogram, histogram_of
from traceview.model.picks import durations_of, named
from traceview.model.statistics import track_table
from traceview.model.table import Column, Table, Unit
from traceview.ui.latest import Latest
from traceview.ui.text import tr
from traceview.ui.timeline.details.chosen import Finer, Summary, finer_of
from traceview.ui.timeline.details.details_table import NamesTable, PlainTable
from traceview.ui.widgets.histogram import HistogramView
from traceview.ui.widgets.icons import IconButton
from traceview.ui.widgets.picker import Picker
from traceview.ui.widgets.segments import Segments
from traceview.ui.widgets.table_view import Swatch

NAMES, TRACKS, DURATIONS, COUNTERS = range(4)
NAMES_OFFERED = 200
AT_ONCE = 200_000  # events
SETTLE_MS = 250


class SelectionViews(QWidget):
    """Pages, the ``switch`` between them and ``columns``, which the pane puts where it likes.

    Sums are there at once; figures, tracks and histograms are counted on a thread.
    """

    narrowed = Signal(int)  # string id of a name
    durationsPicked = Signal(object, object, object)  # name or None, from and to, ps

    def __init__(self, swatch: Swatch) -> None:
        super().__init__()
        self._summary: Summary | None = None
        self._name: int | None = None
        self._finer, self._histograms = Latest(self), Latest(self)
        self._finer.ready.connect(self._show_finer)
        self._histograms.ready.connect(self._show_histogram)
        self.names = NamesTable(swatch)
        self.tracks = PlainTable(tr("Selected events by track"))
        self.durations = DurationsView()
        self.counters = PlainTable(tr("Counters in the selection"))
        self.switch = Segments((tr("Names"), tr("Tracks"), tr("Durations"), tr("Counters")))
        self.columns = IconButton("settings", tr("Choose columns"))
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self._count_finer)
        self._pages = QStackedLayout(self)
        for page in (self.names, self.tracks, self.durations, self.counters):
            self._pages.addWidget(page)
        self._connect()
        self.show_page(NAMES)

    @property
    def busy(self) -> bool:
        """Whether something is still counted."""
        return self._settle.isActive() or self._finer.busy or self._histograms.busy

    @property
    def table(self) -> Table:
        """What is shown, as a table."""
        match self._pages.currentIndex():
            case page if page == NAMES:
                return self.names.table
            case page if page == TRACKS:
                return self.tracks.table
            case page if page == COUNTERS:
                return self.counters.table
        return histogram_table(self.durations.histogram)

    def wait(self) -> None:
        """Return when no thread counts."""
        self._settle.stop()
        for latest in (self._finer, self._histograms):
            latest.forget()
            latest.wait()

    def show_page(self, page: int) -> None:
        """Show another page."""
        self._pages.setCurrentIndex(page)
        self.switch.choose(page)
        self.columns.setEnabled(page == NAMES)
        self._count_durations()

    def show_summary(self, summary: Summary) -> None:
        """Show other sums, on the page that was shown where it has something to show."""
        self._summary, self._name = summary, None
        self._histograms.forget()
        self.names.show_statistics(summary.statistics)
        self.tracks.show_table(track_table(summary.trace, (), summary.interval_ps))
        self._finer.forget()
        # A marked interval changes with every move of the mouse.
        self._settle.start(0 if summary.statistics.occurrences < AT_ONCE else SETTLE_MS)
        self.counters.show_table(summary.counters or Table(()))
        self.switch.offer(COUNTERS, summary.counters is not None)
        self._offer_names()
        self.show_page(self._page_for(summary))

    def _count_finer(self) -> None:
        summary = self._summary
        if summary is not None:
            self._finer.run(lambda: finer_of(summary))

    def _page_for(self, summary: Summary) -> int:
        if summary.counters is not None and not summary.picks:
            return COUNTERS
        shown = self._pages.currentIndex()
        return NAMES if shown == COUNTERS and summary.counters is None else shown

    def _connect(self) -> None:
        self.switch.chosen.connect(self.show_page)
        self.columns.clicked.connect(
            lambda: self.names.offer_columns(
                self.columns.mapToGlobal(self.columns.rect().bottomLeft())
            )
        )
        self.names.view.opened.connect(lambda row: self.narrowed.emit(self.names.name_at(row)))
        self.names.view.selectionModel().currentRowChanged.connect(
            lambda now, before: self._choose_name(now.row())
        )
        self.durations.names.picked.connect(self._choose_offered)
        self.durations.bars.picked.connect(
            lambda low, high: self.durationsPicked.emit(self._name, low, high)
        )

    def _offer_names(self) -> None:
        if self._summary is not None:
            labels = self._summary.statistics.table["name"].texts or ()
            shown = self._offered().tolist()
            current = shown.index(self._name) + 1 if self._name in shown else 0
            self.durations.names.show_choices(
                (tr("All names"), *labels[:NAMES_OFFERED]), current, tr("Whose durations")
            )

    def _offered(self) -> np.ndarray:
        assert self._summary is not None
        return np.asarray(self._summary.statistics.table["name"].values)[:NAMES_OFFERED]

    def _choose_offered(self, place: int) -> None:
        if self._summary is not None:
            self._name = int(self._offered()[place - 1]) if place else None
            self._count_durations()

    def _choose_name(self, row: int) -> None:
        self._name = self.names.name_at(row) if row >= 0 else None
        self._offer_names()

    def _count_durations(self) -> None:
        summary, name = self._summary, self._name
        if summary is None or self._pages.currentIndex() != DURATIONS:
            return
        picks = summary.picks
        self._histograms.run(
            lambda: histogram_of(
                durations_of(
                    summary.trace, picks if name is None else named(summary.trace, picks, name)
                )
            )
        )

    def _show_finer(self, finer: Finer) -> None:
        if self._summary is not None:
            row = self.names.view.currentIndex().row()
            name = self.names.name_at(row) if row >= 0 else None
            self.names.show_statistics(self._summary.statistics, finer.spread)
            if name is not None:
                self.names.go_to(name)
            self.tracks.show_table(finer.tracks)

    def _show_histogram(self, histogram: Histogram | None) -> None:
        self.durations.show_histogram(histogram)


class DurationsView(QWidget):
    """Whose durations, and their histogram."""

    def __init__(self) -> None:
        super().__init__()
        self.histogram: Histogram | None = None
        self.names = Picker(tr("Durations of"), 160, 320)
        self.bars = HistogramView()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.names)
        column.addWidget(self.bars, 1)

    def show_histogram(self, histogram: Histogram | None) -> None:
        """Show another histogram."""
        self.histogram = histogram
        self.bars.show_histogram(histogram)


def histogram_table(histogram: Histogram | None) -> Table:
    """A histogram as a table: bounds and counts."""
    edges = np.zeros(1, np.int64) if histogram is None else histogram.edges_ps
    counts = np.zeros(0, np.int64) if histogram is None else histogram.counts
    if histogram is not None and histogram.instants:
        edges = np.concatenate(([0], edges))
        counts = np.concatenate(([histogram.instants], counts))
    return Table(
        (
            Column("from_ps", tr("From"), edges[:-1], Unit.PICOSECONDS),
            Column("below_ps", tr("Below"), edges[1:], Unit.PICOSECONDS),
            Column("events", tr("Events"), counts, Unit.COUNT),
        )
    )
