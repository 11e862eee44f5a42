"""What holds for the project as a whole."""

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

import traceview

ROOT = Path(__file__).resolve().parent.parent
RESOURCES = ROOT / "resources"
SAMPLES = RESOURCES / "samples"
ICONS = sorted((RESOURCES / "icons").glob("*.svg"))


def test_that_the_version_is_told_once_and_the_same():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == traceview.__version__


def test_that_the_changelog_tells_of_this_version():
    assert f"## [{traceview.__version__}]" in (ROOT / "CHANGELOG.md").read_text()


def test_that_the_samples_are_small():
    size_bytes = sum(path.stat().st_size for path in SAMPLES.glob("*.gz"))
    assert 0 < size_bytes < 1_500_000


def test_that_every_sample_has_a_title_and_a_lesson():
    listed = json.loads((SAMPLES / "samples.json").read_text())
    assert {path.name for path in SAMPLES.glob("*.gz")} == {sample["file"] for sample in listed}
    assert all(sample["title"] and sample["lesson"] for sample in listed)


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_that_every_icon_is_drawn_by_qt(path, qapp):
    assert QSvgRenderer(str(path)).isValid()


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_that_every_icon_takes_the_colour_of_the_theme(path):
    if path.stem != "traceview":
        svg = path.read_text()
        assert 'stroke="currentColor" stroke-width="1.75"' in svg
        assert re.findall(r"#[0-9a-fA-F]{3,6}", svg) == []


def test_that_the_fonts_give_three_weights_and_fixed_digits(qapp):
    for path in [*(RESOURCES / "fonts").glob("*.otf"), *(RESOURCES / "fonts").glob("*.ttf")]:
        assert QFontDatabase.addApplicationFont(str(path)) >= 0
    for weight in (QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold):
        info = QFontInfo(QFont("Inter", 12, weight))
        assert (info.family(), info.weight()) == ("Inter", weight)
    assert QFontInfo(QFont("JetBrains Mono")).fixedPitch()


def test_that_pyside_keeps_its_references_to_none(qapp):
    """PySide6 6.12 on Python 3.11 loses one at each call, which aborts the program in the end."""
    calls = 10_000
    painter = QPainter(image := QImage(8, 8, QImage.Format.Format_RGB32))
    colour = QColor("white")
    painter.fillRect(0, 0, 1, 1, colour)  # the first call of a function builds its signature
    before = sys.getrefcount(None)
    for _ in range(calls):
        painter.fillRect(0, 0, 1, 1, colour)
    after = sys.getrefcount(None)
    painter.end()
    assert QColor(image.pixel(0, 0)) == colour
    # Other threads come and go with a few; from 3.12 on None is immortal and the count constant.
    assert abs(after - before) < calls / 100
