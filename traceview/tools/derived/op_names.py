"""What the name of a framework's operation says.

The rules are those of XProf's tf_op_utils (ParseTfOpFullname, ParseTfNameScopes, TfOpEventName).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

OP_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\/>-]*")
OP_TYPE = re.compile(r"[A-Z_][a-zA-Z0-9_]*")
JAX_TYPE = re.compile(r"[a-z_][a-z0-9_]*(\[.*\])?", re.DOTALL)
NUMBERED = re.compile(r"_\d+$")
MEMCPY = ("memcpyhtod", "memcpydtoh", "memcpydtod", "memcpyhtoh")


class OpCategory(StrEnum):
    """Which framework an operation is of."""

    TENSORFLOW = "TensorFlow"
    JAX = "JAX"
    DATA = "tf.data"
    MEMCPY = "memcpy"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FrameworkOp:
    """An operation's full name taken apart."""

    category: OpCategory
    name: str
    type: str

    @property
    def scopes(self) -> tuple[str, ...]:
        """The name scopes it lies in, outermost first; none outside TensorFlow and JAX."""
        if self.category not in (OpCategory.TENSORFLOW, OpCategory.JAX):
            return ()
        return tuple(self.name.split("/")[:-1])

    @property
    def label(self) -> str:
        """What it is called on a timeline: its type, or ``Iterator::`` and its last part."""
        if self.category is OpCategory.DATA:
            return f"Iterator::{self.name.rsplit('::', 1)[-1]}"
        return self.type or self.name.rstrip()


def parse_framework_op(full_name: str) -> FrameworkOp:
    """The operation that a ``tf_op`` stat names, as in ``model/conv/Conv2D:Conv2D``."""
    name, colon, kind = full_name.partition(":")
    if not colon:
        known = full_name.casefold().startswith(MEMCPY)
        category = OpCategory.MEMCPY if known else OpCategory.UNKNOWN
        return FrameworkOp(category, full_name, full_name if known else "")
    if name == "Iterator":
        return FrameworkOp(OpCategory.DATA, full_name, "Dataset")
    if OP_NAME.fullmatch(name) and OP_TYPE.fullmatch(kind):
        return FrameworkOp(OpCategory.TENSORFLOW, name, kind)
    derived = kind or NUMBERED.sub("", name.rsplit("/", 1)[-1])
    if JAX_TYPE.fullmatch(derived):
        return FrameworkOp(OpCategory.JAX, name, derived.partition("[")[0])
    if derived and not kind:
        return FrameworkOp(OpCategory.TENSORFLOW, name, derived)
    return FrameworkOp(OpCategory.UNKNOWN, full_name, "")
