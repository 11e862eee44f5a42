"""Where everything on the timeline stands, in logical pixels from the top of the scrolled area."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Ids, Trace, Track, TrackKind
from traceview.ui.timeline.tracks.arranged import shown_sections
from traceview.ui.timeline.tracks.arrangement import Arrangement, TrackKey, section_key, track_key
from traceview.ui.timeline.tracks.track_filter import EVERYTHING, TrackFilter

HEADING_HEIGHT = 24
HEADING_GAP = 2
ROW_HEIGHT = 18
ROW_GAP = 1  # of the 18, at the bottom
COUNTER_HEIGHT = 34  # painted, where rows are of normal height
TRACK_GAP = 3
SECTION_GAP = 6
FOLDED_ROWS = 100  # a track with more begins folded
NO_ROW = -1
NO_ROW_HEADING = -2

Places = NDArray[np.int32]
Piece = tuple[int, int, int, int, int]  # track, rows, pitch, painted height of a row, y


@dataclass(frozen=True, slots=True)
class Band:
    """A section's heading or a track: which one, where it stands, how high its first row is."""

    index: int
    y: int
    height: int
    line: int


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The geometry of a trace: headings and tracks from top to bottom, and rows within tracks.

    Row columns, one entry for each row that is shown: ``row_track`` and ``row_row`` int32 say
    which row of which track it is, ``row_y`` and ``row_height`` where its painted part stands.
    ``row_of_y`` int32[height] maps a pixel to a row, NO_ROW or NO_ROW_HEADING. ``collapsed`` are
    the sections of which only the heading is shown, ``first_rows`` a track's first entry in the
    row columns and how many it has.
    """

    height: int
    headings: tuple[Band, ...]
    tracks: tuple[Band, ...]
    row_track: Ids
    row_row: Ids
    row_y: Places
    row_height: Places
    row_of_y: Places
    collapsed: frozenset[int]
    first_rows: Mapping[int, tuple[int, int]]

    def row_at(self, y: int) -> tuple[int, int] | None:
        """(track, row) at a pixel; the gap below a row belongs to it."""
        if not 0 <= y < self.height:
            return None
        index = int(self.row_of_y[y])
        if index == NO_ROW and y > 0:
            index = int(self.row_of_y[y - 1])
        if index < 0:
            return None
        return int(self.row_track[index]), int(self.row_row[index])

    def place(self, track: int, row: int) -> tuple[int, int] | None:
        """(y, height) of a row's painted part, None when it is not shown."""
        if track not in self.first_rows:
            return None
        first, rows = self.first_rows[track]
        index = first + min(row, rows - 1)
        return int(self.row_y[index]), int(self.row_height[index])

    def rows_between(self, top: int, bottom: int) -> range:
        """Indices of the rows painted within [top, bottom)."""
        first = int((self.row_y + self.row_height).searchsorted(top, "right"))
        return range(first, int(self.row_y.searchsorted(bottom, "left")))

    def headings_between(self, top: int, bottom: int) -> tuple[Band, ...]:
        """The headings seen within [top, bottom)."""
        return _bands_between(self.headings, top, bottom)

    def tracks_between(self, top: int, bottom: int) -> tuple[Band, ...]:
        """The tracks seen within [top, bottom)."""
        return _bands_between(self.tracks, top, bottom)

    def heading_at(self, y: int) -> Band | None:
        """The heading at a pixel."""
        return _band_at(self.headings, y)

    def track_at(self, y: int) -> Band | None:
        """The track at a pixel."""
        return _band_at(self.tracks, y)


def is_folded(trace: Trace, track: Track, arrangement: Arrangement) -> bool:
    """Whether a track's rows are squeezed; those of very deep ones are unless asked for."""
    rows = rows_of(track)
    if rows == 1:
        return False
    toggled = bool(arrangement.toggled) and track_key(trace, track) in arrangement.toggled
    return (rows > FOLDED_ROWS) != toggled


def rows_of(track: Track) -> int:
    """How many rows a track is shown in: all samples of a counter stand in one."""
    return 1 if track.kind is TrackKind.COUNTER else track.events.rows


def lay_out(
    trace: Trace, arrangement: Arrangement, track_filter: TrackFilter = EVERYTHING
) -> Layout:
    """Place all of ``trace`` that is to be seen; what has no events is left out."""
    headings: list[Band] = []
    stack = _Stack(trace, arrangement)
    closed = set()
    for section, members in shown_sections(trace, arrangement, track_filter):
        stack.y += SECTION_GAP if headings else 0
        headings.append(Band(section, stack.y, HEADING_HEIGHT, HEADING_HEIGHT))
        stack.y += HEADING_HEIGHT
        if section_key(trace, section) in arrangement.collapsed:
            closed.add(section)
            continue
        stack.y += HEADING_GAP
        for index in members:
            stack.add(index)
    return stack.laid_out(tuple(headings), frozenset(closed))


def lay_out_pinned(trace: Trace, arrangement: Arrangement) -> Layout:
    """Place the pinned tracks, and nothing else, in their order."""
    stack = _Stack(trace, arrangement)
    if arrangement.pinned:
        found: dict[TrackKey, list[int]] = {}
        for index, track in enumerate(trace.tracks):
            if len(track.events):
                found.setdefault(track_key(trace, track), []).append(index)
        for key in arrangement.pinned:
            for index in found.get(key, ()):
                stack.add(index)
    return stack.laid_out((), frozenset())


def folded_pitch(rows: int, row_height: int = ROW_HEIGHT) -> int:
    """Height of a row in a folded track: together as high as one row, but never invisible."""
    return max(2, -(-row_height // rows))


class _Stack:
    """Tracks put one below the other."""

    def __init__(self, trace: Trace, arrangement: Arrangement) -> None:
        self.y = 0
        self._trace, self._arrangement = trace, arrangement
        self._bands: list[Band] = []
        self._pieces: list[Piece] = []

    def add(self, index: int) -> None:
        """Put a track at the bottom."""
        track, arrangement = self._trace.tracks[index], self._arrangement
        rows, high = rows_of(track), int(arrangement.row_height)
        if arrangement.row_heights:
            high = int(arrangement.height_of(track_key(self._trace, track)))
        pitch, painted = high, high - ROW_GAP
        if track.kind is TrackKind.COUNTER:
            painted = round(COUNTER_HEIGHT * high / ROW_HEIGHT)
            pitch = painted + ROW_GAP
        elif is_folded(self._trace, track, arrangement):
            pitch = painted = folded_pitch(rows, high)
        height = max(rows * pitch, high)
        self._pieces.append((index, rows, pitch, painted, self.y))
        self._bands.append(Band(index, self.y, height, max(pitch, high)))
        self.y += height + TRACK_GAP

    def laid_out(self, headings: tuple[Band, ...], closed: frozenset[int]) -> Layout:
        """The layout of all that was added."""
        return _with_rows(self.y, headings, tuple(self._bands), closed, self._pieces)


def _with_rows(
    height: int,
    headings: tuple[Band, ...],
    tracks: tuple[Band, ...],
    collapsed: frozenset[int],
    pieces: list[Piece],
) -> Layout:
    track, rows, pitch, painted, top = np.array(pieces or np.zeros((0, 5)), np.int64).T
    row_track = np.repeat(track, rows).astype(np.int32)
    begins = np.cumsum(rows) - rows
    row_row = (np.arange(len(row_track)) - np.repeat(begins, rows)).astype(np.int32)
    row_y = (np.repeat(top, rows) + row_row * np.repeat(pitch, rows)).astype(np.int32)
    row_height = np.repeat(painted, rows)
    row_of_y = _row_of_y(height, headings, row_y, row_height)
    heights = row_height.astype(np.int32)
    places = zip(track.tolist(), begins.tolist(), rows.tolist(), strict=True)
    first_rows = {index: (first, many) for index, first, many in places}
    return Layout(
        height, headings, tracks, row_track, row_row, row_y, heights, row_of_y,
        collapsed, first_rows,
    )  # fmt: skip


def _row_of_y(
    height: int, headings: tuple[Band, ...], row_y: Places, row_height: NDArray[np.int64]
) -> Places:
    row_of_y = np.full(height, NO_ROW, np.int32)
    for heading in headings:
        row_of_y[heading.y : heading.y + heading.height] = NO_ROW_HEADING
    rows = np.repeat(np.arange(len(row_y), dtype=np.int32), row_height)
    begins = np.cumsum(row_height) - row_height
    within = np.arange(len(rows)) - np.repeat(begins, row_height)
    row_of_y[np.repeat(row_y, row_height) + within] = rows
    return row_of_y


def _band_at(bands: tuple[Band, ...], y: int) -> Band | None:
    found = _bands_between(bands, y, y + 1)
    return found[0] if found else None


def _bands_between(bands: tuple[Band, ...], top: int, bottom: int) -> tuple[Band, ...]:
    first = bisect_right(bands, top, key=lambda band: band.y + band.height)
    return bands[first : bisect_left(bands, bottom, key=lambda band: band.y)]
