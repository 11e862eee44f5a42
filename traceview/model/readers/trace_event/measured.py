"""What counter tracks of a trace-event file are made of."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from traceview.model.builder import placed_events
from traceview.model.readers.trace_event.records import Records
from traceview.model.readers.trace_event.tracks import NO_NAME
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Counter, Doubles, Ints, Track, TrackKind

_BYTES = re.compile(r"bytes?(\b|_)|memory|allocat", re.IGNORECASE)
_OTHER = re.compile(r"%|percent|util|ratio|rate|bandwidth|count|/s\b|\b[kmgt]i?b\b", re.IGNORECASE)


class Measured(NamedTuple):
    """What a counter track is made of: samples in time order.

    ``time_ps`` int64[n], ``values`` float64[n, series], ``arg_at`` int64[n].
    """

    section: int
    name: str
    series: tuple[str, ...]
    time_ps: Ints
    values: Doubles
    arg_at: Ints
    category: str = ""
    unit: str = ""


def counter_track(measured: Measured, strings: StringTable, args: ArgSource) -> Track:
    """A track of samples that last until the next one, the last 0 ps."""
    time_ps = measured.time_ps
    dur_ps = np.zeros(len(time_ps), np.int64)
    np.subtract(time_ps[1:], time_ps[:-1], out=dur_ps[:-1])
    name = np.full(len(time_ps), strings.intern(measured.name), np.int32)
    row = np.zeros(len(time_ps), np.int64)
    values = np.ascontiguousarray(measured.values).view()
    values.flags.writeable = False
    return Track(
        section=measured.section,
        name=measured.name,
        kind=TrackKind.COUNTER,
        events=placed_events(time_ps, dur_ps, name, measured.arg_at, row),
        line_id=measured.category,
        args=args,
        counter=Counter(measured.series, values, measured.unit),
    )


def unit_of(*names: str) -> str:
    """Return "bytes" where the names of a counter say that it counts bytes, else ""."""
    text = " ".join(names)
    return "bytes" if _BYTES.search(text) and not _OTHER.search(text) else ""


def title_of(records: Records, record: int, strings: StringTable) -> str:
    """What catapult calls a counter: its name, and its id in brackets."""
    name = text_of(records.name[record], strings) or NO_NAME
    number = int(records.id[record])
    return name if number < 0 else f"{name}[{records.keys[number]}]"


def text_of(name: int | np.int32, strings: StringTable) -> str:
    """The text of a string id, empty where there is none."""
    return strings[int(name)] if name >= 0 else ""
