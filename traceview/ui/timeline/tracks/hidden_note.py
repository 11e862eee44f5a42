"""Says below the names how many tracks are hidden, and brings them back."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from traceview.model.format import count
from traceview.ui.text import tr
from traceview.ui.theme import ui_font
from traceview.ui.timeline.tracks.arranged import hidden_tracks
from traceview.ui.timeline.tracks.sheet import Sheet
from traceview.ui.timeline.tracks.view_menu import fill_hidden
from traceview.ui.widgets.icons import Button

HEIGHT = 24


class HiddenNote(Button):
    """Stands at the bottom of the header column while something is hidden."""

    def __init__(self, sheet: Sheet, parent: QWidget) -> None:
        super().__init__("", "", "eye-off")
        self.setParent(parent)
        self._sheet, self._area = sheet, parent
        self.setFont(ui_font(11, 500))
        self.setStyleSheet(
            "min-height: 0; padding: 0 10px; text-align: left; "
            "border-radius: 0; border-width: 1px 0 0"
        )
        self.hidden = QMenu(self)
        self.hidden.aboutToShow.connect(lambda: fill_hidden(self.hidden, sheet))
        self.clicked.connect(self._open)
        sheet.layoutChanged.connect(self._count)
        self._count()

    def place(self, width: int) -> None:
        """Stand at the bottom of the parent, so many pixels wide."""
        self.setGeometry(0, self._area.height() - HEIGHT, width, HEIGHT)

    def _count(self) -> None:
        hidden = len(hidden_tracks(self._sheet.trace, self._sheet.arrangement))
        text = tr("1 track hidden") if hidden == 1 else tr("{} tracks hidden").format(count(hidden))
        self.setText(f" {text}")
        self.setAccessibleName(text)
        self.setVisible(hidden > 0)
        self.raise_()

    def _open(self) -> None:
        self.hidden.popup(self.mapToGlobal(self.rect().topLeft()))
