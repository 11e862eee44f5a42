import json

import pytest

from traceview.ui.session import MouseTool, View
from traceview.ui.timeline.canvas import Place
from traceview.ui.timeline.places import place_from_json, place_to_json, tool_from_json
from traceview.ui.timeline.tracks.arrangement import (
    Arrangement,
    RowHeight,
    SectionKey,
    TrackGroup,
    TrackKey,
)

SECTION = SectionKey("host", "/device:TPU:0")
OTHER = SectionKey("host", "/host:CPU", "pid 7")
TRACK = TrackKey("host", "/host:CPU", 7, "thread", 2**63 - 1, "python")
FIRST = Arrangement(frozenset({SECTION}), frozenset({TRACK}))
PLACE = Place(
    View(0.5, 2.0**52),
    77,
    FIRST.with_hidden([OTHER, TRACK])
    .with_group_hidden(TrackGroup.COUNTERS, True)
    .with_pinned([TRACK])
    .with_moved(SECTION, OTHER)
    .with_moved(TRACK, None)
    .with_name(TRACK, "Mine <b>")
    .with_row_height(RowHeight.COMPACT)
    .with_track_height(TRACK, RowHeight.TALL),
    "tpu -/idle$/",
)


def test_a_place_survives_json():
    stored = json.loads(json.dumps(place_to_json(PLACE, MouseTool.ZOOM)))
    assert (place_from_json(stored), tool_from_json(stored)) == (PLACE, MouseTool.ZOOM)


def test_a_place_of_an_earlier_version_still_loads():
    stored = {"view_ps": [0, 1], "top": 3, "sections": [list(SECTION)], "tracks": [list(TRACK)]}
    assert place_from_json(stored) == Place(View(0.0, 1.0), 3, FIRST)


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"view_ps": [1], "top": 0, "sections": [], "tracks": []},
        {"view_ps": [2, 1], "top": 0, "sections": [], "tracks": []},
        {"view_ps": [0, 1], "top": "x", "sections": [], "tracks": []},
        {"view_ps": [0, 1], "top": 0, "sections": [3], "tracks": []},
        {"view_ps": [0, 1], "top": 0, "sections": [["a"]], "tracks": []},
        {"view_ps": [0, 1], "top": 0, "sections": [], "tracks": [], "row_px": 3},
        {"view_ps": [0, 1], "top": 0, "sections": [], "tracks": [], "moves": [[["a"]]]},
        {"view_ps": [0, 1], "top": 0, "sections": [], "tracks": [], "hidden": 4},
        {"view_ps": [0, 1], "top": 0, "sections": [], "tracks": [], "hidden_groups": ["?"]},
        {"view_ps": [0, 1], "top": 0, "sections": [], "tracks": [], "pinned": [[]]},
        {"view_ps": [0, 1], "top": 0, "sections": [[["a"], "b", 0]], "tracks": []},
    ],
)
def test_nonsense_is_no_place(stored):
    assert place_from_json(stored) is None


def test_an_unknown_tool_is_the_first():
    assert tool_from_json({"tool": "hammer"}) is MouseTool.SELECT
