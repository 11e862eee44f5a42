"""Samples and what they are called by: the innermost frame of their call stack."""

from __future__ import annotations

from typing import Any, NamedTuple

from traceview.model.readers.trace_event.records import Found, Records
from traceview.model.readers.trace_event.stacks import Stacks
from traceview.model.readers.trace_event.values import key_text
from traceview.model.trace import Arg, Bools


class Sample(NamedTuple):
    """One sample of a thread, which goes by its id as text."""

    section: int
    thread: str
    time_ps: int
    name: str
    arg_at: int


class Frames:
    """Call stacks by their innermost frames, each put together once."""

    def __init__(self, stacks: Stacks) -> None:
        self._stacks = stacks
        self._known: dict[str, list[str]] = {}

    def leaf(self, frame: Any) -> str:
        """The name of a frame, empty where it is not known."""
        names = self._names(frame)
        return names[-1] if names else ""

    def facts(self, frame: Any) -> tuple[Arg, ...]:
        """The stack of a frame, from the root on."""
        names = self._names(frame)
        return (Arg("Stack", names),) if names else ()

    def _names(self, frame: Any) -> list[str]:
        key = key_text(frame)
        if key is None:
            return []
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._stacks.of({"sf": key}) or []
        return known


def is_sample(records: Records, usable: Bools, found: Found) -> bool:
    """Whether a record is a P record with a time."""
    return bool(records.phase[found.record] == ord("P") and usable[found.record])


def is_profile(found: Found) -> bool:
    """Whether a P record is part of a profile that V8 streams."""
    return str(found.fields.get("name", "")) in ("Profile", "ProfileChunk")


def thread_of(records: Records, record: int) -> str:
    """The id of a record's thread."""
    number = int(records.thread[record])
    return records.keys[number] if number >= 0 else ""


def data_of(fields: dict[str, Any]) -> dict[str, Any]:
    """What V8 says in a record's args."""
    args = fields.get("args")
    data = args.get("data") if isinstance(args, dict) else None
    return data if isinstance(data, dict) else {}
