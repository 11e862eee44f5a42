"""What the parts of a timeline share: the trace laid out, and how far it is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traceview.model.trace import EventId, Trace
from traceview.ui.timeline.tracks.arranged import groups_of, is_hidden
from traceview.ui.timeline.tracks.arrangement import (
    Arrangement,
    Key,
    TrackKey,
    section_key,
    track_key,
)
from traceview.ui.timeline.tracks.layout import Layout, is_folded, lay_out, lay_out_pinned, rows_of
from traceview.ui.timeline.tracks.track_filter import EVERYTHING, TrackFilter

BELOW = 40  # px of nothing under the last track, so that its end is seen to be one


class Sheet(QObject):
    """The scrolled area. ``top`` is its first visible pixel, ``height`` what is visible of it.

    ``draft_ps`` is the interval that is being dragged and not yet the session's.
    """

    layoutChanged = Signal()
    scrolled = Signal(int)
    draftChanged = Signal()
    filterChanged = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.trace = Trace()
        self.arrangement = Arrangement()
        self.track_filter = EVERYTHING
        self.layout: Layout = lay_out(self.trace, self.arrangement)
        self.top = 0
        self.height = 0
        self.draft_ps: tuple[int, int] | None = None

    @property
    def lowest_top(self) -> int:
        """The furthest ``top`` may go."""
        return max(0, self.layout.height + BELOW - self.height)

    def show(self, trace: Trace) -> None:
        """Show another trace, or a later state of this one without moving what is seen."""
        grown = trace.strings is self.trace.strings
        seen = self._first_seen() if grown and self.top else None
        self.trace = trace
        self._lay_out()
        self.scroll_to(self._still(seen))

    def set_arrangement(self, arrangement: Arrangement) -> None:
        """Show sections and tracks otherwise."""
        if arrangement != self.arrangement:
            self.arrangement = arrangement
            self._lay_out()
            self.scroll_to(self.top)

    def set_filter(self, track_filter: TrackFilter) -> None:
        """Show only what a filter keeps."""
        if track_filter != self.track_filter:
            seen = self._first_seen()
            self.track_filter = track_filter
            self._lay_out()
            self.scroll_to(self._still(seen))
            self.filterChanged.emit()

    def put_after(self, key: Key, after: Key | None) -> None:
        """Put a section or a track behind another one, None: first."""
        self.set_arrangement(self.arrangement.with_moved(key, after))

    def toggle_section(self, section: int) -> None:
        """Collapse or expand a section."""
        key = section_key(self.trace, section)
        self.set_arrangement(self.arrangement.with_section_toggled(key))

    def toggle_track(self, track: int) -> None:
        """Fold or unfold the rows of a track."""
        if rows_of(self.trace.tracks[track]) > 1:
            key = track_key(self.trace, self.trace.tracks[track])
            self.set_arrangement(self.arrangement.with_rows_toggled(key))

    def set_height(self, height: int) -> None:
        """The visible part is ``height`` px high."""
        self.height = height
        self.scroll_to(self.top)

    def scroll_to(self, top: int) -> None:
        """Let ``top`` be the first visible pixel, as far as there is that much."""
        top = min(max(top, 0), self.lowest_top)
        if top != self.top:
            self.top = top
            self.scrolled.emit(top)

    def scroll_to_event(self, event: EventId) -> None:
        """Bring an event's row into view, showing and expanding what hides it."""
        self._bring_back(event.track)
        track = self.trace.tracks[event.track]
        placed = self.layout.place(event.track, track.events.row_of(event.index))
        if placed is None:
            return
        y, height = placed
        if y < self.top or y + height > self.top + self.height:
            self.scroll_to(y - self.height // 3)

    def set_draft(self, draft_ps: tuple[int, int] | None) -> None:
        """Show an interval that is still being dragged."""
        if draft_ps != self.draft_ps:
            self.draft_ps = draft_ps
            self.draftChanged.emit()

    def _bring_back(self, index: int) -> None:
        track, arrangement = self.trace.tracks[index], self.arrangement
        keys = section_key(self.trace, track.section), track_key(self.trace, track)
        if is_hidden(self.trace, track, arrangement):
            arrangement = arrangement.with_shown(keys)
            for group in groups_of(track) & arrangement.hidden_groups:
                arrangement = arrangement.with_group_hidden(group, False)
        if keys[0] in arrangement.collapsed:
            arrangement = arrangement.with_section_toggled(keys[0])
        if is_folded(self.trace, track, arrangement):
            arrangement = arrangement.with_rows_toggled(keys[1])
        self.set_arrangement(arrangement)
        if self.track_filter.terms and index not in self.track_filter.kept(self.trace, arrangement):
            self.set_filter(EVERYTHING)

    def _lay_out(self) -> None:
        self.layout = lay_out(self.trace, self.arrangement, self.track_filter)
        self.layoutChanged.emit()

    def _first_seen(self) -> tuple[TrackKey, int] | None:
        """The first track in view, and how far below ``top`` it begins."""
        for band in self.layout.tracks:
            if band.y + band.height > self.top:
                return track_key(self.trace, self.trace.tracks[band.index]), band.y - self.top
        return None

    def _still(self, seen: tuple[TrackKey, int] | None) -> int:
        """The ``top`` at which that track stands where it did."""
        if seen is None:
            return 0
        for band in self.layout.tracks:
            if track_key(self.trace, self.trace.tracks[band.index]) == seen[0]:
                return band.y - seen[1]
        return self.top


class PinnedSheet(Sheet):
    """The pinned tracks of another sheet, whose trace, arrangement and draft are its own."""

    def __init__(self, main: Sheet) -> None:
        super().__init__(main)
        self._main = main
        main.layoutChanged.connect(self._follow)
        main.draftChanged.connect(lambda: Sheet.set_draft(self, main.draft_ps))

    @property
    def lowest_top(self) -> int:
        return max(0, self.layout.height - self.height)

    def set_arrangement(self, arrangement: Arrangement) -> None:
        self._main.set_arrangement(arrangement)

    def put_after(self, key: Key, after: Key | None) -> None:
        self._main.set_arrangement(self.arrangement.with_pin_after(key, after))

    def set_draft(self, draft_ps: tuple[int, int] | None) -> None:
        self._main.set_draft(draft_ps)

    def _follow(self) -> None:
        self.trace, self.arrangement = self._main.trace, self._main.arrangement
        self._lay_out()
        self.scroll_to(self.top)

    def _lay_out(self) -> None:
        self.layout = lay_out_pinned(self.trace, self.arrangement)
        self.layoutChanged.emit()
