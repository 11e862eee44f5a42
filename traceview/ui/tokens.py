"""The colour tokens, in the dark and in the light theme."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by what they are for, each as ``#rrggbb``.

    Text reaches a contrast of 4.5 on the surfaces it stands on, graphics 3 (WCAG 2). The eight
    semantic colours have one meaning everywhere and stay apart under protanopia, deuteranopia
    and tritanopia. ``line`` is decoration: nothing is told by it alone.
    """

    name: str
    # Surfaces.
    page: str
    chrome: str  # menu, tool and status bars
    card: str
    raised: str  # hover cards, section rows
    lane: str  # lanes of the timeline
    line: str  # borders
    hair: str  # separators of rows
    track: str  # what bars lie on
    shadow: str
    # Text in three ranks, and the accent.
    fg: str
    fg2: str
    fg3: str
    acc: str
    accbg: str  # selection
    onacc: str  # text on the accent
    event_text: str  # on the bars of the timeline
    # Severity, each with a tinted surface.
    bad: str
    warn: str
    good: str
    info: str
    badbg: str
    warnbg: str
    goodbg: str
    infobg: str
    # Meaning.
    input: str  # input wait, stack, incompatible
    compute: str  # compute, free, compatible
    output: str  # output, heap
    compile: str
    comm: str  # communication, copies
    idle: str  # idle, all others, parameters
    other: str  # a further family, such as reductions
    launch: str  # kernel launch, low-FLOPS compute


DARK = Theme(
    name="dark",
    page="#17191d",
    chrome="#1f2329",
    card="#1f2329",
    raised="#2a2f38",
    lane="#1c1f24",
    line="#343a44",
    hair="#2a2f37",
    track="#2d323b",
    shadow="#0b0c0f",
    fg="#e6e9ee",
    fg2="#a6afbc",
    fg3="#8a94a3",
    acc="#6ea8fe",
    accbg="#27364f",
    onacc="#0d1524",
    event_text="#101418",
    bad="#ff7b80",
    warn="#f0b44c",
    good="#52c795",
    info="#6ea8fe",
    badbg="#3a2327",
    warnbg="#382d1b",
    goodbg="#1d332a",
    infobg="#22304a",
    input="#df671d",
    compute="#00a16f",
    output="#ffc850",
    compile="#dd82b9",
    comm="#00affc",
    idle="#646d77",
    other="#a062c6",
    launch="#75eaff",
)

LIGHT = Theme(
    name="light",
    page="#f3f5f8",
    chrome="#fbfcfd",
    card="#ffffff",
    raised="#eceff3",
    lane="#f8f9fb",
    line="#d5dae1",
    hair="#e6e9ee",
    track="#e6e9ee",
    shadow="#c9ced6",
    fg="#1b1f27",
    fg2="#525c6b",
    fg3="#667080",
    acc="#1a5fd0",
    accbg="#dbe7fb",
    onacc="#ffffff",
    event_text="#101418",
    bad="#b9222e",
    warn="#8a5800",
    good="#16704a",
    info="#1a5fd0",
    badbg="#fdecec",
    warnbg="#fdf3df",
    goodbg="#e6f5ed",
    infobg="#e8f0fd",
    input="#b44300",
    compute="#00795a",
    output="#bd8c3a",
    compile="#6b3557",
    comm="#1b2d92",
    idle="#868895",
    other="#321c55",
    launch="#009bda",
)
