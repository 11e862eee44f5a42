"""Motion over time: pure functions of views, and held keys that ease in and out."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from traceview.ui.session import View

SMALLEST_SPAN_PS = 20.0
GUTTER = 0.01  # of the trace, on either side
EASE_S = 0.060  # velocity reaches its target by this time constant
GLIDE_S = 0.200
TAP_WINDOWS = 0.30  # a tap moves at least so far
TAP_ZOOM = math.log(1.5)
PAN_SPEED = 1.4  # windows a second
ZOOM_SPEED = 4.0  # e-folds a second
FAST = {"pan": 2.0, "zoom": 2.5}
FIT = 0.8  # of the width, for what is zoomed to
STILL = 1e-3  # windows or e-folds a second; below, motion ends


class Axis(Enum):
    """What a held key moves."""

    PAN = "pan"
    ZOOM = "zoom"


def zoomed(view: View, factor: float, anchor: float) -> View:
    """``view`` with ``factor`` times its span; ``anchor`` (0 left, 1 right) keeps its time."""
    span = max(view.span_ps * factor, SMALLEST_SPAN_PS)
    start = view.start_ps + anchor * (view.span_ps - span)
    return View(start, start + span)


def panned(view: View, shift_ps: float) -> View:
    """``view`` moved to the right by ``shift_ps``."""
    return View(view.start_ps + shift_ps, view.end_ps + shift_ps)


def whole(span_ps: tuple[int, int]) -> View:
    """A trace from end to end, with its gutter."""
    gutter = max((span_ps[1] - span_ps[0]) * GUTTER, SMALLEST_SPAN_PS)
    return View(span_ps[0] - gutter, span_ps[1] + gutter)


def clamped(view: View, limits: View) -> View:
    """The nearest view that is not too narrow and lies within ``limits``."""
    span = min(max(view.span_ps, SMALLEST_SPAN_PS), limits.span_ps)
    middle = (view.start_ps + view.end_ps) / 2
    start = view.start_ps if span == view.span_ps else middle - span / 2
    start = min(max(start, limits.start_ps), limits.end_ps - span)
    return View(start, start + span)


def fitted(start_ps: float, end_ps: float) -> View:
    """The view in which an interval fills 80 % of the width."""
    span = max((end_ps - start_ps) / FIT, SMALLEST_SPAN_PS)
    middle = (start_ps + end_ps) / 2
    return View(middle - span / 2, middle + span / 2)


def brought_in(view: View, start_ps: float, end_ps: float) -> View:
    """The view of the same span, moved no more than needed to show an interval."""
    margin = 0.05 * view.span_ps
    if end_ps - start_ps > view.span_ps - 2 * margin:
        if start_ps < view.end_ps and end_ps > view.start_ps:
            return view
        return panned(view, start_ps - margin - view.start_ps)
    if start_ps < view.start_ps:
        return panned(view, start_ps - margin - view.start_ps)
    if end_ps > view.end_ps:
        return panned(view, end_ps + margin - view.end_ps)
    return view


@dataclass(frozen=True, slots=True)
class Glide:
    """A jump from one view to another, seen on the way (smoothstep, 200 ms).

    The span changes by even ratios, so a jump over many magnitudes does not rush at one end.
    """

    source: View
    target: View

    def at(self, share: float) -> View:
        """The view after ``share`` (0 to 1) of the time."""
        if share >= 1:
            return self.target
        eased = share * share * (3 - 2 * share)
        before, after = self.source.span_ps, self.target.span_ps
        if abs(before - after) < 1e-9 * before:
            return panned(self.source, eased * (self.target.start_ps - self.source.start_ps))
        span = before * (after / before) ** eased
        way = (before - span) / (before - after)
        start = self.source.start_ps + way * (self.target.start_ps - self.source.start_ps)
        return View(start, start + span)


@dataclass(slots=True)
class Drive:
    """Motion along one axis: which way the keys push, and how fast it goes.

    Seconds run from the first push. ``advance`` integrates exactly, so the way does not depend
    on how time is cut into frames: what a key is held for, times the speed.
    """

    speed: float
    tap: float
    held: int = 0
    velocity: float = 0.0
    _push: int = 0
    _fast: float = 1.0
    _owed_s: float = 0.0

    def press(self, direction: int, fast: float = 1.0) -> None:
        """A key for ``direction`` (1 or -1) goes down; it counts as held for a tap's length."""
        if direction != self._push:
            self._owed_s = 0.0
        self._push, self.held, self._fast = direction, direction, fast
        self._owed_s += self.tap / self.speed

    def release(self, direction: int, other_held: bool) -> None:
        """A key goes up; when the opposite one is still down, that one takes over."""
        if other_held:
            self._push, self.held, self._owed_s = -direction, -direction, 0.0
        elif self.held == direction:
            self.held = 0

    def stop(self) -> None:
        """Stand still at once."""
        self.held, self.velocity, self._owed_s = 0, 0.0, 0.0

    @property
    def moving(self) -> bool:
        """Whether there is way to go."""
        return bool(self.held) or self._owed_s > 0 or abs(self.velocity) > STILL

    def advance(self, dt_s: float) -> float:
        """The way of the next ``dt_s``, in windows or e-folds."""
        if self.held or self._owed_s >= dt_s:
            self._owed_s = max(self._owed_s - dt_s, 0.0)
            return self._ease(self._push * self.speed * self._fast, dt_s)
        pushed, self._owed_s = self._owed_s, 0.0
        way = self._ease(self._push * self.speed * self._fast, pushed)
        return way + self._ease(0.0, dt_s - pushed)

    def _ease(self, target: float, dt_s: float) -> float:
        lag = (self.velocity - target) * math.exp(-dt_s / EASE_S)
        way = target * dt_s + (self.velocity - target - lag) * EASE_S
        self.velocity = target + lag
        return way


@dataclass(slots=True)
class Motion:
    """All held keys: pans and zooms a view."""

    pan: Drive = field(default_factory=lambda: Drive(PAN_SPEED, TAP_WINDOWS))
    zoom: Drive = field(default_factory=lambda: Drive(ZOOM_SPEED, TAP_ZOOM))
    keys: set[tuple[Axis, int]] = field(default_factory=set)

    def press(self, axis: Axis, direction: int, fast: bool = False) -> None:
        """A key goes down: zoom 1 is in, pan 1 is to the right."""
        self.keys.add((axis, direction))
        self._drive(axis).press(direction, FAST[axis.value] if fast else 1.0)

    def release(self, axis: Axis, direction: int) -> None:
        """A key goes up."""
        self.keys.discard((axis, direction))
        self._drive(axis).release(direction, (axis, -direction) in self.keys)

    def stop(self) -> None:
        """Forget every key and stand still."""
        self.keys.clear()
        self.pan.stop()
        self.zoom.stop()

    @property
    def moving(self) -> bool:
        """Whether anything is still to happen."""
        return self.pan.moving or self.zoom.moving

    def advance(self, view: View, dt_s: float, anchor: float) -> View:
        """The view ``dt_s`` later; zooming keeps the time at ``anchor``."""
        view = zoomed(view, math.exp(-self.zoom.advance(dt_s)), anchor)
        return panned(view, self.pan.advance(dt_s) * view.span_ps)

    def _drive(self, axis: Axis) -> Drive:
        return self.zoom if axis is Axis.ZOOM else self.pan
