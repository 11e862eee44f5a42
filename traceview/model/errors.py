"""What goes wrong with input: what happened, why, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


class TraceError(Exception):
    """Input that cannot be read. The only exception that bad input raises."""

    def __init__(
        self,
        what: str,
        why: str = "",
        advice: str = "",
        *,
        path: str = "",
        offset: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.why = why
        self.advice = advice
        self.path = path
        self.offset = offset

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.why, self.advice) if part)


class NothingFoundError(TraceError):
    """There is nothing to open or nothing to show, and the reason is in the text."""


class RemotePathError(TraceError):
    """The path lies on another machine, which this program does not reach."""


class Cancelled(Exception):  # noqa: N818 - not an error: the user asked for it
    """Loading was cancelled from outside."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning about a capture that opened all the same.

    ``kind`` is a short slug ("truncated", "overlap", "captured-warning", ...); ``partial`` is
    true where some of the input could not be used.
    """

    kind: str
    text: str
    path: str = ""
    offset: int | None = None
    partial: bool = False
