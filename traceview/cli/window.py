"""Arguments of the commands that open the window."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def parse_window(words: Sequence[str]) -> list[str]:
    """The paths to open, maybe none."""
    parser = argparse.ArgumentParser("traceview", description="Open the window.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="capture, run folder or logdir")
    return list(parser.parse_args(words).paths)


def parse_demo(words: Sequence[str]) -> None:
    """``demo`` takes no arguments; anything else is a usage error."""
    argparse.ArgumentParser(
        "traceview demo", description="Open a sample capture in the window."
    ).parse_args(words)
