"""The bar below the menu: open, reload, what is shown of which run, and the search."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from traceview.ui.history import History
from traceview.ui.session import Visit
from traceview.ui.text import tr
from traceview.ui.widgets.card import rule
from traceview.ui.widgets.icons import IconButton
from traceview.ui.widgets.picker import Picker
from traceview.ui.widgets.search_bar import SearchBar

HEIGHT = 44


class ToolBar(QWidget):
    """Holds the widgets; the window connects them."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "chrome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.open = IconButton("folder-open", tr("Open file"), "Ctrl+O")
        self.reload = IconButton("refresh-cw", tr("Read this capture again"), "F5")
        self.back = IconButton("arrow-left", tr("Back to the view before"), "Alt+←")
        self.forward = IconButton("arrow-right", tr("Forward again"), "Alt+→")
        self.runs = Picker(tr("Run"), 130, 248)
        self.tools = Picker(tr("Tool"), 124, 136)
        self.hosts = Picker(tr("Host"), 90, 170)
        self.search = SearchBar(tr("Search events and stats"), 250)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 12, 0)
        row.setSpacing(4)
        row.addWidget(self.open)
        row.addWidget(self.reload)
        row.addSpacing(4)
        self._line = rule(vertical=True)
        self._line.setFixedHeight(20)
        row.addWidget(self._line)
        row.addSpacing(4)
        row.addWidget(self.back)
        row.addWidget(self.forward)
        row.addSpacing(4)
        for picker in (self.runs, self.tools, self.hosts):
            row.addWidget(picker)
            row.addSpacing(8)
        row.addStretch(1)
        row.addWidget(self.search)
        self.show_capture_parts(False)
        self.show_history(History())

    def show_capture_parts(self, shown: bool) -> None:
        """Show or hide what only makes sense with a capture open."""
        parts = (self._line, self.back, self.forward, self.runs, self.tools, self.hosts)
        for widget in (*parts, self.search):
            widget.setVisible(shown)
        self.reload.setEnabled(shown)

    def show_history(self, history: History[Visit]) -> None:
        """Whether one can go back, and forward."""
        self.back.setEnabled(history.can_go(-1))
        self.forward.setEnabled(history.can_go(1))
