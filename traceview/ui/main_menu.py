"""What stands in the window's menus."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from traceview.ui.actions import ActionId, action_of, keys_of, title_of
from traceview.ui.command_entries import Scope
from traceview.ui.menus import Item, Menus, fill_recents, fill_samples, fill_themes
from traceview.ui.resources import samples
from traceview.ui.text import tr
from traceview.ui.timeline.flow_steps import fill_flows

if TYPE_CHECKING:
    from traceview.ui.main_window import MainWindow

MOVES = (
    ActionId.RESET,
    ActionId.ZOOM_SELECTION,
    ActionId.ZOOM_IN,
    ActionId.ZOOM_OUT,
    ActionId.PAN_LEFT,
    ActionId.PAN_RIGHT,
)
TRACKS = (ActionId.PIN, ActionId.HIDE, ActionId.COLLAPSE_ALL, ActionId.FILTER_TRACKS)
TOOLS = (ActionId.TOOL_SELECT, ActionId.TOOL_PAN, ActionId.TOOL_ZOOM, ActionId.TOOL_TIMING)
EVENTS = (
    ActionId.PREVIOUS_EVENT,
    ActionId.NEXT_EVENT,
    ActionId.PARENT,
    ActionId.CHILD,
    ActionId.PREVIOUS_SAME,
    ActionId.NEXT_SAME,
    ActionId.SELECT_SAME,
)
FLOWS = (ActionId.PREVIOUS_FLOW, ActionId.NEXT_FLOW)
MARKS = (ActionId.MARK, ActionId.KEEP, ActionId.NOTE, ActionId.EDIT_MARK, ActionId.REMOVE_MARK)
GRIDS = (ActionId.GRID, ActionId.GRID_END)


class MainMenu:
    """The menu bar of the window; entries that need a capture are disabled without one."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._menus = Menus(window.menuBar())
        self._file()
        self._view()
        self._go()
        self._mark()
        self._menus.add(
            tr("&Help"),
            [
                Item(tr("Commands…"), lambda: window.commands.enter(), "Ctrl+Shift+P"),
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
        exports = QMenu(tr("Export"), menu)
        exports.aboutToShow.connect(lambda: window.fill_exports(exports))
        self._menus.add_menu(menu, exports, needs_capture=True)
        self._menus.extend(
            menu,
            [
                Item(tr("About this capture…"), window.show_capture_facts, "", True),
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
        tools = QMenu(tr("Mouse tool"), menu)
        self._menus.extend(tools, self._timeline_items(*TOOLS))
        flows = QMenu(tr("Flow arrows"), menu)
        flows.aboutToShow.connect(lambda: fill_flows(flows, self._window.session))
        menu.addMenu(themes)
        menu.addMenu(tools)
        self._menus.add_menu(menu, flows, needs_capture=True)
        menu.addSeparator()
        items = [*self._timeline_items(*MOVES), None, *self._timeline_items(*TRACKS)]
        self._menus.extend(menu, items)

    def _go(self) -> None:
        window = self._window
        self._menus.add(
            tr("&Go"),
            [
                self._shortcut_item(ActionId.BACK, "Alt+Left"),
                self._shortcut_item(ActionId.FORWARD, "Alt+Right"),
                None,
                Item(tr("Track…"), lambda: window.commands.enter(Scope.TRACK), "Ctrl+P", True),
                Item(tr("Note or kept interval…"), lambda: window.commands.enter(Scope.MARK),
                     "Ctrl+B", True),
                None,
                Item(tr("Find"), window.focus_search, "Ctrl+F", True),
                Item(tr("Next match"), lambda: window.step_match(1), "F3", True),
                Item(tr("Previous match"), lambda: window.step_match(-1), "Shift+F3", True),
                None,
                *self._timeline_items(*EVENTS),
                None,
                *self._timeline_items(*FLOWS),
                None,
                *self._timeline_items(ActionId.CANCEL),
            ],
        )  # fmt: skip

    def _mark(self) -> None:
        items = [*self._timeline_items(*MARKS), None, *self._timeline_items(*GRIDS)]
        self._menus.add(tr("&Mark"), items)

    def _shortcut_item(self, action_id: ActionId, keys: str) -> Item:
        """An entry for an action that has keys of the window's besides its own."""
        action = action_of(action_id)
        return Item(title_of(action), partial(self._window.perform, action), keys, True)

    def _timeline_items(self, *ids: ActionId) -> list[Item]:
        """Entries for actions of the timeline, whose keys act only where nobody types."""
        return [
            Item(
                f"{title_of(action)}\t{keys_of(action)[0]}",
                partial(self._window.perform, action),
                needs_capture=True,
            )
            for action in map(action_of, ids)
        ]
