"""Events as comma-separated values, one a line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import numpy as np

from traceview.model.self_time import self_ps
from traceview.model.trace import Ints, Trace, Track, TrackKind
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
        yield events_csv(trace, track, np.arange(len(track.events)))


def events_csv(trace: Trace, track: Track, chosen: Ints) -> bytes:
    """The lines of some events of a track, ``chosen`` int64[n]."""
    section, events = trace.sections[track.section], track.events
    args = args_in_file_order(track, events.arg_at[chosen])
    rows = events.row_at.searchsorted(chosen, "right") - 1
    own = self_ps(track) if track.kind is not TrackKind.COUNTER else np.zeros(len(events))
    place = (section.host, section.heading or section.name, track.name, str(track.kind))
    return csv_rows(
        (
            *place,
            row,
            trace.strings[name],
            start_ps,
            dur_ps,
            int(self_time),
            msgspec.json.encode({arg.name: arg.value for arg in said}).decode() if said else "",
        )
        for row, name, start_ps, dur_ps, self_time, said in zip(
            rows.tolist(),
            events.name[chosen].tolist(),
            events.start_ps[chosen].tolist(),
            events.dur_ps[chosen].tolist(),
            own[chosen].tolist(),
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
