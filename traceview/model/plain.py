"""Text from a capture, made fit to be shown: on a screen, in a terminal, anywhere."""

from __future__ import annotations

import re

LIMIT = 4096
ELLIPSIS = "…"

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_BREAKS = re.compile("[\t\n\u2028\u2029]")
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def clean(text: str, limit: int = LIMIT) -> str:
    """``text`` on one line and fit to be shown: at most ``limit`` characters and an ellipsis.

    Control characters go, since a font draws boxes for them and a terminal obeys them; marks
    that turn the direction of text become visible as ``[U+202E]``, since they can make a name
    look like another.
    """
    shown = text[:limit] + (ELLIPSIS if len(text) > limit else "")
    shown = _CONTROLS.sub("", _BREAKS.sub(" ", shown))
    return _BIDI.sub(lambda mark: f"[U+{ord(mark[0]):04X}]", shown)
