"""Runs, hosts and files below a folder, found by what files are called."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from traceview.model.errors import NothingFoundError, RemotePathError
from traceview.model.source import unreadable

# A walk that takes in more than this has been started at the root of a disk.
MAX_FOLDERS = 50_000
MAX_ENTRIES = 1_000_000

XPLANE = "XPlane capture"
_XPLANE_FILE = re.compile(r"(?:(?P<host>.*)\.)?xplane\.pb(?:\.gz)?", re.DOTALL)
# The kinds of files a profiler leaves behind; the first that fits counts.
_KINDS = (
    (XPLANE, _XPLANE_FILE),
    ("trace JSON file", re.compile(r".*\.?trace\.json(\.gz)?", re.DOTALL)),
    ("event file", re.compile(r".*\.tfevents\..*", re.DOTALL)),
    ("HLO proto", re.compile(r".*\.hlo_proto\.pb", re.DOTALL)),
    # XProf writes its caches beside the captures; they are none of ours.
    (
        "XProf cache",
        re.compile(
            r".*\.(op_stats(_v2)?\.pb|dcn_collective_stats\.pb|smart_suggestion\.pb|SSTABLE"
            r"|cached_tools\.json)|cache_version\.txt",
            re.DOTALL,
        ),
    ),
)
_OTHER = "other file"
_RUN_TIME = re.compile(r"\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d")
_REMOTE = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HostFile:
    """One host's part of a run. An empty ``host`` is for the file itself to tell."""

    host: str
    path: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Run:
    """One capture: the files of its hosts, sorted by host.

    ``name`` is what TensorBoard calls it: the folder's name, after the logdir's path where
    there are several logdirs. ``modified_s`` is Unix time: that in the folder's name, which
    survives copying, or else that of its newest file.
    """

    name: str
    path: str
    files: tuple[HostFile, ...]
    modified_s: float

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts' names."""
        return tuple(file.host for file in self.files)

    @property
    def size_bytes(self) -> int:
        """Size of all files on disk."""
        return sum(file.size_bytes for file in self.files)


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
    """Look for runs below ``path``. Raises TraceError for a path that cannot be looked at."""
    refuse_remote(path)
    try:
        if not os.path.isdir(path):
            run = _run_of_file(path)
            kind = _kind(Path(path).name)
            return Found(path, (run,), files=1, kinds=((kind, 1),))
        os.scandir(path).close()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    return _walk(path)


def run_of_files(paths: Sequence[str]) -> Run | None:
    """Several files named together as hosts of one run, or None if they are not in one folder.

    Raises TraceError for a path that cannot be looked at.
    """
    for path in paths:
        refuse_remote(path)
    folders = {os.path.dirname(os.path.abspath(path)) for path in paths}
    if len(folders) != 1 or any(os.path.isdir(path) for path in paths):
        return None
    try:
        return _run(folders.pop(), [_run_of_file(path).files[0].path for path in paths])
    except OSError as error:
        raise unreadable(paths[0], error) from error


def nothing_found(found: Found) -> NothingFoundError:
    """The error that says what was looked for, and what was found instead."""
    return NothingFoundError(
        f"No capture was found in {found.path}.",
        f"Files called *.xplane.pb were looked for. {found}",
        "Capture a profile into this folder, or open the folder that was given to the profiler.",
        path=found.path,
    )


def counted(number: int, noun: str) -> str:
    """A number of things: "1 file", "2,000 files"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def host_of(name: str) -> str:
    """The host in a capture's file name: all before ``.xplane.pb``, else before any suffix."""
    matched = _XPLANE_FILE.fullmatch(name)
    return matched["host"] or "" if matched else name.split(".")[0]


def refuse_remote(path: str) -> None:
    """Raise RemotePathError for a URL, with the words that copy what it names."""
    matched = _REMOTE.match(path)
    if not matched:
        return
    folder = f"./{Path(path.rstrip('/')).name or 'capture'}"
    match matched[1].lower():
        case "gs":
            command = f"gcloud storage cp -r {path} ."
        case "s3":
            command = f"aws s3 cp --recursive {path} {folder}"
        case "http" | "https":
            command = f"curl -LO {path}"
        case _:
            command = ""
    advice = f"Copy it first: {command} - then open {folder}." if command else "Copy it first."
    raise RemotePathError(
        f"{path} is not on this machine.", "Only local files can be opened.", advice, path=path
    )


def _walk(path: str) -> Found:
    kinds: Counter[str] = Counter()
    captures: dict[str, list[str]] = {}
    blocked: list[str] = []
    seen: set[tuple[int, int]] = set()
    folders, entries, waiting = 0, 0, [path]
    while waiting and folders < MAX_FOLDERS and entries < MAX_ENTRIES:
        folder = waiting.pop()
        try:
            # Links may lead back up.
            status = os.stat(folder)
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            below, files = _list(folder)
        except OSError:
            blocked.append(folder)
            continue
        folders += 1
        entries += len(files)
        waiting += below
        kinds.update(map(_kind, files))
        mine = [file for file in files if _XPLANE_FILE.fullmatch(file)]
        if mine:
            captures[folder] = [os.path.join(folder, file) for file in mine]
    return Found(
        path=path,
        runs=_runs(path, captures),
        folders=folders,
        files=kinds.total(),
        kinds=tuple((kind, kinds[kind]) for kind, _ in (*_KINDS, (_OTHER, None)) if kinds[kind]),
        unreadable=tuple(blocked),
        stopped=bool(waiting),
    )


def _list(folder: str) -> tuple[list[str], list[str]]:
    """Paths of the folders and names of the files in a folder."""
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


def _kind(name: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.fullmatch(name)), _OTHER)


def _runs(top: str, captures: dict[str, list[str]]) -> tuple[Run, ...]:
    """One run for each folder with captures, newest first."""
    logdirs = {folder: _logdir(folder) for folder in captures}
    several = len(set(logdirs.values())) > 1
    runs = []
    for folder, files in captures.items():
        try:
            run = _run(folder, files)
        except OSError:  # it vanished since it was listed
            continue
        below = os.path.relpath(logdirs[folder], top) if several else "."
        if below != "." and not below.startswith(".."):
            run = Run(f"{below}/{run.name}", run.path, run.files, run.modified_s)
        runs.append(run)
    return tuple(sorted(runs, key=lambda run: (run.modified_s, run.name), reverse=True))


def _logdir(run_folder: str) -> str:
    """The folder that TensorBoard is given: above ``plugins/profile/RUN``, if it is there."""
    folder = Path(run_folder)
    if folder.parts[-3:-1] == ("plugins", "profile"):
        return str(folder.parents[2])
    return str(folder.parent)


def _run(folder: str, files: Iterable[str]) -> Run:
    """The run in ``folder``; raises OSError when it has vanished."""
    by_host = {host_of(os.path.basename(file)): file for file in sorted(files, reverse=True)}
    times = {file: os.stat(file) for file in by_host.values()}
    return Run(
        name=os.path.basename(os.path.abspath(folder)),
        path=folder,
        files=tuple(
            HostFile(host, file, times[file].st_size) for host, file in sorted(by_host.items())
        ),
        modified_s=next(_named_time(folder), max(time.st_mtime for time in times.values())),
    )


def _named_time(folder: str) -> Iterator[float]:
    """The time that profilers name a run's folder after, in local time."""
    name = os.path.basename(os.path.abspath(folder))
    if _RUN_TIME.fullmatch(name):
        try:
            yield time.mktime(time.strptime(name, "%Y_%m_%d_%H_%M_%S"))
        except (ValueError, OverflowError):
            return


def _run_of_file(path: str) -> Run:
    """A file named by the user, whatever it is called."""
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    name = os.path.basename(os.path.abspath(path))
    return Run(name, path, (HostFile("", path, status.st_size),), status.st_mtime)
