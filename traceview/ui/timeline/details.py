"""The details pane: nothing, one event, or many summed by name."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from traceview.model.format import count, duration, exact_time, size
from traceview.model.trace import EventId, Trace
from traceview.ui.latest import Latest
from traceview.ui.notices import copy_text
from traceview.ui.session import NOTHING, Selection, Session
from traceview.ui.text import plain_label, set_text, tr
from traceview.ui.theme import current_theme
from traceview.ui.timeline import event_facts
from traceview.ui.timeline.chosen import Overview, Summary, effective, overview_of, summary_of
from traceview.ui.timeline.colours import code_of, palette
from traceview.ui.timeline.details_table import EventTable, NamesTable
from traceview.ui.timeline.event_facts import Fact
from traceview.ui.timeline.facts_pane import FactsPane
from traceview.ui.timeline.raster import Pixels
from traceview.ui.tokens import Theme
from traceview.ui.widgets.card import rule
from traceview.ui.widgets.icons import Button
from traceview.ui.widgets.segments import Segments

HINT = (
    "Click an event, or drag a box around several, to see what they are.",
    "←  → step along a row,  ↑  ↓ to parent and child.  M marks an interval,  4 draws one.",
)
EVENT, INTERVAL = 0, 1
EARLIEST_NS = 10**18  # in 2001; what is earlier is not a wall clock


class Details(QWidget):
    """Follows the session. ``described`` tells the selection in a few words."""

    described = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("kind", "chrome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._interval_first = False
        self._copied = ""
        self._latest = Latest(self)
        self._latest.ready.connect(self._show_result)
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._show)
        self.facts = FactsPane()
        self.event_table = EventTable()
        self.names_table = NamesTable(swatch)
        self.names_table.view.opened.connect(self._narrow)
        self._title = plain_label(px=13, weight=600)
        self._note = plain_label(rank=2, px=11)
        self._switch = Segments((tr("Event"), tr("Marked interval")))
        self._switch.chosen.connect(self._choose)
        self._copy = Button(tr("Copy"), "", "copy")
        self._copy.clicked.connect(self.copy)
        self._tables = QStackedWidget()
        self._tables.addWidget(self.event_table)
        self._tables.addWidget(self.names_table)
        self._hint = _hint()
        self._tables.addWidget(self._hint)
        self._lay_out()
        self.setMinimumHeight(110)
        session.selectionChanged.connect(self._selection_changed)
        session.rangeChanged.connect(self._range_changed)
        session.traceChanged.connect(lambda trace: self._settle.start())
        session.captureChanged.connect(lambda capture: self._settle.start())
        self._show_table(self._hint)

    @property
    def busy(self) -> bool:
        """Whether what is shown is about to change."""
        return self._settle.isActive() or self._latest.busy

    def copy(self) -> None:
        """Put what is shown on the clipboard, as text with tabs."""
        shown = self._tables.currentWidget()
        if shown is not self._hint:
            copy_text(self._copied if shown is self.event_table else self.names_table.tsv())
            self._session.message.emit(tr("Copied as text with tabs"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def wait(self) -> None:
        """Return when no thread works for this pane."""
        self._settle.stop()
        self._latest.forget()
        self._latest.wait()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 0, 0)
        head.setSpacing(10)
        head.addWidget(self._switch, 0, Qt.AlignmentFlag.AlignLeft)
        head.addWidget(self._title)
        head.addWidget(self._note, 1)
        head.addWidget(self._copy)
        right = QVBoxLayout()
        right.setContentsMargins(6, 8, 10, 4)
        right.setSpacing(4)
        right.addLayout(head)
        right.addWidget(self._tables, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.facts)
        row.addWidget(rule(vertical=True))
        row.addLayout(right, 1)

    def _selection_changed(self) -> None:
        self._interval_first = False
        self._settle.start()

    def _range_changed(self, range_ps: tuple[int, int] | None) -> None:
        self._interval_first = range_ps is not None
        self._settle.start()

    def _choose(self, segment: int) -> None:
        self._interval_first = segment == INTERVAL
        self._settle.start()

    def _show(self) -> None:
        session, trace = self._session, self._session.trace
        single, range_ps = session.selection.single, session.range_ps
        self._latest.forget()
        self._switch.setVisible(single is not None and range_ps is not None)
        if not session.selection and range_ps is None:
            self._latest.run(lambda: overview_of(trace))
        elif single is not None and not (self._interval_first and range_ps):
            self._switch.choose(EVENT)
            self._show_event(trace, single)
        else:
            self._switch.choose(INTERVAL)
            chosen = NOTHING if single is not None else session.selection
            self._latest.run(lambda: summary_of(trace, chosen, range_ps))

    def _show_event(self, trace: Trace, event: EventId) -> None:
        name = event_facts.name_of(trace, event)
        category = event_facts.category_of(trace, event)
        facts, stats = event_facts.facts_of(trace, event), event_facts.stats_of(trace, event)
        self.facts.show_event(name, category, facts)
        self.event_table.show_stats(stats)
        words = tr("1 stat") if len(stats) == 1 else tr("{} stats").format(count(len(stats)))
        set_text(self._title, words)
        set_text(self._note, tr("Enter shows a value whole") if stats else "")
        lines = (Fact(tr("Name"), name), Fact(tr("Category"), category), *facts, *stats)
        self._copied = "\n".join(f"{fact.name}\t{fact.value}" for fact in lines)
        self._show_table(self.event_table)
        dur_ps = int(trace.tracks[event.track].events.dur_ps[event.index])
        self.described.emit(tr("sel 1 event · {}").format(duration(dur_ps)))

    def _show_result(self, result: Summary | Overview) -> None:
        if isinstance(result, Summary):
            self._show_summary(result)
        else:
            self.facts.show_stretch(tr("This capture"), _capture_facts(self._session), result.busy)
            self._show_table(self._hint)
            self.described.emit("")

    def _show_table(self, table: QWidget) -> None:
        self._tables.setCurrentWidget(table)
        for widget in (self._title, self._note, self._copy):
            widget.setVisible(table is not self._hint)

    def _show_summary(self, summary: Summary) -> None:
        statistics = summary.statistics
        title, facts = _facts_of(summary, self._session.selection)
        self.facts.show_stretch(title, facts, summary.busy)
        self.names_table.show_statistics(statistics)
        number = statistics.occurrences
        events = tr("1 event") if number == 1 else tr("{} events").format(count(number))
        set_text(self._title, events)
        starts = (
            tr("that starts in the interval") if number == 1 else tr("that start in the interval")
        )
        set_text(self._note, starts if summary.interval_ps else "")
        self._show_table(self.names_table)
        self.described.emit(tr("sel {} · {}").format(events, duration(statistics.self_ps)))

    def _narrow(self, row: int) -> None:
        """Select only the events of the name in a row, of all that are selected."""
        session, trace = self._session, self._session.trace
        name = self.names_table.name_at(row)
        chosen = NOTHING if session.selection.single else session.selection
        chosen = effective(trace, chosen, session.range_ps)
        kept = tuple(
            event
            for event in chosen.events
            if int(trace.tracks[event.track].events.name[event.index]) == name
        )
        session.set_selection(Selection(kept, chosen.boxes, name if chosen.boxes else None))


def swatch(name: str) -> QColor:
    """The colour that events of a name have on the timeline."""
    return QColor.fromRgba(int(_palette(current_theme())[code_of(name)]))


@lru_cache(maxsize=2)
def _palette(theme: Theme) -> Pixels:
    return palette(theme)


def _capture_facts(session: Session) -> list[Fact]:
    capture, trace = session.capture, session.trace
    start_ps, end_ps = trace.span_ps
    facts = [
        Fact(tr("Events"), count(trace.event_count)),
        Fact(tr("Span"), duration(end_ps - start_ps)),
    ]
    if capture is None:
        return facts
    derived = sum(len(track.events) for track in trace.tracks if track.derived)
    facts[0] = Fact(tr("Events"), count(capture.event_count))
    if derived:
        facts.insert(1, Fact(tr("Derived"), tr("{} more, from those").format(count(derived))))
    if trace.t0_ns >= EARLIEST_NS:
        begun = datetime.fromtimestamp(trace.t0_ns / 1e9, UTC)
        facts.append(Fact(tr("Begun"), f"{begun:%Y-%m-%d %H:%M:%S} UTC"))
    facts.append(Fact(tr("Planes"), count(len(capture.planes))))
    facts.append(Fact(tr("Read"), size(capture.size_bytes)))
    facts.append(Fact(tr("Path"), capture.path))
    return facts


def _facts_of(summary: Summary, selection: Selection) -> tuple[str, list[Fact]]:
    """Heading and facts of the left part."""
    if summary.interval_ps is not None:
        start_ps, end_ps = summary.interval_ps
        return tr("Marked interval"), [
            Fact(tr("Start"), exact_time(start_ps)),
            Fact(tr("End"), exact_time(end_ps)),
            Fact(tr("Duration"), exact_time(end_ps - start_ps)),
        ]
    facts = []
    if selection.boxes:
        start_ps = min(box.start_ps for box in selection.boxes)
        end_ps = max(box.end_ps for box in selection.boxes)
        tracks = {track for box in selection.boxes for track, _ in box.rows}
        facts = [
            Fact(tr("Start"), exact_time(start_ps)),
            Fact(tr("End"), exact_time(end_ps)),
            Fact(tr("Duration"), exact_time(end_ps - start_ps)),
            Fact(tr("Tracks"), count(len(tracks))),
        ]
    else:
        facts = [Fact(tr("Tracks"), count(len({event.track for event in selection.events})))]
    return tr("Selection"), [*facts, Fact(tr("Counted"), tr("whole events that start in it"))]


def _hint() -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setSpacing(6)
    column.addStretch(1)
    for line in HINT:
        column.addWidget(plain_label(tr(line), rank=2), 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(1)
    return widget
