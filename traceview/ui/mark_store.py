"""Kept intervals and notes of captures, in a JSON file beside the settings.

A record holds the clock's zero as well: a run with one host more may begin earlier, and its
marks must stay where they were on the clock.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from traceview.ui.marks import MARKS_LIMIT, TEXT_LIMIT, Mark, MarkColour, MarkKind, Marks

RECORDS_LIMIT = 200  # captures; those that were changed longest ago go first
LONGEST_PS = 2**62


class MarkStore:
    """Marks by key. What another version or a hand wrote and cannot be read is not there."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def load(self, key: str, t0_ns: int) -> Marks:
        """The marks of a capture whose time zero is ``t0_ns``."""
        record = self._records().get(key)
        return marks_from_json(record, t0_ns) if isinstance(record, dict) else ()

    def save(self, key: str, marks: Marks, t0_ns: int) -> None:
        """Keep the marks of a capture, or forget it when there are none. Raises OSError."""
        records = self._records()
        if not marks and key not in records:
            return
        records.pop(key, None)
        if marks:
            records[key] = marks_to_json(marks, t0_ns)
        self._write(dict(list(records.items())[-RECORDS_LIMIT:]))

    def _records(self) -> dict[str, Any]:
        try:
            stored = json.loads(self.file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return stored if isinstance(stored, dict) else {}

    def _write(self, records: Mapping[str, Any]) -> None:
        """In one move, so that a crash leaves the file before."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        half = self.file.with_suffix(".part")
        half.write_text(json.dumps(records, ensure_ascii=False, indent=1), "utf-8")
        os.replace(half, self.file)


def marks_to_json(marks: Marks, t0_ns: int) -> dict[str, Any]:
    """A record: the clock's zero and a list of marks."""
    return {"t0_ns": t0_ns, "marks": [asdict(mark) for mark in marks]}


def marks_from_json(record: Mapping[str, Any], t0_ns: int) -> Marks:
    """The marks of a record on a clock whose zero is ``t0_ns``; what makes no sense is left out."""
    stored, before_ns = record.get("marks"), record.get("t0_ns")
    if not isinstance(stored, list) or type(before_ns) is not int:
        return ()
    shift_ps = (before_ns - t0_ns) * 1000
    read = (_mark(each) for each in stored[:MARKS_LIMIT] if isinstance(each, dict))
    marks = (mark for mark in read if mark is not None)
    return tuple(
        replace(mark, start_ps=mark.start_ps + shift_ps, end_ps=mark.end_ps + shift_ps)
        for mark in marks
    )


def _mark(stored: Mapping[str, Any]) -> Mark | None:
    start_ps, end_ps, text = (stored.get(name) for name in ("start_ps", "end_ps", "text"))
    if type(start_ps) is not int or type(end_ps) is not int or not isinstance(text, str):
        return None
    if not -LONGEST_PS <= start_ps <= end_ps <= LONGEST_PS:
        return None
    try:
        kind, colour = MarkKind(str(stored.get("kind"))), MarkColour(str(stored.get("colour")))
    except ValueError:
        return None
    return Mark(kind, start_ps, end_ps, text[:TEXT_LIMIT], colour)
