"""Where the planes and lines of an XSpace lie; nothing is decoded yet.

Lines are nearly all of a file and their events are decoded by numpy. What remains is parsed by
protobuf: joining the byte ranges of some fields gives a message that has just those fields.
"""

from __future__ import annotations

from dataclasses import dataclass

from traceview.model.readers.wire import CutError, Range, WireError, WireType, fields

# Field numbers of xplane.proto.
SPACE_PLANES = 1
PLANE_LINES = 3
PLANE_EVENT_METADATA = 4
LINE_EVENTS = 4


@dataclass(frozen=True, slots=True)
class PlaneBytes:
    """One XPlane: byte ranges of its lines (their values), of its event metadata and the rest.

    ``damage`` is where it stopped making sense; what lies before is whole.
    """

    lines: tuple[Range, ...]
    event_metadata: tuple[Range, ...]
    rest: tuple[Range, ...]
    damage: WireError | None = None


@dataclass(frozen=True, slots=True)
class SpaceBytes:
    """One XSpace. With ``damage``, the last plane may be the whole part of a cut one."""

    planes: tuple[PlaneBytes, ...]
    rest: tuple[Range, ...]
    damage: WireError | None = None


def find_planes(data: memoryview) -> SpaceBytes:
    """The planes in a file. Never raises: damage ends the walk."""
    planes: list[PlaneBytes] = []
    rest: list[Range] = []
    damage: WireError | None = None
    try:
        for field in fields(data, 0, len(data)):
            if (field.number, field.wire_type) == (SPACE_PLANES, WireType.BYTES):
                planes.append(_find_lines(data, field.start, field.end))
            else:
                rest.append((field.tag_at, field.end))
    except CutError as cut:
        damage = cut
        if cut.number == SPACE_PLANES:
            planes.append(_find_lines(data, cut.start, len(data)))
    except WireError as error:
        damage = error
    return SpaceBytes(tuple(planes), tuple(rest), damage)


def _find_lines(data: memoryview, start: int, end: int) -> PlaneBytes:
    lines: list[Range] = []
    metadata: list[Range] = []
    rest: list[Range] = []
    damage = None
    try:
        for field in fields(data, start, end):
            is_message = field.wire_type == WireType.BYTES
            if field.number == PLANE_LINES and is_message:
                lines.append((field.start, field.end))
            elif field.number == PLANE_EVENT_METADATA and is_message:
                metadata.append((field.tag_at, field.end))
            else:
                rest.append((field.tag_at, field.end))
    except WireError as error:
        damage = error
    return PlaneBytes(tuple(lines), tuple(metadata), tuple(rest), damage)
