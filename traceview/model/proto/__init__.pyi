from typing import Literal

from google.protobuf.internal.containers import (
    MessageMap,
    RepeatedCompositeFieldContainer,
    RepeatedScalarFieldContainer,
    ScalarMap,
)
from google.protobuf.message import DecodeError as DecodeError
from google.protobuf.message import Message

from traceview.model.proto.text import text as text

# A string is bytes where it is not UTF-8: ``text`` makes it readable.

class XSpace(Message):
    planes: RepeatedCompositeFieldContainer[XPlane]
    errors: RepeatedScalarFieldContainer[str | bytes]
    warnings: RepeatedScalarFieldContainer[str | bytes]
    hostnames: RepeatedScalarFieldContainer[str | bytes]

class XPlane(Message):
    id: int
    name: str | bytes
    lines: RepeatedCompositeFieldContainer[XLine]
    event_metadata: MessageMap[int, XEventMetadata]
    stat_metadata: MessageMap[int, XStatMetadata]
    stats: RepeatedCompositeFieldContainer[XStat]

class XLine(Message):
    id: int
    display_id: int
    name: str | bytes
    display_name: str | bytes
    timestamp_ns: int
    duration_ps: int
    events: RepeatedCompositeFieldContainer[XEvent]

class XEvent(Message):
    metadata_id: int
    offset_ps: int
    num_occurrences: int
    duration_ps: int
    stats: RepeatedCompositeFieldContainer[XStat]
    def WhichOneof(  # noqa: N802
        self, oneof_group: str | bytes
    ) -> Literal["offset_ps", "num_occurrences"] | None: ...

class XStat(Message):
    metadata_id: int
    double_value: float
    uint64_value: int
    int64_value: int
    str_value: str | bytes
    bytes_value: bytes
    ref_value: int
    def WhichOneof(  # noqa: N802
        self, oneof_group: str | bytes
    ) -> (
        Literal[
            "double_value",
            "uint64_value",
            "int64_value",
            "str_value",
            "bytes_value",
            "ref_value",
        ]
        | None
    ): ...

class XEventMetadata(Message):
    id: int
    name: str | bytes
    metadata: bytes
    display_name: str | bytes
    stats: RepeatedCompositeFieldContainer[XStat]
    child_id: RepeatedScalarFieldContainer[int]

class XStatMetadata(Message):
    id: int
    name: str | bytes
    description: str | bytes

class CoreDetails(Message):
    hostname: str | bytes
    device_ordinal: int
    core_num: int
    local_chip_id: int
    global_chip_id: int
    global_core_id: int
    is_sparse_core: bool

class HloProto(Message):
    hlo_module: HloModuleProto

class HloModuleProto(Message):
    name: str | bytes
    computations: RepeatedCompositeFieldContainer[HloComputationProto]
    id: int

class HloComputationProto(Message):
    instructions: RepeatedCompositeFieldContainer[HloInstructionProto]

class HloInstructionProto(Message):
    name: str | bytes
    metadata: OpMetadata

class OpMetadata(Message):
    op_type: str | bytes
    op_name: str | bytes
    source_file: str | bytes
    source_line: int

class TpuTrace(Message):
    devices: MessageMap[int, Device]
    max_timestamp_ps: int
    num_events: int
    name_table: ScalarMap[int, str | bytes]

class Device(Message):
    name: str | bytes
    device_id: int
    resources: MessageMap[int, Resource]

class Resource(Message):
    name: str | bytes
    resource_id: int
    number: int

class EarlyEvent(Message):
    device_id: int
    resource_id: int
    name: str | bytes
    timestamp_ps: int
    duration_ps: int
    args: RepeatedCompositeFieldContainer[TextArg]

class TextArg(Message):
    key: str | bytes
    value: str | bytes

class LaterEvent(Message):
    device_id: int
    resource_id: int
    name: str | bytes
    name_ref: int
    group_id: int
    timestamp_ps: int
    duration_ps: int
    raw_data: bytes
    flow_id: int
    flow_entry_type: int
    flow_category: int

class RawData(Message):
    args: TraceEventArguments

class TraceEventArguments(Message):
    arg: RepeatedCompositeFieldContainer[Argument]

class Argument(Message):
    name: str | bytes
    str_value: str | bytes
    uint_value: int
    double_value: float
    int_value: int
    ref_value: int
    def WhichOneof(  # noqa: N802
        self, oneof_group: str | bytes
    ) -> Literal["str_value", "uint_value", "double_value", "int_value", "ref_value"] | None: ...
