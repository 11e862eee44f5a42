"""Zip archives: read in place, never unpacked to disk. Inside of one, paths go on as in a folder.

``/logs/run.zip/plugins/profile/r1/vm.xplane.pb`` is a member of ``/logs/run.zip``.
"""

from __future__ import annotations

import os
import struct
import time
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import IO
from zipfile import BadZipFile, ZipFile, ZipInfo

from traceview.model.errors import TraceError
from traceview.model.packing import capped

# An archive begins with its first member, or ends at once.
MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
PIECE_BYTES = 1 << 18
_ENCRYPTED = 0x1
_BROKEN = (BadZipFile, EOFError, ValueError, OverflowError, struct.error)


def split(path: str) -> tuple[str, str]:
    """A path as the file on disk and the member of that archive, "" for none.

    Raises OSError or ValueError for a path that cannot be looked at.
    """
    if not os.path.lexists(path):
        for parent in Path(path).parents:
            if parent.is_file():
                return str(parent), Path(path).relative_to(parent).as_posix()
            if parent.exists():
                break
    return path, ""


def is_archive(path: str) -> bool:
    """Whether a file on disk is a zip archive. Raises OSError."""
    with open(path, "rb") as file:
        return file.read(4) in MAGIC


def members(path: str) -> dict[str, ZipInfo]:
    """The files in an archive by their paths in it; those that lead out of it are left out.

    Raises TraceError.
    """
    with _opened(path) as archive:
        named = ((_inside(info.filename), info) for info in archive.infolist())
        return {name: info for name, info in named if name and not info.is_dir()}


def member_size(path: str, name: str) -> int:
    """Size of a member, unpacked. Raises TraceError."""
    return _found(path, name).file_size


def member_pieces(path: str, name: str, damage: list[str]) -> Iterator[bytes]:
    """The contents of a member; damage ends it and is told in ``damage``.

    Raises TraceError, and Bomb.
    """
    info = _found(path, name)
    if info.flag_bits & _ENCRYPTED:
        raise TraceError(
            f"{Path(name).name} is encrypted.",
            f"{Path(path).name} needs a password, which this program does not ask for.",
            "Unpack it yourself and open what is in it.",
            path=f"{path}/{name}",
        )
    with _opened(path) as archive:
        try:
            member = archive.open(info)
        except (NotImplementedError, RuntimeError) as error:
            raise TraceError(
                f"{Path(name).name} cannot be unpacked.",
                f"{Path(path).name} is packed in a way that Python cannot unpack ({error}).",
                "Unpack it yourself and open what is in it.",
                path=f"{path}/{name}",
            ) from error
        except _BROKEN as error:
            raise _damaged(path, error) from error
        with member:
            yield from capped(_whole_pieces(member, damage), info.compress_size)


def modified_s(info: ZipInfo) -> float:
    """When a member was changed, as Unix time; archives hold local time."""
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


def _whole_pieces(member: IO[bytes], damage: list[str]) -> Iterator[bytes]:
    while True:
        try:
            piece = member.read(PIECE_BYTES)
        except (*_BROKEN, zlib.error, LZMAError, OSError) as error:
            damage.append(f"its compressed data is damaged ({error})")
            return
        if not piece:
            return
        yield piece


def _inside(name: str) -> str:
    """A member's name as a path below the archive; "" where it leads elsewhere."""
    parts = PurePosixPath(name).parts
    if any(part in ("/", "..") or "\\" in part or "\0" in part for part in parts):
        return ""
    return "/".join(parts)


def _found(path: str, name: str) -> ZipInfo:
    info = members(path).get(name)
    if info is None:
        raise TraceError(
            f"{name} does not exist.",
            f"There is no such file in {Path(path).name}.",
            "Check the path.",
            path=f"{path}/{name}",
        )
    return info


def _opened(path: str) -> ZipFile:
    try:
        return ZipFile(path)
    except (*_BROKEN, NotImplementedError) as error:
        raise _damaged(path, error) from error


def _damaged(path: str, error: Exception) -> TraceError:
    return TraceError(
        f"{Path(path).name} is a zip archive that cannot be read.",
        f"It is cut or damaged ({error}): its table of contents stands at the end.",
        "Copy it again from where it was made, in binary mode, and compare the sizes.",
        path=path,
    )
