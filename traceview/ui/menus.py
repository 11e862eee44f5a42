"""The menu bar. Every entry does something; what cannot be done now is disabled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from traceview.ui.resources import Sample
from traceview.ui.settings import Recent
from traceview.ui.text import clean, tr
from traceview.ui.theme import ThemeChoice

Do = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Item:
    """One entry: what it is called, what it does, its keys, whether a capture must be open."""

    title: str
    do: Do
    keys: str = ""
    needs_capture: bool = False


class Menus:
    """Fills a menu bar and keeps its entries in step with the window."""

    def __init__(self, bar: QMenuBar) -> None:
        self._bar = bar
        self._captured: list[QAction] = []

    def add(self, title: str, items: Sequence[Item | None]) -> QMenu:
        """A menu of ``items``, None being a separator."""
        menu = self._bar.addMenu(title)
        self.extend(menu, items)
        return menu

    def extend(self, menu: QMenu, items: Sequence[Item | None]) -> None:
        """Add ``items`` to a menu of this bar."""
        for item in items:
            if item is None:
                menu.addSeparator()
            else:
                self._add_item(menu, item)

    def add_menu(self, menu: QMenu, inner: QMenu, needs_capture: bool = False) -> None:
        """A menu within a menu, which fills itself when it is opened."""
        action = menu.addMenu(inner)
        if needs_capture:
            self._captured.append(action)

    def set_captured(self, captured: bool) -> None:
        """Enable what needs a capture, or disable it."""
        for action in self._captured:
            action.setEnabled(captured)

    def _add_item(self, menu: QMenu, item: Item) -> None:
        action = QAction(item.title, menu)
        action.triggered.connect(lambda checked=False: item.do())
        if item.keys:
            action.setShortcut(QKeySequence(item.keys))
        if item.needs_capture:
            self._captured.append(action)
        menu.addAction(action)


def fill_recents(
    menu: QMenu, recents: Sequence[Recent], pick: Callable[[Recent], object], clear: Do
) -> None:
    """List ``recents`` in ``menu``, those that are gone disabled."""
    menu.clear()
    for recent in recents:
        action = menu.addAction(menu_text(f"{recent.name}    {recent.path}"))
        action.setEnabled(not recent.missing)
        action.triggered.connect(lambda checked=False, recent=recent: pick(recent))
    menu.addSeparator()
    action = menu.addAction(tr("Clear this list") if recents else tr("Nothing was opened yet"))
    action.setEnabled(bool(recents))
    action.triggered.connect(lambda checked=False: clear())


def fill_samples(menu: QMenu, samples: Sequence[Sample], pick: Callable[[Sample], object]) -> None:
    """List ``samples`` in ``menu``."""
    for sample in samples:
        action = menu.addAction(menu_text(sample.title))
        action.triggered.connect(lambda checked=False, sample=sample: pick(sample))


def fill_themes(menu: QMenu, chosen: ThemeChoice, pick: Callable[[ThemeChoice], object]) -> None:
    """Offer the themes in ``menu``, one of them checked."""
    group = QActionGroup(menu)
    titles = {
        ThemeChoice.SYSTEM: tr("As the system"),
        ThemeChoice.LIGHT: tr("Light"),
        ThemeChoice.DARK: tr("Dark"),
    }
    for choice, title in titles.items():
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(choice is chosen)
        action.triggered.connect(lambda checked=False, choice=choice: pick(choice))
        group.addAction(action)


def menu_text(text: str) -> str:
    """``text`` as a menu shows it literally: an ampersand would underline what follows."""
    return clean(text, 120).replace("&", "&&")
