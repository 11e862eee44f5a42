"""What each key does, in terms of the session, the sheet and the navigator."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication

from traceview.model import query
from traceview.model.format import count
from traceview.model.trace import EventId
from traceview.ui.actions import ActionId
from traceview.ui.session import NOTHING, MouseTool, Selection, View
from traceview.ui.timeline.interaction import Pointer
from traceview.ui.timeline.navigation import Axis, brought_in, fitted, panned
from traceview.ui.timeline.same_name import all_of_name
from traceview.ui.timeline.surface import Surface

translate = QCoreApplication.translate

SCROLL_PX = 54
LEGIBLE_PX = 40
PAN_WINDOWS = 0.30
SAME = 1e-3  # of the width, by which two views may differ and be the same

MOVES = {
    ActionId.ZOOM_IN: (Axis.ZOOM, 1),
    ActionId.ZOOM_OUT: (Axis.ZOOM, -1),
    ActionId.PAN_LEFT: (Axis.PAN, -1),
    ActionId.PAN_RIGHT: (Axis.PAN, 1),
}
HOLDS = {ActionId.HOLD_SELECT: MouseTool.SELECT, ActionId.HOLD_PAN: MouseTool.PAN}


class Commands:
    """Acts on the keys that are pressed once; ``run`` by id."""

    def __init__(
        self,
        surface: Surface,
        pointer: Pointer,
        search: Callable[[], None],
        show_help: Callable[[], None],
    ) -> None:
        self._surface, self._pointer = surface, pointer
        self._session = surface.session
        self._actions: dict[ActionId, Callable[[], None]] = {
            ActionId.RESET: lambda: surface.navigator.glide(surface.navigator.limits),
            ActionId.ZOOM_SELECTION: self.zoom_to_selection,
            ActionId.PREVIOUS_EVENT: lambda: self._sideways(-1),
            ActionId.NEXT_EVENT: lambda: self._sideways(1),
            ActionId.PARENT: lambda: self._updown(-1),
            ActionId.CHILD: lambda: self._updown(1),
            ActionId.NEXT_SAME: lambda: self._same_name(1),
            ActionId.PREVIOUS_SAME: lambda: self._same_name(-1),
            ActionId.SELECT_SAME: self.select_same,
            ActionId.MARK: self.mark,
            ActionId.CANCEL: self.cancel,
            ActionId.TOOL_SELECT: lambda: self._session.set_tool(MouseTool.SELECT),
            ActionId.TOOL_PAN: lambda: self._session.set_tool(MouseTool.PAN),
            ActionId.TOOL_ZOOM: lambda: self._session.set_tool(MouseTool.ZOOM),
            ActionId.TOOL_TIMING: lambda: self._session.set_tool(MouseTool.TIMING),
            ActionId.SEARCH: search,
            ActionId.HELP: show_help,
        }

    def extend(self, actions: Mapping[ActionId, Callable[[], None]]) -> None:
        """Let other parts of the timeline act on keys of theirs."""
        self._actions.update(actions)

    def run(self, action: ActionId) -> None:
        """Do it."""
        self._actions[action]()

    def reveal(self, event: EventId) -> None:
        """Bring an event into view without selecting it; zoom only when it cannot be seen."""
        navigator = self._surface.navigator
        navigator.leave()
        self._surface.sheet.scroll_to_event(event)
        start_ps, end_ps = self._bounds_of(event)
        view = navigator.target
        width = max(self._surface.widget.width(), 1)
        if 0 < (end_ps - start_ps) * width < view.span_ps:
            around_ps = (end_ps - start_ps) * width / LEGIBLE_PX / 2
            middle_ps = (start_ps + end_ps) / 2
            view = View(middle_ps - around_ps, middle_ps + around_ps)
        wanted = brought_in(view, start_ps, end_ps)
        navigator.glide(wanted)

    def reveal_track(self, track: int) -> None:
        """Bring the first row of a track into view, expanding what hides it."""
        navigator = self._surface.navigator
        navigator.leave()
        self._surface.sheet.scroll_to_event(EventId(track, 0))
        navigator.glide(navigator.target)

    def tell_keys(self) -> None:
        """Say what can be done with a new selection."""
        if self._session.selection:
            self._hint(translate("Timeline", "m marks the selected time, f zooms to it"))

    def zoom_to_selection(self) -> None:
        """Let the selection fill most of the width; when it does already, show all."""
        bounds_ps = self.bounds()
        navigator, view = self._surface.navigator, self._session.view
        if bounds_ps is None:
            self._hint(
                translate("Timeline", "Select something to zoom to: click an event, or drag a box")
            )
            return
        wanted = fitted(*bounds_ps) if bounds_ps[1] > bounds_ps[0] else None
        if wanted is None:
            middle_ps = (view.start_ps + view.end_ps) / 2
            wanted = panned(view, bounds_ps[0] - middle_ps)
        near = SAME * wanted.span_ps
        there = abs(view.start_ps - wanted.start_ps) + abs(view.end_ps - wanted.end_ps) < near
        navigator.glide(navigator.limits if there else wanted)

    def mark(self) -> None:
        """Mark the interval of the selection; the same again clears the mark."""
        bounds_ps = self.bounds()
        if bounds_ps is not None and bounds_ps != self._session.range_ps:
            self._session.set_range(bounds_ps)
        elif self._session.range_ps is not None:
            self._session.set_range(None)
        else:
            self._hint(
                translate("Timeline", "Select something to mark, or drag with the timing tool (4)")
            )

    def cancel(self) -> None:
        """Undo the drag; without one, select nothing."""
        if not self._pointer.cancel():
            self._session.set_selection(NOTHING)
            self._session.choose_mark(None)

    def select_same(self) -> None:
        """Select all events that are called like the selected one."""
        single = self._session.selection.single
        if single is None:
            self._hint(translate("Timeline", "Select one event first: x selects all of its name"))
            return
        selection, found = all_of_name(self._surface.sheet.trace, single)
        self._session.set_selection(selection)
        self._hint(translate("Timeline", "{} events of this name").format(count(found)))

    def bounds(self) -> tuple[int, int] | None:
        """First start and last end of all that is selected, ps."""
        selection = self._session.selection
        spans = [self._bounds_of(event) for event in selection.events]
        spans += [(box.start_ps, box.end_ps) for box in selection.boxes]
        if not spans:
            return None
        return min(start for start, _ in spans), max(end for _, end in spans)

    def _sideways(self, step: int) -> None:
        single = self._session.selection.single
        if single is None:
            view = self._surface.navigator.target
            shift_ps = step * PAN_WINDOWS * view.span_ps
            self._surface.navigator.glide(panned(view, shift_ps))
            return
        ends = (
            translate("Timeline", "This is the last event on its row")
            if step > 0
            else translate("Timeline", "This is the first on its row")
        )
        self._select(query.neighbour(self._surface.sheet.trace, single, step), ends)

    def _updown(self, step: int) -> None:
        single = self._session.selection.single
        trace = self._surface.sheet.trace
        if single is None:
            self._surface.sheet.scroll_to(self._surface.sheet.top + step * SCROLL_PX)
        elif step < 0:
            self._select(
                query.parent(trace, single), translate("Timeline", "This event has no parent")
            )
        else:
            self._select(
                query.first_child(trace, single),
                translate("Timeline", "This event has no children"),
            )

    def _same_name(self, step: int) -> None:
        single = self._session.selection.single
        if single is None:
            self._hint(
                translate("Timeline", "Select one event first: n goes to the next of its name")
            )
            return
        found = query.same_name(self._surface.sheet.trace, single, step)
        self._select(found, translate("Timeline", "There is no other event of this name"))

    def _select(self, event: EventId | None, otherwise: str) -> None:
        if event is None:
            self._hint(otherwise)
            return
        self._surface.navigator.leave()
        self._session.set_selection(Selection((event,)))
        self.reveal(event)

    def _hint(self, text: str) -> None:
        self._session.message.emit(text)

    def _bounds_of(self, event: EventId) -> tuple[int, int]:
        events = self._surface.sheet.trace.tracks[event.track].events
        start_ps = int(events.start_ps[event.index])
        return start_ps, start_ps + int(events.dur_ps[event.index])
