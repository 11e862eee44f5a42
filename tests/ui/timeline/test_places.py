import json

import pytest

from traceview.ui.session import MouseTool, View
from traceview.ui.timeline.canvas import Place
from traceview.ui.timeline.layout import Folding, SectionKey, TrackKey
from traceview.ui.timeline.places import place_from_json, place_to_json, tool_from_json

PLACE = Place(
    View(0.5, 2.0**52),
    77,
    Folding(
        frozenset({SectionKey("host", "/device:TPU:0")}),
        frozenset({TrackKey("host", "/host:CPU", 7, "thread", 2**63 - 1, "python")}),
    ),
)


def test_a_place_survives_json():
    stored = json.loads(json.dumps(place_to_json(PLACE, MouseTool.ZOOM)))
    assert (place_from_json(stored), tool_from_json(stored)) == (PLACE, MouseTool.ZOOM)


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"view_ps": [1], "top": 0, "sections": [], "tracks": []},
        {"view_ps": [2, 1], "top": 0, "sections": [], "tracks": []},
        {"view_ps": [0, 1], "top": "x", "sections": [], "tracks": []},
        {"view_ps": [0, 1], "top": 0, "sections": [3], "tracks": []},
        {"view_ps": [0, 1], "top": 0, "sections": [["a"]], "tracks": []},
    ],
)
def test_nonsense_is_no_place(stored):
    assert place_from_json(stored) is None


def test_an_unknown_tool_is_the_first():
    assert tool_from_json({"tool": "hammer"}) is MouseTool.SELECT
