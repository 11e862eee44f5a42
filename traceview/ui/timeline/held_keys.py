"""The keys of the timeline that last while they are down, and those that are pressed once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from traceview.ui.actions import Action, action_for, key_code
from traceview.ui.session import MouseTool
from traceview.ui.timeline.commands import HOLDS, MOVES, Commands
from traceview.ui.timeline.interaction import Pointer
from traceview.ui.timeline.navigator import Navigator


class HeldKeys:
    """Moves the view and holds a mouse tool for as long as a key is down."""

    def __init__(
        self, navigator: Navigator, pointers: Sequence[Pointer], commands: Commands
    ) -> None:
        self._navigator, self._pointers, self._commands = navigator, pointers, commands
        self._down: dict[int, Action] = {}

    def handle(self, event: QKeyEvent) -> bool:
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
            self._navigator.press(*MOVES[action.id])
            self._navigator.release(*MOVES[action.id])
        elif not action.held:
            self._commands.run(action.id)

    def release_all(self) -> None:
        """Let go of every key and button: whoever has the focus now gets their releases."""
        self._down.clear()
        self._navigator.let_go()
        self._hold_tool(None)
        for pointer in self._pointers:
            pointer.end()

    def _hold(self, event: QKeyEvent, action: Action) -> None:
        self._down[key_code(event)] = action
        if action.id in MOVES:
            fast = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._navigator.press(*MOVES[action.id], fast)
        else:
            self._hold_tool(HOLDS[action.id])

    def _release(self, event: QKeyEvent) -> bool:
        """A key that goes up ends what it began, whatever modifiers are down by now."""
        if event.isAutoRepeat():
            return key_code(event) in self._down
        action = self._down.pop(key_code(event), None)
        if action is None:
            return False
        if action.id in MOVES:
            self._navigator.release(*MOVES[action.id])
        else:
            held = [HOLDS[other.id] for other in self._down.values() if other.id in HOLDS]
            self._hold_tool(held[0] if held else None)
        return True

    def _hold_tool(self, tool: MouseTool | None) -> None:
        for pointer in self._pointers:
            pointer.hold(tool)
