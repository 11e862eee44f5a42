"""Where somebody was on the timeline, as JSON keeps it between two runs of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traceview.ui.session import MouseTool, View
from traceview.ui.timeline.canvas import Place
from traceview.ui.timeline.layout import Folding, SectionKey, TrackKey


def place_to_json(place: Place, tool: MouseTool) -> dict[str, Any]:
    """A place and the mouse tool, as lists, numbers and texts."""
    return {
        "view_ps": [place.view.start_ps, place.view.end_ps],
        "top": place.top,
        "sections": [list(key) for key in place.folding.sections],
        "tracks": [list(key) for key in place.folding.tracks],
        "tool": str(tool),
    }


def place_from_json(stored: Mapping[str, Any]) -> Place | None:
    """The place in ``stored``, None when there is none that makes sense."""
    try:
        start_ps, end_ps = (float(time) for time in stored["view_ps"])
        folding = Folding(
            frozenset(SectionKey(*key) for key in stored["sections"]),
            frozenset(TrackKey(*key) for key in stored["tracks"]),
        )
        top = int(stored["top"])
    except (KeyError, TypeError, ValueError):
        return None
    return Place(View(start_ps, end_ps), top, folding) if end_ps > start_ps else None


def tool_from_json(stored: Mapping[str, Any]) -> MouseTool:
    """The mouse tool in ``stored``, else the one to begin with."""
    known = stored.get("tool") in [str(tool) for tool in MouseTool]
    return MouseTool(stored["tool"]) if known else MouseTool.SELECT
