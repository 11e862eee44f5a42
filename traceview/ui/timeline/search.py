"""The search: what is typed, what it finds, and stepping through it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traceview.model.errors import TraceError
from traceview.model.event_filter import HELP, EventFilter, FilterError, parse
from traceview.model.format import count
from traceview.model.matches import Matches
from traceview.model.trace import Trace
from traceview.ui.latest import Latest
from traceview.ui.session import Selection, Session
from traceview.ui.text import tr
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.widgets.search_bar import SearchBar


class SearchController(QObject):
    """Searches on a thread; a step that is asked for before the result is taken after it.

    What cannot be read as a filter is told by the bar, and the last result stays.
    """

    found = Signal(object)  # Matches | None

    def __init__(self, session: Session, bar: SearchBar, canvas: TimelineCanvas) -> None:
        super().__init__(canvas)
        self._session, self._bar, self._canvas = session, bar, canvas
        self._matches: Matches | None = None
        self._pending_step = 0
        self._latest = Latest(self)
        self._latest.ready.connect(self._show)
        bar.edited.connect(session.set_search)
        bar.stepped.connect(self.step)
        bar.hideOthers.connect(session.set_hide_others)
        bar.offer_help([(written, tr(meaning)) for written, meaning in HELP])
        session.searchChanged.connect(self._search)
        session.hideOthersChanged.connect(self._show_hidden)
        session.traceChanged.connect(self._search_again)
        session.selectionChanged.connect(lambda selection: self._show_count())

    @property
    def matches(self) -> Matches | None:
        """What was found, None while nothing is searched for."""
        return self._matches

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return self._latest.busy

    def step(self, direction: int) -> None:
        """Select and reveal the next match (+1) or the one before (-1), around the ends."""
        if self._latest.busy:
            self._pending_step = direction
            return
        if self._matches is None or not self._matches.count:
            return
        event = self._session.selection.single
        if event is None:
            start_ps = round(self._session.view.start_ps)
            found = self._matches.from_time(start_ps)
            if found is not None and direction < 0:
                found = self._matches.previous(found)
        else:
            found = self._matches.next(event) if direction > 0 else self._matches.previous(event)
        if found is not None:
            self._session.set_selection(Selection((found,)))
            self._canvas.reveal(found)

    def wait(self) -> None:
        """Return when no thread searches."""
        self._latest.forget()
        self._latest.wait()

    def _search(self, text: str) -> None:
        self._bar.set_search(text)
        self._pending_step = 0
        try:
            wanted = parse(text)
        except FilterError as error:
            self._latest.forget()
            self._bar.show_error(str(error))
            return
        self._bar.show_error("")
        if wanted:
            trace = self._session.trace
            self._latest.run(lambda: _found(trace, wanted))
        else:
            self._latest.forget()
            self._show(None)

    def _search_again(self, trace: Trace) -> None:
        if self._session.search:
            self._matches = None  # they were of another state of the trace
            self._canvas.set_matches(None)
            self._search(self._session.search)

    def _show(self, result: Matches | str | None) -> None:
        """Show what was found, or in words why nothing can be."""
        if isinstance(result, str):
            self._bar.show_error(result)
            return
        self._matches = result
        self._mark()
        self.found.emit(result)
        self._show_count()
        if self._pending_step:
            direction, self._pending_step = self._pending_step, 0
            self.step(direction)

    def _mark(self) -> None:
        self._canvas.set_matches(self._matches, hide_others=self._session.hide_others)

    def _show_hidden(self, hidden: bool) -> None:
        self._bar.show_hidden(hidden)
        self._mark()

    def _show_count(self) -> None:
        matches = self._matches
        if matches is None:
            self._bar.show_count("", False)
            return
        event = self._session.selection.single
        if not matches.count:
            words = tr("no match")
        elif event is not None and event in matches:
            words = tr("{} of {}").format(count(matches.position(event) + 1), count(matches.count))
        else:
            words = tr("{} found").format(count(matches.count))
        self._bar.show_count(words, matches.count > 0)


def _found(trace: Trace, wanted: EventFilter) -> Matches | str:
    try:
        return wanted.find(trace)
    except (FilterError, TraceError) as error:  # args are read from the file, which may be gone
        return str(error)
