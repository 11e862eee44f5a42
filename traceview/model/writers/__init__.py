"""Writes a trace to other formats, chosen by what the file to write is called."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from traceview.model.errors import TraceError
from traceview.model.source import unreadable
from traceview.model.trace import Trace
from traceview.model.writers.events_csv import csv_lines
from traceview.model.writers.trace_event import trace_event_lines

Lines = Callable[[Trace], Iterable[bytes]]

WRITERS: tuple[tuple[str, Lines], ...] = ((".json", trace_event_lines), (".csv", csv_lines))
# Good enough and three times as fast as the default.
GZIP_LEVEL = 6


def writer_for(path: str) -> Lines:
    """What writes a file of this name, ``.gz`` or not. Raises TraceError for other names."""
    name = Path(path).name.lower().removesuffix(".gz")
    for suffix, lines in WRITERS:
        if name.endswith(suffix):
            return lines
    known = ", ".join(f"{suffix} and {suffix}.gz" for suffix, _ in WRITERS)
    raise TraceError(
        f"{Path(path).name} names no format to write.",
        f"What can be written: {known}.",
        "Give the file such a name.",
        path=path,
    )


def write_trace(trace: Trace, path: str) -> None:
    """Write ``trace`` to ``path``, whole or not at all. Raises TraceError."""
    write_bytes(path, writer_for(path)(trace))


def write_bytes(path: str, parts: Iterable[bytes]) -> None:
    """Write ``parts``, gzipped where the name says so, whole or not at all. Raises TraceError."""
    with whole_file(path) as file:
        if not path.lower().endswith(".gz"):
            file.writelines(parts)
            return
        with gzip.GzipFile("", "wb", GZIP_LEVEL, file, mtime=0) as packed:
            packed.writelines(parts)


@contextmanager
def whole_file(path: str) -> Iterator[BinaryIO]:
    """A new file that takes the place of ``path`` when all of it is written."""
    part = f"{path}.part"
    try:
        with open(part, "wb") as file:
            yield file
        Path(part).replace(path)
    except OSError as error:
        raise unreadable(path, error) from error
    finally:
        Path(part).unlink(missing_ok=True)
