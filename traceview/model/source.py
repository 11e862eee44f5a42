"""Where bytes come from: a file, plain or gzipped whatever its name says."""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from traceview.model.errors import Notice, TraceError

GZIP_MAGIC = b"\x1f\x8b"
HEAD_BYTES = 1 << 16
# Files up to this size are copied: it takes milliseconds, and nothing that happens to the file
# afterwards can touch the copy.
COPY_BYTES = 16 << 20
# A gzip that grows by more than this beyond 1 GiB holds no trace: real ones compress 5 to 20 fold.
BOMB_RATIO = 200
BOMB_FREE_BYTES = 1 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """A file's bytes, decompressed: ``data`` uint8[n], and what was noticed on the way.

    Large plain files are mapped, not read. Should another program cut such a file short while
    it is open, touching the lost part would kill the process; ``check`` turns that into a
    TraceError, save for the instant between checking and touching. A file that is deleted or
    replaced stays readable.
    """

    data: NDArray[np.uint8]
    notices: tuple[Notice, ...] = ()
    path: str = ""
    mapped: mmap | None = None

    def check(self) -> None:
        """Raise TraceError when the file has become shorter than it was."""
        if self.mapped is not None and self.mapped.size() < len(self.data):
            raise TraceError(
                f"{Path(self.path).name} became shorter while it was read.",
                "Another program is writing to it.",
                "Open it again when it is whole.",
                path=self.path,
                offset=self.mapped.size(),
            )


def _ignore(_done_bytes: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Source:
    """A local file. Every method raises TraceError, and nothing else, when it cannot be read."""

    path: str

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return Path(self.path).name

    @property
    def size_bytes(self) -> int:
        """Size on disk."""
        try:
            return os.stat(self.path).st_size
        except (OSError, ValueError) as error:
            raise unreadable(self.path, error) from error

    def head(self, n: int = HEAD_BYTES) -> bytes:
        """The first ``n`` bytes, decompressed; fewer where a gzip file is damaged."""
        with self._open() as file:
            try:
                raw = file.read(max(n, HEAD_BYTES))
            except OSError as error:
                raise unreadable(self.path, error) from error
        if not raw.startswith(GZIP_MAGIC):
            return raw[:n]
        try:
            return zlib.decompressobj(wbits=31).decompress(raw, n)
        except zlib.error:
            return b""

    def read(self, tick: Callable[[int], None] = _ignore) -> Contents:
        """All bytes, decompressed. ``tick`` hears how many bytes of the file were unpacked."""
        with self._open() as file:
            try:
                if file.read(2) == GZIP_MAGIC:
                    file.seek(0)
                    return _unpacked(self.path, file, tick)
                size_bytes = os.fstat(file.fileno()).st_size
                if size_bytes > COPY_BYTES:
                    mapped = mmap(file.fileno(), size_bytes, access=ACCESS_READ)
                    data = np.frombuffer(mapped, np.uint8)
                    return Contents(data, path=self.path, mapped=mapped)
                file.seek(0)
                return Contents(np.frombuffer(file.read(size_bytes), np.uint8), path=self.path)
            except (OSError, ValueError) as error:
                raise unreadable(self.path, error) from error

    def _open(self) -> BinaryIO:
        try:
            # Opening a pipe would wait for a writer.
            mode = os.stat(self.path).st_mode
            if stat.S_ISDIR(mode):
                raise IsADirectoryError
            if not stat.S_ISREG(mode):
                raise _refused(self.path, "is not a file.", "It is a device, pipe or socket.", "")
            return open(self.path, "rb")
        except (OSError, ValueError) as error:
            raise unreadable(self.path, error) from error


def unreadable(path: str, error: Exception) -> TraceError:
    """What an exception of the operating system means to the person who named ``path``."""
    match error:
        case FileNotFoundError():
            return _refused(
                path,
                "does not exist.",
                "It was moved or deleted, or the name is misspelt.",
                "Check the path.",
            )
        case PermissionError():
            return _refused(
                path, "cannot be read.", "Permission was denied.", "Ask its owner for read access."
            )
        case IsADirectoryError():
            return _refused(
                path, "is a folder.", "A file was expected.", "Open the folder itself instead."
            )
        case _:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            return _refused(
                path,
                "cannot be read.",
                f"The system says: {reason}.",
                "Copy it to a local disk and open the copy.",
            )


def _refused(path: str, what: str, why: str, advice: str) -> TraceError:
    return TraceError(f"{Path(path).name or path} {what}", why, advice, path=path)


def _unpacked(path: str, file: BinaryIO, tick: Callable[[int], None]) -> Contents:
    """Decompress all members; damage ends the data and becomes a notice."""
    size_bytes = os.fstat(file.fileno()).st_size
    cap = max(BOMB_FREE_BYTES, BOMB_RATIO * size_bytes)
    data, stream, damage = bytearray(), zlib.decompressobj(wbits=31), ""
    while not damage and (raw := file.read(HEAD_BYTES)):
        while raw:
            try:
                data += stream.decompress(raw, cap + 1 - len(data))
            except zlib.error as error:
                damage = f"its compressed data is damaged ({error})"
                break
            if len(data) > cap:
                raise _bomb(path, size_bytes, len(data))
            # Padding with zeros is allowed after a member; another member may follow.
            raw = stream.unused_data.lstrip(b"\0") if stream.eof else b""
            if stream.eof and raw:
                stream = zlib.decompressobj(wbits=31)
        tick(file.tell())
    if not damage and not stream.eof:
        damage = "the compressed data ends early"
    notice = f"{Path(path).name} is cut: {damage} after {len(data):,} decompressed bytes."
    notices = (Notice("truncated", notice, path, file.tell(), partial=True),) if damage else ()
    return Contents(np.frombuffer(memoryview(data).toreadonly(), np.uint8), notices, path)


def _bomb(path: str, size_bytes: int, unpacked_bytes: int) -> TraceError:
    return TraceError(
        f"{Path(path).name} unpacks to more than {unpacked_bytes:,} bytes.",
        f"It has {size_bytes:,}: no trace compresses that well, so this may be a trap.",
        "Decompress it yourself and open the result if you trust it.",
        path=path,
    )
