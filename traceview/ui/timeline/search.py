"""The search: what is typed, what it finds, and stepping through it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from traceview.model.format import count
from traceview.model.search import Matches, find
from traceview.model.trace import Trace
from traceview.ui.latest import Latest
from traceview.ui.session import Selection, Session
from traceview.ui.text import tr
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.widgets.search_bar import SearchBar


class SearchController(QObject):
    """Searches on a thread; a step that is asked for before the result is taken after it."""

    def __init__(self, session: Session, bar: SearchBar, canvas: TimelineCanvas) -> None:
        super().__init__(canvas)
        self._session, self._bar, self._canvas = session, bar, canvas
        self._matches: Matches | None = None
        self._pending_step = 0
        self._latest = Latest(self)
        self._latest.ready.connect(self._show)
        bar.edited.connect(session.set_search)
        bar.stepped.connect(self.step)
        session.searchChanged.connect(self._search)
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
        if self._session.search and self._matches is None:
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
        if text:
            trace = self._session.trace
            self._matches = None
            self._latest.run(lambda: find(trace, text))
        else:
            self._latest.forget()
            self._show(None)

    def _search_again(self, trace: Trace) -> None:
        if self._session.search:
            self._canvas.set_matches(None)  # they were of another state of the trace
            self._search(self._session.search)

    def _show(self, matches: Matches | None) -> None:
        self._matches = matches
        self._canvas.set_matches(matches)
        self._show_count()
        if self._pending_step:
            direction, self._pending_step = self._pending_step, 0
            self.step(direction)

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
