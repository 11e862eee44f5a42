"""Text that is nearly JSON made JSON: what writers of traces are known to get wrong."""

from __future__ import annotations

import re
from typing import NamedTuple


class Flaw(NamedTuple):
    """Something mended or lost, in words, and its offset."""

    kind: str
    at: int


_ESCAPE = rb'\\(?:["\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}|%s)' % (
    rb"u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)
_GOOD_STRING = rb'"(?:[^"\\\x00-\x1f]++|%s)*+"' % _ESCAPE
# Everything up to the next flaw in one match. A letter N or I outside strings begins NaN or
# Infinity: no word of JSON has it.
_GOOD = re.compile(rb'(?:[^"NI]++|%s)*+' % _GOOD_STRING)
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_FLAT = rb'[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+"'


def _nested(levels: int) -> bytes:
    """A pattern of an array or object; which bracket closes which is left to the decoder."""
    pattern = rb"[\{\[](?:%s)*+[\}\]]" % _FLAT
    for _ in range(levels):
        pattern = rb"[\{\[](?:%s|%s)*+[\}\]]" % (_FLAT, pattern)
    return pattern


_VALUE = rb'%s|"(?:[^"\\]++|\\.)*+"|[^\s,"{}\[\]]++' % _nested(20)

# One JSON value, found in time linear in its length. Real traces nest no deeper than ten.
VALUE = re.compile(_VALUE, re.DOTALL)
# Values in a list that are no objects, as many as there are, the last comma left out.
OTHERS = re.compile(rb"(?!\{)(?:%s)(?:\s*+,[\s,]*+(?!\{)(?:%s))*+" % (_VALUE, _VALUE), re.DOTALL)
# One with what stands before it in a list.
ELEMENT = re.compile(rb"[\s,]*+(%s)" % _VALUE, re.DOTALL)

_BAD_CHARACTER = re.compile(rb"[\x00-\x1f]|%s|\\u[0-9a-fA-F]{4}|\\" % _ESCAPE)
_NO_NUMBER = re.compile(rb"NaN|Infinity|Inf")


def softened(text: bytes) -> tuple[bytes, list[Flaw]]:
    """``text`` with its strings and numbers made valid, and what was wrong with them; linear.

    Control characters and stray backslashes get escaped, half a surrogate pair and what is no
    UTF-8 becomes U+FFFD, NaN and Infinity become null. Quotes and brackets stay as they are.
    """
    parts: list[bytes] = []
    flaws: list[Flaw] = []
    at = 0
    while at < len(text):
        end = _GOOD.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        parts.append(text[at:end])
        at = end
        found = _STRING.match(text, at) or _NO_NUMBER.match(text, at)
        if found is None:
            # The end, or nothing that can be mended here.
            parts.append(text[at:])
            break
        if text[at] == ord('"'):
            parts.append(_mended_string(found[0], at, flaws))
            at = found.end()
        else:
            if parts[-1].endswith((b"-", b"+")):
                parts[-1] = parts[-1][:-1]
            parts.append(b"null")
            flaws.append(Flaw("value that is no number", at))
            at = found.end()
    joined = b"".join(parts)
    try:
        joined.decode()
    except UnicodeDecodeError as error:
        flaws.append(Flaw("invalid UTF-8", min(error.start, len(text))))
        joined = joined.decode("utf-8", "replace").encode()
    return joined, flaws


def _mended_string(text: bytes, at: int, flaws: list[Flaw]) -> bytes:
    """One string with its bad characters replaced; one flaw a kind."""
    kinds: dict[str, int] = {}

    def replace(found: re.Match[bytes]) -> bytes:
        bad = found[0]
        if bad[0] < 0x20:
            kinds.setdefault("raw control character", found.start())
            return b"\\u%04x" % bad[0]
        if bad == b"\\":
            kinds.setdefault("stray backslash", found.start())
            return b"\\\\"
        if _LONE_SURROGATE.fullmatch(bad):
            kinds.setdefault("half a surrogate pair", found.start())
            return b"\\ufffd"
        return bad

    mended = _BAD_CHARACTER.sub(replace, text)
    flaws.extend(Flaw(kind, at + where) for kind, where in kinds.items())
    return mended


_LONE_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


_TOKEN = re.compile(rb'["{}\[\]:,]')
_QUOTE = re.compile(rb'\\.|"', re.DOTALL)
# What stands after the quote that ends a key, a value in an object, a value in an array.
_AFTER_KEY = re.compile(rb"\s*+:")
_AFTER_VALUE = re.compile(rb'\s*+(?:\}\s*+(?:[,\]\}]|\Z)|,\s*+"[^"]*+"\s*+:|\Z)')
_AFTER_ELEMENT = re.compile(rb"\s*+[,\]]")


def requoted(text: bytes) -> bytes:
    """``text`` with the quotes inside of its strings escaped, as far as they can be told."""
    parts: list[bytes] = []
    open_brackets: list[bytes] = []
    is_key = False
    at = 0
    while token := _TOKEN.search(text, at):
        parts.append(text[at : token.end()])
        at = token.end()
        match token[0]:
            case b'"':
                in_object = open_brackets[-1:] == [b"{"]
                after = _AFTER_KEY if is_key else _AFTER_VALUE if in_object else _AFTER_ELEMENT
                end = _string_end(text, at, after)
                if end is None:
                    break
                parts.append(_UNESCAPED.sub(rb'\\"', text[at:end]) + b'"')
                at = end + 1
            case b"{" | b"[":
                open_brackets.append(token[0])
                is_key = token[0] == b"{"
            case b"}" | b"]":
                del open_brackets[-1:]
            case _:
                is_key = token[0] == b"," and open_brackets[-1:] == [b"{"]
    return b"".join([*parts, text[at:]])


_UNESCAPED = re.compile(rb'(?<!\\)"')


def _string_end(text: bytes, at: int, after: re.Pattern[bytes]) -> int | None:
    """Where the quote is that ends the string which begins at ``at``."""
    for found in _QUOTE.finditer(text, at):
        if found[0] == b'"' and after.match(text, found.end()):
            return found.start()
    return None
