"""Folders to look for runs in: on disk, or in a zip archive."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import PurePosixPath
from typing import NamedTuple, Protocol

from traceview.model.archive import is_archive, members, modified_s, split


class Status(NamedTuple):
    """Size of a file, and its Unix time."""

    size_bytes: int
    modified_s: float


class Folders(Protocol):
    """Where a walk goes. Every method raises OSError for what is not there or cannot be read."""

    def entries(self, folder: str) -> tuple[list[str], list[str]]:
        """Paths of the folders and names of the files in a folder."""
        ...

    def status(self, path: str) -> Status:
        """What is known of a file."""
        ...

    def identity(self, folder: str) -> Hashable:
        """The same for two paths of one folder: links may lead back up."""
        ...


class Disk:
    """Folders on disk."""

    def entries(self, folder: str) -> tuple[list[str], list[str]]:
        """Entries that cannot be looked at are left out."""
        folders, files = [], []
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    if entry.is_dir():
                        folders.append(entry.path)
                    elif entry.is_file():
                        files.append(entry.name)
                except OSError:
                    continue
        return sorted(folders, reverse=True), files

    def status(self, path: str) -> Status:
        """From the system."""
        status = os.stat(path)
        return Status(status.st_size, status.st_mtime)

    def identity(self, folder: str) -> Hashable:
        """Device and number."""
        status = os.stat(folder)
        return status.st_dev, status.st_ino


class Archive:
    """Folders in a zip archive, whose table of contents is read once. Raises TraceError."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._status: dict[str, Status] = {}
        self._below: dict[str, tuple[set[str], list[str]]] = {"": (set(), [])}
        for name, info in members(path).items():
            self._status[name] = Status(info.file_size, modified_s(info))
            child = PurePosixPath(name)
            self._folder(child.parent)[1].append(child.name)

    def sole_file(self) -> bool:
        """Whether there is one file: the archive is as good as that."""
        return len(self._status) == 1

    def is_file(self, path: str) -> bool:
        """Whether a member is called ``path``."""
        return self._name(path) in self._status

    def entries(self, folder: str) -> tuple[list[str], list[str]]:
        """From the table of contents."""
        found = self._below.get(self._name(folder))
        if found is None:
            raise FileNotFoundError(folder)
        return sorted((f"{self._path}/{name}" for name in found[0]), reverse=True), found[1]

    def status(self, path: str) -> Status:
        """From the table of contents."""
        name = self._name(path)
        if name not in self._status:
            raise FileNotFoundError(path)
        return self._status[name]

    def identity(self, folder: str) -> Hashable:
        """There are no links."""
        return self._name(folder)

    def _name(self, path: str) -> str:
        return split(path)[1]

    def _folder(self, folder: PurePosixPath) -> tuple[set[str], list[str]]:
        name = "" if folder == PurePosixPath(".") else str(folder)
        if name not in self._below:
            self._below[name] = (set(), [])
            self._folder(folder.parent)[0].add(name)
        return self._below[name]


def archive_at(path: str) -> Archive | None:
    """The archive that ``path`` is or leads into. Raises OSError, ValueError and TraceError."""
    file, member = split(path)
    if (member or os.path.isfile(file)) and is_archive(file):
        return Archive(file)
    return None
