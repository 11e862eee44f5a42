"""Arguments of ``traceview screenshot``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass

from traceview.model.format import parse_range


@dataclass(frozen=True, slots=True)
class ScreenshotRequest:
    """What to draw: ``size`` is width and height in pixels, ``range_ps`` None for everything."""

    path: str
    output: str
    page: str
    range_ps: tuple[int, int] | None
    theme: str
    size: tuple[int, int]


def parse(words: Sequence[str]) -> ScreenshotRequest:
    """The request in ``words``; a usage error exits with status 2."""
    parser = argparse.ArgumentParser(
        "traceview screenshot", description="Write a PNG of a page; works with no display."
    )
    parser.add_argument("path", metavar="PATH", help="capture, run folder or logdir")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png", help="file to write")
    parser.add_argument(
        "--page", default="trace_viewer", choices=["trace_viewer"], help="page to draw"
    )
    parser.add_argument(
        "--range", type=_range, metavar="A..B", help="stretch of time to show, as in 1.2s..1300ms"
    )
    parser.add_argument("--theme", choices=["light", "dark"], default="dark")
    parser.add_argument("--size", type=_size, default=(1400, 900), metavar="WxH")
    found = parser.parse_args(words)
    return ScreenshotRequest(
        found.path, found.output, found.page, found.range, found.theme, found.size
    )


def _range(text: str) -> tuple[int, int]:
    try:
        return parse_range(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1400x900")
    return int(found[1]), int(found[2])
