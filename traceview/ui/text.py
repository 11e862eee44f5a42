"""The only door through which text from a capture reaches a widget.

Qt guesses whether a text is rich: a label called ``<img src="/etc/x">`` would load that file.
Here every label is plain, and whatever a name could do to the screen is taken out of it.
"""

from __future__ import annotations

import html
import math

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QStaticText, QTextOption, QTransform
from PySide6.QtWidgets import QLabel, QSizePolicy

from traceview.model.plain import ELLIPSIS, LIMIT, clean
from traceview.ui.theme import mono_font, ui_font

__all__ = ["ELLIPSIS", "LIMIT", "clean", "plain_label", "set_text", "tooltip", "tr"]


def tr(text: str) -> str:
    """``text`` in the language of the window; only for texts of our own."""
    return QCoreApplication.translate("traceview", text)


def tooltip(text: str, limit: int = 600) -> str:
    """``text`` as a tooltip that shows it literally, at most 20 lines of it."""
    lines = (html.escape(clean(line, limit)) for line in text.split("\n", 20)[:20])
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""


def plain_label(
    text: str = "",
    *,
    rank: int = 1,
    px: int = 12,
    weight: int = 400,
    mono: bool = False,
    wrap: bool = False,
) -> QLabel:
    """A label that never takes its text for rich; ``rank`` 1 to 3 is how loud it is.

    With ``wrap`` it takes as many lines as it needs, and its text cannot be selected.
    """
    label = _Wrapping() if wrap else QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("rank", str(rank))
    label.setFont(mono_font(px, weight) if mono else ui_font(px, weight))
    set_text(label, text)
    return label


def set_text(label: QLabel, text: str) -> None:
    """Show ``text`` in a label made by ``plain_label``."""
    label.setText(clean(text))


class _Wrapping(QLabel):
    """Wraps at words, and within one that is too long: a QLabel would cut a path off."""

    def __init__(self) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return math.ceil(self._laid_out(width).size().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawStaticText(0, 0, self._laid_out(self.width()))

    def _laid_out(self, width: int) -> QStaticText:
        text = QStaticText(self.text())
        text.setTextFormat(Qt.TextFormat.PlainText)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        text.setTextOption(option)
        text.setTextWidth(width)
        text.prepare(QTransform(), self.font())
        return text
