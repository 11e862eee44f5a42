"""Profiles that V8 streams: P records with nodes of a call tree, samples and times between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from traceview.model.readers.trace_event.moments import moments, numbers
from traceview.model.readers.trace_event.more import More
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
from traceview.model.trace import Bools, Ids, Ints


def profiled_samples(
    records: Records,
    time_ps: Ints,
    usable: Bools,
    section_of: Ids,
    more: list[More],
    skips: Skips,
) -> list[Sample]:
    """Samples of profiles that V8 writes in chunks: times since the one before, nodes, samples."""
    samples: list[Sample] = []
    profiles: dict[tuple[int, int], _Profile] = {}
    for found in records.found:
        record = found.record
        if not (is_sample(records, usable, found) and is_profile(found)):
            continue
        data = data_of(found.fields)
        key = int(records.process[record]), int(records.id[record])
        profile = profiles.get(key)
        if profile is None:
            start_us = float(numbers([data.get("startTime")])[0])
            profile = profiles[key] = _Profile({}, [start_us], thread_of(records, record))
        nodes, times = _chunk(data, profile)
        frames = Frames(Stacks(profile.frames))
        at_ps, known = moments(records, time_ps, usable, times)
        if lost := len(nodes) - int(known.sum()):
            skips.add("sample without a time", records.store.offset(record), lost)
        for index in known.nonzero()[0].tolist():
            node = nodes[index]
            more.append(More((), frames.facts(node)))
            name = frames.leaf(node) or str(found.fields["name"])
            place = len(records) + len(more) - 1
            section = int(section_of[record])
            samples.append(Sample(section, profile.thread, int(at_ps[index]), name, place))
    return samples


class _Profile(NamedTuple):
    """``now_us`` holds one number: when the last sample was taken."""

    frames: dict[str | tuple[str, str], dict[str, Any]]
    now_us: list[float]
    thread: str


def _chunk(data: dict[str, Any], profile: _Profile) -> tuple[list[str | None], list[float]]:
    """Node and time of each sample in a chunk."""
    within = data.get("cpuProfile")
    if not isinstance(within, dict):
        return [], []
    profile.frames.update(_frames(within.get("nodes")))
    nodes, deltas = within.get("samples"), data.get("timeDeltas", within.get("timeDeltas"))
    if not isinstance(nodes, list) or not isinstance(deltas, list):
        return [], []
    times = profile.now_us[0] + np.cumsum(numbers(deltas))
    profile.now_us[0] = float(times[-1]) if len(times) else profile.now_us[0]
    count = min(len(nodes), len(times))
    return [key_text(node) for node in nodes[:count]], times[:count].tolist()


def _frames(nodes: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Nodes [{"id", "parent", "callFrame": {"functionName"}}, ...] as frames by their ids."""
    for node in nodes if isinstance(nodes, list) else ():
        call = node.get("callFrame") if isinstance(node, dict) else None
        if isinstance(call, dict) and (number := key_text(node.get("id"))) is not None:
            name = str(call.get("functionName") or "(anonymous)")
            yield number, {"name": name, "parent": node.get("parent")}
