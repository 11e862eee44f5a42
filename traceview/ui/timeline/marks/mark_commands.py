"""What the keys for intervals, notes and the grid do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject

from traceview.ui.actions import ActionId
from traceview.ui.marks import Mark, MarkColour, MarkKind, kept_interval
from traceview.ui.timeline.commands import Commands
from traceview.ui.timeline.gestures import change_mark, keep_marked
from traceview.ui.timeline.marks import grid
from traceview.ui.timeline.marks.note_editor import NoteEditor
from traceview.ui.timeline.navigation import brought_in
from traceview.ui.timeline.surface import Surface

translate = QCoreApplication.translate


class MarkCommands(QObject):
    """Keeps, writes, changes and removes marks; ``place_editor`` opens the editor for one."""

    def __init__(
        self,
        surface: Surface,
        commands: Commands,
        editor: NoteEditor,
        place_editor: Callable[[Mark], None],
    ) -> None:
        super().__init__(editor)
        self._surface, self._commands = surface, commands
        self._session = surface.session
        self._place_editor = place_editor
        self._edited: Mark | None = None
        editor.written.connect(self._write)

    @property
    def actions(self) -> Mapping[ActionId, Callable[[], None]]:
        """By the ids of the keys."""
        return {
            ActionId.KEEP: self.keep,
            ActionId.NOTE: self.note,
            ActionId.EDIT_MARK: self.edit_chosen,
            ActionId.REMOVE_MARK: self.remove,
            ActionId.GRID: lambda: self.toggle_grid(at_end=False),
            ActionId.GRID_END: lambda: self.toggle_grid(at_end=True),
        }

    def keep(self) -> None:
        """Keep the marked interval, else that of the selection; drop it if it is kept."""
        session = self._session
        range_ps = session.range_ps or self._commands.bounds()
        if range_ps is None:
            self._hint(translate("Timeline", "Mark an interval first: m, or the timing tool (4)"))
            return
        kept = kept_interval(session.marks, range_ps)
        if kept is not None:
            session.set_marks(tuple(mark for mark in session.marks if mark != kept))
            return
        session.set_range(range_ps)
        keep_marked(session)

    def note(self) -> None:
        """Ask for a note at the selection, else where the mouse is, else in the middle."""
        bounds_ps = self._commands.bounds()
        if bounds_ps is None:
            view, cursor_ps = self._session.view, self._session.cursor_ps
            time_ps = round((view.start_ps + view.end_ps) / 2) if cursor_ps is None else cursor_ps
            bounds_ps = time_ps, time_ps
        colours = [note.colour for note in self._session.notes]
        colour = colours[-1] if colours else MarkColour.AMBER
        self.edit(Mark(MarkKind.NOTE, *bounds_ps, "", colour))

    def edit_chosen(self) -> None:
        """Change the chosen mark; without one do nothing, since Enter means much elsewhere."""
        if self._session.chosen_mark is not None:
            self.edit(self._session.chosen_mark)

    def edit(self, mark: Mark) -> None:
        """Ask for the words of a mark, which may not be there yet."""
        self._edited = mark
        self._place_editor(mark)

    def remove(self) -> None:
        """Remove the chosen mark, else the marked interval from those that are kept."""
        session = self._session
        marked = kept_interval(session.marks, session.range_ps) if session.range_ps else None
        mark = session.chosen_mark or marked
        if mark is None:
            self._hint(translate("Timeline", "Click a note or a kept interval to remove it"))
            return
        session.set_marks(tuple(each for each in session.marks if each != mark))

    def go_to(self, mark: Mark) -> None:
        """Choose a mark and bring it into view."""
        self._session.choose_mark(mark)
        navigator = self._surface.navigator
        wanted = brought_in(navigator.target, mark.start_ps, mark.end_ps)
        if wanted != navigator.target:
            navigator.glide(wanted)

    def toggle_grid(self, at_end: bool) -> None:
        """Lines at every step from the selection; the same again, or without one, ends them."""
        session, bounds_ps = self._session, self._commands.bounds()
        single = session.selection.single
        wanted = grid.grid_from(self._surface.sheet.trace, bounds_ps, single, at_end)
        if session.grid is not None and (bounds_ps is None or wanted == session.grid):
            session.set_grid(None)
            return
        session.set_grid(wanted)
        self._hint(translate("Timeline", "Grid of {}").format(grid.describe(wanted)))

    def _write(self, text: str, colour: MarkColour) -> None:
        """What the editor says; a note without words is none."""
        mark, self._edited = self._edited, None
        if mark is None:
            return
        session, after = self._session, replace(mark, text=text, colour=colour)
        if mark.kind is MarkKind.NOTE and not text:
            session.set_marks(tuple(each for each in session.marks if each != mark))
        elif mark in session.marks:
            change_mark(session, mark, after)
        else:
            session.set_marks((*session.marks, after))
            session.choose_mark(after)

    def _hint(self, text: str) -> None:
        self._session.message.emit(text)
