"""Colours of events: one hue a family of operations, varied by name, all equally light.

OKLCH keeps the lightness constant over the hues, so that one dark text reads on every event.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from zlib import crc32

import numpy as np

from traceview.model.strings import StringTable
from traceview.model.trace import Ids
from traceview.ui.timeline.painting.raster import Pixels
from traceview.ui.timeline.painting.reserved import RESERVED
from traceview.ui.tokens import Theme

# Degrees; families not named here get theirs from a hash of their first word.
HUES = {
    "fusion": 150,
    "convolution": 25,
    "conv": 25,
    "convert": 175,
    "dot": 45,
    "matmul": 45,
    "gemm": 45,
    "cublas": 45,
    "custom-call": 340,
    "all-reduce": 300,
    "all-gather": 318,
    "all-to-all": 325,
    "reduce-scatter": 285,
    "collective-permute": 310,
    "send": 290,
    "recv": 295,
    "nccl": 300,
    "copy": 225,
    "copy-start": 215,
    "copy-done": 235,
    "memcpy": 225,
    "memset": 240,
    "transpose": 200,
    "infeed": 95,
    "outfeed": 80,
    "offload-copy": 65,
    "reduce": 265,
    "broadcast": 130,
    "while": 110,
}
HUE_STEPS, LIGHT_STEPS = 72, 5
PALE = HUE_STEPS  # the row of the palette for steps and modules
PALE_HUE = 262
RESERVED_ROW = PALE + 1  # where the colours begin that a capture asks for by name
RESERVED_CODES = {name: RESERVED_ROW * LIGHT_STEPS + index for index, name in enumerate(RESERVED)}
MOST_CHROMA = 0.13  # of a reserved colour; ours have less
SEARCH_DIM = 0.82

_FIRST_WORD = re.compile(r"[%$]*([A-Za-z_]+(?:-[a-z]+)*)")
_FRAME = re.compile(r"^(step\b.*|\d+|[\w.\-]+\(\d+\))$", re.IGNORECASE)
_STRUCTURE = re.compile(r"^(train|eval|test)[ _]?(step)? ?\d+$", re.IGNORECASE)


class Colours:
    """Name id to 0xffRRGGBB, extended as names come on screen.

    ``plain``, ``dark`` (an event's first pixel) and ``dim`` (beside a search) are uint32 by
    name id and valid for the ids last given to ``cover``.
    """

    def __init__(self, theme: Theme) -> None:
        self._codes = np.full(0, -1, np.int16)
        self._reserved: Mapping[int, str] = {}
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use the theme's lightness and background."""
        self._palette = palette(theme)
        self._dim_palette = blended(self._palette, theme.lane, SEARCH_DIM)
        self._dark_palette = blended(self._palette, "#000000", 0.32)
        self.plain, self.dark, self.dim = (
            table[self._codes] for table in (self._palette, self._dark_palette, self._dim_palette)
        )

    def cover(self, strings: StringTable, names: Ids) -> None:
        """Make the tables hold the colours of these name ids."""
        if len(strings) > len(self._codes):
            self._grow(len(strings))
        missing = names[self._codes[names] < 0]
        if len(missing):
            ids = np.unique(missing)
            self._codes[ids] = [self._code(strings, name) for name in ids.tolist()]
            for table, source in self._tables():
                table[ids] = source[self._codes[ids]]

    def reserve(self, reserved: Mapping[int, str]) -> None:
        """Give these name ids the colours of these reserved names; unknown names give none."""
        if reserved != self._reserved:
            self._reserved = dict(reserved)
            self.forget()

    def forget(self) -> None:
        """Start anew: the ids will be of another trace."""
        self._codes = self._codes[:0]
        self.plain, self.dark, self.dim = self.plain[:0], self.dark[:0], self.dim[:0]

    def _code(self, strings: StringTable, name: int) -> int:
        reserved = RESERVED_CODES.get(self._reserved.get(name, ""))
        return code_of(strings[name]) if reserved is None else reserved

    def _tables(self) -> tuple[tuple[Pixels, Pixels], ...]:
        return (
            (self.plain, self._palette),
            (self.dark, self._dark_palette),
            (self.dim, self._dim_palette),
        )

    def _grow(self, size: int) -> None:
        more = size - len(self._codes)
        self._codes = np.concatenate((self._codes, np.full(more, -1, np.int16)))
        self.plain, self.dark, self.dim = (
            np.concatenate((table, np.zeros(more, np.uint32))) for table, _ in self._tables()
        )


def code_of(name: str) -> int:
    """Index into a palette."""
    light = crc32(name.encode("utf-8", "replace"))
    if _FRAME.match(name) or _STRUCTURE.match(name):
        return PALE * LIGHT_STEPS + light % 2 + 1
    found = _FIRST_WORD.match(name)
    hue = _hue(found[1].lower() if found else "")
    jitter = (light >> 8) % 5 - 2
    step = round((hue + 5 * jitter) / (360 / HUE_STEPS)) % HUE_STEPS
    return step * LIGHT_STEPS + light % LIGHT_STEPS


def _hue(family: str) -> int:
    """Degrees of a family: of the longest name it begins with, else by its hash."""
    family = family.removeprefix("async-")
    if family.endswith("fusion"):
        return HUES["fusion"]
    known = max((name for name in HUES if family.startswith(name)), key=len, default="")
    return HUES[known] if known else crc32(family.encode()) % 360


def palette(theme: Theme) -> Pixels:
    """Every colour of a theme by code, uint32."""
    dark = theme.name == "dark"
    light, chroma = (0.74, 0.105) if dark else (0.80, 0.095)
    pale_light, pale_chroma = (0.665, 0.042) if dark else (0.80, 0.04)
    steps = [0.018 * (step - LIGHT_STEPS // 2) for step in range(LIGHT_STEPS)]
    colours = [
        oklch(light + step, chroma, hue * 360 / HUE_STEPS)
        for hue in range(HUE_STEPS)
        for step in steps
    ]
    colours += [oklch(pale_light + step, pale_chroma, PALE_HUE) for step in steps]
    colours += [_legible(wanted, dark) for wanted in RESERVED.values()]
    return np.array(colours, np.uint32)


def blended(colours: Pixels, over: str, share: float) -> Pixels:
    """``share`` of the colour ``over`` (#rrggbb) laid on each colour, uint32 of the same shape."""
    other = int(over[1:], 16)
    mixed = np.full(colours.shape, 0xFF000000, np.uint32)
    for shift in (16, 8, 0):
        part = (colours >> shift & 255) * (1 - share) + (other >> shift & 255) * share
        mixed |= part.astype(np.uint32) << np.uint32(shift)
    return mixed


def argb(token: str) -> int:
    """A token as 0xffRRGGBB."""
    return 0xFF000000 | int(token[1:], 16)


def oklch(light: float, chroma: float, hue_degrees: float) -> int:
    """SRGB 0xffRRGGBB of an OKLCH colour (https://bottosson.github.io/posts/oklab), clipped."""
    a = chroma * math.cos(math.radians(hue_degrees))
    b = chroma * math.sin(math.radians(hue_degrees))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return 0xFF000000 | _byte(red) << 16 | _byte(green) << 8 | _byte(blue)


def oklch_of(token: str) -> tuple[float, float, float]:
    """Lightness, chroma and hue in degrees of ``#rrggbb``; the inverse of ``oklch``."""
    red, green, blue = (_linear(argb(token) >> shift & 255) for shift in (16, 8, 0))
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    light = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return light, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _legible(wanted: str, dark: bool) -> int:
    """A colour of the same hue on which the text of events reads and which shows on the lane."""
    light, chroma, hue = oklch_of(wanted)
    low, high = (0.64, 0.86) if dark else (0.67, 0.86)
    return oklch(low + (high - low) * light, min(chroma, MOST_CHROMA), hue)


def _linear(byte: int) -> float:
    """A gamma-encoded sRGB component, from 0 to 255, as light."""
    part = byte / 255
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _byte(linear: float) -> int:
    """Gamma-encoded sRGB component."""
    linear = min(max(linear, 0.0), 1.0)
    encoded = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(255 * encoded)
