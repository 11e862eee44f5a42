"""The keys that arrange tracks: on the line that has the keyboard, the selection, or the mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from traceview.ui.actions import ActionId
from traceview.ui.session import Session
from traceview.ui.text import tr
from traceview.ui.timeline.tracks.arranger import Arranger, Entry
from traceview.ui.timeline.tracks.headers import Headers
from traceview.ui.timeline.tracks.sheet import Sheet


class TrackCommands:
    """Pins, hides and collapses. ``columns`` are the header columns, each beside its lanes."""

    def __init__(
        self,
        session: Session,
        arranger: Arranger,
        columns: Sequence[tuple[Headers, QWidget, Sheet]],
    ) -> None:
        self._session, self._arranger, self._columns = session, arranger, columns

    def actions(self, focus_filter: Callable[[], None]) -> Mapping[ActionId, Callable[[], None]]:
        """What each key does."""
        return {
            ActionId.PIN: self.pin,
            ActionId.HIDE: self.hide,
            ActionId.COLLAPSE_ALL: self._arranger.collapse_all,
            ActionId.FILTER_TRACKS: focus_filter,
        }

    def pin(self) -> None:
        """Pin tracks, or pin them no longer."""
        tracks = [entry.track for entry in self._meant() if entry.track is not None]
        if tracks:
            self._arranger.toggle_pins(tracks)
        else:
            self._session.message.emit(tr("Select an event, or point at a track, to pin it"))

    def hide(self) -> None:
        """Hide tracks, or the section whose heading has the keyboard."""
        entries = self._meant()
        if entries:
            self._arranger.hide(entries)
        else:
            self._session.message.emit(tr("Select an event, or point at a track, to hide it"))

    def _meant(self) -> list[Entry]:
        for headers, _, _ in self._columns:
            if headers.hasFocus() and headers.current is not None:
                return [headers.current]
        selection = self._session.selection
        tracks = [event.track for event in selection.events]
        tracks += [track for box in selection.boxes for track, _ in box.rows]
        tracks = tracks or self._under_mouse(QCursor.pos())
        return [self._entry(track) for track in dict.fromkeys(tracks)]

    def _under_mouse(self, point: QPoint) -> list[int]:
        for headers, lanes, sheet in self._columns:
            for widget in (headers, lanes):
                inside = widget.mapFromGlobal(point)
                if widget.isVisible() and widget.rect().contains(inside):
                    band = sheet.layout.track_at(inside.y() + sheet.top)
                    return [band.index] if band else []
        return []

    def _entry(self, track: int) -> Entry:
        return Entry(self._arranger.trace.tracks[track].section, track)
