"""Remembers what was looked at, and goes back there."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from traceview.ui.session import Selection, Session, Visit
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.tracks.sheet import Sheet

STAY_MS = 1000
FAR = 1 / 3  # of the longer of two views, or of the height: beyond, it is another place
ENDS = {-1: "There is no view before this one", 1: "This is the latest view"}


class Visits(QObject):
    """Writes the session's history: at every jump, and where somebody stays for a second."""

    def __init__(self, session: Session, sheet: Sheet, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._session, self._sheet, self._navigator = session, sheet, navigator
        self._going = False
        # Who follows a link selects its end and then jumps there: what was left behind is what
        # was selected before, at the beginning of this turn of the event loop.
        self._selected = session.selection
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._end_turn)
        self._stay = QTimer(self, singleShot=True, interval=STAY_MS)
        self._stay.timeout.connect(self.note)
        session.selectionChanged.connect(lambda selection: self._turn.start())
        session.viewChanged.connect(lambda view: self._stay.start())
        sheet.scrolled.connect(lambda top: self._stay.start())
        navigator.leaving.connect(lambda: self._note(self._selected))
        navigator.arrived.connect(self.note)

    def note(self) -> None:
        """What is looked at now is worth coming back to."""
        self._end_turn()
        self._note(self._selected)

    def go(self, step: int) -> None:
        """Back (-1) or forward (+1)."""
        self.note()
        history = self._session.history.gone(step)
        visit = history.current
        if visit is None or history == self._session.history:
            self._session.message.emit(QCoreApplication.translate("Timeline", ENDS[step]))
            return
        self._session.set_history(history)
        self._going = True
        self._navigator.glide(visit.view)
        self._going = False
        self._sheet.scroll_to(visit.top)
        self._session.set_selection(visit.selection)

    def _note(self, selection: Selection) -> None:
        if not self._going and self._sheet.trace.tracks:
            here = Visit(self._navigator.target, self._sheet.top, selection)
            self._session.set_history(self._session.history.noted(here, self._is_same))

    def _end_turn(self) -> None:
        self._selected = self._session.selection

    def _is_same(self, before: Visit, after: Visit) -> bool:
        """Whether two visits are to one place, wherever in it."""
        moved_ps = max(
            abs(before.view.start_ps - after.view.start_ps),
            abs(before.view.end_ps - after.view.end_ps),
        )
        far_ps = FAR * max(before.view.span_ps, after.view.span_ps)
        near = abs(before.top - after.top) <= FAR * max(self._sheet.height, 1)
        return moved_ps <= far_ps and near
