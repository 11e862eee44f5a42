"""What the window expects of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from traceview.ui.actions import Action
from traceview.ui.command_entries import Command
from traceview.ui.export import Export
from traceview.ui.session import Session
from traceview.ui.settings import Settings
from traceview.ui.widgets.search_bar import SearchBar


class Page(QWidget):
    """One tool's view of the session. It listens to the session and never to another page.

    ``id`` is the tool's name in the Profile tab of TensorBoard, ``title`` what a person reads.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    helpRequested = Signal()
    described = Signal(str)  # what is selected, in a few words

    def __init__(self, session: Session, search: SearchBar, settings: Settings) -> None:
        super().__init__()
        self.session = session
        self.search_bar = search
        self.settings = settings

    @property
    def busy(self) -> bool:
        """Whether what is shown is not yet what it will be without anybody's doing."""
        return False

    def take_focus(self) -> None:
        """Give the keyboard to the page's main view."""
        self.setFocus()

    def perform(self, action: Action) -> None:
        """Do what a menu entry names."""

    def commands(self) -> Iterable[Command]:
        """Where one can go on this page, for the command palette."""
        return ()

    def step_match(self, step: int) -> None:
        """Go to the next (+1) or previous (-1) match of the search."""

    def handle_key(self, event: QKeyEvent) -> bool:
        """Act on a key that no field has taken; whether it meant anything here."""
        return False

    def exports(self) -> tuple[Export, ...]:
        """What the page can write to files."""
        return ()

    def end_work(self) -> None:
        """Return when no thread works for this page; the window is closing."""

    def place(self) -> dict[str, Any]:
        """Where the user is, as JSON can hold it."""
        return {}

    def restore(self, place: dict[str, Any]) -> None:
        """Go back to a place; parts that do not fit the capture any more are left out."""
