"""The column beside the lanes: headings that collapse, names of tracks, numbers of events."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from traceview.ui.text import tooltip
from traceview.ui.theme import Theme
from traceview.ui.timeline.interaction import NOTCH, SCROLL_A_NOTCH
from traceview.ui.timeline.tracks.arranger import Arranger, Entry, entries_of
from traceview.ui.timeline.tracks.header_drag import HeaderDrag
from traceview.ui.timeline.tracks.header_keys import KeyMove, key_move
from traceview.ui.timeline.tracks.header_paint import (
    paint_frame,
    paint_heading,
    paint_note,
    paint_track,
)
from traceview.ui.timeline.tracks.header_text import HeaderText
from traceview.ui.timeline.tracks.layout import Band
from traceview.ui.timeline.tracks.name_field import NameField
from traceview.ui.timeline.tracks.track_menu import EntryMenu

WIDTH = 232
LEAST_WIDTH, MOST_WIDTH = 120, 600
EDGE = 5  # px at the right, by which the column is made wider


class Headers(QWidget):
    """Click a heading to collapse its section, a track's name to fold its rows; drag to move it.

    With the keyboard: up and down choose a line, left and right close and open it, Enter or Space
    toggles, Alt with up or down moves it, F2 renames it, the menu key tells what else there is.
    """

    widthDragged = Signal(int)

    def __init__(self, arranger: Arranger, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._arranger, self._sheet, self._theme = arranger, arranger.sheet, theme
        self._current = 0  # line that has the keyboard
        self._widening = False
        self._drag: HeaderDrag | None = None
        self._name_field: NameField | None = None
        self._text = HeaderText(arranger)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(
            self.tr("Pinned tracks") if arranger.of_pinned else self.tr("Sections and tracks")
        )
        self._sheet.layoutChanged.connect(self._show_layout)
        self._sheet.scrolled.connect(self._end_renaming)

    @property
    def current(self) -> Entry | None:
        """The line that has the keyboard."""
        lines = self._lines
        return lines[min(self._current, len(lines) - 1)][0] if lines else None

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 300)

    def entry_at(self, y: int) -> Entry | None:
        """The line at a pixel of this widget."""
        layout = self._sheet.layout
        if (heading := layout.heading_at(y + self._sheet.top)) is not None:
            return Entry(heading.index)
        if (band := layout.track_at(y + self._sheet.top)) is not None:
            return Entry(self._sheet.trace.tracks[band.index].section, band.index)
        return None

    def cancel(self) -> bool:
        """Leave what is dragged where it was; whether there was something."""
        drag, self._drag = self._drag, None
        self.update()
        return drag is not None

    def rename(self, entry: Entry) -> None:
        """Let the name of a line be written anew."""
        band = dict(self._lines).get(entry)
        if band is not None:
            self._reveal(band)
            self._name_field = NameField(self._arranger, entry, self)
            self._name_field.edit_in(self._place(band).toRect())

    def open_menu(self, entry: Entry, point: QPoint) -> EntryMenu:
        """Tell what can be done with a line."""
        menu = EntryMenu(self._arranger, entry, self.rename, self)
        menu.popup(self.mapToGlobal(point))
        return menu

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.chrome))
        layout, top = self._sheet.layout, self._sheet.top
        for band in layout.tracks_between(top, top + self.height()):
            line = self._text.track(band)
            paint_track(painter, self._place(band), line, self._theme, self.devicePixelRatioF())
        for band in layout.headings_between(top, top + self.height()):
            paint_heading(painter, self._place(band), self._text.heading(band), self._theme)
        if self.hasFocus() and self._lines:
            band = self._lines[min(self._current, len(self._lines) - 1)][1]
            paint_frame(painter, self._place(band), self._theme)
        if self._drag is not None and (drop := self._drag.line) is not None:
            accent = QColor(self._theme.acc)
            painter.fillRect(QRectF(0, drop - top - 1, self.width() - 1, 2), accent)
        if empty := self._text.empty():
            paint_note(painter, QRectF(self.rect()), empty, self._theme)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(self._theme.line))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._end_renaming()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._widening = self._at_edge(event)
        y = int(event.position().y())
        entry = None if self._widening else self.entry_at(y)
        if entry is not None:
            self._current = self._number(entry)
            self._drag = HeaderDrag(self._arranger, entry, y + self._sheet.top)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        y = int(event.position().y())
        if self._widening and event.buttons() & Qt.MouseButton.LeftButton:
            width = min(max(int(event.position().x()), LEAST_WIDTH), MOST_WIDTH)
            self.widthDragged.emit(width)
        elif self._drag is not None and event.buttons() & Qt.MouseButton.LeftButton:
            if not 0 <= y < self.height():
                self._sheet.scroll_to(self._sheet.top + (y if y < 0 else y - self.height()))
            self._drag.move(y + self._sheet.top)
            self.update()
        else:
            self.setToolTip(tooltip(self._text.describe(self.entry_at(y))))
            edge = self._at_edge(event)
            self.setCursor(Qt.CursorShape.SplitHCursor if edge else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._widening = False
        drag, self._drag = self._drag, None
        if drag is not None and event.button() == Qt.MouseButton.LeftButton:
            drag.drop()
            self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        entry = self.entry_at(event.pos().y()) if by_mouse else self.current
        if entry is not None:
            self._choose(self._number(entry))
            self.open_menu(entry, event.pos() if by_mouse else self._corner(entry))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y() / NOTCH
        pixels = event.pixelDelta().y() or round(turn * SCROLL_A_NOTCH)
        self._sheet.scroll_to(self._sheet.top - pixels)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry, move = self.current, key_move(event)
        if event.key() == Qt.Key.Key_Escape and self.cancel():
            return
        if entry is None or move is None:
            super().keyPressEvent(event)
        else:
            self._act(entry, move)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._tell()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def _act(self, entry: Entry, move: KeyMove) -> None:
        arranger = self._arranger
        match move:
            case KeyMove.UP | KeyMove.DOWN:
                self._choose(self._number(entry) + (1 if move is KeyMove.DOWN else -1))
            case KeyMove.MOVE_UP | KeyMove.MOVE_DOWN:
                arranger.move(entry, 1 if move is KeyMove.MOVE_DOWN else -1)
                self._choose(self._number(entry))
            case KeyMove.CLOSE if arranger.is_open(entry):
                arranger.toggle(entry)
            case KeyMove.CLOSE:
                self._choose(self._number(Entry(entry.section)))
            case KeyMove.OPEN if arranger.is_open(entry) is False:
                arranger.toggle(entry)
            case KeyMove.OPEN if entry.track is None:
                self._choose(self._number(entry) + 1)
            case KeyMove.TOGGLE:
                arranger.toggle(entry)
            case KeyMove.RENAME:
                self.rename(entry)
            case KeyMove.MENU:
                self.open_menu(entry, self._corner(entry))
        self._tell()

    def _choose(self, number: int) -> None:
        lines = self._lines
        self._current = min(max(number, 0), len(lines) - 1)
        self._reveal(lines[self._current][1])
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Let a screen reader know the current line."""
        self.setAccessibleDescription(self._text.spoken(self.current))

    def _reveal(self, band: Band) -> None:
        height = min(band.height, self.height())
        if not self._sheet.top <= band.y <= self._sheet.top + self.height() - height:
            self._sheet.scroll_to(band.y - self.height() // 4)

    @property
    def _lines(self) -> list[tuple[Entry, Band]]:
        return entries_of(self._sheet.trace, self._sheet.layout)

    def _number(self, entry: Entry) -> int:
        """Which line an entry is; the current one's number for what is not shown."""
        entries = [other for other, _ in self._lines]
        return entries.index(entry) if entry in entries else self._current

    def _place(self, band: Band) -> QRectF:
        """Where a line is painted; the name of a tall track stays in view with its rows."""
        y = band.y - self._sheet.top
        y = min(max(y, 0), y + band.height - band.line)
        return QRectF(0, y, self.width() - 1, band.line)

    def _corner(self, entry: Entry) -> QPoint:
        return self._place(dict(self._lines)[entry]).bottomLeft().toPoint() + QPoint(20, 0)

    def _at_edge(self, event: QMouseEvent) -> bool:
        return event.position().x() >= self.width() - EDGE

    def _show_layout(self) -> None:
        self._end_renaming()
        self.update()

    def _end_renaming(self) -> None:
        field, self._name_field = self._name_field, None
        if field is not None:
            field.finish()
        self.update()
