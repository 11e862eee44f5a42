"""Everything that the command palette of a window offers now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from traceview.ui.command_entries import Command, Scope, menu_commands
from traceview.ui.open_actions import OpenActions
from traceview.ui.opening import Opened
from traceview.ui.pages import PAGES
from traceview.ui.text import tr

if TYPE_CHECKING:
    from traceview.ui.main_window import MainWindow


def window_commands(window: MainWindow) -> list[Command]:
    """Entries of the menus, then other pages, runs and hosts, then what the page can go to."""
    opened, page = window.opener.current, window.page
    commands = [*menu_commands(window.menuBar()), *_open_commands(window.open_actions, opened)]
    if opened is not None and page is not None:
        commands += [
            Command(Scope.COMMAND, tr(each.title), tr("Tool"), partial(window.show_page, each.id))
            for each in PAGES
            if each.id != page.id
        ]
        commands += page.commands()
    return commands


def _open_commands(actions: OpenActions, opened: Opened | None) -> Iterator[Command]:
    """The other runs and hosts of what is open."""
    if opened is None:
        return
    for index, run in enumerate(opened.runs):
        if run.name != opened.run.name:
            yield Command(Scope.RUN, run.name, tr("Run"), partial(actions.pick_run, index))
    if len(opened.hosts) > 1:
        for index, host in enumerate((tr("All hosts"), *opened.hosts)):
            yield Command(Scope.RUN, host, tr("Host"), partial(actions.pick_host, index))
