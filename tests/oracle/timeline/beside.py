"""One case with what we make of it: what every comparison asks."""

from __future__ import annotations

import gzip
import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from tests.oracle.timeline.design import Tally
from tests.oracle.timeline.golden import Case, Model
from tests.oracle.timeline.ours import Ours, Slice

MOST_LISTED = 300  # goldens of large inputs list no more
ROUNDED_MS = 1e-6
Mine = TypeVar("Mine")


class Beside:
    """Facts go to the tally. ``fuzz_ms`` is what the doubles of the golden lose."""

    def __init__(self, case: Case, ours: Ours, tally: Tally) -> None:
        assert case.model is not None
        if case.shifted:
            ours.align(case.model)
        self.case, self.ours, self.tally = case, ours, tally
        self.differences = set[str]()
        self.model: Model = case.model
        self.fuzz_ms = abs(ours.first_ms) * 2**-51 + 2 * ROUNDED_MS

    def check(self, what: str, expected: Any, found: Any, reason: str = "") -> None:
        """One fact; with a ``reason`` it may differ."""
        if expected != found and reason:
            self.differences.add(reason)
        self.tally.check(self.case.name, what, expected, found, reason)

    def same(self, one: float | None, other: float | None) -> bool:
        """Whether two times are one, but for what doubles lose."""
        if one is None or other is None:
            return one is other
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=self.fuzz_ms)

    def close(self, what: str, expected: float, found: float, times: int, reason: str = "") -> None:
        """A sum of so many times."""
        near = math.isclose(expected, found, rel_tol=1e-9, abs_tol=times * self.fuzz_ms)
        self.check(what, expected, expected if near else found, reason)

    def args(self, what: str, expected: Any, found: Any, reason: str = "") -> None:
        """The args of something, in which catapult has replaced references."""
        replaced = "references" if agrees(expected, found) else reason
        self.check(f"{what}: args", expected, found, replaced)

    def take(
        self,
        what: str,
        wanted: Any,
        mine: list[Mine],
        fits: Callable[[Mine], bool],
        reason: str = "",
    ) -> Mine | None:
        """The first of ``mine`` that fits, which is there no more afterwards; a fact."""
        place = next((place for place, each in enumerate(mine) if fits(each)), None)
        if place is None:
            self.check(what, wanted, mine[:3], reason)
            return None
        self.tally.passed += 1
        return mine.pop(place)

    def processes(self) -> Iterable[tuple[str, Model]]:
        """The golden's processes."""
        return self.model["processes"].items()

    def reason_among(self, reasons: Iterable[str]) -> str:
        """The first of these that something of this case differed by."""
        return next((reason for reason in reasons if reason in self.differences), "")

    @property
    def kept(self) -> str:
        """The reason for more than catapult has, of whose losses it has warned."""
        return "kept" if self.model["warnings"] else ""

    @cached_property
    def text(self) -> bytes:
        """The file, unpacked."""
        data = self.case.data
        return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data

    @cached_property
    def foreign(self) -> str:
        """The reason for losses of files that also hold other logs."""
        text = self.text
        return "format" if b"systemTraceEvents" in text or b"ftrace" in text.lower() else ""


class Touched:
    """Where slices of one track begin and end: one that ends as another begins may lie in it."""

    def __init__(self, slices: list[Slice]) -> None:
        self._edges = Counter(edge for each in slices for edge in _edges(each))

    def reason(self, each: Slice) -> str:
        """The reason for another nesting of this slice."""
        return "same-time" if max(self._edges[edge] for edge in _edges(each)) > 1 else ""


def _edges(each: Slice) -> set[int]:
    """Start and end in whole ps, so that equal ones are equal."""
    return {round(each.start * 1e9), round(each.end * 1e9)}


def agrees(expected: Any, found: Any) -> bool:
    """Whether two values are one, but for references that catapult has replaced."""
    if isinstance(expected, dict):
        if list(expected) == ["$snapshot_of"]:
            return True
        same = isinstance(found, dict) and expected.keys() == found.keys()
        return same and all(agrees(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        same = isinstance(found, list) and len(expected) == len(found)
        return same and all(map(agrees, expected, found))
    return bool(expected == found)
