"""How well a few typed letters fit a title."""

from __future__ import annotations

START, WORD, INSIDE, SCATTERED = 100.0, 80.0, 60.0, 40.0
LENGTH = 0.01  # off for each character: of two that fit alike, the shorter comes first


def score(wanted: str, text: str) -> float | None:
    """Higher is better; None where some word of ``wanted`` is not in ``text`` at all.

    A word fits as a part of the text, best at its beginning or that of a word, or with its
    letters in their order, best close together.
    """
    folded, total = text.casefold(), 0.0
    for word in wanted.casefold().split():
        fit = _score(word, folded)
        if fit is None:
            return None
        total += fit
    return total - LENGTH * len(folded)


def _score(word: str, text: str) -> float | None:
    at = text.find(word)
    if at == 0:
        return START
    if at > 0:
        return WORD if _begins_word(word, text, at) else INSIDE
    span = _least_span(word, text)
    return None if span is None else SCATTERED * len(word) / span


def _begins_word(word: str, text: str, at: int) -> bool:
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at > 0


def _least_span(word: str, text: str) -> int | None:
    """How many characters the letters of ``word``, in their order, reach over at least."""
    least: int | None = None
    first = text.find(word[0])
    while first >= 0:
        at = first
        for letter in word[1:]:
            at = text.find(letter, at + 1)
            if at < 0:
                return least
        least = min(at - first + 1, least or len(text))
        first = text.find(word[0], first + 1)
    return least
