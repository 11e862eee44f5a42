"""Opens captures into the session, and keeps what is open when that fails."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traceview.model.errors import TraceError
from traceview.model.trace import Trace
from traceview.ui.jobs import Job, Reading
from traceview.ui.opening import Opened, Request, read
from traceview.ui.session import Session


class Opener(QObject):
    """One load at a time; ``started`` and ``ended`` frame it.

    ``opened`` or ``failed`` come in between, neither when it was cancelled. ``leaving`` comes
    before what is open makes room for a trace that is only partly read, and ``returned`` when
    nothing took its place in the end.
    """

    started = Signal(object)  # Request
    progressed = Signal(object)  # Reading
    opened = Signal(object)  # Opened
    failed = Signal(object)  # TraceError
    ended = Signal()
    leaving = Signal()
    returned = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._current: Opened | None = None
        self._job: Job | None = None
        self._grown = False

    @property
    def current(self) -> Opened | None:
        """What is open, None when nothing is."""
        return self._current

    @property
    def busy(self) -> bool:
        """Whether something is being read."""
        return self._job is not None

    def open(self, request: Request) -> None:
        """Read what ``request`` names; a load that runs already is cancelled."""
        self.cancel()
        self._job = Job(lambda progress: read(request, progress))
        self._job.progressed.connect(self._progress)
        self._job.grew.connect(self._grow)
        self._job.done.connect(self._done)
        self._job.failed.connect(self._failed)
        self._job.stopped.connect(self._stopped)
        self.started.emit(request)
        self._job.start()

    def cancel(self) -> None:
        """Stop the load that runs, if any, and show again what was open before."""
        job = self._job
        if job is not None:
            job.cancel()
            job.wait()
            self._stopped(job)

    def close(self) -> None:
        """Show nothing."""
        self.cancel()
        if self._current is not None:
            self.leaving.emit()
            self._current = None
            self._session.set_capture(None)
            self._session.set_trace(Trace())

    def _progress(self, job: Job, reading: Reading) -> None:
        if job is self._job:
            self.progressed.emit(reading)

    def _grow(self, job: Job, trace: Trace) -> None:
        if job is self._job:
            self._make_room()
            self._session.set_trace(trace, grown=self._grown)
            self._grown = True

    def _done(self, job: Job, opened: Opened) -> None:
        if job is self._job:
            self._make_room()
            self._current = opened
            self._session.set_trace(opened.capture.trace, grown=self._grown)
            self._session.set_capture(opened.capture)
            self._end(job)
            self.opened.emit(opened)

    def _failed(self, job: Job, error: TraceError) -> None:
        if job is self._job:
            self._stopped(job)
            self.failed.emit(error)

    def _stopped(self, job: Job) -> None:
        if job is self._job:
            if self._grown:
                self._show_current()
            self._end(job)

    def _make_room(self) -> None:
        if not self._grown:
            if self._current is not None:
                self.leaving.emit()
            self._session.set_capture(None)

    def _show_current(self) -> None:
        current = self._current
        self._session.set_trace(current.capture.trace if current else Trace())
        self._session.set_capture(current.capture if current else None)
        self.returned.emit()

    def _end(self, job: Job) -> None:
        job.wait()
        self._job, self._grown = None, False
        self.ended.emit()
