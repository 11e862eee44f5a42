"""The filter of sections and tracks: words, regular expressions, and what is to be left out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from traceview.model.trace import Trace, Track
from traceview.ui.timeline.tracks.arrangement import Arrangement, section_key, track_key

_TERM = re.compile(r"(?P<sign>-?)(?:/(?P<regex>(?:\\.|[^\\/])+)/(?=\s|$)|(?P<word>\S+))")


@dataclass(frozen=True, slots=True)
class Term:
    """A word, in lower case, or a regular expression; ``excluded``: what has it is left out."""

    word: str
    pattern: re.Pattern[str] | None = None
    excluded: bool = False

    def among(self, texts: tuple[str, ...]) -> bool:
        """Whether one of several texts has it."""
        if self.pattern is None:
            return any(self.word in text.lower() for text in texts)
        return any(self.pattern.search(text) for text in texts)


@dataclass(frozen=True, slots=True)
class TrackFilter:
    """Keeps the tracks that have every term and none of the excluded ones.

    A term is looked for in the names of a track and of its section, in the host's and in the
    kind of the track.
    """

    terms: tuple[Term, ...] = ()

    def kept(self, trace: Trace, arrangement: Arrangement) -> frozenset[int]:
        """The tracks that it keeps; hidden ones and those without events are not looked at."""
        sections = [_of_section(trace, index, arrangement) for index in range(len(trace.sections))]
        found = [[term.among(texts) for texts in sections] for term in self.terms]
        return frozenset(
            index
            for index, track in enumerate(trace.tracks)
            if self._keeps(found, track, _of_track(trace, track, arrangement))
        )

    def _keeps(self, found: list[list[bool]], track: Track, texts: tuple[str, ...]) -> bool:
        return all(
            (of_section[track.section] or term.among(texts)) != term.excluded
            for term, of_section in zip(self.terms, found, strict=True)
        )


EVERYTHING = TrackFilter()


def parse_filter(text: str) -> TrackFilter:
    """The filter that ``text`` stands for.

    Terms stand apart by spaces: a word, ``/a regular expression/``, either with ``-`` before it
    to leave out what has it; case is ignored. Raises ValueError with words for the user.
    """
    terms = []
    for found in _TERM.finditer(text):
        excluded = bool(found["sign"])
        if found["regex"]:
            terms.append(Term("", _compiled(found["regex"]), excluded))
        elif found["word"] != "-":  # of a term that is still being typed
            terms.append(Term(found["word"].lower(), None, excluded))
    return TrackFilter(tuple(terms))


def _compiled(regex: str) -> re.Pattern[str]:
    try:
        return re.compile(regex, re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"/{regex}/ is no regular expression: {error}") from None


def _of_section(trace: Trace, index: int, arrangement: Arrangement) -> tuple[str, ...]:
    section = trace.sections[index]
    given = arrangement.names.get(section_key(trace, index), "") if arrangement.names else ""
    return section.heading, section.name, section.host, given


def _of_track(trace: Trace, track: Track, arrangement: Arrangement) -> tuple[str, ...]:
    given = arrangement.names.get(track_key(trace, track), "") if arrangement.names else ""
    return track.name, track.kind.value, given
