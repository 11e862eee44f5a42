"""What a banner says of a capture that opened but is not whole."""

from __future__ import annotations

from traceview.model.capture import Capture
from traceview.ui.text import tr

# The worst first: a banner shows one, the others stand among the warnings.
TITLES = {
    "million-events": "This capture was cut",
    "truncated": "This file is cut",
    "no-device-events": "The devices have no events",
    "device-ends-early": "The devices end early",
    "better-beside": "A fuller capture lies beside this one",
}


def advice_of(capture: Capture) -> tuple[str, str] | None:
    """Title and text of the banner; None where nothing is amiss."""
    for kind, title in TITLES.items():
        for notice in capture.notices:
            if notice.kind == kind:
                return tr(title), notice.text
    return None
