"""Events as comma-separated values, one a line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from traceview.model.query import row_range
from traceview.model.self_time import self_between
from traceview.model.trace import Ints, Trace, Track
from traceview.model.writers.arg_reading import args_in_file_order

HEAD = (
    "host",
    "section",
    "track",
    "kind",
    "row",
    "name",
    "start_ps",
    "duration_ps",
    "self_ps",
    "args",
)
# Spreadsheets run what begins like this.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_lines(trace: Trace) -> Iterator[bytes]:
    """All events, tracks from top to bottom. Times count from the capture's start."""
    yield csv_rows([HEAD])
    for track in trace.tracks:
        for row in range(track.events.rows):
            yield events_csv(trace, track, row, np.arange(*row_range(track.events, row)))


def events_csv(trace: Trace, track: Track, row: int, chosen: Ints) -> bytes:
    """The lines of some events of a row, ``chosen`` ascending int64[n], n > 0."""
    section, events = trace.sections[track.section], track.events
    args = args_in_file_order(track, events.arg_at[chosen])
    first, last = int(chosen[0]), int(chosen[-1]) + 1
    own = self_between(track, row, first, last)[chosen - first]
    place = (section.host, section.heading or section.name, track.name, str(track.kind))
    return csv_rows(
        (
            *place,
            row,
            trace.strings[name],
            start_ps,
            dur_ps,
            self_time,
            msgspec.json.encode({arg.name: arg.value for arg in said}).decode() if said else "",
        )
        for name, start_ps, dur_ps, self_time, said in zip(
            events.name[chosen].tolist(),
            events.start_ps[chosen].tolist(),
            events.dur_ps[chosen].tolist(),
            own.tolist(),
            args,
            strict=True,
        )
    )


def csv_rows(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as CSV (RFC 4180). Texts that a spreadsheet would run get an apostrophe in front."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
