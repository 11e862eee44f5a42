"""How busy devices are. No widgets in here, so that it runs on a thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from traceview.model.cover import covered_within_ps
from traceview.model.query import visible
from traceview.model.statistics import busy_ps
from traceview.model.trace import Events, SectionKind, Trace, TrackKind

Interval = tuple[int, int]
DEVICES = (SectionKind.TPU, SectionKind.GPU)


@dataclass(frozen=True, slots=True)
class Busy:
    """How much of an interval a device works, as a fraction; None where that is unknown."""

    device: str
    fraction: float | None


def busy_of(trace: Trace, interval_ps: Interval) -> tuple[Busy, ...]:
    """Every device, in the order of the sections."""
    return tuple(
        Busy(section.heading or section.name, _busy_fraction(trace, number, interval_ps))
        for number, section in enumerate(trace.sections)
        if section.kind in DEVICES
    )


def _busy_fraction(trace: Trace, section: int, interval_ps: Interval) -> float | None:
    """Share of the interval in which an operation or kernel of the device runs."""
    start_ps, end_ps = interval_ps
    tracks = [
        number
        for number, track in enumerate(trace.tracks)
        if track.section == section
        and not track.derived
        and track.kind in (TrackKind.OPS, TrackKind.STREAM)
    ]
    if not tracks or end_ps <= start_ps:
        return None
    if len(tracks) == 1:
        return busy_ps(trace, tracks[0], start_ps, end_ps) / (end_ps - start_ps)
    spans = [span for track in tracks for span in _spans(trace.tracks[track].events, interval_ps)]
    return _covered(spans, interval_ps) / (end_ps - start_ps)


def _spans(events: Events, interval_ps: Interval) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for row in range(events.rows):
        low, high = visible(events, row, *interval_ps)
        if low < high:
            starts = events.start_ps[low:high]
            yield starts, starts + events.dur_ps[low:high]


def _covered(spans: list[tuple[np.ndarray, np.ndarray]], interval_ps: Interval) -> int:
    """Length of the union of spans within an interval, ps."""
    if not spans:
        return 0
    starts, ends = (np.concatenate(sides) for sides in zip(*spans, strict=True))
    return covered_within_ps(starts, ends, interval_ps)
