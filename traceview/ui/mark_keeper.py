"""Brings the marks of a capture back when it is opened again, and saves them when they change."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from traceview.ui.opener import Opener
from traceview.ui.session import Session
from traceview.ui.settings import Settings
from traceview.ui.text import tr

SAVE_MS = 400  # after the last change


class MarkKeeper(QObject):
    """Between the session's marks and the settings."""

    def __init__(self, session: Session, opener: Opener, settings: Settings) -> None:
        super().__init__(session)
        self._session, self._opener, self._settings = session, opener, settings
        self._open: tuple[str, str] | None = None  # path and run whose marks these are
        self._late = QTimer(self, singleShot=True, interval=SAVE_MS)
        self._late.timeout.connect(self._save)
        opener.opened.connect(self._load)
        opener.returned.connect(self._load)
        opener.leaving.connect(self._leave)
        session.marksChanged.connect(self._change)

    def flush(self) -> None:
        """Write now what has changed."""
        if self._late.isActive():
            self._save()

    def _load(self) -> None:
        """Add what was there to what was marked while the capture was read."""
        current = self._opener.current
        if current is not None:
            key = current.path, current.run.name
            stored = self._settings.marks(*key, self._session.trace.t0_ns)
            meanwhile = self._session.marks
            self._session.set_marks((*stored, *meanwhile))
            self._open = key
            if meanwhile:
                self._late.start()

    def _leave(self) -> None:
        self.flush()
        self._open = None

    def _change(self) -> None:
        if self._open is not None:
            self._late.start()

    def _save(self) -> None:
        self._late.stop()
        if self._open is None:
            return
        try:
            self._settings.set_marks(*self._open, self._session.marks, self._session.trace.t0_ns)
        except OSError as error:
            reason = error.strerror or str(error)
            self._session.message.emit(tr("The notes could not be saved: {}").format(reason))
