"""Stacks of trace-event records: chains of frames in a table, or lists in the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from traceview.model.readers.trace_event.records import Records
from traceview.model.readers.trace_event.values import key_text

# A chain of parents may be a circle.
_DEEPEST = 10_000


@dataclass(frozen=True, slots=True)
class Stacks:
    """Frames by id: those of the file, and those of a process by (its id, the frame's id)."""

    frames: Mapping[str | tuple[str, str], dict[str, Any]]

    @classmethod
    def of_file(cls, records: Records) -> Stacks:
        """Frames of the top level's "stackFrames" and of M records of that name."""
        frames: dict[str | tuple[str, str], dict[str, Any]] = {}
        for fid, frame in _dict(records.top.get("stackFrames")).items():
            frames[str(fid)] = _dict(frame)
        for _, fields in records.found:
            if fields.get("ph") == "M" and fields.get("name") == "stackFrames":
                process = key_text(fields.get("pid")) or ""
                for fid, frame in _dict(_dict(fields.get("args")).get("stackFrames")).items():
                    frames[process, str(fid)] = _dict(frame)
        return cls(frames)

    def of(self, fields: dict[str, Any], end: bool = False) -> list[str] | None:
        """Names from the root to the leaf; of "esf" and "estack" for the ``end`` of a record.

        A list in the record keeps its order.
        """
        chain, listed = ("esf", "estack") if end else ("sf", "stack")
        if isinstance(fields.get(listed), list):
            return [str(frame) for frame in fields[listed]]
        key, process = key_text(fields.get(chain)), key_text(fields.get("pid")) or ""
        names: list[str] = []
        while key is not None and len(names) < _DEEPEST:
            frame = self.frames.get(key) or self.frames.get((process, key))
            if frame is None:
                break
            names.append(str(frame.get("name", "")))
            key = key_text(frame.get("parent"))
        return names[::-1] or None


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
