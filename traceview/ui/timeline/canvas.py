"""The timeline: minimap and ruler above, headers beside, the lanes, and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget

from traceview.model.matches import Matches
from traceview.model.trace import EventId, Trace
from traceview.ui.actions import Action, ActionId
from traceview.ui.command_entries import Command
from traceview.ui.session import Session, View
from traceview.ui.theme import Theme
from traceview.ui.timeline.commands import Commands
from traceview.ui.timeline.flow_steps import FlowSteps
from traceview.ui.timeline.goals import goals
from traceview.ui.timeline.held_keys import HeldKeys
from traceview.ui.timeline.lanes import Lanes
from traceview.ui.timeline.marks.marking import Marking
from traceview.ui.timeline.minimap import HEAD_HEIGHT, Minimap
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.painting.found import picked_events
from traceview.ui.timeline.painting.svg import Scene
from traceview.ui.timeline.palette import Palette
from traceview.ui.timeline.ruler import Ruler
from traceview.ui.timeline.tracks.arrangement import Arrangement
from traceview.ui.timeline.tracks.arranger import Arranger
from traceview.ui.timeline.tracks.headers import WIDTH, Headers
from traceview.ui.timeline.tracks.hidden_note import HiddenNote
from traceview.ui.timeline.tracks.pinned import Pinned
from traceview.ui.timeline.tracks.scroll_bar import SheetScrollBar
from traceview.ui.timeline.tracks.sheet import Sheet
from traceview.ui.timeline.tracks.track_bar import HEIGHT as TRACK_BAR_HEIGHT
from traceview.ui.timeline.tracks.track_bar import TrackBar
from traceview.ui.timeline.tracks.track_commands import TrackCommands


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody was on the timeline, to come back to."""

    view: View
    top: int
    arrangement: Arrangement = field(default_factory=Arrangement)
    filter_text: str = ""


class TimelineCanvas(QWidget):
    """Shows the session's trace and changes its view, selection, marked interval and tool."""

    searchRequested = Signal()
    helpRequested = Signal()
    paletteMoved = Signal(QPoint)
    motionReduced = Signal(bool)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Timeline"))
        self._session = session
        self.sheet = Sheet(self)
        self.navigator = Navigator(session, self)
        self._minimap = Minimap(session, self.navigator, theme, self)
        self._arranger = Arranger(session, self.sheet)
        self._pinned = Pinned(session, self.sheet, self.navigator, theme, self)
        self._headers = Headers(self._arranger, theme, self)
        self.lanes = Lanes(session, self.sheet, self.navigator, theme, self)
        self._ruler = Ruler(self.lanes.pointer, theme, self)
        self._scroll_bar = SheetScrollBar(self.sheet, self)
        self.track_bar = TrackBar(self.sheet, self)
        self._hidden_note = HiddenNote(self.sheet, self)
        self.palette_panel = Palette(session, theme, self.lanes)
        self._commands = Commands(
            self.lanes.surface,
            self.lanes.pointer,
            self.searchRequested.emit,
            self.helpRequested.emit,
        )
        pointers = (self.lanes.pointer, self._pinned.lanes.pointer)
        self.marking = Marking(pointers, self._commands, theme, self)
        self._keys = HeldKeys(self.navigator, pointers, self._commands)
        self._arrange()
        self._extend_commands()
        self._connect()
        self.set_header_width(WIDTH)
        self._show_trace(session.trace)

    @property
    def busy(self) -> bool:
        """Whether it will look otherwise without anybody's doing."""
        return self.navigator.moving or self._minimap.busy

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        for part in (self._minimap, self._ruler, self._headers, self.lanes, self.palette_panel):
            part.set_theme(theme)
        self.marking.strip.set_theme(theme)
        self._pinned.set_theme(theme)

    def set_matches(self, matches: Matches | None, hide_others: bool = False) -> None:
        """Keep what was found bright and dim or hide the rest; None ends it."""
        found = None
        if matches is not None:
            tracks = self.sheet.trace.tracks
            found = {
                track: picked_events(tracks[track].events, index)
                for track, index in matches.by_track()
            }
        for lanes in (self.lanes, self._pinned.lanes):
            lanes.set_found(found, hide_others)

    def set_reduced_motion(self, reduced: bool) -> None:
        """Jump instead of gliding."""
        self.navigator.reduced_motion = self.track_bar.reduced_motion = reduced

    def set_header_width(self, width: int) -> None:
        """Make the header column ``width`` wide."""
        self._headers.setFixedWidth(width)
        self._pinned.headers.setFixedWidth(width)
        self._place_track_bar()
        self._ruler.offset = self._minimap.offset = self.marking.strip.offset = width
        self._ruler.update()
        self.marking.strip.update()
        self._minimap.refresh()

    def reveal(self, event: EventId) -> None:
        """Bring an event into view, expanding and scrolling as needed."""
        self._commands.reveal(event)

    def goals(self) -> Iterator[Command]:
        """Where one can go: tracks, notes, kept intervals."""
        return goals(self._session, self._commands, self.marking.marks)

    def scene(self, theme: Theme) -> Scene:
        """What the scrolled area shows now, for pictures of it."""
        return Scene(
            trace=self.sheet.trace,
            layout=self.sheet.layout,
            view=self._session.view,
            top=self.sheet.top,
            width=self.lanes.width(),
            height=self.lanes.height(),
            head=self._headers.width(),
            theme=theme,
        )

    def place(self) -> Place:
        """Where the timeline stands."""
        text = self.track_bar.field.text()
        return Place(self._session.view, self.sheet.top, self.sheet.arrangement, text)

    def restore(self, place: Place) -> None:
        """Go back there, as far as this trace has it."""
        self.sheet.set_arrangement(place.arrangement)
        self.track_bar.field.setText(place.filter_text)
        self.sheet.scroll_to(place.top)
        self.navigator.go(place.view)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on a key going down or up; false when it means nothing here."""
        return self._keys.handle(event)

    def perform(self, action: Action) -> None:
        """Do what the action's key does, as a menu does it: a held key is tapped."""
        self._keys.perform(action)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.handle_key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not self.handle_key(event):
            super().keyReleaseEvent(event)

    def release_all(self) -> None:
        """Let go of every key and button: whoever has the focus now gets their releases."""
        self._keys.release_all()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.palette_panel.place()
        self._hidden_note.place(self._headers.width() - 1)
        self._pinned.fit()

    def sizeHint(self) -> QSize:
        return QSize(1000, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 200)

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(self._minimap, 0, 0, 1, 3)
        axis = QVBoxLayout()
        axis.setSpacing(0)
        axis.addWidget(self._ruler)
        axis.addWidget(self.marking.strip)
        grid.addLayout(axis, 1, 0, 1, 3)
        self._pinned.add_to(grid, 2)
        grid.addWidget(self._headers, 4, 0)
        grid.addWidget(self.lanes, 4, 1)
        grid.addWidget(self._scroll_bar, 4, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(4, 1)

    def _extend_commands(self) -> None:
        columns = [
            (self._pinned.headers, self._pinned.lanes, self._pinned.sheet),
            (self._headers, self.lanes, self.sheet),
        ]
        commands = TrackCommands(self._session, self._arranger, columns)
        self._commands.extend(commands.actions(self.track_bar.focus))
        self._commands.extend({ActionId.CANCEL: self._cancel})
        self._commands.extend(FlowSteps(self._session, self.reveal).actions())

    def _cancel(self) -> None:
        """Undo the drag of a name, or among the pinned tracks, else what is under way below."""
        dragged = [headers.cancel() for headers in (self._headers, self._pinned.headers)]
        if not any(dragged) and not self._pinned.lanes.pointer.cancel():
            self._commands.cancel()

    def _connect(self) -> None:
        self._session.traceChanged.connect(self._show_trace)
        self._session.selectionChanged.connect(self._commands.tell_keys)
        for headers in (self._headers, self._pinned.headers):
            headers.widthDragged.connect(self.set_header_width)
        self.track_bar.field.left.connect(self.setFocus)
        self.track_bar.motionReduced.connect(self.set_reduced_motion)
        self.track_bar.motionReduced.connect(self.motionReduced)
        self.palette_panel.moved.connect(self.paletteMoved)
        self.lanes.resized.connect(self._align)
        # Keys come from all over the page, so that our own focus is not enough to watch.
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self.release_all)

    def _show_trace(self, trace: Trace) -> None:
        grown = trace.strings is self.sheet.trace.strings
        if not grown:
            self.track_bar.field.clear()
        start_ps, end_ps = trace.span_ps
        self.lanes.frame.set_trace(trace)
        self.navigator.set_span((start_ps, end_ps), keep=grown)
        self.sheet.show(trace)
        self._minimap.set_trace(trace, end_ps - start_ps)
        self.lanes.refresh()

    def _align(self) -> None:
        """Let the time axes above end where the lanes end."""
        inset = self.width() - self._headers.width() - self.lanes.width()
        self._ruler.inset = self._minimap.inset = self.marking.strip.inset = max(inset, 0)
        self._minimap.refresh()
        self._scroll_bar.fit()
        self.palette_panel.place()

    def _place_track_bar(self) -> None:
        """In the corner above the header column, below what the minimap says there."""
        width = self._headers.width()
        self.track_bar.setGeometry(0, HEAD_HEIGHT, width - 1, TRACK_BAR_HEIGHT)
        self.track_bar.raise_()
        self._hidden_note.place(width - 1)
