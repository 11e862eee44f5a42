"""Work away from the GUI thread of which only the last result counts."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

FAILED = object()

logger = logging.getLogger(__name__)


class Latest(QObject):
    """Runs one piece of work at a time; ``ready`` tells its result.

    What is given while another runs waits; what waited before it is forgotten, and so is a
    result that is no longer the last one asked for.
    """

    ready = Signal(object)
    _finished = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._asked = self._told = 0
        self._finished.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return self._told != self._asked

    def run(self, work: Callable[[], object]) -> None:
        """Do ``work`` soon."""
        self._asked += 1
        self._pool.clear()
        self._pool.start(_Work(work, self._asked, self._finished.emit))

    def forget(self) -> None:
        """Want no result any more."""
        self._asked += 1
        self._told = self._asked
        self._pool.clear()

    def wait(self) -> None:
        """Return when nothing runs any more."""
        self._pool.waitForDone()

    def _tell(self, number: int, result: object) -> None:
        if number == self._asked != self._told:
            self._told = number
            if result is not FAILED:
                self.ready.emit(result)


class _Work(QRunnable):
    def __init__(
        self, work: Callable[[], object], number: int, tell: Callable[[int, object], None]
    ) -> None:
        super().__init__()
        self._work, self._number, self._tell = work, number, tell

    def run(self) -> None:
        try:
            result = self._work()
        except Exception:
            logger.exception("background work failed")
            result = FAILED
        self._tell(self._number, result)
