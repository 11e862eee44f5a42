"""How planes and lines become sections and tracks, as XProf's trace viewer arranges them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from traceview.model.proto import CoreDetails, DecodeError
from traceview.model.trace import Arg, Section, SectionKind, Track

HOST_THREADS = "/host:CPU"
TASK_ENVIRONMENT = "Task Environment"

_DEVICE = re.compile(r"/device:(TPU|GPU):(\d{1,9})")
_SPARSE_CORE = re.compile(r"/device:TPU:(\d{1,9}) SparseCore(?: [a-zA-Z]+)? (\d{1,9})")
_CUSTOM = "/device:CUSTOM:"
_HOST = "/host:"

# XProf gives devices the numbers 1 to 500, custom planes 501 to 700, hosts 701 and more.
_ORDER = (
    SectionKind.TPU,
    SectionKind.GPU,
    SectionKind.CUSTOM,
    SectionKind.HOST,
    SectionKind.OTHER,
)


def section_of(name: str, host: str, plane_id: int, stats: tuple[Arg, ...]) -> Section:
    """The section of a plane with this name and these stats."""
    kind, heading, ordinal = _called(name)
    named = dict(stats)
    detail = named.get("device_type_string") or named.get("gpu_device_name") or ""
    return Section(
        name=name,
        host=host,
        kind=kind,
        heading=heading,
        ordinal=ordinal,
        detail=detail if isinstance(detail, str) else "",
        plane_id=plane_id,
        stats=stats,
    )


def core_headings(sections: Sequence[Section]) -> list[str]:
    """Headings that name chip and core, where the TPUs of these planes have several cores."""
    cores = [_chip_and_core(section) for section in sections]
    if not any(core is not None and core[1] > 0 for core in cores):
        return [section.heading for section in sections]
    return [
        section.heading if core is None else f"TPU {core[0]} · core {core[1]}"
        for section, core in zip(sections, cores, strict=True)
    ]


def display_order(sections: Sequence[Section]) -> list[int]:
    """Indices of the sections from top to bottom: devices by number, then hosts."""

    def key(index: int) -> tuple[int, int, bool]:
        section = sections[index]
        ordinal = section.ordinal if section.kind in _ORDER[:2] else 0
        return _ORDER.index(section.kind), ordinal, _SPARSE_CORE.fullmatch(section.name) is not None

    return sorted(range(len(sections)), key=key)


def sort_index(section: Section, line_id: int, ordinal: int) -> int:
    """Place of a line in its section: by id on devices, as captured on hosts.

    Old captures hold the ids of derived lines, 0xdeadbeef and up, as negative int32.
    """
    if section.kind is SectionKind.HOST:
        return ordinal
    return line_id + (1 << 32) if -(1 << 31) <= line_id < 0 else line_id


def sorted_tracks(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """Tracks in display order."""
    return tuple(sorted(tracks, key=lambda track: (track.section, track.sort_index)))


def _called(name: str) -> tuple[SectionKind, str, int]:
    """Kind, heading and device number of a plane."""
    if found := _DEVICE.fullmatch(name):
        device, number = found[1], int(found[2])
        kind = SectionKind.TPU if device == "TPU" else SectionKind.GPU
        return kind, f"{device} {number}", number
    if found := _SPARSE_CORE.fullmatch(name):
        return SectionKind.TPU, f"TPU {found[1]} · SparseCore {found[2]}", int(found[1])
    if name.startswith(_CUSTOM):
        return SectionKind.CUSTOM, f"Custom · {name.removeprefix(_CUSTOM)}", -1
    if name == HOST_THREADS:
        return SectionKind.HOST, "Host threads", -1
    if name.startswith(_HOST):
        return SectionKind.HOST, f"Host threads · {name.removeprefix(_HOST)}", -1
    return SectionKind.OTHER, name or "Plane without a name", -1


def _chip_and_core(section: Section) -> tuple[int, int] | None:
    """Chip and core of a TPU core's plane, if it tells them."""
    details = dict(section.stats).get("core_details")
    if section.kind is not SectionKind.TPU or not isinstance(details, bytes):
        return None
    if _SPARSE_CORE.fullmatch(section.name):
        return None
    try:
        core = CoreDetails.FromString(details)
    except DecodeError:
        return None
    return core.local_chip_id, core.core_num
