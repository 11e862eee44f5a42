"""Moves the view of a session: held keys, jumps, limits. The clock ticks only while moving."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from traceview.ui.session import Session, View
from traceview.ui.timeline.navigation import (
    GLIDE_S,
    SMALLEST_SPAN_PS,
    Axis,
    Glide,
    Motion,
    clamped,
    whole,
    zoomed,
)

TICK_MS = 8
LONGEST_TICK_S = 0.050  # after a stall the view goes on from where it was, it does not leap


class Navigator(QObject):
    """The only writer of ``Session.view`` while a timeline is shown.

    ``anchor`` is where the mouse last was, as a share of the width: zooming keeps its time.
    ``leaving`` comes before a jump, ``arrived`` when it is over.
    """

    leaving = Signal()
    arrived = Signal()

    def __init__(
        self, session: Session, parent: QObject, clock: Callable[[], float] = perf_counter
    ) -> None:
        super().__init__(parent)
        self.anchor = 0.5
        self.reduced_motion = False
        self._session = session
        self._clock = clock
        self._motion = Motion()
        self._glide: Glide | None = None
        self._glide_s = 0.0
        self._left = False  # for a jump that is not over
        self._last_s = 0.0
        self._limits = View(0.0, 1e12)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)

    @property
    def limits(self) -> View:
        """The whole trace with its gutter: what the view stays within."""
        return self._limits

    @property
    def moving(self) -> bool:
        """Whether the view will change on its own."""
        return self._timer.isActive()

    def set_span(self, span_ps: tuple[int, int], keep: bool) -> None:
        """Set the limits from the trace; with ``keep`` the view stays unless it showed all."""
        showed_all = self._session.view == self._limits
        self._limits = whole(span_ps)
        if keep and not showed_all:
            self._session.set_view(clamped(self._session.view, self._limits))
        else:
            self.stop()
            self._session.set_view(self._limits)

    def press(self, axis: Axis, direction: int, fast: bool = False) -> None:
        """A moving key goes down."""
        self._glide, self._left = None, False
        self._motion.press(axis, direction, fast)
        self._start()

    def release(self, axis: Axis, direction: int) -> None:
        """A moving key goes up."""
        self._motion.release(axis, direction)

    def stop(self) -> None:
        """Forget held keys and stay here."""
        self._motion.stop()
        self._glide, self._left = None, False
        self._timer.stop()

    def let_go(self) -> None:
        """Forget held keys; a jump goes on."""
        self._motion.stop()
        if self._glide is None:
            self._timer.stop()

    def go(self, view: View) -> None:
        """Show ``view`` at once."""
        self._glide, self._left = None, False
        self._session.set_view(clamped(view, self._limits))

    def zoom(self, factor: float, anchor: float) -> None:
        """Multiply the span, keeping the time at ``anchor``."""
        self.go(zoomed(self._session.view, factor, anchor))
        if factor < 1 and self._session.view.span_ps <= SMALLEST_SPAN_PS:
            self._session.message.emit(self.tr("This is as close as it gets: 20 ps"))

    def leave(self) -> None:
        """Tell of a jump before anything of it is seen; ``glide`` does, where nobody has."""
        if not self._left:
            self._left = True
            self.leaving.emit()

    def arrive(self) -> None:
        """Tell that a jump is over; ``glide`` does."""
        self._left = False
        self.arrived.emit()

    def glide(self, view: View) -> None:
        """Move to ``view`` so that the eye can follow; a new target takes over at once."""
        target = clamped(view, self._limits)
        if self._glide is not None and target == self._glide.target:
            return
        self.leave()
        self._motion.stop()
        if self.reduced_motion or target == self._session.view:
            self.go(target)
            self.arrive()
            return
        self._glide, self._glide_s = Glide(self._session.view, target), 0.0
        self._start()

    @property
    def target(self) -> View:
        """The view that will be there when a jump is over."""
        return self._glide.target if self._glide else self._session.view

    def tick(self) -> None:
        """Go on by the time that has passed."""
        now_s = self._clock()
        dt_s = min(now_s - self._last_s, LONGEST_TICK_S)
        self._last_s = now_s
        if self._glide is not None:
            self._glide_on(dt_s)
        else:
            view = self._motion.advance(self._session.view, dt_s, self.anchor)
            self._session.set_view(clamped(view, self._limits))
        if self._glide is None and not self._motion.moving:
            self._timer.stop()

    def _glide_on(self, dt_s: float) -> None:
        glide = self._glide
        if glide is None:
            return
        self._glide_s += dt_s
        self._session.set_view(glide.at(self._glide_s / GLIDE_S))
        if self._glide_s >= GLIDE_S:
            self._glide = None
            self.arrive()

    def _start(self) -> None:
        if not self._timer.isActive():
            self._last_s = self._clock()
            self._timer.start()
