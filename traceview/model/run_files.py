"""Which files of a folder are traces, and which of them belong to one run."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from traceview.model.attachments import tool_of
from traceview.model.file_kinds import (
    CLOUD_TPU_FILE,
    JSON_FILE,
    PERFETTO_FILE,
    TIMELINE_FILE,
    TORCH_FILE,
    TRACE_JSON_FILE,
    XPLANE_FILE,
)

# In a folder of a million pictures it is quicker to ask once.
_LIKELY = re.compile(r"trace|json|\.pb")
_RANK = re.compile(r"(?:rank|worker|host|process|proc)[-_ ]?\d+", re.IGNORECASE)
_SUFFIX = re.compile(r"\.json(?:\.gz)?$")
# Unix times of 10 digits are seconds, of 19 nanoseconds.
_STAMP_DIGITS = {10: 1, 13: 10**3, 16: 10**6, 19: 10**9}

_TRACE_JSON = re.compile(rb'"traceEvents"|"ph"\s*:\s*"')
# A first field 1 that begins with a number: an entry of a map of devices.
_CLOUD_TPU = re.compile(rb"\n[\x80-\xff]{0,4}[\x00-\x7f]\x08")

Looker = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class RunFiles:
    """The files of one run by host. ``label`` tells it from others of the folder, if it must.

    ``written_s`` is Unix time where the names tell it.
    """

    files: dict[str, str]
    label: str = ""
    written_s: float | None = None


def runs_among(names: Sequence[str], first_bytes: Looker) -> list[RunFiles]:
    """The runs whose files are called ``names``.

    XPlane captures are all there is to say where there are some: the JSON beside them holds less
    of the same. Otherwise traces of profilers by their names; only where there are none,
    whatever JSON turns out to be a trace by its ``first_bytes``. Packed copies do not count.
    """
    known = set(names)
    names = [
        name
        for name in filter(_LIKELY.search, names)
        if not name.endswith(".gz") or name[:-3] not in known
    ]
    xplanes = _by_host(names, XPLANE_FILE)
    if xplanes:
        return [RunFiles(xplanes)]
    found = [*_traces(names, first_bytes), *_torch(names), *_timelines(names)]
    if not found and not any(map(tool_of, names)):
        found = list(_others(names, first_bytes))
    if len(found) > 1:
        return [each if each.label else replace(each, label=_stem(each.files)) for each in found]
    return found


def _traces(names: Sequence[str], first_bytes: Looker) -> Iterator[RunFiles]:
    """What TPUs, TensorFlow and JAX write; the Trace message is the more exact of two."""
    json = [name for name in names if not TORCH_FILE.fullmatch(name)]
    by_host = _by_host(json, TRACE_JSON_FILE)
    traces = [name for name in names if CLOUD_TPU_FILE.fullmatch(name)]
    by_host |= _by_host((n for n in traces if _CLOUD_TPU.match(first_bytes(n))), CLOUD_TPU_FILE)
    if not by_host:
        perfetto = [name for name in sorted(names) if PERFETTO_FILE.fullmatch(name)]
        by_host = {"": perfetto[0]} if perfetto else {}
    if by_host:
        yield RunFiles(by_host)


def _torch(names: Iterable[str]) -> Iterator[RunFiles]:
    """Every process writes one file a profiling cycle: the n-th of each make the n-th run."""
    cycles: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for name in names:
        if matched := TORCH_FILE.fullmatch(name):
            cycles[matched["host"]].append((int(matched["stamp"] or 0), name))
    several = max(map(len, cycles.values()), default=0)
    for cycle in range(several):
        mine = {
            host: sorted(written)[cycle]
            for host, written in sorted(cycles.items())
            if cycle < len(written)
        }
        stamp = min(stamp for stamp, _ in mine.values())
        files = {host: name for host, (_, name) in mine.items()}
        ticks = _STAMP_DIGITS.get(len(str(stamp)))
        label = str(stamp) if several > 1 else ""
        yield RunFiles(files, label, stamp / ticks if ticks else None)


def _timelines(names: Iterable[str]) -> Iterator[RunFiles]:
    """TensorFlow 1's ProfilerHook writes one file a profiled step."""
    for name in sorted(names):
        if TIMELINE_FILE.fullmatch(name):
            yield RunFiles({"": name}, _SUFFIX.sub("", name))


def _others(names: Iterable[str], first_bytes: Looker) -> Iterator[RunFiles]:
    """JSON that is a trace: each a run, unless names differ in the number of a rank alone."""
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for name in sorted(names):
        if not JSON_FILE.fullmatch(name):
            continue
        if _TRACE_JSON.search(first_bytes(name)):
            rank = _RANK.search(name)
            group = _RANK.sub("\0", name, count=1) if rank else name
            groups[group][rank[0] if rank else ""] = name
    for group, files in groups.items():
        if len(files) == 1:
            files = {"": next(iter(files.values()))}
        label = _SUFFIX.sub("", group.replace("\0", "")).strip("-_. ")
        yield RunFiles(files, label if len(files) > 1 else _stem(files))


def _by_host(names: Iterable[str], pattern: re.Pattern[str]) -> dict[str, str]:
    """Names by host; of a file and its packed copy the file."""
    matches = ((pattern.fullmatch(name), name) for name in sorted(names, reverse=True))
    return {matched["host"] or "": name for matched, name in matches if matched}


def _stem(files: dict[str, str]) -> str:
    return _SUFFIX.sub("", next(iter(files.values())))
