"""Devices and resources of a Cloud TPU trace as sections and tracks, named as they name themselves.

Sections stand by device id, tracks by sort index, where the file has one, and resource id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from traceview.model.proto import TpuTrace, text
from traceview.model.readers.line_kinds import line_kind
from traceview.model.trace import Section, SectionKind, TrackKind

_NUMBERED = re.compile(r"/device:(?:TPU|GPU):(\d{1,9})")
_HOST = re.compile(r"/?host\b", re.IGNORECASE)
_KINDS = (
    (_HOST, SectionKind.HOST),
    (re.compile(r"\bTPU\b"), SectionKind.TPU),
    (re.compile(r"\bGPU\b"), SectionKind.GPU),
    (re.compile(r"\bCPU\b"), SectionKind.HOST),
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the events of one device and resource go: a track of the section of that number."""

    section: int
    name: str
    kind: TrackKind
    sort_index: int


class Layout:
    """The sections of a file, with those that only its events name; ``places`` by device, resource.

    ``devices`` are the ids of the events' devices.
    """

    def __init__(self, header: TpuTrace, later: bool, host: str, devices: Iterable[int]) -> None:
        known = sorted({*header.devices, *devices})
        self.sections = [_section(header, device, host) for device in known]
        self.number = {device: number for number, device in enumerate(known)}
        self._header, self._later = header, later

    def place(self, device: int, resource: int) -> Place:
        """The track of a resource."""
        number = self.number[device]
        section = self.sections[number]
        name, sort_index = f"Resource {resource}", resource
        if device in self._header.devices:
            resources = self._header.devices[device].resources
            if resource in resources:
                found = resources[resource]
                name = text(found.name) or name
                # In the later generation this is a number of events.
                sort_index = resource if self._later else found.number or resource
        return Place(number, name, line_kind(section, name) or TrackKind.OTHER, sort_index)

    def resource_count(self, device: int) -> int:
        """How many resources the file lists for a device."""
        devices = self._header.devices
        return len(devices[device].resources) if device in devices else 0


def _section(header: TpuTrace, device: int, host: str) -> Section:
    name = text(header.devices[device].name) if device in header.devices else ""
    numbered = _NUMBERED.fullmatch(name)
    return Section(
        name=name,
        host=host,
        kind=section_kind(name),
        heading=name or f"Device {device}",
        ordinal=int(numbered[1]) if numbered else -1,
        plane_id=device,
    )


def section_kind(name: str) -> SectionKind:
    """What a device is, by its name."""
    return next((kind for word, kind in _KINDS if word.search(name)), SectionKind.OTHER)
