"""Which event, sample or snapshot a pixel of a row shows."""

from __future__ import annotations

import math

import numpy as np

from traceview.model import query
from traceview.model.trace import Events
from traceview.ui.timeline.painting.stamps import CHEVRON_HALF_WIDTH
from traceview.ui.timeline.scale import Scale


def event_near(events: Events, row: int, scale: Scale, x: float) -> int | None:
    """The event that gives a pixel its colour, else one whose shape or edge is next to it."""
    painted = event_in(events, row, scale, x)
    if painted is not None:
        return painted
    time_ps = math.floor(scale.time(x))
    instant = instant_near(events, row, time_ps, math.ceil(CHEVRON_HALF_WIDTH * scale.ps_per_px))
    if instant is not None:
        return instant
    within_ps = math.ceil(scale.ps_per_px)
    return _longest(
        events, *query.visible(events, row, time_ps - within_ps, time_ps + within_ps + 1)
    )


def event_in(events: Events, row: int, scale: Scale, x: float) -> int | None:
    """The longest event that starts in a pixel, else the one that covers it."""
    begin_ps, end_ps = (scale.time(math.floor(x) + edge) for edge in (0, 1))
    first_ps = math.floor(begin_ps)
    low, high = query.visible(events, row, first_ps, max(math.ceil(end_ps), first_ps + 1))
    if high - low > 1 and int(events.start_ps[low]) < begin_ps:
        low += 1
    return _longest(events, low, high)


def instant_near(events: Events, row: int, time_ps: int, within_ps: int) -> int | None:
    """The event of no length that is nearest to a time, if it is near."""
    low, high = query.visible(events, row, time_ps - within_ps, time_ps + within_ps + 1)
    instants = low + np.flatnonzero(events.dur_ps[low:high] == 0)
    if not len(instants):
        return None
    away = np.abs(events.start_ps[instants] - time_ps)
    return int(instants[away.argmin()])


def _longest(events: Events, low: int, high: int) -> int | None:
    return low + int(events.dur_ps[low:high].argmax()) if low < high else None
