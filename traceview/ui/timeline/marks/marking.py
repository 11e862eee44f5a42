"""Marks and history on a timeline: their strip, their editor, their keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from traceview.model.capture import Capture
from traceview.ui.actions import ActionId
from traceview.ui.marks import Mark
from traceview.ui.theme import Theme
from traceview.ui.timeline.commands import Commands
from traceview.ui.timeline.interaction import Pointer
from traceview.ui.timeline.marks.mark_commands import MarkCommands
from traceview.ui.timeline.marks.marks_strip import MarksStrip
from traceview.ui.timeline.marks.note_editor import NoteEditor
from traceview.ui.timeline.visits import Visits


class Marking:
    """Puts them together. The first pointer is that of the lanes, others are of pinned tracks."""

    def __init__(
        self, pointers: Sequence[Pointer], commands: Commands, theme: Theme, canvas: QWidget
    ) -> None:
        surface = pointers[0].surface
        session = surface.session
        self._surface, self._canvas = surface, canvas
        self.strip = MarksStrip(pointers[0], theme, canvas)
        self.editor = NoteEditor(canvas)
        self.marks = MarkCommands(surface, commands, self.editor, self._open_editor)
        self.visits = Visits(session, surface.sheet, surface.navigator)
        self.strip.editRequested.connect(self.marks.edit)
        self.editor.left.connect(canvas.setFocus)
        session.captureChanged.connect(self._forget_edited)
        for pointer in pointers:
            pointer.travel = self.visits.go
            for changed in (session.marksChanged, session.markChosen, session.gridChanged):
                changed.connect(pointer.surface.widget.update)
        commands.extend(self.actions)

    @property
    def actions(self) -> Mapping[ActionId, Callable[[], None]]:
        """By the ids of the keys."""
        return {
            **self.marks.actions,
            ActionId.BACK: partial(self.visits.go, -1),
            ActionId.FORWARD: partial(self.visits.go, 1),
        }

    def _forget_edited(self, capture: Capture | None) -> None:
        """What is being written belongs to a capture that is closed."""
        if capture is None:
            self.editor.finish(write=False, leave=False)

    def _open_editor(self, mark: Mark) -> None:
        """Edit a mark where it stands, or at the edge that is nearest to it."""
        lanes = self._surface.widget
        x = min(max(self._surface.scale.x(mark.start_ps), 0.0), float(lanes.width()))
        place = lanes.mapTo(self._canvas, QPoint(round(x), 0))
        self.editor.edit(
            mark, place - QPoint(0, self.strip.height() if self.strip.isVisible() else 0)
        )
