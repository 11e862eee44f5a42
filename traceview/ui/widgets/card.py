"""Surfaces: a card, a thin rule, and the card that explains a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from traceview.ui.text import plain_label
from traceview.ui.widgets.icons import Button, IconLabel, Token, second

CARD_WIDTH = 640


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of an explanation: a name and what was found."""

    name: str
    value: str
    icon: str = "info"
    token: Token = second


class Card(QFrame):
    """A bordered surface."""

    def __init__(self, kind: str = "card") -> None:
        super().__init__()
        self.setProperty("kind", kind)


def rule(vertical: bool = False) -> QFrame:
    """A line of one pixel."""
    line = QFrame()
    line.setProperty("kind", "rule")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


class MessageCard(Card):
    """What is the case, why, the facts that were checked, and the ways on."""

    def __init__(
        self,
        icon: str,
        token: Token,
        title: str,
        reason: str,
        facts: Sequence[Fact] = (),
        buttons: Sequence[Button] = (),
    ) -> None:
        super().__init__()
        self.setFixedWidth(CARD_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 26, 28, 24)
        column.setSpacing(14)
        column.addLayout(_heading(IconLabel(icon, token, 32), title, reason))
        if facts:
            column.addWidget(rule())
            column.addLayout(_facts(facts))
        column.addLayout(_ways_on(buttons))


def centred(widget: QWidget) -> QWidget:
    """A page with ``widget`` in its middle."""
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(16, 16, 16, 16)
    # Stretches instead of an alignment, which would not ask how high wrapped text becomes.
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(widget)
    row.addStretch(1)
    column.addStretch(1)
    column.addLayout(row)
    column.addStretch(1)
    return page


def _heading(icon: QWidget, title: str, reason: str) -> QLayout:
    words = QVBoxLayout()
    words.setSpacing(6)
    words.addWidget(plain_label(title, px=18, weight=600, wrap=True))
    if reason:
        words.addWidget(plain_label(reason, px=13, wrap=True))
    row = QHBoxLayout()
    row.setSpacing(16)
    row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
    row.addLayout(words, 1)
    return row


def _facts(facts: Sequence[Fact]) -> QLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(20)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(2, 1)
    top = Qt.AlignmentFlag.AlignTop
    for row, fact in enumerate(facts):
        grid.addWidget(IconLabel(fact.icon, fact.token, 15), row, 0, top)
        grid.addWidget(plain_label(fact.name), row, 1, top)
        grid.addWidget(plain_label(fact.value, rank=2, wrap=True), row, 2)
    return grid


def _ways_on(buttons: Sequence[Button]) -> QLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row
