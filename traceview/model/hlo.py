"""Where the instructions of a compiled program come from, by the HLO that a capture holds."""

from __future__ import annotations

from dataclasses import dataclass

from traceview.model.proto import DecodeError, HloProto, OpMetadata, text


@dataclass(frozen=True, slots=True)
class HloOrigin:
    """One instruction's framework operation, ``name:type``, and ``file:line``; "" where unknown."""

    framework_op: str
    source: str


def hlo_origins(serialised: bytes) -> dict[str, HloOrigin]:
    """The origin of each instruction of a serialised HloProto, by instruction name.

    Empty where the bytes are no HloProto: a capture may hold newer or damaged ones.
    """
    try:
        module = HloProto.FromString(serialised).hlo_module
    except DecodeError:
        return {}
    return {
        text(instruction.name): HloOrigin(
            f"{text(instruction.metadata.op_name)}:{text(instruction.metadata.op_type)}",
            _source(instruction.metadata),
        )
        for computation in module.computations
        for instruction in computation.instructions
    }


def _source(metadata: OpMetadata) -> str:
    """``file:line`` without the folder, as XProf shows it."""
    if not metadata.source_file:
        return ""
    return f"{text(metadata.source_file).rsplit('/', 1)[-1]}:{metadata.source_line}"
