"""Adds to a capture the lines that XProf's trace viewer derives from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from traceview.model.capture import Capture
from traceview.model.trace import Bools, Section, SectionKind, Track
from traceview.tools.derived.context_flows import with_context_flows
from traceview.tools.derived.cpu_lines import thread_tracks
from traceview.tools.derived.gpu_lines import gpu_tracks
from traceview.tools.derived.grouping import Groups, group_host
from traceview.tools.derived.hlo_join import Programs
from traceview.tools.derived.host_steps import Steps, silent_names, steps_of, with_step_names
from traceview.tools.derived.op_lines import DERIVED_IDS
from traceview.tools.derived.threadpool import with_regions
from traceview.tools.derived.tpu_lines import tpu_tracks, with_steps_of_host

DEVICES = (SectionKind.GPU, SectionKind.TPU, SectionKind.CUSTOM)


def with_derived_lines(capture: Capture) -> Capture:
    """``capture`` with derived lines and arrows in its trace; a second call changes nothing.

    Only XPlanes hold what they are derived from.
    """
    trace = capture.trace
    if not capture.has_stats or any(track.derived for track in trace.tracks):
        return capture
    silent = silent_names(trace.strings)
    hosts = {host: _Host(capture, host, silent) for host in {s.host for s in trace.sections}}
    tracks: list[Track] = []
    for number, section in enumerate(trace.sections):
        found = hosts[section.host].tracks(number)
        tracks += [replace(track, section=number) for track in found]
    return with_context_flows(replace(capture, trace=trace.with_tracks(trace.sections, tracks)))


@dataclass(frozen=True, eq=False)
class _Host:
    """One host of a capture: the threads that its devices' lines are derived from."""

    capture: Capture
    host: str
    silent: Bools

    def tracks(self, number: int) -> list[Track]:
        """All tracks of a section, captured and derived, in display order."""
        section, strings = self.capture.trace.sections[number], self.capture.trace.strings
        tracks = self._captured(number)
        if section.kind is SectionKind.HOST:
            return self._host_tracks(tracks)
        if any(track.line_id in DERIVED_IDS for track in tracks):
            return tracks  # a profiler has derived them before us
        match section.kind:
            case SectionKind.TPU:
                tracks = with_steps_of_host(section, tracks, self._groups)
                return [*tracks, *tpu_tracks(section, tracks, strings)]
            case SectionKind.GPU:
                return gpu_tracks(tracks, self._groups, self._programs, strings)
        return tracks

    def _host_tracks(self, tracks: list[Track]) -> list[Track]:
        """Threads; those that run XLA programs with derived lines, if no device runs them."""
        if any(section.kind in DEVICES for section in self._sections):
            return tracks
        found = []
        for number, track in enumerate(tracks):
            strings = self.capture.trace.strings
            derived = thread_tracks(track, number, self._programs, strings, self.silent)
            found += [track, *derived]
        return found

    def _captured(self, number: int) -> list[Track]:
        """The captured tracks of a section; those of threads with regions and numbered steps."""
        trace = self.capture.trace
        if trace.sections[number].kind is not SectionKind.HOST:
            return [track for track in trace.tracks if track.section == number]
        return [track for track in self._named_threads if track.section == number]

    @property
    def _sections(self) -> list[Section]:
        return [section for section in self.capture.trace.sections if section.host == self.host]

    @cached_property
    def _threads(self) -> list[Track]:
        """The threads of all host sections, with regions."""
        trace = self.capture.trace
        return [
            with_regions(track, trace.strings)
            for track in trace.tracks
            if trace.sections[track.section].kind is SectionKind.HOST
            and trace.sections[track.section].host == self.host
        ]

    @cached_property
    def _steps(self) -> Steps:
        return steps_of(self._threads, self.capture.trace.strings, self.silent)

    @cached_property
    def _named_threads(self) -> list[Track]:
        return with_step_names(self._threads, self._steps, self.capture.trace.strings)

    @cached_property
    def _groups(self) -> Groups:
        return group_host(self._threads, self._steps, self.silent)

    @cached_property
    def _programs(self) -> Programs:
        return Programs(self.capture, self.host)
