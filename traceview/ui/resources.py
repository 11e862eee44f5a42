"""Fonts, icons and samples that come with the program."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Sample:
    """A capture to try the program with, and what it teaches."""

    path: Path
    title: str
    lesson: str


def resource(*parts: str) -> Path:
    """Path of a bundled file or folder: inside an installed package, else in the checkout."""
    installed = PACKAGE / "_resources"
    root = installed if installed.is_dir() else PACKAGE.parent / "resources"
    return root.joinpath(*parts)


def samples() -> tuple[Sample, ...]:
    """The bundled captures, the most telling first."""
    listed = json.loads(resource("samples", "samples.json").read_text("utf-8"))
    return tuple(
        Sample(resource("samples", entry["file"]), entry["title"], entry["lesson"])
        for entry in listed
    )


def font_files() -> tuple[Path, ...]:
    """The bundled fonts."""
    return tuple(sorted(resource("fonts").glob("*.[ot]tf")))


def icon_file(name: str) -> Path:
    """The SVG of the icon called ``name``."""
    return resource("icons", f"{name}.svg")
