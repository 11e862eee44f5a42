"""Loading: our reader against protobuf objects of the same file. Prints one JSON object."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.bench.memory import Peak, anonymous_bytes


def measured(work: Callable[[], Any]) -> tuple[Any, dict[str, float]]:
    """What ``work`` gives, with its wall and CPU seconds and its peak memory in bytes."""
    gc.collect()
    before = anonymous_bytes()
    wall, cpu = time.perf_counter(), time.process_time()
    with Peak() as peak:
        result = work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    gc.collect()
    return result, {
        "wall_s": wall,
        "cpu_s": cpu,
        "peak_bytes": peak.size_bytes - before,
        "kept_bytes": anonymous_bytes() - before,
    }


def ours(path: str) -> dict[str, float]:
    """Everything the window loads: columns, nesting, derived lines."""
    from traceview.model.load import open_path
    from traceview.tools.derived.derived_lines import with_derived_lines

    capture, figures = measured(lambda: open_path(path))
    _, derived = measured(lambda: with_derived_lines(capture))
    return figures | {
        "events": capture.event_count,
        "derived_cpu_s": derived["cpu_s"],
        "derived_kept_bytes": derived["kept_bytes"],
    }


def protobuf_objects(path: str) -> dict[str, float]:
    """What a reader does that parses the whole file and copies three columns."""
    from traceview.model.proto import XSpace

    def work() -> tuple[Any, int]:
        with open(path, "rb") as file:
            space = XSpace.FromString(file.read())
        count = 0
        for plane in space.planes:
            for line in plane.lines:
                columns = np.array(
                    [(e.metadata_id, e.offset_ps, e.duration_ps) for e in line.events], np.int64
                )
                count += len(columns)
        return space, count

    (_, count), figures = measured(work)
    return figures | {"events": count}


def json_objects(path: str) -> dict[str, float]:
    """What a viewer does that parses the whole file at once."""

    def work() -> Any:
        with open(path, "rb") as file:
            return json.loads(file.read())

    found, figures = measured(work)
    return figures | {"events": len(found["traceEvents"])}


WAYS = {"ours": ours, "protobuf": protobuf_objects, "json": json_objects}

if __name__ == "__main__":
    print(json.dumps(WAYS[sys.argv[1]](sys.argv[2])))
