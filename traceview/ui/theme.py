"""Colours and fonts: two sets of tokens, and how they reach Qt.

Colour values stand nowhere else. A widget that paints asks ``current_theme()``, and Qt repaints
it when the application's palette changes.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from traceview.ui.qss import style_sheet
from traceview.ui.resources import font_files
from traceview.ui.tokens import DARK, LIGHT, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "Theme",
    "ThemeChoice",
    "apply_theme",
    "colour",
    "current_theme",
    "mix",
    "mono_font",
    "theme_for",
    "ui_font",
]

UI_FAMILIES = ["Inter", "Segoe UI", "Cantarell", "Noto Sans", "DejaVu Sans", "sans-serif"]
MONO_FAMILIES = ["JetBrains Mono", "Cascadia Mono", "DejaVu Sans Mono", "monospace"]


class ThemeChoice(StrEnum):
    """What the user chose; the system's choice is asked for each time."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def colour(token: str, alpha: float = 1.0) -> QColor:
    """A token's value as a QColor, ``alpha`` from 0 to 1."""
    made = QColor(token)
    made.setAlphaF(alpha)
    return made


def mix(first: str, second: str, share: float) -> str:
    """``share`` of the second colour over the first, as ``#rrggbb``."""
    a, b = QColor(first), QColor(second)
    parts = (
        round(x * (1 - share) + y * share)
        for x, y in zip((a.red(), a.green(), a.blue()), (b.red(), b.green(), b.blue()), strict=True)
    )
    return QColor(*parts).name()


def ui_font(px: int = 12, weight: int = 400) -> QFont:
    """Inter with figures of one width; sizes and weights are those of the type scale."""
    return QFont(_ui_font(px, weight))


def mono_font(px: int = 12, weight: int = 400) -> QFont:
    """JetBrains Mono without ligatures, for names of operations and code."""
    font = _font(MONO_FAMILIES, px, weight)
    font.setFeature(QFont.Tag("calt"), 0)
    return font


def theme_for(choice: ThemeChoice) -> Theme:
    """The theme to use; dark where the system has no opinion."""
    if choice is ThemeChoice.SYSTEM:
        light = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Light
        return LIGHT if light else DARK
    return LIGHT if choice is ThemeChoice.LIGHT else DARK


def current_theme() -> Theme:
    """The theme that the application's palette was made from."""
    window = QGuiApplication.palette().color(QPalette.ColorRole.Window)
    return LIGHT if window == QColor(LIGHT.page) else DARK


def load_fonts() -> None:
    """Add the bundled fonts to the application's."""
    for path in font_files():
        QFontDatabase.addApplicationFont(str(path))


def apply_theme(application: QApplication, theme: Theme) -> None:
    """Give the whole application the theme's palette, font and style sheet."""
    if application.property("themed") is None:
        load_fonts()
        application.setStyle(QStyleFactory.create("Fusion"))
        application.setFont(ui_font())
        application.setProperty("themed", True)
    sheet = style_sheet(theme)
    if application.styleSheet() != sheet:  # setting it styles every widget anew
        application.setPalette(palette(theme))
        application.setStyleSheet(sheet)


def palette(theme: Theme) -> QPalette:
    """Every role of the palette, disabled ones included."""
    role = QPalette.ColorRole
    tokens = {
        role.Window: theme.page,
        role.WindowText: theme.fg,
        role.Base: theme.card,
        role.AlternateBase: theme.lane,
        role.Text: theme.fg,
        role.BrightText: theme.bad,
        role.PlaceholderText: theme.fg3,
        role.Button: theme.card,
        role.ButtonText: theme.fg,
        role.Highlight: theme.accbg,
        role.HighlightedText: theme.fg,
        role.Accent: theme.acc,
        role.Link: theme.acc,
        role.LinkVisited: theme.acc,
        role.ToolTipBase: theme.raised,
        role.ToolTipText: theme.fg,
        role.Light: theme.raised,
        role.Midlight: theme.hair,
        role.Mid: theme.line,
        role.Dark: theme.line,
        role.Shadow: theme.shadow,
    }
    made = QPalette()
    for each, token in tokens.items():
        made.setColor(each, QColor(token))
    for each in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, each, QColor(theme.fg3))
    return made


@cache
def _ui_font(px: int, weight: int) -> QFont:
    # Made once: a frame of the timeline asks for dozens.
    font = _font(UI_FAMILIES, px, weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _font(families: list[str], px: int, weight: int) -> QFont:
    font = QFont(families)
    font.setPixelSize(px)
    font.setWeight(QFont.Weight(weight))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
