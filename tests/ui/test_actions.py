"""The action table."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from traceview.ui import actions
from traceview.ui.actions import ACTIONS, ActionId, Group, action_for, keys_of

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def pressed(key: Key, modifiers: Modifier = Modifier.NoModifier, scan_code: int = 0) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan_code, key, 0)


def found(event: QKeyEvent) -> ActionId | None:
    action = action_for(event)
    return action.id if action else None


def test_every_action_is_listed_once_with_keys_of_its_own():
    assert sorted(action.id for action in ACTIONS) == sorted(ActionId)
    keys = [(key, action.shift) for action in ACTIONS for key in action.keys]
    assert len(keys) == len(set(keys))
    assert {action.group for action in ACTIONS} == set(Group)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_key_finds_its_action(action):
    shift = Modifier.ShiftModifier if action.shift else Modifier.NoModifier
    assert {found(pressed(key, shift)) for key in action.keys} == {action.id}
    assert keys_of(action) != ()


def test_shift_tells_next_from_previous():
    assert found(pressed(Key.Key_N)) is ActionId.NEXT_SAME
    assert found(pressed(Key.Key_N, Modifier.ShiftModifier)) is ActionId.PREVIOUS_SAME


def test_keys_with_ctrl_alt_or_meta_have_no_action():
    for modifier in (Modifier.ControlModifier, Modifier.AltModifier, Modifier.MetaModifier):
        assert found(pressed(Key.Key_W, modifier)) is None


@pytest.mark.parametrize(
    ("printed", "scan_code", "action"),
    [
        (Key.Key_Z, 25, ActionId.ZOOM_IN),  # AZERTY
        (Key.Key_Q, 38, ActionId.PAN_LEFT),
        (Key.Key_S, 40, ActionId.PAN_RIGHT),  # Colemak: S stands where D was
        (Key.Key_R, 39, ActionId.ZOOM_OUT),
        (Key.Key_W, 52, ActionId.ZOOM_IN),  # the letter works too, where nothing else is meant
    ],
)
def test_moving_keys_go_by_their_place(monkeypatch, qapp, printed, scan_code, action):
    monkeypatch.setitem(actions.PHYSICAL, "offscreen", actions.PHYSICAL["xcb"])
    assert found(pressed(printed, scan_code=scan_code)) is action


def test_keys_are_named_as_they_are_printed(qapp):
    named = {action.id: keys_of(action) for action in ACTIONS}
    assert named[ActionId.ZOOM_IN] == ("W", ",")
    assert named[ActionId.NEXT_EVENT] == ("→",)
    assert named[ActionId.PREVIOUS_SAME] == ("Shift+N",)
    assert named[ActionId.TOOL_SELECT] == ("1",)
