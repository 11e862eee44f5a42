"""What the keys mean in the header column."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

Key, Modifier = Qt.Key, Qt.KeyboardModifier


class KeyMove(Enum):
    """What a key does with the current line."""

    UP = auto()
    DOWN = auto()
    MOVE_UP = auto()
    MOVE_DOWN = auto()
    CLOSE = auto()
    OPEN = auto()
    TOGGLE = auto()
    RENAME = auto()
    MENU = auto()


PLAIN = {
    Key.Key_Up: KeyMove.UP,
    Key.Key_Down: KeyMove.DOWN,
    Key.Key_Left: KeyMove.CLOSE,
    Key.Key_Right: KeyMove.OPEN,
    Key.Key_Return: KeyMove.TOGGLE,
    Key.Key_Enter: KeyMove.TOGGLE,
    Key.Key_Space: KeyMove.TOGGLE,
    Key.Key_F2: KeyMove.RENAME,
    Key.Key_Menu: KeyMove.MENU,
}
ALT = {Key.Key_Up: KeyMove.MOVE_UP, Key.Key_Down: KeyMove.MOVE_DOWN}
SHIFT = {Key.Key_F10: KeyMove.MENU}


def key_move(event: QKeyEvent) -> KeyMove | None:
    """What a key going down means; None when it is not one of the column's."""
    # Arrows and Enter of the number pad are the same keys.
    match event.modifiers() & ~Modifier.KeypadModifier:
        case Modifier.NoModifier:
            return PLAIN.get(Key(event.key()))
        case Modifier.AltModifier:
            return ALT.get(Key(event.key()))
        case Modifier.ShiftModifier:
            return SHIFT.get(Key(event.key()))
    return None
