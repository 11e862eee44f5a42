"""Reading a capture on a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from PySide6.QtCore import QObject, QThread, Signal

from traceview.model.errors import Cancelled, TraceError
from traceview.model.reader import Progress
from traceview.model.trace import Trace

TELL_EVERY_S = 0.05
SHOW_EVERY_S = 0.2

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """How far reading has come; ``bytes_per_s`` is 0 before it is known."""

    done_bytes: int
    total_bytes: int
    bytes_per_s: float

    @property
    def fraction(self) -> float:
        """From 0 to 1."""
        return min(self.done_bytes / self.total_bytes, 1.0) if self.total_bytes > 0 else 0.0


class Job(QThread):
    """Runs ``work`` with a Progress that talks through signals.

    One of ``done``, ``failed`` and ``stopped`` comes at the end. ``cancel`` makes the work stop
    at its next word about progress; ``wait`` then returns soon. Every signal tells its job
    first, since one that was on its way may arrive when another job runs.
    """

    progressed = Signal(object, object)  # Job, Reading
    grew = Signal(object, object)  # Job, Trace
    done = Signal(object, object)  # Job, what ``work`` returned
    failed = Signal(object, object)  # Job, TraceError
    stopped = Signal(object)  # Job

    def __init__(self, work: Callable[[Progress], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._cancelled = Event()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancelled.is_set()

    def run(self) -> None:
        try:
            result = self._work(_Relay(self))
        except Cancelled:
            self.stopped.emit(self)
        except TraceError as error:
            self.failed.emit(self, error)
        except MemoryError:
            self.failed.emit(self, _out_of_memory())
        except Exception as fault:
            logger.exception("reading failed")
            self.failed.emit(self, _fault(fault))
        else:
            self.done.emit(self, result)


class _Relay(Progress):
    """Passes progress on, not more often than a person can see; called from any thread."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._begun_s = time.monotonic()
        self._told_s = self._shown_s = 0.0

    def advance(self, done_bytes: int, total_bytes: int) -> None:
        now_s = self._now()
        if now_s - self._told_s >= TELL_EVERY_S or done_bytes >= total_bytes:
            self._told_s = now_s
            rate = done_bytes / max(now_s - self._begun_s, 1e-3)
            self._job.progressed.emit(self._job, Reading(done_bytes, total_bytes, rate))

    def show(self, trace: Trace) -> None:
        now_s = self._now()
        if now_s - self._shown_s >= SHOW_EVERY_S:
            self._shown_s = now_s
            self._job.grew.emit(self._job, trace)

    def _now(self) -> float:
        if self._job.cancelled:
            raise Cancelled
        return time.monotonic()


def _out_of_memory() -> TraceError:
    return TraceError(
        "There is not enough memory for this capture.",
        "Its events take more than the computer has free.",
        "Close other programs, or open fewer hosts of the run.",
    )


def _fault(fault: Exception) -> TraceError:
    return TraceError(
        "The program failed while it read this capture.",
        f"{type(fault).__name__}: {fault}",
        "This is a fault of the program: copy the diagnostics into a report of it.",
    )
