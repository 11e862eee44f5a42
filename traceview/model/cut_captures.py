"""Captures that lack a part, and what to do about it: a million events at most, no device's work.

The Cloud TPU guide tells why: a capture holds the earliest million events, and one that was taken
at the wrong time has few.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from traceview.model.capture import Capture
from traceview.model.errors import Notice
from traceview.model.file_kinds import (
    CLOUD_TPU_FILE,
    PERFETTO_FILE,
    TRACE_JSON_FILE,
    XPLANE_FILE,
)
from traceview.model.format import duration
from traceview.model.trace import SectionKind, Trace, TrackKind, span_of

MOST_EVENTS = 1_000_000
# A program that ends does less and less; one that is cut off does as much as ever. The last
# hundredth of the time must hold a tenth of its share of the starts.
LAST_SHARE = 0.01
STILL_BUSY = 0.1
# Devices may rest while the host saves a model or evaluates.
EARLY_SHARE = 0.2
EARLY_PS = 100 * 10**9

DEVICES = (SectionKind.TPU, SectionKind.GPU)
_DEVICE = re.compile(r"/device:(?:TPU|GPU):\d+.*|.*\bTPU Core \d+")

LONGER = (
    "Capture during training, for longer (--duration_ms), and try again when nothing came"
    " (--num_tracing_attempts)."
)


def cut_notices(capture: Capture) -> Iterator[Notice]:
    """What is said of the capture of one file with events, derived lines left out."""
    beside = xplane_beside(capture.path)
    if _is_cut(capture):
        prefer = "Prefer the *.xplane.pb of the same run"
        if beside:
            prefer = f"Open {beside}, which lies beside it and is whole"
        yield Notice(
            "million-events",
            f"This capture was cut at {MOST_EVENTS:,} events: the end of the program is missing."
            f" {prefer}, capture a shorter time, or leave dataset ops out"
            " (--include_dataset_ops=False).",
            capture.path,
        )
    elif beside:
        what = f"{beside} beside this file holds more of the same run: open that."
        yield Notice("better-beside", what, capture.path)
    yield from _device_notices(capture)


def xplane_beside(path: str) -> str:
    """Name of the XPlane capture of the same host in the same folder, "" if there is none."""
    name = Path(path).name
    named = TRACE_JSON_FILE.fullmatch(name) or CLOUD_TPU_FILE.fullmatch(name)
    if not named and not PERFETTO_FILE.fullmatch(name):
        return ""
    try:
        names = sorted(each.name for each in Path(path).parent.iterdir())
    except OSError:
        return ""
    for each in names:
        xplane = XPLANE_FILE.fullmatch(each)
        # Of the file for Perfetto the name does not tell whose it is.
        if xplane and (named is None or named["host"] == xplane["host"]):
            return each
    return ""


def _is_cut(capture: Capture) -> bool:
    """Whether there are a million events and they end abruptly.

    XPlane captures, which alone have stats, know no such limit.
    """
    if capture.has_stats:
        return False
    complete = capture.records.get("X", 0) if capture.records else capture.event_count
    if complete != MOST_EVENTS:
        return False
    starts = [track.events.start_ps for track in capture.trace.tracks]
    start_ps = np.concatenate(starts) if starts else np.empty(0, np.int64)
    if not len(start_ps):
        return False
    first, last = int(start_ps.min()), int(start_ps.max())
    late = int((start_ps >= last - (last - first) * LAST_SHARE).sum())
    return late >= len(start_ps) * LAST_SHARE * STILL_BUSY


def _device_notices(capture: Capture) -> Iterator[Notice]:
    planes = [plane for plane in capture.planes if _DEVICE.fullmatch(plane.name)]
    if planes and not any(plane.events for plane in planes):
        names = (
            planes[0].name if len(planes) == 1 else f"{planes[0].name} and {len(planes) - 1} more"
        )
        yield Notice(
            "no-device-events",
            f"The devices of this capture ({names}) have no events: nothing ran on them while it"
            f" was taken, or what they did was lost. {LONGER} Wait for the work on the devices"
            " before the profiler stops.",
            capture.path,
        )
        return
    spans = _spans(capture.trace)
    if spans is None:
        return
    start_ps, device_end_ps, host_end_ps = spans
    gap_ps = host_end_ps - device_end_ps
    if gap_ps > EARLY_PS and gap_ps > EARLY_SHARE * (host_end_ps - start_ps):
        yield Notice(
            "device-ends-early",
            f"The devices' last event ends {duration(gap_ps)} before the host's: they had nothing"
            f" to do, or the rest was lost. {LONGER}",
            capture.path,
        )


def _spans(trace: Trace) -> tuple[int, int, int] | None:
    """Earliest start, latest end on devices and latest end on hosts; None without both."""
    ends: dict[bool, list[int]] = {True: [], False: []}
    starts = []
    for track in trace.tracks:
        kind = trace.sections[track.section].kind
        span = span_of(track.events)
        if (
            span is None
            or track.kind is TrackKind.COUNTER
            or kind not in (*DEVICES, SectionKind.HOST)
        ):
            continue
        starts.append(span[0])
        ends[kind in DEVICES].append(span[1])
    if not ends[True] or not ends[False]:
        return None
    return min(starts), max(ends[True]), max(ends[False])
