"""Lucide icons in the theme's colours."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from traceview.ui.resources import icon_file


@lru_cache(maxsize=256)
def pixmap(name: str, token: str, px: int = 16, ratio: float = 1.0) -> QPixmap:
    """Icon ``name`` drawn in the colour ``token``, ``px`` wide, for a screen of ``ratio``."""
    drawn = QPixmap(round(px * ratio), round(px * ratio))
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    _renderer(name, token).render(painter, QRectF(0, 0, drawn.width(), drawn.height()))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn


def icon(name: str, token: str, px: int = 16, disabled: str = "") -> QIcon:
    """The same as a QIcon, sharp up to twice the usual resolution."""
    made = QIcon()
    for ratio in (1.0, 2.0):
        made.addPixmap(pixmap(name, token, px, ratio))
        if disabled:
            made.addPixmap(pixmap(name, disabled, px, ratio), QIcon.Mode.Disabled)
    return made


def _renderer(name: str, token: str) -> QSvgRenderer:
    drawing = icon_file(name).read_bytes().replace(b"currentColor", token.encode())
    return QSvgRenderer(QByteArray(drawing))
