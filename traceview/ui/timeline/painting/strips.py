"""How busy collapsed sections are, painted into their headings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.trace import Events, Ints, Trace
from traceview.ui.theme import Theme
from traceview.ui.timeline.painting.colours import argb, blended
from traceview.ui.timeline.painting.raster import Pixels
from traceview.ui.timeline.painting.region import Region
from traceview.ui.timeline.painting.utilisation import DEVICES, Shares, telling_tracks

AREA, LINE = 0.28, 0.75
MARGIN = 3  # px above the strip of a section that is busy all the time


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Time covered by some tracks together, from sorted starts and ends and their sums.

    Sums int64[n + 1] may wrap around; differences of what they yield are right nevertheless.
    """

    start_ps: Ints
    end_ps: Ints
    start_sum: Ints
    end_sum: Ints
    tracks: int

    def before(self, time_ps: Ints) -> Ints:
        """Time covered before each time, ps, less a constant."""
        begun, ended = self.start_ps.searchsorted(time_ps), self.end_ps.searchsorted(time_ps)
        return (begun - ended) * time_ps - self.start_sum[begun] + self.end_sum[ended]

    def shares(self, edges_ps: Ints) -> Shares:
        """Covered share of every stretch between edges, float32, 1 at the most."""
        whole = np.maximum(np.diff(edges_ps), 1) * self.tracks
        shares: Shares = np.minimum(np.diff(self.before(edges_ps)) / whole, 1).astype(np.float32)
        return shares


def coverage_of(tracks: list[tuple[Events, int]]) -> Coverage:
    """Coverage by the first rows of tracks; each comes with the number of these rows."""
    parts = [slice(0, int(events.row_at[rows])) for events, rows in tracks]
    start_ps = np.concatenate(
        [events.start_ps[part] for (events, _), part in zip(tracks, parts, strict=True)]
    )
    dur_ps = np.concatenate(
        [events.dur_ps[part] for (events, _), part in zip(tracks, parts, strict=True)]
    )
    end_ps = start_ps + dur_ps
    if len(tracks) > 1 or tracks[0][1] > 1:
        start_ps.sort()
        end_ps.sort()
    start_sum, end_sum = (np.append(0, np.cumsum(times)) for times in (start_ps, end_ps))
    return Coverage(start_ps, end_ps, start_sum, end_sum, len(tracks))


class Strips:
    """The coverage of sections, made when one is first painted collapsed."""

    def __init__(self) -> None:
        self._trace = Trace()
        self._made: dict[int, tuple[Coverage, ...]] = {}

    def set_trace(self, trace: Trace) -> None:
        """Show another trace, or a later state of this one."""
        self._trace = trace
        self._made.clear()

    def shares(self, section: int, edges_ps: Ints) -> Shares | None:
        """Busy share of every stretch; None for a section in which nothing works.

        Of a device it is that of its busiest track, elsewhere the mean of its tracks.
        """
        if section not in self._made:
            self._made[section] = self._make(section)
        shares = [coverage.shares(edges_ps) for coverage in self._made[section]]
        return np.max(shares, axis=0) if shares else None

    def paint(self, picture: Pixels, region: Region, theme: Theme) -> bool:
        """Paint the strips in view; false when some have to wait for the next frame."""
        if not region.layout.collapsed:
            return True
        edges = region.scale.edges()
        inks = blended_inks(theme)
        made = 0
        for band in region.layout.headings_between(region.top, region.bottom):
            if band.index not in region.layout.collapsed:
                continue
            made += band.index not in self._made
            if made > 1:  # sorting a million events takes a frame's time
                return False
            shares = self.shares(band.index, edges)
            if shares is not None:
                _paint_strip(picture, region.band(band.y, band.height), region, shares, inks)
        return True

    def _make(self, section: int) -> tuple[Coverage, ...]:
        tracks = [self._trace.tracks[index] for index in telling_tracks(self._trace)]
        mine = [
            (track.events, track.events.rows if track.lanes else 1)
            for track in tracks
            if track.section == section
        ]
        if self._trace.sections[section].kind in DEVICES:
            return tuple(coverage_of([each]) for each in mine)
        return (coverage_of(mine),) if mine else ()


def blended_inks(theme: Theme) -> Pixels:
    """Colours of a heading, of a strip in it and of the strip's upper edge, uint32[3]."""
    ground = np.array([argb(theme.raised)], np.uint32)
    return np.concatenate([blended(ground, theme.compute, share) for share in (0, AREA, LINE)])


def _paint_strip(
    picture: Pixels, band: slice, region: Region, shares: Shares, inks: Pixels
) -> None:
    height = band.stop - band.start
    stroke = region.px(1)
    tall = np.rint(shares * (height - region.px(MARGIN))).astype(np.int32)
    # A little work is still seen.
    tall = np.where(shares > 0, np.maximum(tall, stroke), 0)
    up = height - np.arange(height, dtype=np.int32)[:, None]
    codes = (up <= tall).astype(np.uint8)
    codes += (up <= tall) & (up > tall - stroke)
    first = max(band.start, 0)
    last = min(band.stop, len(picture))
    if first < last:
        picture[first:last] = inks.take(codes[first - band.start : last - band.start])
