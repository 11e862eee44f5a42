"""Every key of the timeline, in one table: what it does, what it is called, which keys it has."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

Key = Qt.Key


class ActionId(StrEnum):
    """What a key does."""

    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    PAN_LEFT = "pan_left"
    PAN_RIGHT = "pan_right"
    RESET = "reset"
    ZOOM_SELECTION = "zoom_selection"
    PREVIOUS_EVENT = "previous_event"
    NEXT_EVENT = "next_event"
    PARENT = "parent"
    CHILD = "child"
    NEXT_SAME = "next_same"
    PREVIOUS_SAME = "previous_same"
    SELECT_SAME = "select_same"
    PREVIOUS_FLOW = "previous_flow"
    NEXT_FLOW = "next_flow"
    MARK = "mark"
    KEEP = "keep"
    NOTE = "note"
    EDIT_MARK = "edit_mark"
    REMOVE_MARK = "remove_mark"
    GRID = "grid"
    GRID_END = "grid_end"
    BACK = "back"
    FORWARD = "forward"
    PIN = "pin"
    HIDE = "hide"
    COLLAPSE_ALL = "collapse_all"
    FILTER_TRACKS = "filter_tracks"
    CANCEL = "cancel"
    TOOL_SELECT = "tool_select"
    TOOL_PAN = "tool_pan"
    TOOL_ZOOM = "tool_zoom"
    TOOL_TIMING = "tool_timing"
    HOLD_SELECT = "hold_select"
    HOLD_PAN = "hold_pan"
    SEARCH = "search"
    HELP = "help"


class Group(StrEnum):
    """Under which heading the help lists an action."""

    MOVE = "Move"
    EVENTS = "Events"
    MARKS = "Marks"
    TRACKS = "Tracks"
    TOOLS = "Mouse tools"
    MORE = "Search and help"


@dataclass(frozen=True, slots=True)
class Action:
    """One action; ``shift`` True or False where the key alone does not tell it apart.

    ``title`` is translated when shown. A ``held`` action lasts while its key is down.
    """

    id: ActionId
    title: str
    group: Group
    keys: tuple[Key, ...]
    shift: bool | None = None
    held: bool = False


ACTIONS = (
    Action(ActionId.ZOOM_IN, "Zoom in at the mouse (Shift: faster)", Group.MOVE,
           (Key.Key_W, Key.Key_Comma, Key.Key_Less), held=True),
    Action(ActionId.ZOOM_OUT, "Zoom out at the mouse (Shift: faster)", Group.MOVE,
           (Key.Key_S, Key.Key_O), held=True),
    Action(ActionId.PAN_LEFT, "Move left (Shift: faster)", Group.MOVE, (Key.Key_A,), held=True),
    Action(ActionId.PAN_RIGHT, "Move right (Shift: faster)", Group.MOVE,
           (Key.Key_D, Key.Key_E), held=True),
    Action(ActionId.ZOOM_SELECTION, "Zoom to the selection (again: all)", Group.MOVE,
           (Key.Key_F,)),
    Action(ActionId.RESET, "Show all", Group.MOVE, (Key.Key_0,)),
    Action(ActionId.PREVIOUS_EVENT, "Previous event (or move left)",
           Group.EVENTS, (Key.Key_Left,)),
    Action(ActionId.NEXT_EVENT, "Next event (or move right)",
           Group.EVENTS, (Key.Key_Right,)),
    Action(ActionId.PARENT, "Parent of the event (or scroll up)",
           Group.EVENTS, (Key.Key_Up,)),
    Action(ActionId.CHILD, "First child of it (or scroll down)",
           Group.EVENTS, (Key.Key_Down,)),
    Action(ActionId.NEXT_SAME, "Next event of the same name", Group.EVENTS,
           (Key.Key_N,), shift=False),
    Action(ActionId.PREVIOUS_SAME, "Previous event of the same name", Group.EVENTS,
           (Key.Key_N,), shift=True),
    Action(ActionId.SELECT_SAME, "Select all events of the same name", Group.EVENTS,
           (Key.Key_X,)),
    Action(ActionId.PREVIOUS_FLOW, "Follow a flow back", Group.EVENTS,
           (Key.Key_BracketLeft, Key.Key_J)),
    Action(ActionId.NEXT_FLOW, "Follow a flow on", Group.EVENTS,
           (Key.Key_BracketRight, Key.Key_L)),
    Action(ActionId.MARK, "Mark the selected time (again: clear)", Group.MARKS,
           (Key.Key_M,), shift=False),
    Action(ActionId.KEEP, "Keep the marked interval (again: drop)", Group.MARKS,
           (Key.Key_M,), shift=True),
    Action(ActionId.NOTE, "Write a note here", Group.MARKS,
           (Key.Key_B,)),
    Action(ActionId.EDIT_MARK, "Edit the chosen note or interval", Group.MARKS,
           (Key.Key_Return, Key.Key_Enter)),
    Action(ActionId.REMOVE_MARK, "Remove the chosen note or interval", Group.MARKS,
           (Key.Key_Delete,)),
    Action(ActionId.GRID, "Grid of steps from here (again: off)",
           Group.MARKS, (Key.Key_G,), shift=False),
    Action(ActionId.GRID_END, "Grid of steps from the selection's end", Group.MARKS,
           (Key.Key_G,), shift=True),
    Action(ActionId.BACK, "Back to the view before", Group.MOVE, (Key.Key_Backspace,),
           shift=False),
    Action(ActionId.FORWARD, "Forward again", Group.MOVE, (Key.Key_Backspace,), shift=True),
    Action(ActionId.PIN, "Pin the track to the top (again: unpin)", Group.TRACKS,
           (Key.Key_P,)),
    Action(ActionId.HIDE, "Hide the track", Group.TRACKS, (Key.Key_H,)),
    Action(ActionId.COLLAPSE_ALL, "Collapse all sections (again: expand)", Group.TRACKS,
           (Key.Key_C,)),
    Action(ActionId.FILTER_TRACKS, "Filter sections and tracks", Group.TRACKS, (Key.Key_T,)),
    Action(ActionId.CANCEL, "Cancel the drag, then select nothing", Group.EVENTS,
           (Key.Key_Escape,)),
    Action(ActionId.TOOL_SELECT, "Select: click or drag a box (Ctrl: add)",
           Group.TOOLS, (Key.Key_1, Key.Key_Exclam)),
    Action(ActionId.TOOL_PAN, "Pan: drag the timeline", Group.TOOLS, (Key.Key_2, Key.Key_At)),
    Action(ActionId.TOOL_ZOOM, "Zoom: drag up or down", Group.TOOLS,
           (Key.Key_3, Key.Key_NumberSign)),
    Action(ActionId.TOOL_TIMING, "Timing: drag (Alt: free, Shift: one more)", Group.TOOLS,
           (Key.Key_4, Key.Key_Dollar)),
    Action(ActionId.HOLD_SELECT, "Select while held", Group.TOOLS, (Key.Key_Shift,), held=True),
    Action(ActionId.HOLD_PAN, "Pan while held", Group.TOOLS, (Key.Key_Space,), held=True),
    Action(ActionId.SEARCH, "Search", Group.MORE, (Key.Key_Slash,)),
    Action(ActionId.HELP, "This help", Group.MORE, (Key.Key_Question,)),
)  # fmt: skip

# Where w, a, s and d lie whatever is printed on the keys: evdev + 8, Windows scan code set 1, and
# the virtual key codes of macOS, whose scan codes are always 1.
PHYSICAL = {
    "xcb": {25: Key.Key_W, 38: Key.Key_A, 39: Key.Key_S, 40: Key.Key_D},
    "wayland": {25: Key.Key_W, 38: Key.Key_A, 39: Key.Key_S, 40: Key.Key_D},
    "windows": {17: Key.Key_W, 30: Key.Key_A, 31: Key.Key_S, 32: Key.Key_D},
    "cocoa": {13: Key.Key_W, 0: Key.Key_A, 1: Key.Key_S, 2: Key.Key_D},
}
OTHERS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
LABELS = {
    Key.Key_Left: "←",
    Key.Key_Right: "→",
    Key.Key_Up: "↑",
    Key.Key_Down: "↓",
    Key.Key_Escape: "Esc",
    Key.Key_Return: "Enter",
    Key.Key_Delete: "Del",
    Key.Key_Backspace: "Bksp",
    Key.Key_Shift: "Shift",
    Key.Key_Space: "Space",
}
# What Shift makes of a key on some keyboards: it works, but the help need not say so.
UNLISTED = {
    Key.Key_Enter,
    Key.Key_Less,
    Key.Key_Exclam,
    Key.Key_At,
    Key.Key_NumberSign,
    Key.Key_Dollar,
}


def action_of(action_id: ActionId) -> Action:
    """The row of the table with this id."""
    return next(action for action in ACTIONS if action.id is action_id)


def action_for(event: QKeyEvent) -> Action | None:
    """The action of a key event, None when the key is not one of ours."""
    if event.modifiers() & OTHERS:
        return None
    key = physical_key(event) or Key(event.key())
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    for action in ACTIONS:
        if key in action.keys and action.shift in (None, shift):
            return action
    return None


def physical_key(event: QKeyEvent) -> Key | None:
    """W, A, S or D when the key lies where they do, None elsewhere or where Qt cannot tell."""
    return PHYSICAL.get(QGuiApplication.platformName(), {}).get(key_code(event))


def key_code(event: QKeyEvent) -> int:
    """Names a key by its place, whatever Shift makes of it; by its letter where Qt cannot tell."""
    if not event.nativeScanCode():
        return -event.key()
    return event.nativeVirtualKey() if sys.platform == "darwin" else event.nativeScanCode()


def title_of(action: Action) -> str:
    """What an action is called, in the language of the window."""
    return QCoreApplication.translate("actions", action.title)


def keys_of(action: Action) -> tuple[str, ...]:
    """The keys of an action as they are called, for the help and tooltips."""
    shift = "Shift+" if action.shift else ""
    return tuple(shift + key_label(key) for key in action.keys if key not in UNLISTED)


def key_label(key: Key) -> str:
    """What is printed on a key."""
    return LABELS.get(key) or QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
