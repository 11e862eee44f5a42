"""A seeded XSpace of any size: 8 TPU planes, 12 host threads, about 70 bytes a device event.

Shaped like real TPU captures: nested whiles in XLA Ops, overlapping async ops, host threads
written in end order (as TraceMe does), long HLO texts with 12 stats each, HLO protos.
``python -m tests.bench.synth EVENTS OUT.pb`` writes one.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.bench.wire import (
    Column,
    bytes_field,
    constant,
    doubles,
    field,
    join,
    nested,
    number_field,
)

Ints = NDArray[np.int64]
CHUNK = 1 << 16
EPOCH_NS = 1_700_000_000_000_000_000
HLO_OPS = 2500
SHAPE_STAT = b"f32[8,1024,1024,256]{3,2,1,0:T(8,128)}#id=123456"
SCOPE = "jit(train_step)/transpose(jvp(Transformer))/layers_12/mlp/dense_general/dot_general"


def write_synthetic(path: Path, events: int, seed: int = 1) -> int:
    """Write about ``events`` events to ``path``; the exact number written."""
    rng = np.random.default_rng(seed)
    total = 0
    with path.open("wb") as out:
        for device in range(8):
            plane, count = _device_plane(rng, device, events)
            out.write(bytes_field(1, plane))
            total += count
        plane, count = _host_plane(rng, events // 4)
        out.write(bytes_field(1, plane))
        out.write(bytes_field(1, _hlo_plane(rng)))
        out.write(bytes_field(1, bytes_field(2, "Task Environment")))
        out.write(bytes_field(4, "t1v-n-9bfa07b4-w-0"))
    return total + count


def _device_plane(rng: np.random.Generator, device: int, events: int) -> tuple[bytes, int]:
    ops, asyncs = events * 6 // 80, events * 6 // 800
    scopes, notes = events * 2 // 800, events // 800
    starts, durations, names = _ops(rng, ops)
    end = int((starts + durations).max(initial=1))
    steps = max(1, ops // 2500)
    lines = [
        ("Steps", *_even(steps, end, 1.0), 1 + np.arange(steps) % 50),
        ("XLA Modules", *_even(steps, end, 0.99), 60 + np.arange(steps) % 3),
        ("XLA Ops", starts, durations, names),
        ("Async XLA Ops", *_overlapping(rng, asyncs, end), _pick(rng, asyncs, 100, HLO_OPS)),
        *(
            ("Framework Name Scope", *_even(scopes, end, 1.0), _pick(rng, scopes, 3000, 600))
            for _ in range(4)
        ),
        ("XLA TraceMe", *_even(notes, end, 0.33), _pick(rng, notes, 3700, 50)),
    ]
    body = number_field(1, 2 + device) + bytes_field(2, f"/device:TPU:{device}")
    body += b"".join(
        bytes_field(3, _line(rng, number + 1, *line)) for number, line in enumerate(lines)
    )
    return body + _device_metadata(rng), sum(len(line[1]) for line in lines)


def _ops(rng: np.random.Generator, count: int) -> tuple[Ints, Ints, Ints]:
    """Leaf ops back to back; one in 400 is a while around the 100 that follow."""
    durations = rng.integers(800, 4_000_000, count)
    slow = rng.random(count) < 0.125
    durations[slow] = rng.integers(1_000_000, 90_000_000, int(slow.sum()))
    durations[rng.random(count) < 0.02] = 0
    whiles = np.arange(200, max(200, count - 200), 400)
    durations[whiles] = 0
    gaps = rng.integers(500, 3_500, count)
    starts = 1_000_000 + np.concatenate(([0], np.cumsum(durations + gaps)[:-1])).astype(np.int64)
    last = np.minimum(whiles + 100, count - 1)
    durations[whiles] = starts[last] + durations[last] + 400 - starts[whiles]
    return starts, durations, 100 + np.arange(count) % HLO_OPS


def _even(count: int, end: int, share: float) -> tuple[Ints, Ints]:
    step = max(2, end // max(1, count))
    return np.arange(count) * step, np.full(count, int(step * share))


def _overlapping(rng: np.random.Generator, count: int, end: int) -> tuple[Ints, Ints]:
    step = max(4, end // max(1, count))
    return (
        np.arange(count) * step + rng.integers(0, step // 2, count),
        step + rng.integers(0, step, count),
    )


def _pick(rng: np.random.Generator, count: int, first: int, many: int) -> Ints:
    return rng.integers(first, first + many, count)


def _line(
    rng: np.random.Generator, number: int, name: str, start: Ints, dur: Ints, names: Ints
) -> bytes:
    events = [
        _device_events(rng, start[at : at + CHUNK], dur[at : at + CHUNK], names[at : at + CHUNK])
        for at in range(0, len(start), CHUNK)
    ]
    return _line_head(number, name) + b"".join(events)


def _line_head(number: int, name: str) -> bytes:
    return number_field(1, number) + bytes_field(2, name) + number_field(3, EPOCH_NS)


def _device_events(rng: np.random.Generator, start: Ints, dur: Ints, names: Ints) -> bytes:
    count = len(start)
    body = join(
        field(1, names),
        field(2, start),
        field(3, dur).only(dur > 0),
        _stat(17, 3, start + rng.integers(0, 1000, count)),
        _stat(18, 3, dur),
        _stat(37, 4, start // 2_000_000_000),
        _stat(39, 3, 1_234_567 + start // 3_000_000_000 * 7),
        nested(4, join(constant(count, number_field(1, 41)), doubles(2, rng.random(count) * 1e9))),
        _stat(40, 7, rng.integers(100, 140, count)),
    )
    return nested(4, body).flat()


def _stat(metadata_id: int, number: int, values: Ints) -> Column:
    head = constant(len(values), number_field(1, metadata_id))
    return nested(4, join(head, field(number, values)))


def _host_plane(rng: np.random.Generator, events: int) -> tuple[bytes, int]:
    body = number_field(1, 30) + bytes_field(2, "/host:CPU")
    for thread in range(12):
        start, dur, names = _nested(rng, events // 12, deepest=40 if thread == 0 else 6)
        order = np.argsort(start + dur, kind="stable") if thread % 2 else np.arange(len(start))
        name = f"tf_XLATfrtTpuClient/{1000 + thread}" if thread else "python"
        chunks = [order[at : at + CHUNK] for at in range(0, len(order), CHUNK)]
        body += bytes_field(
            3,
            _line_head(1000 + thread, name)
            + b"".join(_host_events(rng, start[at], dur[at], names[at], at) for at in chunks),
        )
    for number in range(1, 1201):
        text = (
            f"tsl::profiler::TraceMe tpu::System::Execute=>IssueEvent_{number}"
            if number % 2
            else f"$model.py:{number} forward"
        )
        body += _metadata(number, text)
    return body + _stat_names(), events // 12 * 12


def _nested(rng: np.random.Generator, count: int, deepest: int) -> tuple[Ints, Ints, Ints]:
    """Calls in preorder: a random walk of depths, each call ends before the next at its depth."""
    moves = rng.choice([1, 0, -1, -2], count, p=[0.45, 0.2, 0.2, 0.15])
    depth = np.empty(count, np.int64)
    level = 0
    for index, move in enumerate(moves.tolist()):
        level = min(max(level + move, 0), deepest)
        depth[index] = level
    depth[1:] = np.minimum(depth[1:], depth[:-1] + 1)
    clock = np.cumsum(rng.integers(3_000, 500_000, count + 1))
    ends = np.full(count, clock[-1])
    for level in range(deepest + 1):
        shallow = np.flatnonzero(depth <= level)
        own = np.flatnonzero(depth[shallow] == level)
        own = own[own + 1 < len(shallow)]
        ends[shallow[own]] = clock[shallow[own + 1]] - 1_000
    names = rng.integers(1, 1201, count)
    dur = ends - clock[:-1]
    return clock[:-1], np.where(dur < 4_000, 0, dur), names


def _host_events(
    rng: np.random.Generator, start: Ints, dur: Ints, names: Ints, index: Ints
) -> bytes:
    count, kind = len(start), names % 8
    some, few = kind < 5, kind < 3
    text = join(constant(count, number_field(1, 51)), constant(count, bytes_field(5, SHAPE_STAT)))
    body = join(
        field(1, names),
        field(2, start),
        field(3, dur).only(dur > 0),
        _stat(37, 4, index // 1000).only(some),
        _stat(50, 4, index).only(some),
        nested(4, text).only(few),
        _stat(52, 4, rng.integers(0, 100_000, count)).only(few),
        _stat(40, 7, rng.integers(100, 140, count)).only(few),
        _stat(53, 4, -rng.integers(0, 5, count)).only(few),
    )
    return nested(4, body).flat()


def _device_metadata(rng: np.random.Generator) -> bytes:
    body = b"".join(
        _metadata(i, f"step {i}" if i < 60 else f"jit_train_step({i})", stats=2) for i in range(100)
    )
    for op in range(HLO_OPS):
        operands = "".join(
            f"bf16[2048,8192]{{1,0:T(8,128)(2,1)S(1)}} %param.{number}, "
            for number in rng.integers(0, 900, int(rng.integers(0, 20))).tolist()
        )
        text = (
            f"%fusion.{op} = bf16[8,4096,1024]{{2,1,0:T(8,128)(2,1)S(1)}} fusion("
            f"bf16[8,4096,2048]{{2,1,0:T(8,128)(2,1)}} %copy-done.{op}, {operands}), "
            f"kind=kOutput, calls=%fused_computation.{op}"
        )
        body += _metadata(100 + op, text, f"fusion.{op}", stats=12)
    for number in range(800):
        scope = f"jit(train_step)/transpose(jvp(Transformer))/layers_{number % 48}/mlp/{number}"
        body += _metadata(3000 + number, scope, stats=1)
    return body + _stat_names()


def _hlo_plane(rng: np.random.Generator) -> bytes:
    protos = b"".join(
        _metadata(1 + i, f"jit_train_step({i})", proto=rng.bytes(3_000_000), stats=1)
        for i in range(3)
    )
    return number_field(1, 31) + bytes_field(2, "/host:metadata") + protos + _stat_names()


def _metadata(
    number: int, name: str, display: str = "", stats: int = 0, proto: bytes = b""
) -> bytes:
    body = number_field(1, number) + bytes_field(2, name)
    if proto:
        body += bytes_field(3, proto)
    if display:
        body += bytes_field(4, display)
    for index in range(stats):
        value = (
            number_field(7, 100 + (number + index) % 40),
            bytes_field(5, SCOPE),
            number_field(3, 1 << (20 + index)),
        )[index % 3]
        body += bytes_field(5, number_field(1, 60 + index) + value)
    return bytes_field(4, number_field(1, number) + bytes_field(2, body))


def _stat_names() -> bytes:
    names = {
        17: "device_offset_ps",
        18: "device_duration_ps",
        37: "group_id",
        39: "run_id",
        40: "layout",
        41: "occupancy_pct",
        50: "id",
        51: "shape",
        52: "bytes",
        53: "parallelism",
        **{60 + i: f"meta_stat_{i}" for i in range(14)},
        **{100 + i: f"{{{i},2,1,0:T(8,128)}} ref string {i}" for i in range(40)},
    }
    return b"".join(
        bytes_field(
            5, number_field(1, number) + bytes_field(2, number_field(1, number) + bytes_field(2, n))
        )
        for number, n in names.items()
    )


if __name__ == "__main__":
    print(write_synthetic(Path(sys.argv[2]), int(sys.argv[1])), "events")
