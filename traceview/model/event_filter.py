"""Filters of events: the small language that search, hiding and statistics share.

An event must pass every term. A plain word is one term: the event's name, a text that all events
of that name share, or its category contains it, case ignored. ``HELP`` lists the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from traceview.model.arg_search import TooManyError
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
from traceview.model.format import parse_time
from traceview.model.matches import Matches
from traceview.model.search import find_terms
from traceview.model.trace import Trace, TrackKind

# What can be written, and what it finds; for help.
HELP = (
    ("fusion copy", "both words, in the name or category"),
    ('"train step"', "a phrase"),
    ("copy|fusion", "one of several"),
    ("-copy", "without it"),
    ("/^fusion\\.\\d+$/", "a regular expression on the name"),
    ("dur>1ms  self>=20us", "duration, self time"),
    ("start>1.2s", "after a time of the capture"),
    ("track:ops  section:tpu", "in certain tracks, sections"),
    ("cat:kernel", "of a category"),
    ("kind:thread|stream", "by kind of track; kind:counter finds samples"),
    ("arg.bytes>1000", "an argument compared: > < >= <= = !="),
    ("arg.shape:128", "an argument that contains a text"),
    ("arg:text", "any argument; slow, so name others, too"),
)
_PIECE = r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+'
_REGEX = re.compile(r"(-?)/((?:\\.|[^\\])+?)/(?=\s|$)", re.DOTALL)
_WORD = re.compile(_PIECE)
_CHOICE = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^|"])+')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_TIME = re.compile(r"(dur|self|start)(>=|<=|>|<|=)(.*)", re.DOTALL | re.IGNORECASE)
_FIELD = re.compile(r"(track|section|process|cat|kind|arg):(.*)", re.DOTALL | re.IGNORECASE)
_ARG = re.compile(
    r'arg\.("(?:[^"\\]|\\.)*"|[^<>=!:"]*)(>=|<=|!=|>|<|=|:)(.*)', re.DOTALL | re.IGNORECASE
)
_FIELDS = {
    "track": Field.TRACK,
    "section": Field.SECTION,
    "process": Field.SECTION,
    "cat": Field.CATEGORY,
}

_ORDERED = {Sign.MORE, Sign.LESS, Sign.AT_LEAST, Sign.AT_MOST}
_EXAMPLES = {
    "track": "track:ops",
    "section": "section:tpu",
    "process": "process:tpu",
    "cat": "cat:kernel",
    "kind": "kind:thread",
    "arg": "arg:shape",
}


class FilterError(ValueError):
    """A filter that means nothing: ``word`` is the part at fault, the text says why."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(f"{word}: {why}")
        self.word = word
        self.why = why


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Terms of which events must pass every one; ``str`` writes it so that it can be read again."""

    terms: tuple[Term, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, self.terms))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def find(self, trace: Trace) -> Matches:
        """The events that pass; none without terms. Raises FilterError when it would take ages."""
        try:
            return find_terms(trace, self.terms)
        except TooManyError as error:
            slow = next(str(term) for term in self.terms if isinstance(term.test, AnyArg))
            raise FilterError(slow, str(error)) from None


def parse(text: str) -> EventFilter:
    """The filter that a text writes. Raises FilterError with words for the user."""
    return EventFilter(tuple(_terms(text)))


def with_durations(text: str, low_ps: int, high_ps: int) -> str:
    """A filter narrowed to durations in ``[low_ps, high_ps)`` instead of those it asks for.

    What cannot be read is left out.
    """
    try:
        terms = parse(text).terms
    except FilterError:
        terms = ()
    kept = (
        term
        for term in terms
        if not (isinstance(term.test, Time) and term.test.figure is Figure.DURATION)
    )
    bounds = (
        Term(Time(Figure.DURATION, Sign.AT_LEAST, low_ps)),
        Term(Time(Figure.DURATION, Sign.LESS, high_ps)),
    )
    return str(EventFilter((*kept, *bounds)))


def _terms(text: str) -> Iterator[Term]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if found := _REGEX.match(text, at):
            yield Term(_pattern(found[0], found[2]), bool(found[1]))
        else:
            found = _WORD.match(text, at)
            rest = text[at : at + 1] if found is None else text[found.end() : found.end() + 1]
            if found is None or rest == '"':
                raise FilterError(text[at:], "the quote is not closed; write one more at its end")
            yield from _term(found[0])
        at = found.end()


def _term(word: str) -> Iterator[Term]:
    negated = len(word) > 1 and word[0] == "-" != word[1]  # "--flag" is a name
    bare = word[1:] if negated else word
    test = _test(bare)
    if not isinstance(test, Words) or test.texts:  # the empty phrase says nothing
        yield Term(test, negated)


def _test(word: str) -> Test:
    if found := _TIME.fullmatch(word):
        return _time(word, *found.groups())
    if found := _FIELD.fullmatch(word):
        return _field(word, found[1].lower(), found[2])
    if found := _ARG.fullmatch(word):
        return _arg(word, *found.groups())
    texts = _texts(word)
    return Words(texts if texts or '"' in word else (word,))


def _pattern(word: str, body: str) -> Pattern:
    pattern = re.sub(r"\\(.)", lambda f: "/" if f[1] == "/" else f[0], body, flags=re.DOTALL)
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise FilterError(word, f"no regular expression: {error}") from None
    return Pattern(pattern)


def _time(word: str, figure: str, sign: str, value: str) -> Time:
    if not value:
        raise FilterError(word, f"a time is missing; write it as in {word}1ms")
    try:
        return Time(Figure(figure.lower()), Sign(sign), parse_time(value))
    except ValueError as error:
        raise FilterError(word, str(error)) from None


def _field(word: str, key: str, value: str) -> Test:
    texts = _texts(value)
    if not texts:
        raise FilterError(word, f"a text is missing; write it as in {_EXAMPLES[key]}")
    if key == "kind":
        return Kind(tuple(_kind(word, text) for text in texts))
    return AnyArg(texts) if key == "arg" else Place(_FIELDS[key], texts)


def _kind(word: str, text: str) -> TrackKind:
    try:
        return TrackKind(text.lower())
    except ValueError:
        raise FilterError(word, f"no kind of track; there are {', '.join(TrackKind)}") from None


def _arg(word: str, key: str, sign: str, value: str) -> ArgIs:
    key, value = _unquoted(key), _unquoted(value)
    if not key or not value:
        missing = "a value" if key else "the argument's name"
        raise FilterError(word, f"{missing} is missing; write it as in arg.bytes>1000")
    if Sign(sign) in _ORDERED and _number(value) is None:
        raise FilterError(word, f"{value} is no number; texts are compared with : or =")
    return ArgIs(key, Sign(sign), value)


def _texts(value: str) -> tuple[str, ...]:
    """The choices between bars, quotes taken off."""
    choices = (_unquoted(choice) for choice in _CHOICE.findall(value))
    return tuple(choice for choice in choices if choice)


def _unquoted(text: str) -> str:
    found = _QUOTED.fullmatch(text)
    return re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL) if found else text


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
