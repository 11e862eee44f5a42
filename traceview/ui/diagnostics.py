"""What is told about an error beside its message: enough to find the cause elsewhere."""

from __future__ import annotations

import platform
from pathlib import Path

import numpy as np
import PySide6

from traceview import __version__
from traceview.model.errors import Notice, TraceError
from traceview.ui.text import clean, tr

HEAD_BYTES = 16


def error_facts(error: TraceError) -> tuple[tuple[str, str], ...]:
    """Name and value of everything known about where an error lies."""
    facts = []
    if error.path:
        facts.append((tr("File"), error.path))
    if error.offset is not None:
        facts.append((tr("Offset"), tr("byte {}").format(error.offset)))
    path = Path(error.path) if error.path else None
    if path and path.is_file():
        facts += [
            (tr("Size"), tr("{} bytes").format(path.stat().st_size)),
            (tr("First bytes"), head_of(path)),
        ]
    return tuple(facts)


def head_of(path: Path) -> str:
    """The first 16 bytes of a file as hexadecimal and as text."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError as problem:
        return tr("cannot be read: {}").format(problem.strerror)
    letters = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in head)
    return f"{head.hex(' ')}  {letters}" if head else "none"


def diagnostics(error: TraceError) -> str:
    """An error and its surroundings as text for the clipboard."""
    lines = [error.what, error.why, error.advice, ""]
    lines += [f"{name}: {value}" for name, value in error_facts(error)]
    lines += [
        f"traceview {__version__}, Python {platform.python_version()}, PySide6"
        f" {PySide6.__version__}, numpy {np.__version__}, {platform.platform()}"
    ]
    return "\n".join(clean(line) for line in lines)


def notice_line(notice: Notice) -> str:
    """A notice as one line of text."""
    offset = f", byte {notice.offset}" if notice.offset is not None else ""
    where = f" ({notice.path}{offset})" if notice.path else ""
    return clean(f"{notice.text}{where}")
