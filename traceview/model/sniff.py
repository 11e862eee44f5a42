"""What a file that is no capture is instead, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Callable

from traceview.model.attachments import tool_of
from traceview.model.errors import TraceError
from traceview.model.foreign import foreign_message
from traceview.model.source import Source

REPLACEMENT = "\ufffd".encode()
CAPTURE_ADVICE = "Open a capture (*.xplane.pb, *trace.json.gz), or the logdir that holds one."

# First bytes, and what such a file is called.
_MAGIC = (
    (b"PK\x03\x04", "a zip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
)
_ARCHIVES = ("a zip archive", "a zstd archive", "an xz archive", "a bzip2 archive")


def refusal(source: Source, head: bytes) -> TraceError | None:
    """Why ``source``, which starts with ``head``, cannot be a capture; None if it may be one.

    Only looks for what a capture never is.
    """
    checks: tuple[Callable[[Source, bytes], TraceError | None], ...] = (
        _empty,
        _broken_packing,
        _web_page,
        _pointer,
        _cloud_error,
        _text_mode,
        _crlf,
        _pickle,
        _magic,
        _event_file,
        _text,
    )
    return next((error for check in checks if (error := check(source, head))), None)


def unknown(source: Source, head: bytes) -> TraceError:
    """The error for a file that no reader wants."""
    if _is_json(head):
        return _json(source)
    called = foreign_message(head, source.size_bytes)
    if called:
        return _error(source, f"is {called}.", "It is no timeline.", CAPTURE_ADVICE)
    start = head[:16].hex(" ")
    return _error(
        source,
        "is not a profile that this release reads.",
        f"It is no XSpace message, trace or JSON; it begins with {start}.",
        CAPTURE_ADVICE,
    )


def _error(source: Source, what: str, why: str, advice: str, offset: int = 0) -> TraceError:
    return TraceError(f"{source.name} {what}", why, advice, path=source.path, offset=offset)


def _empty(source: Source, head: bytes) -> TraceError | None:
    if source.size_bytes:
        return None
    return _error(
        source,
        "is empty (0 bytes).",
        "The job was probably stopped before the profile was written, or the copy failed.",
        "Compare its size where it came from, and copy or capture it again.",
    )


def _broken_packing(source: Source, head: bytes) -> TraceError | None:
    if head:
        return None
    return _error(
        source,
        "is a packed file that cannot be unpacked.",
        "Its compressed data is damaged from the start, or there is nothing in it.",
        "Copy it again in binary mode.",
    )


def _web_page(source: Source, head: bytes) -> TraceError | None:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:16].lower()
    if not start.startswith((b"<!doctype html", b"<html")):
        return None
    found = re.search(rb"<title[^>]*>(.*?)</title", head, re.IGNORECASE | re.DOTALL)
    title = _quoted(found[1]) if found else ""
    return _error(
        source,
        "is a web page, not a profile" + (f" (title: {title})." if title else "."),
        "The download probably needs a login, or the link leads to a page about the file.",
        "Download the file itself: use its raw link, or gcloud storage cp.",
    )


def _pointer(source: Source, head: bytes) -> TraceError | None:
    if head.startswith(b"version https://git-lfs"):
        found = re.search(rb"^size (\d{1,18})$", head, re.MULTILINE)
        size = f" to a file of {int(found[1]):,} bytes" if found else ""
        return _error(
            source,
            f"is a Git LFS pointer{size}, not the file itself.",
            "The repository was cloned without its large files.",
            "Run git lfs pull.",
        )
    if head.startswith(b"/annex/objects/"):
        return _error(
            source,
            "is a git-annex pointer, not the file itself.",
            "The repository was cloned without its large files.",
            "Run git annex get.",
        )
    return None


def _cloud_error(source: Source, head: bytes) -> TraceError | None:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    code = re.search(rb"<Code>(.*?)</Code>", start, re.DOTALL)
    if not start.startswith((b"<?xml", b"<Error")) or b"<Error" not in start or not code:
        return None
    message = re.search(rb"<Message>(.*?)</Message>", start, re.DOTALL)
    says = _quoted(code[1]) + (f": {_quoted(message[1])}" if message else "")
    return _error(
        source,
        "is an error message of a cloud storage service.",
        f"It says {says}.",
        "Sign in, or ask for access, and download it again.",
    )


def _text_mode(source: Source, head: bytes) -> TraceError | None:
    """A binary file that was read as text: all of it is UTF-8, with many replacements."""
    count = head.count(REPLACEMENT)
    if _is_json(head) or count < 16 or count * 300 < len(head) or not _is_utf8(head):
        return None
    data = source.read().data.tobytes()
    count = data.count(REPLACEMENT)
    return _error(
        source,
        "was saved as text and cannot be repaired.",
        f"Bytes were replaced by U+FFFD ({count:,} times in {len(data):,} bytes).",
        "Copy the original again in binary mode.",
        offset=data.find(REPLACEMENT),
    )


def _crlf(source: Source, head: bytes) -> TraceError | None:
    """A transfer in text mode puts CR before every LF; a capture starts with LF."""
    if not head.startswith(b"\r\n") or _is_json(head) or head.count(b"\n") != head.count(b"\r\n"):
        return None
    return _error(
        source,
        "was copied in text mode.",
        "Every line feed in it got a carriage return before it.",
        "Copy the original again in binary mode.",
    )


def _pickle(source: Source, head: bytes) -> TraceError | None:
    if not re.match(rb"\x80[\x02-\x05](\x95|}|\]|c|\()", head):
        return None
    return _error(
        source,
        "is a Python pickle.",
        "Pickles run code when they are opened, so this program never does.",
        CAPTURE_ADVICE,
    )


def _magic(source: Source, head: bytes) -> TraceError | None:
    called = next((called for magic, called in _MAGIC if head.startswith(magic)), "")
    if not called:
        return None
    advice = "Unpack it and open what is in it." if called in _ARCHIVES else CAPTURE_ADVICE
    return _error(source, f"is {called}.", "It is not a profile.", advice)


def _json(source: Source) -> TraceError:
    """JSON that no reader wants."""
    tool = tool_of(source.name)
    if tool:
        return _error(
            source,
            f"holds the results of one tool ({tool[0]}).",
            "They were made ready by the profiler, and this release shows the timeline only.",
            CAPTURE_ADVICE,
        )
    return _error(
        source,
        "is JSON, but no trace.",
        'It has neither "traceEvents" nor records with "ph".',
        CAPTURE_ADVICE,
    )


def _event_file(source: Source, head: bytes) -> TraceError | None:
    """TFRecord: a length of 8 bytes, its checksum, then an Event, which starts with a time."""
    if len(head) < 21 or head[4:8] != bytes(4) or head[12] != 0x09:
        return None
    if not 9 <= int.from_bytes(head[:4], "little") <= 1 << 30 or b"brain.Event" not in head[:64]:
        return None
    return _error(
        source,
        "is a TensorBoard event file.",
        "It holds scalars and graphs, not a profile.",
        "Open its folder: captures lie below it, in plugins/profile.",
    )


def _text(source: Source, head: bytes) -> TraceError | None:
    if re.search(rb"[^\t\n\x0c\r\x20-\x7e\x80-\xff]", head) or not _is_utf8(head):
        return None
    if _is_json(head):
        return None
    return _error(source, "is a text file.", f"It begins {_quoted(head[:40])}", CAPTURE_ADVICE)


def _quoted(raw: bytes) -> str:
    """A short piece of a file as readable text."""
    shown = " ".join(raw[:200].decode("utf-8", "replace").split())
    return "".join(c for c in shown if c.isprintable())


def _is_json(head: bytes) -> bool:
    return head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def _is_utf8(head: bytes) -> bool:
    """Whether all of it is UTF-8, but for a character cut at the end."""
    for cut in range(4):
        try:
            head[: len(head) - cut].decode()
        except UnicodeDecodeError:
            continue
        return True
    return False
