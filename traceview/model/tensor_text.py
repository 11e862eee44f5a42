"""What TensorFlow 1 wrote of a tensor into its timelines: a TensorDescription as text.

timeline.py of TensorFlow 1 and 2 puts ``str(tensor_description)`` into a snapshot, with quotes
taken out: "dtype: DT_FLOAT shape { dim { size: 4 } } allocation_description { ... }".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_DTYPE = re.compile(r"^\s*dtype: (?:DT_)?(\w+)")
_SHAPE = re.compile(r"shape \{((?:[^{}]|\{[^{}]*\})*)\}")
_SIZE = re.compile(r"size: (-?\d+)")
_ALLOCATION = re.compile(r"allocation_description \{([^{}]*)\}")
_BYTES = re.compile(r"requested_bytes: (\d+)")
_ALLOCATOR = re.compile(r"allocator_name: \"?([^\"\s}]+)")


@dataclass(frozen=True, slots=True)
class Tensor:
    """A tensor as its description says; None and "" where it says nothing."""

    dtype: str
    shape: str
    requested_bytes: int | None
    allocator: str


def parse_tensor(text: str) -> Tensor | None:
    """The tensor of a description, None when the text is something else."""
    dtype = _DTYPE.search(text)
    if dtype is None:
        return None
    shape = _SHAPE.search(text)
    allocation = _ALLOCATION.search(text)
    inside = allocation[1] if allocation else ""
    requested, allocator = _BYTES.search(inside), _ALLOCATOR.search(inside)
    return Tensor(
        dtype[1].lower(),
        _shape(shape[1]) if shape else "",
        int(requested[1]) if requested else (0 if allocation else None),
        allocator[1] if allocator else "",
    )


def _shape(inside: str) -> str:
    if "unknown_rank: true" in inside:
        return "?"
    sizes = ("?" if size == "-1" else size for size in _sizes(inside))
    return f"[{', '.join(sizes)}]"


def _sizes(inside: str) -> list[str]:
    """Sizes of the dimensions; proto text leaves out a size of 0."""
    dims = re.findall(r"dim \{([^{}]*)\}", inside)
    found = [_SIZE.search(dim) for dim in dims]
    return [size[1] if size else "0" for size in found]
