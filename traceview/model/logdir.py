"""Runs, hosts and files below a folder, found by what files are called."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from traceview.model.errors import NothingFoundError, TraceError
from traceview.model.file_kinds import KINDS, LOOKED_FOR, TOOL, XPLANE, host_of, kind_of
from traceview.model.folders import Disk, Folders, archive_at
from traceview.model.remote import refuse_remote
from traceview.model.run_files import RunFiles, runs_among
from traceview.model.runs import HostFile, Run, SeenFolder, all_runs, run_in
from traceview.model.source import Source, unreadable

# A walk that takes in more than this has been started at the root of a disk.
MAX_FOLDERS = 50_000
MAX_ENTRIES = 1_000_000

# How many files are looked into, where names do not tell what they are.
MAX_LOOKS = 256


@dataclass(frozen=True, slots=True)
class Found:
    """What lies below ``path``: the runs, newest first, and what else was seen.

    ``kinds`` counts files by kind; ``unreadable`` are folders that could not be looked into;
    ``stopped`` is true when there was too much to see it all.
    """

    path: str
    runs: tuple[Run, ...]
    folders: int = 0
    files: int = 0
    kinds: tuple[tuple[str, int], ...] = ()
    unreadable: tuple[str, ...] = ()
    stopped: bool = False

    def __str__(self) -> str:
        """One line for a person: what was looked for, and what was there."""
        kinds = dict(self.kinds)
        counts = [f"{kinds.get(XPLANE, 0):,} *.xplane.pb"]
        counts += [counted(count, kind) for kind, count in self.kinds if kind != XPLANE]
        seen = f"{counted(self.folders, 'folder')}, {counted(self.files, 'file')}"
        parts = [f"{seen}: {', '.join(counts)}"]
        if self.runs:
            newest = self.runs[0]
            when = time.strftime("%Y-%m-%d %H:%M", time.localtime(newest.modified_s))
            parts.append(f"{counted(len(self.runs), 'run')}, newest {newest.name} ({when})")
        if self.unreadable:
            parts.append(f"{counted(len(self.unreadable), 'folder')} could not be read")
        if self.stopped:
            parts.append("the search was stopped: there are too many folders")
        return "; ".join(parts) + "."


def survey(path: str) -> Found:
    """Look for runs below ``path``, a folder or a zip archive. A file is a run of itself.

    Raises TraceError for a path that cannot be looked at.
    """
    refuse_remote(path)
    try:
        folders: Folders = Disk()
        is_file = not os.path.isdir(path)
        archive = archive_at(path) if is_file else None
        if archive is not None and (archive.is_file(path) or not archive.sole_file()):
            folders, is_file = archive, archive.is_file(path)
        if is_file:
            run = _run_of_file(path, folders)
            return Found(path, (run,), files=1, kinds=((kind_of(Path(path).name), 1),))
        folders.entries(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    return _walk(path, folders)


def run_of_files(paths: Sequence[str]) -> Run | None:
    """Several files named together as hosts of one run, or None if they are not in one folder.

    Raises TraceError for a path that cannot be looked at.
    """
    for path in paths:
        refuse_remote(path)
    folders = {os.path.dirname(os.path.abspath(path)) for path in paths}
    if len(folders) != 1 or any(os.path.isdir(path) for path in paths):
        return None
    names = sorted(map(os.path.basename, paths), reverse=True)
    by_host = {host_of(name): name for name in names}
    if len(by_host) < len(names):
        by_host = {name: name for name in names}
    try:
        for path in paths:
            os.stat(path)
        return run_in(folders.pop(), RunFiles(by_host), (), Disk())
    except (OSError, ValueError) as error:
        raise unreadable(paths[0], error) from error


def nothing_found(found: Found) -> NothingFoundError:
    """The error that says what was looked for, and what was found instead."""
    return NothingFoundError(
        f"No capture was found in {found.path}.",
        f"Files called {LOOKED_FOR} were looked for. {found}",
        "Capture a profile into this folder, or open the folder that was given to the profiler.",
        path=found.path,
    )


def counted(number: int, noun: str) -> str:
    """A number of things: "1 file", "2,000 files"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _walk(path: str, folders: Folders) -> Found:
    kinds: Counter[str] = Counter()
    seen: list[SeenFolder] = []
    blocked: list[str] = []
    known: set[Hashable] = set()
    look = _Look()
    entries, waiting = 0, [path]
    count = 0
    while waiting and count < MAX_FOLDERS and entries < MAX_ENTRIES:
        folder = waiting.pop()
        try:
            identity = folders.identity(folder)
            if identity in known:
                continue
            known.add(identity)
            below, names = folders.entries(folder)
        except OSError:
            blocked.append(folder)
            continue
        count += 1
        entries += len(names)
        waiting += below
        seen_kinds = list(map(kind_of, names))
        kinds.update(seen_kinds)
        runs = runs_among(names, partial(look.first_bytes, folder))
        tools = [name for name, kind in zip(names, seen_kinds, strict=True) if kind == TOOL]
        if runs or tools:
            seen.append(SeenFolder(folder, runs, tools))
    return Found(
        path=path,
        runs=all_runs(path, seen, folders),
        folders=count,
        files=kinds.total(),
        kinds=tuple((kind, kinds[kind]) for kind in KINDS if kinds[kind]),
        unreadable=tuple(blocked),
        stopped=bool(waiting),
    )


class _Look:
    """Looks into files, but not into many."""

    def __init__(self) -> None:
        self._left = MAX_LOOKS

    def first_bytes(self, folder: str, name: str) -> bytes:
        """How a file begins, unpacked; nothing where it cannot be read or enough were."""
        self._left -= 1
        if self._left < 0:
            return b""
        try:
            return Source(os.path.join(folder, name)).head()
        except TraceError:
            return b""


def _run_of_file(path: str, folders: Folders) -> Run:
    """A file named by the user, whatever it is called."""
    try:
        status = folders.status(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    name = os.path.basename(os.path.abspath(path))
    return Run(name, path, (HostFile("", path, status.size_bytes),), status.modified_s)
