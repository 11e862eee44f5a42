"""What the command palette offers: whatever stands in the menus, and where one can go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from traceview.ui.fuzzy import score

RECENT = 5.0  # added to the score of what was run lately
SHOWN = 200


class Scope(StrEnum):
    """What kind of thing an entry is, and what the palette can be limited to."""

    COMMAND = "command"
    RUN = "run"
    TRACK = "track"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Command:
    """One entry: its title, where it belongs, its keys, and what it does."""

    scope: Scope
    title: str
    detail: str
    do: Callable[[], object]
    keys: str = ""

    @property
    def key(self) -> str:
        """What it is remembered by."""
        return f"{self.detail} › {self.title}"


def menu_commands(bar: QMenuBar) -> Iterator[Command]:
    """Every entry of a menu bar that can be chosen now."""
    for action in bar.actions():
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from _entries(menu, plain(action.text()))


def best(
    commands: Sequence[Command], wanted: str, recent: Sequence[str], scope: Scope | None
) -> list[Command]:
    """Those that fit ``wanted``, the best first; with nothing wanted, the recent ones first."""
    offered = [command for command in commands if scope in (None, command.scope)]
    if not wanted.strip():
        place = {key: index for index, key in enumerate(recent)}
        return sorted(offered, key=lambda command: place.get(command.key, len(place)))[:SHOWN]
    scored: list[tuple[float, Command]] = []
    for command in offered:
        fit = score(wanted, f"{command.title} {command.detail}")
        if fit is not None:
            scored.append((fit + RECENT * (command.key in recent), command))
    scored.sort(key=lambda each: -each[0])
    return [command for _, command in scored[:SHOWN]]


def plain(text: str) -> str:
    """A menu's text without its keys and the mark of its mnemonic."""
    return text.split("\t")[0].replace("&&", "\0").replace("&", "").replace("\0", "&")


def _entries(menu: QMenu, path: str) -> Iterator[Command]:
    menu.aboutToShow.emit()  # some menus are filled only then
    for action in menu.actions():
        if action.isSeparator() or not action.isEnabled() or not action.isVisible():
            continue
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _entries(inner, f"{path} › {plain(action.text())}")
        else:
            title = plain(action.text())
            yield Command(Scope.COMMAND, title, path, action.trigger, _keys(action))


def _keys(action: QAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return action.text().partition("\t")[2] or action.shortcut().toString(native)
