"""The HLO programs that a capture holds, and what of them device events come from."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from traceview.model.capture import Capture
from traceview.model.hlo import HloOrigin, hlo_origins
from traceview.model.proto import text
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, Ids, Ints

if TYPE_CHECKING:
    from traceview.model.proto import XPlane, XStat

METADATA_PLANE = "/host:metadata"
SCOPES_PLANE = "/host:__ScopeRangeCallStack__"
HLO_PROTO, PROGRAM_ID = "Hlo Proto", "program_id"
LEVELS = "::"  # between the ops of a kernel's stat hlo_op, outermost first
NOWHERE = HloOrigin("", "")


class Programs:
    """The programs of one host, each decoded when it is first asked for."""

    def __init__(self, capture: Capture, host: str) -> None:
        self._planes = capture.metadata
        self._host = host
        self._known: dict[int, dict[str, HloOrigin]] = {}

    def origins(self, program_id: int) -> dict[str, HloOrigin]:
        """Origins of a program's instructions by name; empty where the capture has no such HLO."""
        if program_id not in self._known:
            proto = self._protos.get(_signed(program_id))
            self._known[program_id] = {} if proto is None else hlo_origins(proto.bytes_value)
        return self._known[program_id]

    def run_of(self, scope: int) -> int:
        """The outermost scope around a scope range: one run of a program."""
        seen = {scope}
        while (around := self._around.get(scope)) is not None and around not in seen:
            seen.add(scope := around)
        return scope

    @cached_property
    def _around(self) -> dict[int, int]:
        """Scope ranges by those directly in them: stats whose ids are scope ranges."""
        plane = self._parse(SCOPES_PLANE)
        if plane is None:
            return {}
        return {stat.metadata_id: stat.int64_value or stat.uint64_value for stat in plane.stats}

    @cached_property
    def _protos(self) -> dict[int, XStat]:
        """The stats that hold serialised HloProtos, by program id.

        The metadata plane has one event metadata a program: its id is the program's, unless
        the stat "program_id" says otherwise.
        """
        plane = self._parse(METADATA_PLANE)
        if plane is None:
            return {}
        found: dict[int, XStat] = {}
        for key, metadata in plane.event_metadata.items():
            stats = {_name(plane, stat): stat for stat in metadata.stats}
            if HLO_PROTO in stats:
                found[_program_id(stats, key)] = stats[HLO_PROTO]
        return found

    def _parse(self, name: str) -> XPlane | None:
        plane = self._planes.get((self._host, name))
        return plane.parse() if plane is not None else None


def _name(plane: XPlane, stat: XStat) -> str:
    return text(plane.stat_metadata[stat.metadata_id].name)


def _program_id(stats: dict[str, XStat], key: int) -> int:
    stat = stats.get(PROGRAM_ID)
    return key if stat is None else _signed(stat.int64_value or stat.uint64_value)


def _signed(program_id: int) -> int:
    """Keys of a protobuf map are signed, program ids are not."""
    return (program_id + (1 << 63)) % (1 << 64) - (1 << 63)


def module_label(module: str, program_id: int) -> str:
    """What a run of a program is called: ``name(program_id)``; the id is unsigned."""
    return f"{module}({program_id % (1 << 64)})"


def op_origins(
    args: ArgSource, at: Ints, hlo_op: Ids, programs: Programs, strings: StringTable
) -> tuple[Ids, Ids]:
    """Framework op and source of events, string ids int32[n], -1 for none.

    Of events with an HLO op, int32[n] string ids in ``hlo_op``, by what its program says; else
    the event's own stat ``tf_op``.
    """
    framework_op = args.texts(at, "tf_op")
    source = np.full(len(at), -1, np.int32)
    compiled = np.flatnonzero(hlo_op >= 0)
    if not len(compiled):
        return framework_op, source
    program, known = args.integers(at[compiled], PROGRAM_ID)
    hlo_op = np.where(known, hlo_op[compiled], -1)
    distinct, which = distinct_pairs(program, hlo_op)
    found = [
        programs.origins(number).get(strings[name].rsplit(LEVELS, 1)[-1], NOWHERE)
        if name >= 0
        else NOWHERE
        for number, name in distinct
    ]
    framework_op = framework_op.copy()
    framework_op[compiled] = _ids([each.framework_op for each in found], strings)[which]
    source[compiled] = _ids([each.source for each in found], strings)[which]
    return framework_op, source


def pair_codes(first: Ints, second: Ints | Ids) -> Ints:
    """Numbers below the count of rows, int64[n], equal where both columns are."""
    row = np.unique(first, return_inverse=True)[1]
    seconds, column = np.unique(second, return_inverse=True)
    codes: Ints = np.unique(row * len(seconds) + column, return_inverse=True)[1]
    return codes


def distinct_pairs(first: Ints, second: Ints | Ids) -> tuple[list[tuple[int, int]], Ints]:
    """The pairs that two columns form, and which of them each row is, int64[n]."""
    which = pair_codes(first, second)
    at = np.unique(which, return_index=True)[1]
    return list(zip(first[at].tolist(), second[at].tolist(), strict=True)), which


def _ids(texts: list[str], strings: StringTable) -> Ids:
    return np.array([strings.intern(text) if text else -1 for text in texts], np.int32)
