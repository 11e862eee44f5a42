"""Reads trace-event JSON from bytes."""

from __future__ import annotations

import numpy as np

from traceview.model.readers.trace_event.chunks import read_records
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.source import Contents
from traceview.model.strings import StringTable


def read(text: bytes | str) -> tuple[Records, dict[str, tuple[int, int | None]]]:
    """Records, and by kind how many were left out or mended and where the first is."""
    data = text.encode() if isinstance(text, str) else text
    skips = Skips()
    contents = Contents(np.frombuffer(data, np.uint8))
    records = read_records(contents, StringTable(), skips, lambda _fraction: None)
    return records, {kind: (count, first) for kind, count, first in skips}


def names(records: Records) -> list[str | None]:
    return [None if name < 0 else records.strings[name] for name in records.name.tolist()]
