"""The colours of names, for the squares before them in tables."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor

from traceview.ui.theme import current_theme
from traceview.ui.timeline.painting.colours import code_of, palette
from traceview.ui.timeline.painting.raster import Pixels
from traceview.ui.tokens import Theme


def swatch(name: str) -> QColor:
    """The colour that events of a name have on the timeline."""
    return QColor.fromRgba(int(_palette(current_theme())[code_of(name)]))


@lru_cache(maxsize=2)
def _palette(theme: Theme) -> Pixels:
    return palette(theme)
