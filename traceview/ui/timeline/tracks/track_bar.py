"""Above the header column: the filter of sections and tracks, and how tracks are shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from traceview.ui.icons import icon
from traceview.ui.text import plain_label, set_text, tooltip, tr
from traceview.ui.theme import current_theme, ui_font
from traceview.ui.timeline.tracks.arranged import hidden_tracks
from traceview.ui.timeline.tracks.sheet import Sheet
from traceview.ui.timeline.tracks.track_filter import parse_filter
from traceview.ui.timeline.tracks.view_menu import fill_view
from traceview.ui.widgets.icons import IconButton
from traceview.ui.widgets.popover import Reason

HEIGHT = 24
SHARE = 0.5  # of the field, that the count may take
HINT = (
    "Words of a section's or track's name, host or kind; /regular expression/; -word leaves out (T)"
)


class FilterField(QLineEdit):
    """A filter that acts while it is typed. Esc clears it, Enter keeps it; both leave it."""

    left = Signal()

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._reason = Reason(self)
        self._count = plain_label(rank=2, px=11)
        self._count.setParent(self)
        self._mark = QAction(self)
        self.addAction(self._mark, QLineEdit.ActionPosition.LeadingPosition)
        self.setPlaceholderText(tr("Filter tracks"))
        self.setAccessibleName(tr("Filter sections and tracks"))
        self.setMaxLength(1000)
        self.setFont(ui_font(11))
        self.setFixedHeight(HEIGHT)
        self.setStyleSheet("min-height: 0; padding: 0 2px")
        self.textChanged.connect(self._apply)
        sheet.layoutChanged.connect(self._show_count)
        sheet.filterChanged.connect(self._follow)
        self._show_state()

    @property
    def error(self) -> str:
        """What is wrong with the text, empty when nothing is."""
        return self._reason.text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)
        # No key leaves the field, so that typing never moves what is behind it.
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_count()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._show_state()
        super().changeEvent(event)

    def _apply(self, text: str) -> None:
        try:
            found = parse_filter(text)
        except ValueError as error:
            self._reason.show_reason(str(error))
        else:
            self._reason.show_reason("")
            self._sheet.set_filter(found)
        self._show_state()
        self._show_count()

    def _follow(self) -> None:
        """Somebody else filters: what was revealed would have been left out."""
        if not self._sheet.track_filter.terms and self.text() and not self.error:
            self.clear()

    def _show_state(self) -> None:
        theme = current_theme()
        name, token = ("triangle-alert", theme.bad) if self.error else ("list-filter", theme.fg3)
        self._mark.setIcon(icon(name, token))
        self.setToolTip(tooltip(self.error or tr(HINT)))

    def _show_count(self) -> None:
        sheet = self._sheet
        words = ""
        if sheet.track_filter.terms:
            shown, of = counted(sheet)
            words = tr("{} of {} tracks").format(shown, of)
        self.setAccessibleDescription(self.error or words)
        set_text(self._count, words)
        self._count.adjustSize()
        if self._count.width() > SHARE * self.width():
            set_text(self._count, words.rpartition(" ")[0])
            self._count.adjustSize()
        left = self.width() - self._count.width() - 6
        self._count.move(left, (self.height() - self._count.height()) // 2)
        self.setTextMargins(0, 0, self._count.width() + 4 if words else 0, 0)


class TrackBar(QWidget):
    """The filter, and a button with the view options."""

    motionReduced = Signal(bool)

    def __init__(self, sheet: Sheet, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = sheet
        self.reduced_motion = False
        self.field = FilterField(sheet)
        self.options = IconButton("sliders-horizontal", tr("How tracks are shown"))
        self.options.setFixedSize(HEIGHT, HEIGHT)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill)
        self.options.clicked.connect(self._open)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 4, 0)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addWidget(self.options)

    def focus(self) -> None:
        """Put the caret into the filter, its text selected."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _open(self) -> None:
        self.menu.popup(self.options.mapToGlobal(self.options.rect().bottomLeft()))

    def _fill(self) -> None:
        fill_view(self.menu, self._sheet, self.reduced_motion, self.motionReduced.emit)


def counted(sheet: Sheet) -> tuple[int, int]:
    """How many tracks the filter keeps, and of how many; hidden ones are not counted."""
    trace, arrangement = sheet.trace, sheet.arrangement
    hidden = set(hidden_tracks(trace, arrangement))
    full = {index for index, track in enumerate(trace.tracks) if track.events} - hidden
    return len(full & sheet.track_filter.kept(trace, arrangement)), len(full)
