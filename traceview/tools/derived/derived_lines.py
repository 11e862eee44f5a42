"""Adds to a capture the lines that XProf's trace viewer derives from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from traceview.model.capture import Capture
from traceview.model.trace import Section, SectionKind, Track
from traceview.tools.derived.gpu_lines import gpu_tracks
from traceview.tools.derived.grouping import Groups, group_host
from traceview.tools.derived.hlo_join import origins_by_program
from traceview.tools.derived.host_lines import with_regions, with_step_names
from traceview.tools.derived.op_lines import FIRST_LINE_ID
from traceview.tools.derived.tpu_lines import tpu_tracks, with_steps_of_host


def with_derived_lines(capture: Capture) -> Capture:
    """``capture`` with the derived lines in its trace; a second call changes nothing."""
    trace = capture.trace
    if any(track.derived for track in trace.tracks):
        return capture
    threads = [_threads(capture, number) for number in range(len(trace.sections))]

    @cache
    def groups_of(host: str) -> Groups:
        of_host = [
            track
            for section, tracks in zip(trace.sections, threads, strict=True)
            if section.kind is SectionKind.HOST and section.host == host
            for track in tracks
        ]
        return group_host(of_host, trace.strings)

    tracks: list[Track] = []
    for number, section in enumerate(trace.sections):
        found = _section(capture, section, threads[number], groups_of)
        tracks += [replace(track, section=number) for track in found]
    return replace(capture, trace=trace.with_tracks(trace.sections, tracks))


def _threads(capture: Capture, number: int) -> list[Track]:
    """The captured tracks of a section; those of a host with steps numbered and regions."""
    trace = capture.trace
    tracks = [track for track in trace.tracks if track.section == number]
    if trace.sections[number].kind is not SectionKind.HOST:
        return tracks
    return [with_step_names(with_regions(track, trace.strings), trace.strings) for track in tracks]


def _section(
    capture: Capture, section: Section, tracks: list[Track], groups_of: Callable[[str], Groups]
) -> list[Track]:
    """All tracks of one section, captured and derived, in display order."""
    strings = capture.trace.strings
    if any(track.line_id >= FIRST_LINE_ID for track in tracks):
        return tracks  # a profiler has derived them before us
    if section.kind is SectionKind.TPU:
        tracks = with_steps_of_host(section, tracks, groups_of(section.host))
        return [*tracks, *tpu_tracks(section, tracks, strings)]
    if section.kind is SectionKind.GPU:
        origins = origins_by_program(capture, section.host)
        return gpu_tracks(tracks, groups_of(section.host), origins, strings)
    return tracks
