"""What a file format must provide to be read."""

from __future__ import annotations

from typing import Protocol

from traceview.model.capture import Capture
from traceview.model.source import Source
from traceview.model.strings import StringTable
from traceview.model.trace import Trace


class Progress:
    """Told how far reading has come. The base class ignores it; a window overrides it.

    Every method may raise ``Cancelled``, which readers let pass.
    """

    def advance(self, done_bytes: int, total_bytes: int) -> None:
        """``done_bytes`` of ``total_bytes`` are read."""

    def show(self, trace: Trace) -> None:
        """What is whole so far; called often, with ever more tracks."""


class Reader(Protocol):
    """Reads one format. Bids by content, never by file name; the highest bid reads."""

    name: str

    def sniff(self, head: bytes, size_bytes: int) -> int:
        """0 (not mine) to 100 (surely mine), from the first 64 KiB, decompressed."""
        ...

    def read(self, source: Source, host: str, strings: StringTable, progress: Progress) -> Capture:
        """The capture in one file, on its own clock. Raises TraceError or Cancelled."""
        ...
