"""What stands in the window's menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from traceview.ui.actions import ACTIONS, ActionId, keys_of, title_of
from traceview.ui.menus import Item, Menus, fill_recents, fill_samples, fill_themes
from traceview.ui.resources import samples
from traceview.ui.text import tr

if TYPE_CHECKING:
    from traceview.ui.main_window import MainWindow

GO = (
    ActionId.PREVIOUS_EVENT,
    ActionId.NEXT_EVENT,
    ActionId.PREVIOUS_SAME,
    ActionId.NEXT_SAME,
    ActionId.MARK,
)


class MainMenu:
    """The menu bar of the window; entries that need a capture are disabled without one."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._menus = Menus(window.menuBar())
        self._file()
        self._view()
        self._go()
        self._menus.add(
            tr("&Help"),
            [
                Item(tr("Keyboard shortcuts"), window.show_help, "?"),
                Item(tr("About traceview"), window.show_about),
            ],
        )

    def set_captured(self, captured: bool) -> None:
        """Whether a capture is open."""
        self._menus.set_captured(captured)

    def _file(self) -> None:
        window, actions = self._window, self._window.open_actions
        menu = self._menus.add(
            tr("&File"),
            [
                Item(tr("Open file…"), actions.ask_file, "Ctrl+O"),
                Item(tr("Open log directory…"), actions.ask_folder, "Ctrl+Shift+O"),
            ],
        )
        recents = QMenu(tr("Open recent"), menu)
        recents.aboutToShow.connect(
            lambda: fill_recents(
                recents,
                window.settings.recents,
                actions.open_recent,
                actions.clear_recents,
            )
        )
        shown = QMenu(tr("Samples"), menu)
        fill_samples(shown, samples(), actions.open_sample)
        menu.addMenu(recents)
        menu.addMenu(shown)
        menu.addSeparator()
        self._menus.extend(
            menu,
            [
                Item(tr("Read again"), actions.reload, "F5", needs_capture=True),
                Item(tr("Close capture"), window.close_capture, "Ctrl+W", needs_capture=True),
                None,
                Item(tr("Quit"), window.close, "Ctrl+Q"),
            ],
        )

    def _view(self) -> None:
        menu = self._menus.add(tr("&View"), [])
        themes = QMenu(tr("Theme"), menu)
        fill_themes(themes, self._window.settings.theme, self._window.set_theme)
        menu.addMenu(themes)
        menu.addSeparator()
        self._menus.extend(menu, self._timeline_items(ActionId.RESET, ActionId.ZOOM_SELECTION))

    def _go(self) -> None:
        window = self._window
        self._menus.add(
            tr("&Go"),
            [
                Item(tr("Find"), window.focus_search, "Ctrl+F", needs_capture=True),
                Item(tr("Next match"), lambda: window.step_match(1), "F3", needs_capture=True),
                Item(
                    tr("Previous match"),
                    lambda: window.step_match(-1),
                    "Shift+F3",
                    needs_capture=True,
                ),
                None,
                *self._timeline_items(*GO),
            ],
        )

    def _timeline_items(self, *ids: ActionId) -> list[Item]:
        """Entries for actions of the timeline, whose keys act only where nobody types."""
        return [
            Item(
                f"{title_of(action)}\t{keys_of(action)[0]}",
                partial(self._window.perform, action),
                needs_capture=True,
            )
            for action in ACTIONS
            if action.id in ids
        ]
