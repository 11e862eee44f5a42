"""How busy each section is over the whole trace, for the minimap and for collapsed sections."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Events, Ints, SectionKind, Trace, TrackKind

Shares = NDArray[np.float32]
WORK = {TrackKind.OPS, TrackKind.STREAM, TrackKind.ASYNC_OPS}
DEVICES = {SectionKind.TPU, SectionKind.GPU}
# Their events last, and yet nothing is at work for as long.
STATES = {
    TrackKind.COUNTER,
    TrackKind.OBJECTS,
    TrackKind.SAMPLES,
    TrackKind.PROCESS_INSTANTS,
    TrackKind.GLOBAL_INSTANTS,
}


def busy_ps(events: Events, rows: int, edges_ps: Ints) -> Ints:
    """Time covered by the first ``rows`` rows between neighbouring edges, int64[len - 1].

    Nested events lie within row 0, so there one row is the union; lanes are added up.
    """
    total = np.zeros(len(edges_ps) - 1, np.int64)
    for row in range(rows):
        begin, end = events.row_at[row : row + 2].tolist()
        total += np.diff(_covered_before(events, begin, end, edges_ps))
    return total


def utilisation(trace: Trace, edges_ps: Ints) -> list[tuple[int, Shares]]:
    """Per section with events: its index, and the busy share of every stretch, float32.

    Of a device it is that of its busiest track of operations, elsewhere the mean of its tracks.
    """
    length = np.maximum(np.diff(edges_ps), 1)
    shares: dict[int, list[Shares]] = {}
    for index in telling_tracks(trace):
        track = trace.tracks[index]
        rows = track.events.rows if track.lanes else 1
        share = np.minimum(busy_ps(track.events, rows, edges_ps) / length, 1).astype(np.float32)
        shares.setdefault(track.section, []).append(share)
    return [(section, _together(trace, section, found)) for section, found in shares.items()]


def telling_tracks(trace: Trace) -> list[int]:
    """Tracks that say whether a section works: those of operations where there are any."""
    full = [
        index
        for index, track in enumerate(trace.tracks)
        if len(track.events) and track.kind not in STATES
    ]
    working = {trace.tracks[index].section for index in full if trace.tracks[index].kind in WORK}
    return [
        index
        for index in full
        if trace.tracks[index].kind in WORK or trace.tracks[index].section not in working
    ]


def _together(trace: Trace, section: int, shares: list[Shares]) -> Shares:
    device = trace.sections[section].kind in DEVICES
    together: Shares = np.max(shares, axis=0) if device else np.mean(shares, axis=0)
    return together


def _covered_before(events: Events, begin: int, end: int, edges_ps: Ints) -> Ints:
    """Time covered before each edge by the events of a row, ps."""
    start_ps, dur_ps = events.start_ps[begin:end], events.dur_ps[begin:end]
    before = start_ps.searchsorted(edges_ps)
    # reduceat gives an element, not zero, where a stretch is empty.
    stretches = np.add.reduceat(np.append(dur_ps, 0), np.minimum(before, len(dur_ps)))
    sums = np.where(np.diff(before, append=len(dur_ps)) > 0, stretches, 0)
    covered = np.concatenate(([int(dur_ps[: before[0]].sum())], sums[:-1])).cumsum()
    last = np.maximum(before - 1, 0)
    over = np.maximum(start_ps[last] + dur_ps[last] - edges_ps, 0)
    return covered - np.where(before > 0, over, 0)
