"""Names, keys and numbers of records, whatever JSON holds in their places."""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

from traceview.model.readers.trace_event.decode import Event
from traceview.model.readers.trace_event.records import (
    BIND_ENCLOSING,
    FLOW_IN,
    FLOW_OUT,
    HAS_BIND_ID,
    SCOPE_GLOBAL,
    SCOPE_PROCESS,
)
from traceview.model.strings import StringTable


def key_text(value: Any) -> str | None:
    """A process, thread or id as text, so that 12, 12.0 and "12" are one; None for no such."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case int() | float():
            return str(value)
        case _:
            return None


def number(value: Any) -> float | None:
    """A counter's value, also one that is written as text; None for no number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (OverflowError, ValueError):
        return None
    return found if math.isfinite(found) else None


def whole_number(value: Any) -> int | None:
    """A whole number that 64 bits hold, also one that is written as 1.0 or as text."""
    try:
        if isinstance(value, bool) or (isinstance(value, float) and not value.is_integer()):
            return None
        found = int(value) if isinstance(value, int | float | str) else None
    except ValueError:
        return None
    return found if found is not None and -(1 << 63) <= found < 1 << 63 else None


def flags_of(event: Event) -> int:
    """Bits of Records.flag, but for HAS_ARGS."""
    return (
        FLOW_IN * bool(event.flow_in)
        | FLOW_OUT * bool(event.flow_out)
        | BIND_ENCLOSING * bool(event.bp == "e")
        | HAS_BIND_ID * _is_bound(event)
        | SCOPE_PROCESS * bool(event.s == "p")
        | SCOPE_GLOBAL * bool(event.s == "g")
    )


def id_of(event: Event) -> str | None:
    """What stands for the id of a record; None for no id, or none of these forms."""
    if _is_bound(event):
        return key_text(event.bind_id)
    return _id_text(event.id, event.id2, event.scope)


def id_text(fields: dict[str, Any]) -> str | None:
    """The same of a whole record, its "bind_id" left out."""
    return _id_text(fields.get("id"), fields.get("id2"), fields.get("scope"))


def _id_text(id_: Any, id2: Any, scope: Any) -> str | None:
    text, before = key_text(id_), key_text(scope)
    if isinstance(id2, dict):
        for kind in ("local", "global"):
            inner = key_text(id2.get(kind))
            text = f"{kind}:{inner}" if text is None and inner is not None else text
    return text if text is None or before is None else f"{before}/{text}"


def _is_bound(event: Event) -> bool:
    """Whether the record is part of a flow by "bind_id", as catapult reads slices only."""
    flows = event.flow_in or event.flow_out or (event.id is None and event.id2 is None)
    return event.bind_id is not None and bool(flows)


class Keys(dict[Hashable, int]):
    """Values to the number of their text; -1 for what is absent."""

    def __init__(self) -> None:
        super().__init__({None: -1})
        self.texts: dict[str, int] = {}

    def __missing__(self, value: Hashable) -> int:
        text = key_text(value)
        index = -1 if text is None else self.texts.setdefault(text, len(self.texts))
        self[value] = index
        return index


class Names(dict[Hashable, int]):
    """Values to the string id of their text; -1 for what is absent. One thread may use it."""

    def __init__(self, strings: StringTable) -> None:
        super().__init__({None: -1})
        self._strings = strings

    def __missing__(self, value: Hashable) -> int:
        text = key_text(value)
        index = self[value] = -1 if text is None else self._strings.intern(text)
        return index
