"""Message classes from ``traceview.binpb``, in a descriptor pool of our own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass


@cache
def _pool() -> DescriptorPool:
    pool = DescriptorPool()
    described = files(__package__).joinpath("traceview.binpb").read_bytes()
    for file in FileDescriptorSet.FromString(described).file:
        pool.Add(file)
    return pool


def message_class(name: str) -> type[Message]:
    """The class of the message with this full name, such as ``traceview.xplane.XSpace``."""
    return GetMessageClass(_pool().FindMessageTypeByName(name))
