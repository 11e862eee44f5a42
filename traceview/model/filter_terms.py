"""What a filter of events is made of, and how each part is written.

Every part says itself, as ``str``, in the language that ``event_filter.parse`` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from traceview.model.trace import TrackKind


class Figure(StrEnum):
    """A time that an event has, ps."""

    DURATION = "dur"
    SELF = "self"
    START = "start"


class Field(StrEnum):
    """A text that an event has beside its name."""

    TRACK = "track"
    SECTION = "section"
    CATEGORY = "cat"


class Sign(StrEnum):
    """How a value is compared; HAS is for texts: they contain it."""

    MORE = ">"
    LESS = "<"
    AT_LEAST = ">="
    AT_MOST = "<="
    EQUAL = "="
    OTHER = "!="
    HAS = ":"


# What only a word with quotes around it can be: it would be read as something else.
SPECIAL = re.compile(
    r"[-/]|.*[\s|\"]|(?:dur|self|start)(?:[<>=]|!=)|(?:track|section|process|cat|kind|arg):|arg\.",
    re.DOTALL | re.IGNORECASE,
)
TIMES = (("s", 10**12), ("ms", 10**9), ("us", 10**6), ("ns", 10**3), ("ps", 1))


@dataclass(frozen=True, slots=True)
class Words:
    """The name, a text that all events of the name share, or the category contains one of these."""

    texts: tuple[str, ...]

    def __str__(self) -> str:
        return _joined(self.texts)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The name has a place that matches a regular expression, case ignored."""

    pattern: str

    def __str__(self) -> str:
        escaped = re.sub(r"\\.|/", _slashed, self.pattern, flags=re.DOTALL)
        return f"/{escaped}/"


@dataclass(frozen=True, slots=True)
class Time:
    """A time of the event compares so with ``time_ps``."""

    figure: Figure
    sign: Sign
    time_ps: int

    def __str__(self) -> str:
        return f"{self.figure}{self.sign}{time_text(self.time_ps)}"


@dataclass(frozen=True, slots=True)
class Place:
    """The text of a field contains one of these, case ignored."""

    field: Field
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.field}:{_joined(self.texts)}"


@dataclass(frozen=True, slots=True)
class Kind:
    """The event's track is of one of these kinds."""

    kinds: tuple[TrackKind, ...]

    def __str__(self) -> str:
        return f"kind:{'|'.join(self.kinds)}"


@dataclass(frozen=True, slots=True)
class ArgIs:
    """The arg ``key`` compares so with a value: as a number where both are, else as text."""

    key: str
    sign: Sign
    value: str

    def __str__(self) -> str:
        key = quoted(self.key) if re.search(r"[<>=!:]", self.key) else written(self.key)
        return f"arg.{key}{self.sign}{written(self.value)}"


@dataclass(frozen=True, slots=True)
class AnyArg:
    """The name or the value of any arg contains one of these; read event by event."""

    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"arg:{_joined(self.texts)}"


Test = Words | Pattern | Time | Place | Kind | ArgIs | AnyArg


@dataclass(frozen=True, slots=True)
class Term:
    """A test that events must pass, or with ``negated`` must not."""

    test: Test
    negated: bool = False

    def __str__(self) -> str:
        return f"-{self.test}" if self.negated else str(self.test)


def written(text: str) -> str:
    """A text as one word of a filter."""
    return quoted(text) if SPECIAL.match(text) or not text else text


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def time_text(time_ps: int) -> str:
    """A time exactly, in the largest unit that it is a whole number of: "1500us"."""
    unit, scale = next((unit for unit in TIMES if time_ps and time_ps % unit[1] == 0), TIMES[-1])
    return f"{time_ps // scale}{unit}"


def _joined(texts: Iterable[str]) -> str:
    return "|".join(written(text) for text in texts)


def _slashed(found: re.Match[str]) -> str:
    return r"\/" if found[0] == "/" else found[0]
