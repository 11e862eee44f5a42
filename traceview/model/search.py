"""Finds the events that pass the terms of a filter."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np

from traceview.model.arg_search import any_arg, arg_is
from traceview.model.filter_terms import (
    AnyArg,
    ArgIs,
    Field,
    Figure,
    Kind,
    Pattern,
    Place,
    Sign,
    Term,
    Test,
    Time,
    Words,
)
from traceview.model.matches import Matches
from traceview.model.self_time import self_ps
from traceview.model.trace import (
    ArgSource,
    Bools,
    Ids,
    Ints,
    RecordSource,
    Trace,
    Track,
    TrackKind,
)

NONE = np.zeros(0, np.int64)
COST = {Kind: 0, Place: 1, Words: 2, Pattern: 2, Time: 3, ArgIs: 4, AnyArg: 5}
COMPARE: dict[Sign, Any] = {
    Sign.MORE: operator.gt,
    Sign.LESS: operator.lt,
    Sign.AT_LEAST: operator.ge,
    Sign.AT_MOST: operator.le,
    Sign.EQUAL: operator.eq,
    Sign.OTHER: operator.ne,
}


@runtime_checkable
class TextIndex(Protocol):
    """An ArgSource that knows texts which all events of one name share, too."""

    def names_mentioning(self, needle: str) -> Ids:
        """String ids of the event names whose shared texts contain ``needle``, case ignored."""
        ...


def find(trace: Trace, needle: str) -> Matches:
    """Events whose name, shared texts or category contain ``needle`` as it is, case ignored.

    Nothing contains the empty needle.
    """
    return find_terms(trace, (Term(Words((needle,))),) if needle else ())


def find_terms(trace: Trace, terms: Sequence[Term]) -> Matches:
    """Events that pass every term; none without terms.

    Samples of counters are found where ``kind:counter`` asks for them alone. What costs little
    is tried first, args last and on what the others leave. Raises TooManyError when ``arg:`` has
    too many events left to read one by one.
    """
    if not terms:
        return Matches(trace, (NONE,) * len(trace.tracks))
    ordered = sorted(terms, key=lambda term: COST[type(term.test)])
    names = _Names(trace)
    samples = any(
        isinstance(term.test, Kind) and TrackKind.COUNTER in term.test.kinds and not term.negated
        for term in terms
    )
    left_out = () if samples else (TrackKind.COUNTER,)
    hits = (
        NONE if track.kind in left_out else _Candidates(trace, track, names).passing(ordered)
        for track in trace.tracks
    )
    return Matches(trace, tuple(hits))


@dataclass(eq=False)
class _Names:
    """Which strings a text is found in, asked once a text, and once more a source of args."""

    trace: Trace
    _found: dict[Any, Bools] = field(default_factory=dict)

    def containing(self, texts: tuple[str, ...]) -> Bools:
        """Strings that contain one of the texts; bool[strings + 1], the last for id -1."""
        if texts not in self._found:
            masks = [np.append(self.trace.strings.find(text), False) for text in texts]
            size = min(map(len, masks)) - 1  # a name may be added meanwhile; it has no event
            masks = [np.append(mask[:size], False) for mask in masks]
            self._found[texts] = np.logical_or.reduce(masks)
        return self._found[texts]

    def saying(self, texts: tuple[str, ...], args: ArgSource | None) -> Bools:
        """The same, and names that share a text which contains one of the texts."""
        if not isinstance(args, TextIndex):
            return self.containing(texts)
        key = (texts, id(args))
        if key not in self._found:
            mask = self.containing(texts).copy()
            for text in texts:
                mentioning = args.names_mentioning(text)
                mask[mentioning[mentioning < len(mask) - 1]] = True
            self._found[key] = mask
        return self._found[key]

    def matching(self, pattern: str) -> Bools:
        """Strings in which a regular expression finds something; bool[strings + 1]."""
        if pattern not in self._found:
            search = re.compile(pattern, re.IGNORECASE).search
            hits = [search(text) is not None for text in tuple(self.trace.strings)]
            self._found[pattern] = np.array([*hits, False])
        return self._found[pattern]


@dataclass(eq=False)
class _Candidates:
    """The events of a track that are still in question; ``index`` None means all of them."""

    trace: Trace
    track: Track
    names: _Names
    index: Ints | None = None

    def passing(self, terms: Iterable[Term]) -> Ints:
        """Ascending indices of the events that pass, int64."""
        for term in terms:
            if self.index is not None and not len(self.index):
                break
            self._keep(self._passes(term.test), term.negated)
        return np.arange(len(self.track.events)) if self.index is None else self.index

    def _keep(self, passes: Bools | bool, negated: bool) -> None:
        if isinstance(passes, bool):
            if passes == negated:
                self.index = NONE
            return
        kept = (~passes if negated else passes).nonzero()[0]
        self.index = kept if self.index is None else self.index[kept]

    def _passes(self, test: Test) -> Bools | bool:
        match test:
            case Kind(kinds):
                return self.track.kind in kinds
            case Place(Field.CATEGORY, texts):
                return self._categorised(texts)
            case Place(place, texts):
                return self._placed(place, texts)
            case Words(texts):
                return self._said(texts)
            case Pattern(pattern):
                matching: Bools = self.names.matching(pattern)[self._of(self.track.events.name)]
                return matching
            case Time(figure, sign, time_ps):
                passes: Bools = COMPARE[sign](self._figure(figure), time_ps)
                return passes
            case ArgIs():
                return arg_is(self.trace.strings, self.track.args, self._arg_at, test, COMPARE)
            case AnyArg(texts):
                return any_arg(self.track.args, self._arg_at, texts)

    def _of(self, column: Any) -> Any:
        return column if self.index is None else column[self.index]

    @property
    def _arg_at(self) -> Ints:
        at: Ints = self._of(self.track.events.arg_at)
        return at

    def _said(self, texts: tuple[str, ...]) -> Bools:
        named: Bools = self.names.saying(texts, self.track.args)[self._of(self.track.events.name)]
        return named | self._categorised(texts)

    def _categorised(self, texts: tuple[str, ...]) -> Bools | bool:
        if not isinstance(self.track.args, RecordSource):
            return False
        found: Bools = self.names.containing(texts)[self._of(self._categories)]
        return found

    @cached_property
    def _categories(self) -> Ids:
        """Categories of all events of a track that has a RecordSource."""
        args: Any = self.track.args
        categories: Ids = args.categories(self.track.events.arg_at)
        return categories

    def _placed(self, place: Field, texts: tuple[str, ...]) -> bool:
        section = self.trace.sections[self.track.section] if self.trace.sections else None
        if place is Field.TRACK:
            said = [self.track.name]
        else:
            said = [section.heading, section.name] if section else []
        folded = [text.casefold() for text in texts]
        return any(text in each.casefold() for each in said for text in folded)

    def _figure(self, figure: Figure) -> Ints:
        events = self.track.events
        columns = {Figure.DURATION: events.dur_ps, Figure.START: events.start_ps}
        values: Ints = self._of(columns[figure] if figure in columns else self_ps(self.track))
        return values
