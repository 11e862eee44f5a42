"""Traces inside web pages, as catapult's trace2html writes them."""

from __future__ import annotations

import base64
import binascii
import re

import msgspec

_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)
# The page brings the whole viewer along, and the traces after it.
_DATA = re.compile(
    rb"<\s*script\b(?=[^>]*\bid\s*=\s*[\"']?viewer-data\b)[^>]*>(.*?)</\s*script\s*>", re.I | re.S
)
_BASE64 = re.compile(rb"[A-Za-z0-9+/=\s]+")


def is_page(head: bytes) -> bool:
    """Whether ``head`` begins a web page."""
    return _PAGE.match(head) is not None


class _Top(msgspec.Struct):
    traceEvents: msgspec.Raw  # noqa: N815 - the format's word


def traces_in(page: bytes) -> list[bytes]:
    """The traces in a page, packed or not.

    Each stands in a script element of its own, as it is or as base64 of a gzip file.
    """
    return [_decoded(block[1].strip()) for block in _DATA.finditer(page)]


def joined(traces: list[bytes]) -> bytes:
    """Several traces in JSON as one array of records. Raises ValueError where one is no trace."""
    return b"[" + b",\n".join(filter(None, map(_records, traces))) + b"]"


def _decoded(block: bytes) -> bytes:
    if not _BASE64.fullmatch(block):
        return block
    try:
        return base64.b64decode(b"".join(block.split()), validate=True)
    except binascii.Error:
        return block


def _records(trace: bytes) -> bytes:
    """The records of a trace in either form, without the brackets around them."""
    text = trace.removeprefix(b"\xef\xbb\xbf").strip()
    if text.startswith(b"{"):
        try:
            text = bytes(msgspec.json.decode(text, type=_Top).traceEvents).strip()
        except msgspec.DecodeError as error:
            raise ValueError(str(error)) from error
    if not text.startswith(b"["):
        raise ValueError("it is no array of records")
    return text.removeprefix(b"[").rstrip(b" \t\r\n,").removesuffix(b"]").strip(b" \t\r\n,")
