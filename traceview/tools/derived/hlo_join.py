"""The HLO programs that a capture holds, by program id."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from traceview.model.capture import Capture
from traceview.model.hlo import HloOrigin, hlo_origins
from traceview.model.proto import text

METADATA_PLANE = "/host:metadata"
HLO_PROTO = "Hlo Proto"


def origins_by_program(capture: Capture, host: str) -> Callable[[int], dict[str, HloOrigin]]:
    """Gives the origins of a program's instructions, decoded when first asked for.

    The metadata plane has one event metadata a program, with the program's id, and the
    serialised HloProto in the stat "Hlo Proto".
    """
    plane = capture.metadata.get((host, METADATA_PLANE))
    message = plane.parse() if plane is not None else None

    @cache
    def origins(program_id: int) -> dict[str, HloOrigin]:
        if message is None:
            return {}
        # The map's keys are signed, the stat program_id is not.
        key = program_id - (1 << 64) if program_id >= 1 << 63 else program_id
        if key not in message.event_metadata:
            return {}
        for stat in message.event_metadata[key].stats:
            if text(message.stat_metadata[stat.metadata_id].name) == HLO_PROTO:
                return hlo_origins(stat.bytes_value)
        return {}

    return origins
