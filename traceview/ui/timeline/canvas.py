"""The timeline: minimap and ruler above, headers beside, the lanes, and the keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QScrollBar, QWidget

from traceview.model.matches import Matches
from traceview.model.trace import EventId, Trace
from traceview.ui.actions import Action, action_for, key_code
from traceview.ui.session import Session, View
from traceview.ui.theme import Theme
from traceview.ui.timeline.commands import HOLDS, MOVES, Commands
from traceview.ui.timeline.frame import picked_events
from traceview.ui.timeline.headers import WIDTH, Headers
from traceview.ui.timeline.lanes import Lanes
from traceview.ui.timeline.layout import ROW_HEIGHT, Folding
from traceview.ui.timeline.minimap import Minimap
from traceview.ui.timeline.navigator import Navigator
from traceview.ui.timeline.palette import Palette
from traceview.ui.timeline.ruler import Ruler
from traceview.ui.timeline.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody was on the timeline, to come back to."""

    view: View
    top: int
    folding: Folding


class TimelineCanvas(QWidget):
    """Shows the session's trace and changes its view, selection, marked interval and tool."""

    searchRequested = Signal()
    helpRequested = Signal()
    paletteMoved = Signal(QPoint)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Timeline"))
        self._session = session
        self._keys: dict[int, Action] = {}  # of the actions that last while their key is down
        self.sheet = Sheet(self)
        self.navigator = Navigator(session, self)
        self._minimap = Minimap(session, self.navigator, theme, self)
        self._ruler = Ruler(session, self.sheet, theme, self)
        self._headers = Headers(self.sheet, theme, self)
        self.lanes = Lanes(session, self.sheet, self.navigator, theme, self)
        self._scroll_bar = QScrollBar(Qt.Orientation.Vertical, self)
        self.palette_panel = Palette(session, theme, self.lanes)
        self._commands = Commands(
            self.lanes.surface,
            self.lanes.pointer,
            self.searchRequested.emit,
            self.helpRequested.emit,
        )
        self._arrange()
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

    def set_matches(self, matches: Matches | None) -> None:
        """Keep what was found bright and dim the rest; None ends it."""
        found = None
        if matches is not None:
            tracks = self.sheet.trace.tracks
            found = {
                track: picked_events(tracks[track].events, index)
                for track, index in matches.by_track()
            }
        self.lanes.frame.set_found(found)
        self.lanes.refresh()

    def set_reduced_motion(self, reduced: bool) -> None:
        """Jump instead of gliding."""
        self.navigator.reduced_motion = reduced

    def set_header_width(self, width: int) -> None:
        """Make the header column ``width`` wide."""
        self._headers.setFixedWidth(width)
        self._ruler.offset = self._minimap.offset = width
        self._ruler.update()
        self._minimap.refresh()

    def reveal(self, event: EventId) -> None:
        """Bring an event into view, expanding and scrolling as needed."""
        self._commands.reveal(event)

    def place(self) -> Place:
        """Where the timeline stands."""
        return Place(self._session.view, self.sheet.top, self.sheet.folding)

    def restore(self, place: Place) -> None:
        """Go back there, as far as this trace has it."""
        self.sheet.set_folding(place.folding)
        self.sheet.scroll_to(place.top)
        self.navigator.go(place.view)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on a key going down or up; false when it means nothing here."""
        action = action_for(event)
        if event.type() == QEvent.Type.KeyRelease:
            return self._release(event)
        if action is None:
            return False
        if action.held:
            if not event.isAutoRepeat():
                self._hold(event, action)
        else:
            self._commands.run(action.id)
        return True

    def perform(self, action: Action) -> None:
        """Do what the action's key does, as a menu does it: a held key is tapped."""
        if action.id in MOVES:
            self.navigator.press(*MOVES[action.id])
            self.navigator.release(*MOVES[action.id])
        elif not action.held:
            self._commands.run(action.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.handle_key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not self.handle_key(event):
            super().keyReleaseEvent(event)

    def release_all(self) -> None:
        """Let go of every key and button: whoever has the focus now gets their releases."""
        self._keys.clear()
        self.navigator.let_go()
        self.lanes.pointer.hold(None)
        self.lanes.pointer.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.palette_panel.place()

    def sizeHint(self) -> QSize:
        return QSize(1000, 600)

    def minimumSizeHint(self) -> QSize:
        return QSize(400, 200)

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.addWidget(self._minimap, 0, 0, 1, 3)
        grid.addWidget(self._ruler, 1, 0, 1, 3)
        grid.addWidget(self._headers, 2, 0)
        grid.addWidget(self.lanes, 2, 1)
        grid.addWidget(self._scroll_bar, 2, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(2, 1)
        self._scroll_bar.setSingleStep(3 * ROW_HEIGHT)
        self._scroll_bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _connect(self) -> None:
        self._session.traceChanged.connect(self._show_trace)
        self._session.selectionChanged.connect(self._commands.tell_keys)
        self.sheet.layoutChanged.connect(self._fit_scroll_bar)
        self.sheet.scrolled.connect(self._scroll_bar.setValue)
        self._scroll_bar.valueChanged.connect(self.sheet.scroll_to)
        self._headers.widthDragged.connect(self.set_header_width)
        self.palette_panel.moved.connect(self.paletteMoved)
        self.lanes.resized.connect(self._align)
        # Keys come from all over the page, so that our own focus is not enough to watch.
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self.release_all)

    def _show_trace(self, trace: Trace) -> None:
        grown = trace.strings is self.sheet.trace.strings
        start_ps, end_ps = trace.span_ps
        self.lanes.frame.set_trace(trace)
        self.navigator.set_span((start_ps, end_ps), keep=grown)
        self.sheet.show(trace)
        self._minimap.set_trace(trace, end_ps - start_ps)
        self.lanes.refresh()

    def _align(self) -> None:
        """Let the time axes above end where the lanes end."""
        inset = self.width() - self._headers.width() - self.lanes.width()
        self._ruler.inset = self._minimap.inset = max(inset, 0)
        self._minimap.refresh()
        self._fit_scroll_bar()

    def _fit_scroll_bar(self) -> None:
        self._scroll_bar.setPageStep(self.sheet.height)
        self._scroll_bar.setRange(0, self.sheet.lowest_top)
        self._scroll_bar.setValue(self.sheet.top)
        self.palette_panel.place()

    def _hold(self, event: QKeyEvent, action: Action) -> None:
        self._keys[key_code(event)] = action
        if action.id in MOVES:
            fast = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.navigator.press(*MOVES[action.id], fast)
        else:
            self.lanes.pointer.hold(HOLDS[action.id])

    def _release(self, event: QKeyEvent) -> bool:
        """A key that goes up ends what it began, whatever modifiers are down by now."""
        if event.isAutoRepeat():
            return key_code(event) in self._keys
        action = self._keys.pop(key_code(event), None)
        if action is None:
            return False
        if action.id in MOVES:
            self.navigator.release(*MOVES[action.id])
        else:
            held = [HOLDS[other.id] for other in self._keys.values() if other.id in HOLDS]
            self.lanes.pointer.hold(held[0] if held else None)
        return True
