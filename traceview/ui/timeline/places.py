"""Where somebody was on the timeline, as JSON keeps it between two runs of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from traceview.ui.session import MouseTool, View
from traceview.ui.timeline.canvas import Place
from traceview.ui.timeline.tracks.arrangement import (
    Arrangement,
    Key,
    Move,
    RowHeight,
    SectionKey,
    TrackGroup,
    TrackKey,
)


def place_to_json(place: Place, tool: MouseTool) -> dict[str, Any]:
    """A place and the mouse tool, as lists, numbers and texts."""
    return {
        "view_ps": [place.view.start_ps, place.view.end_ps],
        "top": place.top,
        **arrangement_to_json(place.arrangement),
        "filter": place.filter_text,
        "tool": str(tool),
    }


def place_from_json(stored: Mapping[str, Any]) -> Place | None:
    """The place in ``stored``, None when there is none that makes sense."""
    try:
        start_ps, end_ps = (float(time) for time in stored["view_ps"])
        arrangement = arrangement_from_json(stored)
        top = int(stored["top"])
    except (KeyError, TypeError, ValueError):
        return None
    if not end_ps > start_ps:
        return None
    return Place(View(start_ps, end_ps), top, arrangement, str(stored.get("filter", "")))


def arrangement_to_json(arrangement: Arrangement) -> dict[str, Any]:
    """An arrangement, of which only what the user changed takes room."""
    return {
        "sections": [list(key) for key in arrangement.collapsed],
        "tracks": [list(key) for key in arrangement.toggled],
        "hidden": [list(key) for key in arrangement.hidden],
        "hidden_groups": [str(group) for group in arrangement.hidden_groups],
        "pinned": [list(key) for key in arrangement.pinned],
        "moves": [[list(key), after and list(after)] for key, after in arrangement.moves],
        "names": [[list(key), name] for key, name in arrangement.names.items()],
        "row_px": int(arrangement.row_height),
        "track_row_px": [[list(key), int(px)] for key, px in arrangement.row_heights.items()],
    }


def arrangement_from_json(stored: Mapping[str, Any]) -> Arrangement:
    """The arrangement in ``stored``; parts that an earlier version did not write are as at first.

    Raises KeyError, TypeError or ValueError for what makes no sense.
    """
    heights = ((TrackKey(*key), RowHeight(px)) for key, px in stored.get("track_row_px", ()))
    return Arrangement(
        collapsed=frozenset(SectionKey(*key) for key in stored["sections"]),
        toggled=frozenset(TrackKey(*key) for key in stored["tracks"]),
        hidden=frozenset(_key(key) for key in stored.get("hidden", ())),
        hidden_groups=frozenset(TrackGroup(name) for name in stored.get("hidden_groups", ())),
        pinned=tuple(TrackKey(*key) for key in stored.get("pinned", ())),
        moves=tuple(
            Move(_key(key), None if after is None else _key(after))
            for key, after in stored.get("moves", ())
        ),
        names={_key(key): str(name) for key, name in stored.get("names", ())},
        row_height=RowHeight(stored.get("row_px", RowHeight.NORMAL)),
        row_heights=dict(heights),
    )


def tool_from_json(stored: Mapping[str, Any]) -> MouseTool:
    """The mouse tool in ``stored``, else the one to begin with."""
    known = stored.get("tool") in [str(tool) for tool in MouseTool]
    return MouseTool(stored["tool"]) if known else MouseTool.SELECT


def _key(parts: list[Any]) -> Key:
    return SectionKey(*parts) if len(parts) == len(SectionKey._fields) else TrackKey(*parts)
