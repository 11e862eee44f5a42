"""What can be done with sections and tracks; keys, menus and drags all do it through here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from traceview.model.trace import Trace, span_of
from traceview.ui.notices import copy_text
from traceview.ui.session import Box, Selection, Session
from traceview.ui.text import clean, tr
from traceview.ui.timeline.tracks.arranged import section_name, track_name
from traceview.ui.timeline.tracks.arrangement import (
    Arrangement,
    Key,
    RowHeight,
    section_key,
    track_key,
)
from traceview.ui.timeline.tracks.layout import Band, Layout, is_folded, rows_of
from traceview.ui.timeline.tracks.sheet import PinnedSheet, Sheet


class Entry(NamedTuple):
    """A line of the header column: a section's heading, or with ``track`` a track's name."""

    section: int
    track: int | None = None


def entries_of(trace: Trace, layout: Layout) -> list[tuple[Entry, Band]]:
    """All lines of the header column from top to bottom."""
    lines = [(Entry(band.index), band) for band in layout.headings]
    lines += [(Entry(trace.tracks[band.index].section, band.index), band) for band in layout.tracks]
    return sorted(lines, key=lambda line: line[1].y)


class Arranger:
    """Changes the arrangement of a sheet, by entries of its header column."""

    def __init__(self, session: Session, sheet: Sheet) -> None:
        self.sheet = sheet
        self._session = session

    @property
    def trace(self) -> Trace:
        """What is arranged."""
        return self.sheet.trace

    @property
    def arrangement(self) -> Arrangement:
        """How it is arranged now."""
        return self.sheet.arrangement

    @property
    def of_pinned(self) -> bool:
        """Whether the pinned tracks are arranged among themselves."""
        return isinstance(self.sheet, PinnedSheet)

    def key(self, entry: Entry) -> Key:
        """The lasting name of an entry."""
        if entry.track is None:
            return section_key(self.trace, entry.section)
        return track_key(self.trace, self.trace.tracks[entry.track])

    def name(self, entry: Entry) -> str:
        """What it is called: by the user, else by the capture."""
        if entry.track is None:
            return section_name(self.trace, entry.section, self.arrangement)
        return track_name(self.trace, self.trace.tracks[entry.track], self.arrangement)

    def captured_name(self, entry: Entry) -> str:
        """What the capture calls it."""
        if entry.track is None:
            return self.trace.sections[entry.section].heading
        return self.trace.tracks[entry.track].name

    def rename(self, entry: Entry, name: str) -> None:
        """Call it otherwise; an empty name, or the captured one, brings that back."""
        given = "" if name.strip() == self.captured_name(entry) else name.strip()
        self.sheet.set_arrangement(self.arrangement.with_name(self.key(entry), given))

    def copy_name(self, entry: Entry) -> None:
        """Put the captured name on the clipboard."""
        copy_text(self.captured_name(entry))
        self._session.message.emit(tr("Copied: {}").format(clean(self.captured_name(entry), 60)))

    def is_open(self, entry: Entry) -> bool | None:
        """Whether an entry shows all it has; None where there is nothing to open."""
        if entry.track is None:
            return entry.section not in self.sheet.layout.collapsed
        track = self.trace.tracks[entry.track]
        return None if rows_of(track) == 1 else not is_folded(self.trace, track, self.arrangement)

    def toggle(self, entry: Entry) -> None:
        """Collapse or expand a section, fold or unfold the rows of a track."""
        if entry.track is None:
            self.sheet.toggle_section(entry.section)
        else:
            self.sheet.toggle_track(entry.track)

    def all_collapsed(self) -> bool:
        """Whether only headings show."""
        return len(self.sheet.layout.collapsed) == len(self.sheet.layout.headings)

    def collapse_all(self) -> None:
        """Collapse all sections that show; when they are, expand them."""
        keys = {section_key(self.trace, band.index) for band in self.sheet.layout.headings}
        closed = self.arrangement.collapsed
        wanted = closed - keys if self.all_collapsed() else closed | keys
        self.sheet.set_arrangement(self.arrangement.with_collapsed(wanted))

    def is_pinned(self, track: int) -> bool:
        """Whether a track is pinned."""
        return track_key(self.trace, self.trace.tracks[track]) in self.arrangement.pinned

    def toggle_pins(self, tracks: Iterable[int]) -> None:
        """Pin tracks to the top; when they all are, pin them no longer."""
        keys = [track_key(self.trace, self.trace.tracks[track]) for track in tracks]
        done = set(keys) <= set(self.arrangement.pinned)
        pin = self.arrangement.without_pins if done else self.arrangement.with_pinned
        self.sheet.set_arrangement(pin(keys))

    def hide(self, entries: Iterable[Entry]) -> None:
        """Hide sections and tracks."""
        keys = [self.key(entry) for entry in entries]
        self.sheet.set_arrangement(self.arrangement.with_hidden(keys))
        self._session.message.emit(tr("Hidden: the note below the names brings it back"))

    def hide_others(self, entry: Entry) -> None:
        """Hide all other sections, or all other tracks of the section."""
        self.hide(self.others(entry))

    def others(self, entry: Entry) -> list[Entry]:
        """The other sections with events, or the other tracks with events of the section."""
        full = [(index, track) for index, track in enumerate(self.trace.tracks) if track.events]
        if entry.track is None:
            sections = dict.fromkeys(track.section for _, track in full)
            return [Entry(section) for section in sections if section != entry.section]
        return [
            Entry(track.section, index)
            for index, track in full
            if track.section == entry.section and index != entry.track
        ]

    def height(self, track: int) -> RowHeight:
        """Height of a track's rows."""
        return self.arrangement.height_of(track_key(self.trace, self.trace.tracks[track]))

    def set_height(self, track: int, height: RowHeight) -> None:
        """Give a track higher or lower rows."""
        key = track_key(self.trace, self.trace.tracks[track])
        self.sheet.set_arrangement(self.arrangement.with_track_height(key, height))

    def siblings(self, entry: Entry) -> list[tuple[Entry, Band]]:
        """What is shown of that among which an entry can be moved, itself included."""
        lines = entries_of(self.trace, self.sheet.layout)
        if self.of_pinned:
            return lines
        of_tracks = entry.track is not None
        return [
            (other, band)
            for other, band in lines
            if (other.track is not None) == of_tracks
            and (not of_tracks or other.section == entry.section)
        ]

    def can_move(self, entry: Entry, step: int) -> bool:
        """Whether there is one above (-1) or below (+1) to change places with."""
        shown = [other for other, _ in self.siblings(entry)]
        return entry in shown and 0 <= shown.index(entry) + step < len(shown)

    def move(self, entry: Entry, step: int) -> None:
        """Change places with the one above (-1) or below (+1)."""
        if self.can_move(entry, step):
            shown = [other for other, _ in self.siblings(entry)]
            self.put_at(entry, shown.index(entry) + step)

    def put_at(self, entry: Entry, place: int) -> None:
        """Let so many of its siblings stand above it."""
        others = [other for other, _ in self.siblings(entry) if other != entry]
        after = self.key(others[place - 1]) if place else None
        self.sheet.put_after(self.key(entry), after)

    def select_all(self, track: int) -> None:
        """Select all events of a track."""
        events = self.trace.tracks[track].events
        span_ps = span_of(events)
        if span_ps is not None:
            rows = tuple((track, row) for row in range(events.rows))
            # An instant at the very end belongs to it.
            box = Box(span_ps[0], span_ps[1] + 1, rows)
            self._session.set_selection(Selection((), (box,)))
