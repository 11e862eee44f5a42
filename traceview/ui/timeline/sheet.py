"""What the parts of a timeline share: the trace laid out, and how far it is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from traceview.model.trace import EventId, Trace
from traceview.ui.timeline.layout import (
    Folding,
    Layout,
    TrackKey,
    is_folded,
    lay_out,
    section_key,
    track_key,
)

BELOW = 40  # px of nothing under the last track, so that its end is seen to be one


class Sheet(QObject):
    """The scrolled area. ``top`` is its first visible pixel, ``height`` what is visible of it.

    ``draft_ps`` is the interval that is being dragged and not yet the session's.
    """

    layoutChanged = Signal()
    scrolled = Signal(int)
    draftChanged = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.trace = Trace()
        self.folding = Folding()
        self.layout: Layout = lay_out(self.trace, self.folding)
        self.top = 0
        self.height = 0
        self.draft_ps: tuple[int, int] | None = None

    @property
    def lowest_top(self) -> int:
        """The furthest ``top`` may go."""
        return max(0, self.layout.height + BELOW - self.height)

    def show(self, trace: Trace) -> None:
        """Show another trace, or a later state of this one without moving what is seen."""
        seen = self._first_seen() if trace.strings is self.trace.strings else None
        self.trace = trace
        self._lay_out()
        self.scroll_to(self._still(seen))

    def set_folding(self, folding: Folding) -> None:
        """Collapse and expand."""
        if folding != self.folding:
            self.folding = folding
            self._lay_out()
            self.scroll_to(self.top)

    def toggle_section(self, section: int) -> None:
        """Collapse or expand a section."""
        self.set_folding(self.folding.with_section(section_key(self.trace, section)))

    def toggle_track(self, track: int) -> None:
        """Fold or unfold the rows of a track."""
        if self.trace.tracks[track].events.rows > 1:
            self.set_folding(
                self.folding.with_track(track_key(self.trace, self.trace.tracks[track]))
            )

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
        """Bring an event's row into view, expanding what hides it."""
        track = self.trace.tracks[event.track]
        if section_key(self.trace, track.section) in self.folding.sections:
            self.toggle_section(track.section)
        if is_folded(self.trace, track, self.folding):
            self.toggle_track(event.track)
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

    def _lay_out(self) -> None:
        self.layout = lay_out(self.trace, self.folding)
        self.layoutChanged.emit()

    def _first_seen(self) -> tuple[TrackKey, int] | None:
        """The first track in view, and how far below ``top`` it begins."""
        if self.top == 0:
            return None
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
