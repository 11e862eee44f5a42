"""Widgets that carry an icon and keep its colour in step with the theme."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from traceview.ui.icons import icon, pixmap
from traceview.ui.text import tooltip
from traceview.ui.theme import Theme, current_theme, mix, ui_font

Token = Callable[[Theme], str]


def second(theme: Theme) -> str:
    """The usual colour of an icon."""
    return theme.fg2


class IconLabel(QWidget):
    """An icon that only shows; what it says stands beside it in words."""

    def __init__(self, name: str, token: Token = second, px: int = 16) -> None:
        super().__init__()
        self._name, self._token, self._px = name, token, px
        self.setFixedSize(px, px)

    def show_icon(self, name: str, token: Token) -> None:
        """Show another icon."""
        self._name, self._token = name, token
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        token = self._token(current_theme())
        painter.drawPixmap(0, 0, pixmap(self._name, token, self._px, self.devicePixelRatioF()))


class IconButton(QToolButton):
    """A 28 px button with an icon; ``says`` is its tooltip and its accessible name."""

    def __init__(self, name: str, says: str, keys: str = "") -> None:
        super().__init__()
        self._icon_name = name
        self.setToolTip(tooltip(f"{says} ({keys})" if keys else says))
        self.setAccessibleName(says)
        self.setIconSize(QSize(16, 16))
        self.setFixedSize(28, 28)
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        theme = current_theme()
        faint = mix(theme.chrome, theme.fg3, 0.5)
        self.setIcon(icon(self._icon_name, theme.fg2, disabled=faint))


class Button(QPushButton):
    """A push button of a ``kind`` ("", "primary", "link", "status"), maybe with an icon."""

    def __init__(self, text: str, kind: str = "", icon_name: str = "") -> None:
        # Without the space the icon touches the text in Fusion.
        super().__init__(f" {text}" if icon_name else text)
        self._icon_name, self._kind = icon_name, kind
        self.setProperty("kind", kind)
        self.setFont(ui_font(12, 600 if kind == "primary" else 500))
        self.setIconSize(QSize(14, 14))
        self.setAccessibleName(text)
        self.setAutoDefault(False)
        self._colour()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        theme = current_theme()
        tokens = {"primary": theme.onacc, "link": theme.acc}
        if self._icon_name:
            self.setIcon(icon(self._icon_name, tokens.get(self._kind, theme.fg2)))
