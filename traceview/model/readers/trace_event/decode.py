"""Trace-event JSON text to typed records, by msgspec: what is not asked for stays undecoded."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from traceview.model.readers.trace_event.repair import Flaw, requoted, softened

ABSENT_RAW = Raw()


class Event(Struct, gc=False):
    """The keys of a record that mean something; in Any may stand whatever JSON knows."""

    ph: Any = None
    cat: Any = None
    name: Any = None
    pid: Any = None
    tid: Any = None
    ts: Raw = ABSENT_RAW
    dur: Raw = ABSENT_RAW
    args: Raw = ABSENT_RAW
    id: Any = None
    s: Any = None
    bp: Any = None
    id2: Any = None
    scope: Any = None
    bind_id: Any = None
    flow_in: Any = None
    flow_out: Any = None
    cname: Any = None
    sf: Any = None
    stack: Any = None
    entries: Any = None


class Decoded(NamedTuple):
    """The records of a piece, and what had to be mended or left out, at offsets in its text."""

    events: list[Event]
    flaws: list[Flaw]


class Unreadable(Exception):  # noqa: N818 - not an error: the text is cut elsewhere and tried again
    """A text is no JSON.

    The flaw is after ``good`` bytes, as far as that is known; ``cut``: it ends too early;
    ``deep``: it is nested too deeply.
    """

    def __init__(self, good: int = 0, *, cut: bool = False, deep: bool = False) -> None:
        super().__init__()
        self.good = good
        self.cut = cut
        self.deep = deep


_events = msgspec.json.Decoder(list[Event]).decode
_event = msgspec.json.Decoder(Event).decode
_raws = msgspec.json.Decoder(list[Raw]).decode
_value = msgspec.json.Decoder().decode


def decoded(text: bytes | memoryview) -> Decoded:
    """The records of ``text``: JSON values with commas between them. Raises Unreadable.

    Raw control characters and their like are mended. Every object is a record, anything else is
    left out.
    """
    listed = b"".join((b"[", text, b"]"))
    try:
        return Decoded(_events(listed), [])
    except msgspec.ValidationError:
        return _one_by_one(listed)
    except RecursionError:
        raise Unreadable(deep=True) from None
    except UnicodeDecodeError:
        reason = Unreadable()
    except msgspec.DecodeError as error:
        reason = _reason(error)
    if reason.cut and b"\\u" not in listed:
        raise reason
    mended, flaws = softened(listed)
    if not flaws:
        raise reason
    flaws = [Flaw(kind, max(at - 1, 0)) for kind, at in flaws]
    try:
        return Decoded(_events(mended), flaws)
    except msgspec.ValidationError:
        events, others = _one_by_one(mended)
        return Decoded(events, flaws + others)
    except (RecursionError, UnicodeDecodeError):
        raise reason from None
    except msgspec.DecodeError as error:
        raise Unreadable(reason.good, cut=_reason(error).cut) from None


def objects(text: bytes | memoryview) -> list[Raw]:
    """The same records, each as its text. Raises Unreadable."""
    listed = b"".join((b"[", text, b"]"))
    try:
        raws = _raws(listed)
    except (RecursionError, msgspec.DecodeError):
        try:
            raws = _raws_of(softened(listed)[0])
        except Unreadable:
            raws = _raws_of(softened(b"[%b]" % requoted(bytes(text)))[0])
    return [raw for raw in raws if _is_object(raw)]


def whole(raw: Raw | bytes) -> Any:
    """The Python value of a JSON text. Raises ValueError where there is none."""
    try:
        return _value(raw)
    except (RecursionError, UnicodeDecodeError, msgspec.DecodeError):
        pass
    text = softened(bytes(raw))[0].decode("utf-8", "replace")
    try:
        # Numbers beyond those of a double are infinite here.
        return json.loads(text, strict=False)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _raws_of(listed: bytes) -> list[Raw]:
    try:
        return _raws(listed)
    except RecursionError:
        raise Unreadable(deep=True) from None
    except msgspec.DecodeError as error:
        raise _reason(error) from None


def _one_by_one(listed: bytes) -> Decoded:
    """Where some element is no object, or holds a number that is none."""
    events, flaws, at = [], [], 0
    for raw in _raws_of(listed):
        text = bytes(raw)
        at = listed.index(text, at)
        if not _is_object(raw):
            flaws.append(Flaw("null event" if text == b"null" else "event that is no object", at))
        else:
            try:
                events.append(_event(raw))
            except (RecursionError, UnicodeDecodeError, msgspec.DecodeError):
                events.append(_plain(raw))
                flaws.append(Flaw("number out of range", at))
        at += len(text)
    return Decoded(events, [Flaw(kind, max(at - 1, 0)) for kind, at in flaws])


def _plain(raw: Raw) -> Event:
    """A record one of whose values cannot be decoded: that one is left out."""
    fields = {}
    # Names are decoded strictly, so they are mended, too.
    text = softened(bytes(raw))[0]
    for key, value in msgspec.json.decode(text, type=dict[str, Raw]).items():
        if key in Event.__struct_fields__:
            try:
                fields[key] = value if key in _RAW_KEYS else _value(value)
            except (RecursionError, UnicodeDecodeError, msgspec.DecodeError):
                continue
    return Event(**fields)


_RAW_KEYS = ("ts", "dur", "args")


def _is_object(raw: Raw) -> bool:
    return bytes(memoryview(raw)[:1]) == b"{"


def _reason(error: Exception) -> Unreadable:
    """Where the decoder stopped, as far as its message says so."""
    found = re.search(r"\(byte (\d+)\)", str(error))
    return Unreadable(max(int(found[1]) - 1, 0) if found else 0, cut="truncated" in str(error))
