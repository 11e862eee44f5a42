"""The four mouse tools on a small panel that floats over the lanes and can be moved."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from traceview.ui.actions import ACTIONS, ActionId, keys_of, title_of
from traceview.ui.icons import icon
from traceview.ui.session import MouseTool, Session
from traceview.ui.text import tooltip
from traceview.ui.theme import Theme

SIZE = QSize(146, 32)
MARGIN = 10  # from the top right corner, at first
GRIP = 12  # px at the left, to take hold of
BUTTON = QSize(30, 26)

TOOLS = {
    MouseTool.SELECT: (ActionId.TOOL_SELECT, "mouse-pointer-2"),
    MouseTool.PAN: (ActionId.TOOL_PAN, "hand"),
    MouseTool.ZOOM: (ActionId.TOOL_ZOOM, "zoom-in"),
    MouseTool.TIMING: (ActionId.TOOL_TIMING, "ruler"),
}


class Palette(QWidget):
    """Chooses the mouse tool. ``moved`` tells how far it is from the right and the top."""

    moved = Signal(QPoint)

    def __init__(self, session: Session, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(SIZE)
        self.setAccessibleName(self.tr("Mouse tools"))
        self._session, self._theme, self._area = session, theme, parent
        self._offset = QPoint(MARGIN, MARGIN)
        self._held: QPoint | None = None
        self._buttons = {tool: self._button(tool) for tool in TOOLS}
        row = QHBoxLayout(self)
        row.setContentsMargins(GRIP, 3, 4, 3)
        row.setSpacing(2)
        for button in self._buttons.values():
            row.addWidget(button)
        session.toolChanged.connect(self._show_tool)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self._theme = theme
        self.setStyleSheet(
            "QToolButton { border: 0; border-radius: 6px; padding: 0; background: transparent }"
            f"QToolButton:hover {{ background: {theme.track} }}"
            f"QToolButton:checked {{ background: {theme.accbg} }}"
        )
        self._show_tool(self._session.tool)

    def place(self, offset: QPoint | None = None) -> None:
        """Stand ``offset`` from the parent's top right corner, but within the parent."""
        self._offset = self._offset if offset is None else offset
        area = self._area.size()
        right = min(max(self._offset.x(), 0), max(area.width() - self.width(), 0))
        top = min(max(self._offset.y(), 0), max(area.height() - self.height(), 0))
        self.move(max(area.width() - self.width(), 0) - right, top)

    @property
    def offset(self) -> QPoint:
        """From the right and from the top."""
        return self._offset

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self._theme.line))
        painter.setBrush(
            QColor(self._theme.raised if self._theme.name == "dark" else self._theme.card)
        )
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.fg3))
        for y in (11, 16, 21):
            painter.drawEllipse(QRectF(5, y - 1, 2, 2))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None or not event.buttons():
            return
        corner = self.mapToParent(event.position().toPoint()) - self._held
        right = self._area.width() - self.width() - corner.x()
        self.place(QPoint(right, corner.y()))
        self._offset = QPoint(self._area.width() - self.geometry().right() - 1, self.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self._held = None
            self.moved.emit(self._offset)

    def _button(self, tool: MouseTool) -> QToolButton:
        button = QToolButton(self)
        action = next(action for action in ACTIONS if action.id is TOOLS[tool][0])
        title = title_of(action)
        button.setCheckable(True)
        button.setFixedSize(BUTTON)
        button.setIconSize(QSize(16, 16))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(tooltip(f"{title}  ({keys_of(action)[0]})"))
        button.setAccessibleName(title)
        button.clicked.connect(lambda: self._choose(tool))
        return button

    def _choose(self, tool: MouseTool) -> None:
        self._session.set_tool(tool)
        self._show_tool(tool)

    def _show_tool(self, current: MouseTool) -> None:
        for tool, button in self._buttons.items():
            chosen = tool is current
            button.setChecked(chosen)
            token = self._theme.acc if chosen else self._theme.fg2
            button.setIcon(icon(TOOLS[tool][1], token))
        self.update()
