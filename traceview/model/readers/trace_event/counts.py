"""The samples of counters."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import Raw

from traceview.model.readers.trace_event.decode import whole
from traceview.model.readers.trace_event.records import Counts
from traceview.model.readers.trace_event.values import Names, number
from traceview.model.trace import Ints

_numbers = msgspec.json.Decoder(list[dict[str, float]]).decode


class CountsRead(NamedTuple):
    """Samples by the number of their args, and which args hold something that is no number."""

    counts: Counts
    odd: Ints


def read_counts(args: list[Raw], series: Names) -> CountsRead:
    """Series and values in the args of some counters."""
    present = [raw if len(memoryview(raw)) else b"{}" for raw in args]
    try:
        samples = _numbers(b"".join((b"[", b",".join(present), b"]")))
        odd: list[int] = []
    except (msgspec.DecodeError, UnicodeDecodeError):
        samples, odd = _one_by_one(present)
    lengths = np.fromiter(map(len, samples), np.int64, len(samples))
    names = [series[name] for sample in samples for name in sample]
    values = [value for sample in samples for value in sample.values()]
    record = np.repeat(np.arange(len(samples)), lengths)
    counts = Counts(record, np.array(names, np.int32), np.array(values, np.float64))
    return CountsRead(counts, np.array(odd, np.int64))


def _one_by_one(args: list[Raw | bytes]) -> tuple[list[dict[str, float]], list[int]]:
    """Where some value is written as text or is none."""
    samples, odd = [], []
    for index, raw in enumerate(args):
        try:
            found = whole(raw)
        except ValueError:
            found = None
        values = {k: number(v) for k, v in found.items()} if isinstance(found, dict) else {"": None}
        samples.append({key: value for key, value in values.items() if value is not None})
        if len(samples[-1]) < len(values):
            odd.append(index)
    return samples, odd
