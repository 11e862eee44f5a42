"""Tracks of samples: P records, the file's list of samples, and profiles that V8 streams.

A sample is an instant named by the innermost frame of its stack, or by its own name.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from traceview.model.builder import placed_events
from traceview.model.readers.trace_event.moments import moments
from traceview.model.readers.trace_event.more import More, MoreArgs
from traceview.model.readers.trace_event.profiles import profiled_samples
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.readers.trace_event.sampled import (
    Frames,
    Sample,
    data_of,
    is_profile,
    is_sample,
    thread_of,
)
from traceview.model.readers.trace_event.stacks import Stacks
from traceview.model.readers.trace_event.values import key_text
from traceview.model.strings import StringTable
from traceview.model.trace import Arg, ArgSource, Bools, Ids, Ints, Track, TrackKind

_OWN_FIELDS = ("ts", "tid", "pid", "sf")


def sample_tracks(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    strings: StringTable,
    args: ArgSource,
    skips: Skips,
) -> list[Track]:
    """A track for each sampled thread; in section -1 where no record tells its process."""
    frames = Frames(Stacks.of_file(records))
    more: list[More] = []
    samples = [
        *_recorded(records, time_ps, usable, section_of, frames),
        *profiled_samples(records, time_ps, usable, section_of, more, skips),
        *_listed(records, time_ps, usable, section_of, frames, more, skips),
    ]
    source = MoreArgs(args, len(records), more, {}, strings)
    ordered = sorted(samples, key=lambda sample: sample[:3])
    return [
        _track(section, thread, list(mine), strings, source)
        for (section, thread), mine in groupby(ordered, key=lambda sample: sample[:2])
    ]


def _track(
    section: int, thread: str, samples: list[Sample], strings: StringTable, source: MoreArgs
) -> Track:
    zeros = np.zeros(len(samples), np.int64)
    events = placed_events(
        np.array([sample.time_ps for sample in samples], np.int64),
        zeros,
        strings.intern_all(sample.name for sample in samples),
        np.array([sample.arg_at for sample in samples], np.int64),
        zeros,
    )
    return Track(
        section=section,
        name="Samples",
        kind=TrackKind.SAMPLES,
        events=events,
        line_id=int(thread) if thread.isdecimal() and len(thread) < 19 else thread,
        args=source,
        lanes=True,
    )


def _recorded(
    records: Records, time_ps: Ints, usable: Bools, section_of: Ids, frames: Frames
) -> list[Sample]:
    """P records that are a sample each."""
    return [
        Sample(
            int(section_of[found.record]),
            thread_of(records, found.record),
            int(time_ps[found.record]),
            _recorded_name(found.fields, frames),
            found.record,
        )
        for found in records.found
        if is_sample(records, usable, found) and not is_profile(found)
    ]


def _recorded_name(fields: dict[str, Any], frames: Frames) -> str:
    """The innermost frame; V8 writes addresses, innermost first, or what it does instead."""
    data, stack = data_of(fields), fields.get("stack")
    innermost: Any = stack[-1] if isinstance(stack, list) and stack else None
    addresses = data.get("stack")
    if isinstance(addresses, list):
        innermost = addresses[0] if addresses else data.get("vm_state")
    named = frames.leaf(fields.get("sf")) or key_text(innermost)
    return named or str(fields.get("name", ""))


def _listed(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    frames: Frames,
    more: list[More],
    skips: Skips,
) -> list[Sample]:
    """The samples beside the records."""
    listed = records.top.get("samples")
    mine = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    at_ps, known = moments(records, time_ps, usable, [each.get("ts") for each in mine])
    if lost := len(mine) - int(known.sum()):
        skips.add("sample without a time", None, lost)
    homes = _Homes(records, section_of)
    samples = []
    for index in known.nonzero()[0].tolist():
        fields = mine[index]
        frame = fields.get("sf")
        args = tuple(Arg(str(k), v) for k, v in fields.items() if k not in _OWN_FIELDS)
        more.append(More(args, frames.facts(frame)))
        thread = key_text(fields.get("tid")) or ""
        name = frames.leaf(frame) or str(fields.get("name", ""))
        place = len(records) + len(more) - 1
        section = homes.section(key_text(fields.get("pid")), thread)
        samples.append(Sample(section, thread, int(at_ps[index]), name, place))
    return samples


class _Homes:
    """The sections of processes and threads by their ids."""

    def __init__(self, records: Records, section_of: Ids) -> None:
        self._processes = _firsts(records.process, records.keys, section_of)
        self._threads = _firsts(records.thread, records.keys, section_of)

    def section(self, process: str | None, thread: str) -> int:
        """That of a process, or else of a thread; -1 where no record names either."""
        return self._processes.get(process or "", self._threads.get(thread, -1))


def _firsts(number: Ids, keys: tuple[str, ...], section_of: Ids) -> dict[str, int]:
    found, first = np.unique(number, return_index=True)
    pairs = zip(found.tolist(), section_of[first].tolist(), strict=True)
    return {keys[key]: section for key, section in pairs if key >= 0}
