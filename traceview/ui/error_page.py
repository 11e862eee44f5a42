"""What is shown of an error: a card where nothing is open, else a banner."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from traceview.model.errors import NothingFoundError, TraceError
from traceview.ui.diagnostics import diagnostics, error_facts
from traceview.ui.notices import copy_text
from traceview.ui.text import tr
from traceview.ui.widgets.card import Fact, MessageCard, centred
from traceview.ui.widgets.icons import Button


class ErrorPage(QWidget):
    """The card for a capture that did not open while nothing else was."""

    openFileClicked = Signal()
    openFolderClicked = Signal()
    backClicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._shown: QWidget | None = None

    def show_error(self, error: TraceError) -> None:
        """Explain ``error`` and offer the ways on."""
        if self._shown is not None:
            self._shown.deleteLater()
        self._shown = centred(self._card(error))
        self._column.addWidget(self._shown)

    def take_focus(self) -> None:
        """Give the keyboard to the first way on."""
        if self._shown is not None:
            self._shown.findChildren(Button)[0].setFocus()

    def _card(self, error: TraceError) -> MessageCard:
        icons = {tr("File"): "file", tr("Size"): "hard-drive"}
        nothing = isinstance(error, NothingFoundError)
        facts = [Fact(name, value, icons.get(name, "info")) for name, value in error_facts(error)]
        reason = " ".join(part for part in (error.why, error.advice) if part)
        return MessageCard(
            "search" if nothing else "circle-x",
            (lambda theme: theme.fg2) if nothing else (lambda theme: theme.bad),
            error.what,
            reason,
            facts,
            self._buttons(error),
        )

    def _buttons(self, error: TraceError) -> list[Button]:
        file = Button(tr("Open another file…"), "primary")
        file.clicked.connect(self.openFileClicked)
        folder = Button(tr("Open log directory…"))
        folder.clicked.connect(self.openFolderClicked)
        copy = Button(tr("Copy diagnostics"))
        copy.clicked.connect(lambda: copy_text(diagnostics(error)))
        back = Button(tr("Back to start"))
        back.clicked.connect(self.backClicked)
        return [file, folder, copy, back]
