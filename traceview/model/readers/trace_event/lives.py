"""The lives of objects that N, O and D records tell of.

Rules of catapult's importer, with two exceptions. A snapshot that comes before the creation of
its object moves the creation to itself (TensorFlow writes operations of no duration that way;
catapult forgets the creation). And an id names one object for each name of a type, where catapult
refuses the second.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from traceview.model.readers.trace_event.records import Found, Records, Skips
from traceview.model.readers.trace_event.tracks import NO_NAME
from traceview.model.trace import Bools, Ints

_IMPLICIT = re.compile(r"(.+)/(.+)", re.DOTALL)
# Snapshots nested deeper than this are left in the snapshot around them.
_DEEPEST = 50


class Snapshot(NamedTuple):
    """One state: ``nested`` where it stands inside the snapshot of another object."""

    time_ps: int
    record: int
    nested: dict[str, Any] | None = None


@dataclass(slots=True)
class Life:
    """One object from creation to deletion; ``end_ps`` None: it was not deleted."""

    section: int
    id: str
    name: str
    base: str
    start_ps: int
    record: int
    created: bool
    end_ps: int | None = None
    snapshots: list[Snapshot] = field(default_factory=list)


def lives_of(
    records: Records, time_ps: Ints, usable: Bools, section_of: Ints, skips: Skips
) -> list[Life]:
    """All lives in order of their starts."""
    census = _Census()
    mine = [each for each in records.found if records.phase[each.record] in b"NOD"]
    mine = [each for each in mine if usable[each.record]]
    for found in sorted(mine, key=lambda each: int(time_ps[each.record])):
        record = found.record
        number = int(records.id[record])
        if number < 0:
            skips.add("object without an id", records.store.offset(record))
            continue
        name = str(found.fields.get("name") or NO_NAME)
        key = int(section_of[record]), records.keys[number], name
        problem = census.hear(found, chr(records.phase[record]), key, int(time_ps[record]))
        if problem:
            skips.add(problem, records.store.offset(record))
    return sorted(census.lives, key=lambda life: life.start_ps)


_Key = tuple[int, str, str]  # section, id, name


class _Census:
    """Who lives; hears the records in order of time."""

    def __init__(self) -> None:
        self.lives: list[Life] = []
        self._alive: dict[_Key, Life] = {}

    def hear(self, found: Found, phase: str, key: _Key, time_ps: int) -> str:
        """One record; what is wrong with it, if anything."""
        life = self._alive.get(key)
        if phase == "O":
            return self._snapshot(found, key, time_ps)
        if phase == "D":
            if life is None:
                life = self._born(key, time_ps, found.record)
            life.end_ps = time_ps
            del self._alive[key]
        elif life is None:
            self._born(key, time_ps, found.record).created = True
        elif life.created:
            return "object created while it is alive"
        else:
            life.created, life.record = True, found.record
        return ""

    def _born(self, key: _Key, time_ps: int, record: int, base: str = "") -> Life:
        life = Life(*key, base or key[2], time_ps, record, created=False)
        self.lives.append(life)
        self._alive[key] = life
        return life

    def _snapshot(self, found: Found, key: _Key, time_ps: int) -> str:
        args = found.fields.get("args")
        if not isinstance(args, dict) or "snapshot" not in args:
            return "object snapshot without content"
        state = args["snapshot"]
        self._add(key, _base(state), Snapshot(time_ps, found.record))
        scope = found.fields.get("scope")
        for name, number, nested in _nested(state):
            own = f"{scope}/{number}" if scope is not None else number
            snapshot = Snapshot(time_ps, found.record, nested)
            self._add((key[0], own, name), _base(nested), snapshot)
        return ""

    def _add(self, key: _Key, base: str, snapshot: Snapshot) -> None:
        life = self._alive.get(key)
        if life is None:
            life = self._born(key, snapshot.time_ps, snapshot.record, base)
        elif base and not life.snapshots:
            life.base = base
        life.snapshots.append(snapshot)


def _base(state: Any) -> str:
    """The type that a snapshot says its object is shown under."""
    return str(state.get("base_type") or "") if isinstance(state, dict) else ""


def _nested(state: Any, depth: int = 0) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Type, id and content of what looks like a snapshot inside a snapshot: {"id": "Type/0x1"}."""
    if depth > _DEEPEST:
        return
    within = state.values() if isinstance(state, dict) else state
    for each in within if isinstance(within, list) or isinstance(state, dict) else ():
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            match = _IMPLICIT.fullmatch(each["id"])
            if match:
                content = {key: value for key, value in each.items() if key != "id"}
                yield match[1], match[2], content
        yield from _nested(each, depth + 1)
