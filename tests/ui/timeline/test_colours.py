"""Colours of events."""

import colorsys
import json
import re

import numpy as np
import pytest

from traceview.model.strings import StringTable
from traceview.ui.timeline.painting.colours import (
    HUE_STEPS,
    HUES,
    LIGHT_STEPS,
    Colours,
    argb,
    blended,
    code_of,
    oklch,
    oklch_of,
    palette,
)
from traceview.ui.timeline.painting.reserved import RESERVED
from traceview.ui.tokens import DARK, LIGHT

THEMES = pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)


def luminance(colour: int) -> float:
    """Relative luminance of WCAG 2."""
    parts = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@THEMES
def test_the_text_of_events_reads_on_every_colour(theme):
    text = luminance(argb(theme.event_text))
    contrasts = [(luminance(int(each)) + 0.05) / (text + 0.05) for each in palette(theme)]
    assert min(contrasts) >= 4.5


def test_oklch_agrees_with_its_inventor():
    # https://bottosson.github.io/posts/oklab: white, and sRGB red as L 0.628 C 0.2577 h 29.23
    assert oklch(1.0, 0.0, 0.0) == 0xFFFFFFFF
    red = oklch(0.62796, 0.25768, 29.234)
    assert [
        abs((red >> shift & 255) - part) <= 1 for shift, part in ((16, 255), (8, 0), (0, 0))
    ] == [
        True,
        True,
        True,
    ]


def test_a_family_shares_its_hue_and_not_its_shade():
    strings = StringTable()
    names = strings.intern_all(["fusion.1", "fusion.2", "fusion.35", "all-reduce.1"])
    colours = Colours(DARK)
    colours.cover(strings, names)
    hues = [
        colorsys.rgb_to_hls(*((int(each) >> shift & 255) / 255 for shift in (16, 8, 0)))[0] * 360
        for each in colours.plain[names]
    ]
    assert max(hues[:3]) - min(hues[:3]) < 40
    assert abs(hues[3] - hues[0]) > 60
    assert len(set(colours.plain[names].tolist())) > 1


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("MEMCPYHtoD", "memcpy"),
        ("%loop_fusion.3", "fusion"),
        ("copy-done.2", "copy-done"),
        ("async-copy.1", "copy"),
        ("ncclDevKernel_AllReduce_Sum_f32", "nccl"),
        ("convert.5", "convert"),
    ],
)
def test_an_operation_has_the_hue_of_its_family(name, family):
    steps = (code_of(name) // LIGHT_STEPS, round(HUES[family] / (360 / HUE_STEPS)))
    assert min((steps[0] - steps[1]) % HUE_STEPS, (steps[1] - steps[0]) % HUE_STEPS) <= 2


def test_steps_and_modules_are_pale():
    pale = palette(DARK)[[code_of(name) for name in ("7", "step 3", "jit_f(12190)", "train 3")]]
    spread = [
        max(parts) - min(parts) for parts in ((c >> np.array([16, 8, 0]) & 255) for c in pale)
    ]
    assert max(spread) < 50


def test_colours_come_with_the_names():
    strings = StringTable()
    first = strings.intern_all(["a", "b"])
    colours = Colours(DARK)
    colours.cover(strings, first)
    before = colours.plain[first].tolist()
    later = strings.intern_all(["c", "a"])
    colours.cover(strings, later)
    assert colours.plain[first].tolist() == before
    assert (colours.plain[later] != 0).all()
    colours.set_theme(LIGHT)
    assert colours.plain[first].tolist() != before


def test_blending_goes_from_one_colour_to_the_other():
    assert blended(np.array([0xFF000000], np.uint32), "#ffffff", 0.0)[0] == 0xFF000000
    assert blended(np.array([0xFF000000], np.uint32), "#ffffff", 1.0)[0] == 0xFFFFFFFF
    assert blended(np.array([0xFF204060], np.uint32), "#406080", 0.5)[0] == 0xFF305070


@pytest.mark.parametrize("token", ["#b40000", "#0000ff", "#7ec894", "#000000", "#ffffff"])
def test_oklch_leads_back_to_the_colour_it_came_from(token):
    assert oklch(*oklch_of(token)) == argb(token)


@THEMES
def test_reserved_colours_keep_their_hue(theme):
    strings = StringTable()
    names = strings.intern_all(RESERVED)
    colours = Colours(theme)
    colours.reserve(dict(zip(names.tolist(), RESERVED, strict=True)))
    colours.cover(strings, names)
    for painted, wanted in zip(colours.plain[names].tolist(), RESERVED.values(), strict=True):
        _, chroma, hue = oklch_of(f"#{painted & 0xFFFFFF:06x}")
        _, wanted_chroma, wanted_hue = oklch_of(wanted)
        if wanted_chroma < 0.01:
            assert chroma < 0.01
        else:
            assert abs((hue - wanted_hue + 180) % 360 - 180) < 15


def test_our_table_names_every_reserved_colour_of_catapult(corpus):
    told = json.loads((corpus / "timeline/colors/catapult_colors.json").read_bytes())["reserved"]
    parts = {
        name: [int(part) for part in re.findall(r"\d+", each["rgb"])] for name, each in told.items()
    }
    assert {name: "#{:02x}{:02x}{:02x}".format(*rgb) for name, rgb in parts.items()} == RESERVED
