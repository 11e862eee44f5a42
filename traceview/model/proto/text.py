"""Text in messages."""

from __future__ import annotations


def text(value: str | bytes) -> str:
    """A string field's value; bytes are what protobuf gives where it is not UTF-8."""
    return value if isinstance(value, str) else value.decode("utf-8", "replace")
