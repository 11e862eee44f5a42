"""A drop-down with a caption, as in a toolbar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from traceview.ui.icons import pixmap
from traceview.ui.text import clean, plain_label, tooltip
from traceview.ui.theme import current_theme

TEXT_MARGINS = 40  # px of a drop-down that are not text


class _Combo(QComboBox):
    def __init__(self, least_px: int, most_px: int) -> None:
        super().__init__()
        self._most_px = most_px
        self.setMinimumWidth(least_px)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        adjust = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(adjust)

    def sizeHint(self) -> QSize:
        return QSize(self._most_px, super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as usual, but elide the text in its middle: names of runs differ at the end."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.width() - TEXT_MARGINS
        middle = Qt.TextElideMode.ElideMiddle
        option.currentText = self.fontMetrics().elidedText(self.currentText(), middle, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        chevron = pixmap("chevron-down", current_theme().fg2, 12, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - 21, (self.height() - 12) // 2, chevron)


class Picker(QWidget):
    """One of several names. ``picked`` tells the index that the user chose."""

    picked = Signal(int)

    def __init__(self, caption: str, least_px: int, most_px: int) -> None:
        super().__init__()
        self._combo = _Combo(least_px, most_px)
        self._combo.setAccessibleName(caption)
        self._combo.view().setAccessibleName(caption)
        self._combo.activated.connect(self.picked)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(plain_label(caption, rank=2))
        row.addWidget(self._combo)

    def show_choices(self, names: Sequence[str], current: int, hint: str = "") -> None:
        """Offer ``names``; the one at ``current`` is chosen, none when it is -1."""
        self._combo.clear()
        self._combo.addItems([clean(name, 200) for name in names])
        for index, name in enumerate(names):
            role = Qt.ItemDataRole.ToolTipRole
            self._combo.setItemData(index, tooltip(name), role)
        self._combo.setCurrentIndex(current)
        self._combo.setEnabled(bool(names))
        self._combo.setToolTip(tooltip(hint or (names[current] if current >= 0 else "")))
