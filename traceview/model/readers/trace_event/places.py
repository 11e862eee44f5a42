"""Processes and threads of a trace-event file as sections and names of tracks."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from traceview.model.readers.line_kinds import line_kind
from traceview.model.readers.trace_event.records import Found, Records, Skips
from traceview.model.trace import Arg, Section, SectionKind, TrackKind

NOWHERE = -1  # the process or thread of records that name none

_KINDS = (
    (SectionKind.TPU, re.compile(r"\btpu\b", re.IGNORECASE)),
    (SectionKind.GPU, re.compile(r"\bgpu\b|/stream:|/memcpy|\bcuda\b", re.IGNORECASE)),
    (SectionKind.HOST, re.compile(r"\bcpu\b|\bhost\b|\bpython", re.IGNORECASE)),
)
_ORDINAL = re.compile(r"(?:device:\w+:|\b[TG]PU )(\d{1,9})\b")
_DIGITS = re.compile(r"(\d{1,18})")
_STRUCTURAL = ("name", "labels", "sort_index")


@dataclass(slots=True)
class _Place:
    """What M records say of a process or thread."""

    name: str = ""
    sort_index: float = 0
    labels: list[str] = field(default_factory=list)
    facts: list[Arg] = field(default_factory=list)


class Places:
    """Names and order of all processes and threads, by their numbers in ``Records.keys``."""

    def __init__(self, records: Records, skips: Skips) -> None:
        self._keys = records.keys
        self._processes: dict[int, _Place] = {}
        self._threads: dict[tuple[int, int], _Place] = {}
        self.facts: list[Arg] = []
        for found in records.found:
            if found.fields.get("ph") == "M":
                self._hear(records, found, skips)

    def process_order(self, process: int) -> tuple[Any, ...]:
        """What processes are sorted by: sort index, name (none last), labels, id."""
        place = self._processes.get(process, _Place())
        return _order(place, self._id(process))

    def thread_order(self, process: int, thread: int) -> tuple[Any, ...]:
        """What threads of a process are sorted by: sort index, name (none last), id."""
        place = self._threads.get((process, thread), _Place())
        return _order(place, self._id(thread))

    def sections(self, processes: list[int], host: str) -> list[Section]:
        """A section for each process, in that order."""
        names = Counter(self._processes.get(each, _Place()).name for each in processes)
        return [self._section(each, host, names) for each in processes]

    def thread_name(self, process: int, thread: int) -> str:
        """What a track is called."""
        named = self._threads.get((process, thread), _Place()).name
        if named or thread == NOWHERE:
            return named or "no thread"
        number = self._id(thread)
        return f"Thread {number}" if number.lstrip("-").isdigit() else number

    def sort_index(self, process: int, thread: int) -> int:
        """The sort index of a thread, 0 by default."""
        return int(self._threads.get((process, thread), _Place()).sort_index)

    def line_id(self, key: int) -> int | str:
        """An id as its file writes it: a number where it is one."""
        text = self._id(key)
        return int(text) if re.fullmatch(r"-?\d{1,18}", text) else text

    def _section(self, process: int, host: str, names: Counter[str]) -> Section:
        place = self._processes.get(process, _Place())
        labels = ", ".join(place.labels)
        number = f"pid {self._id(process)}" if process != NOWHERE else ""
        if not place.name:
            told = self._id(process)
            heading = f"Process {told}" if told.lstrip("-").isdigit() else told or "No process"
        elif names[place.name] > 1 and number:
            heading = f"{place.name} ({number})"
        else:
            heading = place.name
        kind = section_kind(f"{place.name} {labels}")
        ordinal = _ORDINAL.search(f"{place.name} {labels}")
        return Section(
            name=place.name,
            host=host,
            kind=kind,
            heading=heading,
            ordinal=int(ordinal[1]) if ordinal else -1,
            detail=labels or (number if place.name and names[place.name] == 1 else ""),
            plane_id=self.line_id(process),
            stats=tuple(place.facts),
        )

    def _id(self, key: int) -> str:
        return self._keys[key] if key >= 0 else ""

    def _hear(self, records: Records, found: Found, skips: Skips) -> None:
        """Take in one M record. The last name wins, labels add up."""
        args, name = found.fields.get("args"), str(found.fields.get("name", ""))
        process, thread = int(records.process[found.record]), int(records.thread[found.record])
        if not isinstance(args, dict):
            skips.add(f"metadata without args ({name})", records.store.offset(found.record))
            return
        if name.startswith("thread_"):
            place = self._threads.setdefault((process, thread), _Place())
        elif name.startswith("process_"):
            place = self._processes.setdefault(process, _Place())
        else:
            self.facts += [
                Arg(name if len(args) == 1 else f"{name} {k}", v) for k, v in args.items()
            ]
            return
        match name.partition("_")[2]:
            case "name" if isinstance(args.get("name"), str | int | float):
                place.name = str(args["name"])
            case "labels" if isinstance(args.get("labels"), str):
                labels = (each.strip() for each in args["labels"].split(","))
                place.labels += [each for each in labels if each and each not in place.labels]
            case "sort_index" if _is_number(args.get("sort_index")):
                place.sort_index = float(args["sort_index"])
            case what if what not in _STRUCTURAL:
                place.facts += [
                    Arg(what if len(args) == 1 else f"{what} {k}", v) for k, v in args.items()
                ]
            case _:
                skips.add(
                    f"metadata without its value ({name})", records.store.offset(found.record)
                )


def _facts(name: str, args: dict[str, Any]) -> list[Arg]:
    return [Arg(name if len(args) == 1 else f"{name} {key}", args[key]) for key in args]


def section_kind(name: str) -> SectionKind:
    """What a process stands for, by its name and labels."""
    return next((kind for kind, pattern in _KINDS if pattern.search(name)), SectionKind.OTHER)


def thread_kind(section: Section, name: str) -> TrackKind:
    """What a thread shows: on devices some go by the names that XProf gives its lines."""
    return line_kind(section, name) or TrackKind.THREAD


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts "stream 10" after "stream 9", whatever the case."""
    return tuple(
        (0, int(part), "") if part.isdigit() else (1, 0, part)
        for part in _DIGITS.split(text.casefold())
        if part
    )


def _order(place: _Place, key: str) -> tuple[Any, ...]:
    labels = natural(", ".join(place.labels))
    return place.sort_index, not place.name, natural(place.name), labels, natural(key)


def _is_number(value: object) -> bool:
    if isinstance(value, bool):
        return False
    try:
        return abs(float(value)) < 1e18  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
