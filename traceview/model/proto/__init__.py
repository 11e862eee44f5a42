"""The protobuf messages of the formats we read; ``__init__.pyi`` tells their types."""

from google.protobuf.message import DecodeError

from traceview.model.proto.pool import message_class
from traceview.model.proto.text import text

__all__ = [
    "CoreDetails",
    "DecodeError",
    "EarlyEvent",
    "HloProto",
    "LaterEvent",
    "OpMetadata",
    "RawData",
    "TpuTrace",
    "XEvent",
    "XEventMetadata",
    "XLine",
    "XPlane",
    "XSpace",
    "XStat",
    "XStatMetadata",
    "text",
]

CoreDetails = message_class("traceview.xplane.CoreDetails")
EarlyEvent = message_class("traceview.cloud_tpu.EarlyEvent")
HloProto = message_class("traceview.hlo.HloProto")
LaterEvent = message_class("traceview.cloud_tpu.LaterEvent")
OpMetadata = message_class("traceview.hlo.OpMetadata")
RawData = message_class("traceview.cloud_tpu.RawData")
TpuTrace = message_class("traceview.cloud_tpu.Trace")
XEvent = message_class("traceview.xplane.XEvent")
XEventMetadata = message_class("traceview.xplane.XEventMetadata")
XLine = message_class("traceview.xplane.XLine")
XPlane = message_class("traceview.xplane.XPlane")
XSpace = message_class("traceview.xplane.XSpace")
XStat = message_class("traceview.xplane.XStat")
XStatMetadata = message_class("traceview.xplane.XStatMetadata")
