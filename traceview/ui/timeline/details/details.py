"""The details pane: nothing, one event, or many summed by name."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from traceview.model.event_filter import with_durations
from traceview.model.format import count, duration
from traceview.model.matches import Matches
from traceview.model.table import Table
from traceview.model.trace import EventId, Trace
from traceview.ui.latest import Latest
from traceview.ui.session import NOTHING, Selection, Session
from traceview.ui.text import plain_label, set_text, tooltip, tr
from traceview.ui.timeline.details import event_facts
from traceview.ui.timeline.details.chosen import (
    Overview,
    Summary,
    effective,
    overview_of,
    summary_of,
)
from traceview.ui.timeline.details.copying import CopyButton
from traceview.ui.timeline.details.details_table import EventTable, PlainTable
from traceview.ui.timeline.details.event_facts import Fact, Group
from traceview.ui.timeline.details.facts_pane import FactsPane
from traceview.ui.timeline.details.flow_facts import flow_groups_of
from traceview.ui.timeline.details.guide_notes import counterpart_of, note_of
from traceview.ui.timeline.details.selection_views import SelectionViews
from traceview.ui.timeline.details.state_facts import snapshot_table
from traceview.ui.timeline.details.stretch_facts import capture_facts, counted_words, stretch_facts
from traceview.ui.timeline.details.swatches import swatch
from traceview.ui.widgets.card import rule
from traceview.ui.widgets.icons import Button
from traceview.ui.widgets.segments import Segments

HINT = (
    "Click an event, or drag a box around several, to see what they are.",
    "←  → step along a row,  ↑  ↓ to parent and child.  M marks an interval,  4 draws one.",
)
EVENT, INTERVAL = 0, 1


class Details(QWidget):
    """Follows the session. ``described`` tells the selection in a few words."""

    described = Signal(str)
    revealRequested = Signal(object)  # EventId that somebody follows a link to

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setProperty("kind", "chrome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._interval_first = False
        self._matches: Matches | None = None
        self._event_lines: tuple[Fact, ...] = ()
        self._latest = Latest(self)
        self._latest.ready.connect(self._show_result)
        self._settle = QTimer(self, singleShot=True, interval=0)
        self._settle.timeout.connect(self._show)
        self.facts = FactsPane()
        self.event_table = EventTable()
        self.snapshots = PlainTable(tr("Snapshots of the object"))
        self.views = SelectionViews(swatch)
        self._title = plain_label(px=13, weight=600)
        self._note = plain_label(rank=2, px=11)
        self._switch = Segments((tr("Event"), tr("Interval")))
        self.only_matches = Button(tr("Only matches"), "segment")
        self.only_matches.setCheckable(True)
        self.only_matches.setToolTip(tooltip(tr("Count only what the search finds")))
        self.copy_button = CopyButton(self.table)
        self._hint = _hint()
        self._tables = QStackedWidget()
        for table in (self.event_table, self.snapshots, self.views, self._hint):
            self._tables.addWidget(table)
        self._lay_out()
        self.setMinimumHeight(110)
        self._connect()
        self._show_table(self._hint)

    @property
    def busy(self) -> bool:
        """Whether what is shown is about to change."""
        return self._settle.isActive() or self._latest.busy or self.views.busy

    @property
    def matches(self) -> Matches | None:
        """What statistics are limited to, None for all events."""
        return self._matches if self.only_matches.isChecked() else None

    def set_matches(self, matches: Matches | None) -> None:
        """What the search has found, to which statistics can be limited."""
        before, self._matches = self.matches, matches
        self._offer_matches()
        if matches is None:
            self.only_matches.setChecked(False)
        if self.matches is not before:
            self._settle.start()

    def table(self) -> Table | None:
        """What is shown, as a table; None while nothing is chosen."""
        shown = self._tables.currentWidget()
        if shown is self.views:
            return self.views.table
        if shown is self.snapshots:
            return self.snapshots.table
        return event_facts.table_of(self._event_lines) if shown is self.event_table else None

    def copy(self) -> None:
        """Put what is shown on the clipboard, as text with tabs."""
        self.copy_button.copy()

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
        self.views.wait()

    def _connect(self) -> None:
        session = self._session
        session.selectionChanged.connect(self._selection_changed)
        session.rangeChanged.connect(self._range_changed)
        session.traceChanged.connect(lambda trace: self._settle.start())
        session.captureChanged.connect(lambda capture: self._settle.start())
        self._switch.chosen.connect(self._choose)
        self.only_matches.clicked.connect(lambda: self._settle.start())
        self.copy_button.copied.connect(session.message)
        self.views.narrowed.connect(self._narrow)
        self.views.durationsPicked.connect(self._pick_durations)
        self.facts.targeted.connect(self._follow)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 0, 0)
        head.setSpacing(10)
        head.addWidget(self._switch, 0, Qt.AlignmentFlag.AlignLeft)
        head.addWidget(self._title)
        head.addWidget(self._note)
        head.addWidget(self.views.switch)
        head.addStretch(1)
        head.addWidget(self.views.columns)
        head.addWidget(self.only_matches)
        head.addWidget(self.copy_button)
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
        session, trace, matches = self._session, self._session.trace, self.matches
        single, range_ps = session.selection.single, session.range_ps
        if matches is not None and matches.trace is not trace:
            matches = None  # those of the grown trace are still searched for
        self._latest.forget()
        self._switch.setVisible(single is not None and range_ps is not None)
        if single is not None and not (self._interval_first and range_ps):
            self._switch.choose(EVENT)
            self._show_event(trace, single)
        elif not session.selection and range_ps is None and matches is None:
            self._latest.run(lambda: overview_of(trace))
        else:
            self._switch.choose(INTERVAL)
            chosen = NOTHING if single is not None else session.selection
            self._latest.run(lambda: summary_of(trace, chosen, range_ps, matches))

    def _show_event(self, trace: Trace, event: EventId) -> None:
        name = event_facts.name_of(trace, event)
        category = event_facts.category_of(trace, event)
        groups, stats = event_facts.groups_of(trace, event), event_facts.stats_of(trace, event)
        groups = (*groups, *flow_groups_of(trace, event))
        other = counterpart_of(trace, event)
        if other is not None:
            fact = Fact(tr("Longest"), event_facts.name_of(trace, other), other)
            groups = (*groups, Group(tr("At the other end, in this step"), (fact,)))
        self.facts.show_event(name, category, groups, note_of(trace, event))
        told = (fact for group in groups for fact in group.facts)
        self._event_lines = (Fact(tr("Name"), name), Fact(tr("Category"), category), *told, *stats)
        if trace.tracks[event.track].snapshots is not None:
            self._show_snapshots(trace, event)
        else:
            self._show_stats(stats)
        dur_ps = int(trace.tracks[event.track].events.dur_ps[event.index])
        self.described.emit(tr("sel 1 event · {}").format(duration(dur_ps)))

    def _show_stats(self, stats: tuple[Fact, ...]) -> None:
        self.event_table.show_stats(stats)
        words = tr("1 stat") if len(stats) == 1 else tr("{} stats").format(count(len(stats)))
        set_text(self._title, words)
        set_text(self._note, tr("Enter shows a value whole") if stats else "")
        self._show_table(self.event_table)

    def _show_snapshots(self, trace: Trace, event: EventId) -> None:
        table = snapshot_table(trace.tracks[event.track], event.index)
        self.snapshots.show_table(table)
        one = table.rows == 1
        set_text(self._title, tr("1 snapshot") if one else tr("{} snapshots").format(table.rows))
        set_text(self._note, "")
        self._show_table(self.snapshots)

    def _show_result(self, result: Summary | Overview) -> None:
        if isinstance(result, Summary):
            self._show_summary(result)
        else:
            facts = capture_facts(self._session)
            self.facts.show_stretch(tr("This capture"), facts, result.busy)
            self._show_table(self._hint)
            self.described.emit("")

    def _show_table(self, table: QWidget) -> None:
        self._tables.setCurrentWidget(table)
        many = table is self.views  # the totals and the facts say how many
        self.copy_button.setVisible(table is not self._hint)
        for widget in (self._title, self._note):
            widget.setVisible(table in (self.event_table, self.snapshots))
        self.views.switch.setVisible(many)
        self.views.columns.setVisible(many)
        self._offer_matches()

    def _offer_matches(self) -> None:
        counted = self._tables.currentWidget() in (self.views, self._hint)
        self.only_matches.setVisible(counted and self._matches is not None)

    def _show_summary(self, summary: Summary) -> None:
        title, facts = stretch_facts(self._session.selection, summary)
        self.facts.show_stretch(title, facts, summary.busy)
        self.views.show_summary(summary)
        self._show_table(self.views)
        own = duration(summary.statistics.self_ps)
        self.described.emit(tr("sel {} · {}").format(counted_words(summary), own))

    def _narrow(self, name: int) -> None:
        """Select only the events of a name, of all that are selected."""
        session, trace = self._session, self._session.trace
        chosen = NOTHING if session.selection.single else session.selection
        chosen = effective(trace, chosen, session.range_ps or self._whole())
        kept = tuple(
            event
            for event in chosen.events
            if int(trace.tracks[event.track].events.name[event.index]) == name
        )
        session.set_selection(Selection(kept, chosen.boxes, name if chosen.boxes else None))

    def _whole(self) -> tuple[int, int]:
        start_ps, end_ps = self._session.trace.span_ps
        return start_ps, end_ps + 1

    def _pick_durations(self, name: int | None, low_ps: int, high_ps: int) -> None:
        """Search for events of such durations, count only these, and those of the name."""
        if name is not None:
            self._narrow(name)
        self.only_matches.setChecked(True)
        self._settle.start()
        self._session.set_search(with_durations(self._session.search, low_ps, high_ps))

    def _follow(self, event: EventId) -> None:
        self._session.set_selection(Selection((event,)))
        self.revealRequested.emit(event)


def _hint() -> QWidget:
    widget = QWidget()
    column = QVBoxLayout(widget)
    column.setSpacing(6)
    column.addStretch(1)
    for line in HINT:
        column.addWidget(plain_label(tr(line), rank=2), 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(1)
    return widget
