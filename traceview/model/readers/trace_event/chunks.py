"""Trace-event JSON text to Records."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from traceview.model.readers.trace_event.columns import Columns
from traceview.model.readers.trace_event.pieces import Advance, Piece, find_pieces
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.readers.trace_event.store import FileStore, PieceTable
from traceview.model.source import Contents
from traceview.model.strings import StringTable

SURE, LIKELY, POSSIBLE, EMPTY = 90, 60, 20, 10

# Pieces are this many records at least, or wait for more.
TOGETHER = 512

_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*([\[{])\s*")
_RECORDS = re.compile(rb'"traceEvents"\s*:\s*[\[{n"]')
_PHASE = re.compile(rb'"ph"\s*:\s*"')
_TOP_KEY = re.compile(
    rb'"(?:schemaVersion|deviceProperties|distributedInfo|displayTimeUnit|stackFrames|metadata'
    rb'|otherData|systemTraceEvents|samples)"\s*:'
)


def likeness(head: bytes) -> int:
    """How much the first bytes look like trace-event JSON, 0 to 100.

    Other JSON gets 0. Where a large key stands before the events, known keys of the top level
    still get a low bid, and so does a whole file that is an empty array or object.
    """
    start = _START.match(head)
    if not start:
        return 0
    rest = head[start.end() :]
    if start[1] == b"{":
        if _RECORDS.search(rest):
            return SURE
        if _TOP_KEY.match(rest):
            return POSSIBLE
    elif rest.startswith((b"{", b"null")) and _PHASE.search(rest):
        return SURE
    return EMPTY if rest.strip() in (b"]", b"}") else 0


def read_records(
    contents: Contents, strings: StringTable, skips: Skips, advance: Advance
) -> Records:
    """All records of a file; ``skips`` hears what had to be left out or mended.

    ``advance`` hears which fraction is done and may raise Cancelled. Raises TraceError when the
    file becomes shorter meanwhile.
    """
    top: dict[str, Any] = {}
    columns = Columns(contents.data.data, strings)
    places: list[tuple[int, int, int]] = []
    count = 0
    pieces: list[Piece] = []
    for piece in find_pieces(contents, top, skips, advance):
        places.append((piece.start, piece.end, count))
        pieces.append(piece)
        count += len(piece.events)
        if count - len(columns) >= TOGETHER:
            columns.add(pieces)
            pieces = []
    if pieces:
        columns.add(pieces)
    start, end, first = np.array([*places, (0, 0, count)], np.int64).T.copy()
    store = FileStore(contents, PieceTable(start[:-1], end[:-1], first))
    arrays = columns.finished()
    for kind, records in columns.flawed.items():
        skips.add_records(kind, np.array(records, np.int64), store)
    return Records(
        **arrays,
        keys=columns.keys,
        counts=columns.counts(),
        found=tuple(columns.found),
        colours=columns.colours,
        top=top,
        store=store,
        strings=strings,
    )
