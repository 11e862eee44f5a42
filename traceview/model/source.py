"""Where bytes come from: a file or a member of an archive, packed or not whatever its name."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from traceview.model.archive import MAGIC as ZIP_MAGIC
from traceview.model.archive import member_pieces, member_size, members, split
from traceview.model.errors import Notice, TraceError
from traceview.model.packing import Bomb, is_packed, unpacked

HEAD_BYTES = 1 << 16
# Files up to this size are copied: it takes milliseconds, and nothing that happens to the file
# afterwards can touch the copy.
COPY_BYTES = 16 << 20


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
    """A local file, or a member of a zip archive, whose path goes on behind the archive's.

    Every method raises TraceError, and nothing else, when it cannot be read.
    """

    path: str

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return Path(self.path).name

    @property
    def size_bytes(self) -> int:
        """Size on disk; that of a member of an archive, unpacked."""
        try:
            file, member = split(self.path)
            return member_size(file, member) if member else os.stat(file).st_size
        except (OSError, ValueError) as error:
            raise unreadable(self.path, error) from error

    def head(self, n: int = HEAD_BYTES) -> bytes:
        """The first ``n`` bytes, unpacked; fewer where a packed file is damaged."""
        found = bytearray()
        for piece in self._contents([], _ignore):
            found += piece
            if len(found) >= n:
                break
        return bytes(found[:n])

    def read(self, tick: Callable[[int], None] = _ignore) -> Contents:
        """All bytes, unpacked. ``tick`` hears how many bytes of the file were unpacked."""
        plain = self._plain()
        if plain is not None:
            return plain
        data, damage = bytearray(), list[str]()
        for piece in self._contents(damage, tick):
            data += piece
        told = f"{self.name} is cut: {{}} after {len(data):,} decompressed bytes."
        notices = tuple(
            Notice("truncated", told.format(what), self.path, partial=True) for what in damage
        )
        return Contents(np.frombuffer(memoryview(data).toreadonly(), np.uint8), notices, self.path)

    def _plain(self) -> Contents | None:
        """A file that is not packed in any way."""
        if self._member():
            return None
        with self._open() as file:
            try:
                head = file.read(HEAD_BYTES)
                if is_packed(head) or head.startswith(ZIP_MAGIC):
                    return None
                size_bytes = os.fstat(file.fileno()).st_size
                if size_bytes > COPY_BYTES:
                    mapped = mmap(file.fileno(), size_bytes, access=ACCESS_READ)
                    data = np.frombuffer(mapped, np.uint8)
                    return Contents(data, path=self.path, mapped=mapped)
                file.seek(0)
                return Contents(np.frombuffer(file.read(size_bytes), np.uint8), path=self.path)
            except (OSError, ValueError) as error:
                raise unreadable(self.path, error) from error

    def _contents(self, damage: list[str], tick: Callable[[int], None]) -> Iterator[bytes]:
        """The file's bytes in pieces, unpacked."""
        pieces = _counted(self._pieces(damage), tick)
        size_bytes = self.size_bytes
        try:
            yield from unpacked(pieces, size_bytes, damage)
        except Bomb as bomb:
            raise _too_large(self.path, bomb) from bomb
        except (OSError, ValueError) as error:
            raise unreadable(self.path, error) from error

    def _pieces(self, damage: list[str]) -> Iterator[bytes]:
        """The file's bytes as they are; an archive of one file is as good as the file."""
        file, member = split(self.path)
        if member:
            yield from member_pieces(file, member, damage)
            return
        with self._open() as opened:
            head = opened.read(len(ZIP_MAGIC[0]))
            inside = list(members(file)) if head in ZIP_MAGIC else []
            if len(inside) == 1:
                yield from member_pieces(file, inside[0], damage)
                return
            opened.seek(0)
            while piece := opened.read(HEAD_BYTES):
                yield piece

    def _member(self) -> str:
        try:
            return split(self.path)[1]
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


def _counted(pieces: Iterator[bytes], tick: Callable[[int], None]) -> Iterator[bytes]:
    done_bytes = 0
    for piece in pieces:
        yield piece
        done_bytes += len(piece)
        tick(done_bytes)


def _too_large(path: str, bomb: Bomb) -> TraceError:
    return TraceError(
        f"{Path(path).name} unpacks to more than {bomb.unpacked_bytes:,} bytes.",
        f"It has {bomb.packed_bytes:,}: no trace compresses that well, so this may be a trap.",
        "Decompress it yourself and open the result if you trust it.",
        path=path,
    )
