"""Where everything on the timeline stands, in logical pixels from the top of the scrolled area."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from traceview.model.trace import Ids, Trace, Track

HEADING_HEIGHT = 24
HEADING_GAP = 2
ROW_HEIGHT = 18
ROW_GAP = 1  # of the 18, at the bottom
TRACK_GAP = 3
SECTION_GAP = 6
FOLDED_ROWS = 100  # a track with more begins folded
NO_ROW = -1
NO_ROW_HEADING = -2

Places = NDArray[np.int32]


class SectionKey(NamedTuple):
    """Names a section in every state of a trace, and in the next run of the same program."""

    host: str
    name: str
    plane_id: int | str = 0


class TrackKey(NamedTuple):
    """Names a track likewise."""

    host: str
    section: str
    plane_id: int | str
    kind: str
    line_id: int | str
    name: str


@dataclass(frozen=True, slots=True)
class Folding:
    """What is not shown in full: sections collapsed, tracks toggled from how they begin."""

    sections: frozenset[SectionKey] = frozenset()
    tracks: frozenset[TrackKey] = frozenset()

    def with_section(self, key: SectionKey) -> Folding:
        """The same with one section the other way."""
        return Folding(self.sections ^ {key}, self.tracks)

    def with_track(self, key: TrackKey) -> Folding:
        """The same with one track the other way."""
        return Folding(self.sections, self.tracks ^ {key})


@dataclass(frozen=True, slots=True)
class Band:
    """A section's heading or a track: which one, and where it stands."""

    index: int
    y: int
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The geometry of a trace: headings and tracks from top to bottom, and rows within tracks.

    Row columns, one entry for each row that is shown: ``row_track`` and ``row_row`` int32 say
    which row of which track it is, ``row_y`` and ``row_height`` where its painted part stands.
    ``row_of_y`` int32[height] maps a pixel to a row, NO_ROW or NO_ROW_HEADING.
    """

    height: int
    headings: tuple[Band, ...]
    tracks: tuple[Band, ...]
    row_track: Ids
    row_row: Ids
    row_y: Places
    row_height: Places
    row_of_y: Places

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
        first = int(self.row_track.searchsorted(track, "left")) + row
        if first >= len(self.row_track) or int(self.row_track[first]) != track:
            return None
        return int(self.row_y[first]), int(self.row_height[first])

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


def section_key(trace: Trace, section: int) -> SectionKey:
    """The lasting name of a section."""
    named = trace.sections[section]
    return SectionKey(named.host, named.name, named.plane_id)


def track_key(trace: Trace, track: Track) -> TrackKey:
    """The lasting name of a track."""
    return TrackKey(*section_key(trace, track.section), str(track.kind), track.line_id, track.name)


def is_folded(trace: Trace, track: Track, folding: Folding) -> bool:
    """Whether a track's rows are squeezed; those of very deep ones are unless asked for."""
    return (track.events.rows > FOLDED_ROWS) != (track_key(trace, track) in folding.tracks)


def lay_out(trace: Trace, folding: Folding) -> Layout:
    """Place all of ``trace``; tracks without events, and sections of such, are left out."""
    headings: list[Band] = []
    tracks: list[Band] = []
    pieces: list[tuple[int, int, int, int]] = []  # track, rows, pitch, y
    y = 0
    for section, members in _sections(trace):
        y += SECTION_GAP if headings else 0
        headings.append(Band(section, y, HEADING_HEIGHT))
        y += HEADING_HEIGHT
        if section_key(trace, section) in folding.sections:
            continue
        y += HEADING_GAP
        for index in members:
            track = trace.tracks[index]
            rows = track.events.rows
            pitch = folded_pitch(rows) if is_folded(trace, track, folding) else ROW_HEIGHT
            height = max(rows * pitch, ROW_HEIGHT)
            pieces.append((index, rows, pitch, y))
            tracks.append(Band(index, y, height))
            y += height + TRACK_GAP
    return _with_rows(y, tuple(headings), tuple(tracks), pieces)


def folded_pitch(rows: int) -> int:
    """Height of a row in a folded track: together as high as one row, but never invisible."""
    return max(2, -(-ROW_HEIGHT // rows))


def _sections(trace: Trace) -> Iterator[tuple[int, list[int]]]:
    """Each section that has events, with its tracks that have."""
    members: dict[int, list[int]] = {}
    for index, track in enumerate(trace.tracks):
        if len(track.events):
            members.setdefault(track.section, []).append(index)
    yield from members.items()


def _with_rows(
    height: int,
    headings: tuple[Band, ...],
    tracks: tuple[Band, ...],
    pieces: list[tuple[int, int, int, int]],
) -> Layout:
    track, rows, pitch, top = np.array(pieces or np.zeros((0, 4)), np.int64).T
    row_track = np.repeat(track, rows).astype(np.int32)
    begins = np.cumsum(rows) - rows
    row_row = (np.arange(len(row_track)) - np.repeat(begins, rows)).astype(np.int32)
    row_pitch = np.repeat(pitch, rows)
    row_y = (np.repeat(top, rows) + row_row * row_pitch).astype(np.int32)
    row_height = np.where(row_pitch == ROW_HEIGHT, ROW_HEIGHT - ROW_GAP, row_pitch)
    row_of_y = _row_of_y(height, headings, row_y, row_height)
    heights = row_height.astype(np.int32)
    return Layout(height, headings, tracks, row_track, row_row, row_y, heights, row_of_y)


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
