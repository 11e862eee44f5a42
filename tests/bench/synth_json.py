"""Makes a trace as torch.profiler exports it: pretty-printed slices of threads and streams."""

from __future__ import annotations

import random
from pathlib import Path

THREADS, STREAMS = 5, 3
HEAD = '{\n  "schemaVersion": 1,\n  "deviceProperties": [\n  ],\n  "displayTimeUnit": "ms",\n'
OP = (
    '  {\n    "ph": "X", "cat": "cpu_op", "name": "%s", "pid": 3517, "tid": %d,\n'
    '    "ts": %.3f, "dur": %.3f,\n    "args": {\n      "External id": %d,'
    '"Sequence number": %d, "Fwd thread id": 0, "Record function id": 0, "Ev Idx": %d\n'
    "    }\n  },\n"
)
KERNEL = (
    '  {\n    "ph": "X", "cat": "kernel", "name": "%s", "pid": 0, "tid": %d,\n'
    '    "ts": %.3f, "dur": %.3f,\n    "args": {\n      "External id": %d,\n'
    '      "queued": 0, "device": 0, "context": 1,\n      "stream": %d, "correlation": %d,\n'
    '      "registers per thread": 32,\n      "shared memory": 0,\n      "blocks per SM": 4.74,\n'
    '      "warps per SM": 18.96,\n      "grid": [512, 1, 1],\n      "block": [128, 1, 1],\n'
    '      "est. achieved occupancy %%": 30\n    }\n  },\n'
)
TAIL = (
    '  {"ph":"M","pid":0,"tid":0,"ts":0,"name":"process_name","args":{"name":"python"}}\n  ]\n}\n'
)


def names() -> list[str]:
    """Names of ops and kernels, some of them as long as templates make them."""
    ops = "mm addmm add_ mul_ copy_ empty view t transpose as_strided linear to zeros fill_ sum"
    template = (
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>,"
        " at::detail::Array<char*, 3> >(int, at::detail::Array<char*, {}>)"
    )
    return (
        [f"aten::{op}" for op in ops.split()]
        + [template.format(number) for number in range(40)]
        + [f"nn.Module: Linear_{number}" for number in range(300)]
    )


def write_torch_like(path: Path, events: int) -> None:
    """Write ``events`` slices and one M record."""
    draw = random.Random(1)
    known = names()
    time_us = [4_172_363_987_000.0] * (THREADS + STREAMS)
    with path.open("w") as file:
        file.write(HEAD + '  "traceEvents": [\n')
        for number in range(events):
            line = number % len(time_us)
            start_us, length_us = time_us[line], draw.random() * 50
            time_us[line] += length_us + draw.random()
            name = known[int(draw.random() * len(known))]
            if line < THREADS:
                ids = (number, number // 3, number)
                file.write(OP % (name, 3517 + line, start_us, length_us, *ids))
            else:
                ids = (number, line, number)
                file.write(KERNEL % (name, line, start_us, length_us, *ids))
        file.write(TAIL)
