"""The protobuf messages of the formats we read; ``__init__.pyi`` tells their types."""

from google.protobuf.message import DecodeError

from traceview.model.proto.pool import message_class
from traceview.model.proto.text import text

__all__ = [
    "CoreDetails",
    "DecodeError",
    "HloProto",
    "OpMetadata",
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
HloProto = message_class("traceview.hlo.HloProto")
OpMetadata = message_class("traceview.hlo.OpMetadata")
XEvent = message_class("traceview.xplane.XEvent")
XEventMetadata = message_class("traceview.xplane.XEventMetadata")
XLine = message_class("traceview.xplane.XLine")
XPlane = message_class("traceview.xplane.XPlane")
XSpace = message_class("traceview.xplane.XSpace")
XStat = message_class("traceview.xplane.XStat")
XStatMetadata = message_class("traceview.xplane.XStatMetadata")
