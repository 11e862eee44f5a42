"""What is told about a counter's sample and about an object's life. No widgets in here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np

from traceview.model.format import count, exact_time, number_text, size
from traceview.model.table import Column, Table, Unit
from traceview.model.tensor_text import Tensor, parse_tensor
from traceview.model.trace import Arg, Counter, Snapshots, Track
from traceview.ui.text import tr

NameAndValue = tuple[str, str]


def sample_facts(
    counter: Counter, index: int, start_ps: int, dur_ps: int
) -> Iterator[NameAndValue]:
    """When a sample was taken, the value of each series, and how each changed."""
    yield tr("Time"), exact_time(start_ps)
    yield tr("Holds for"), exact_time(dur_ps) if dur_ps else tr("the last sample")
    for series, value in zip(counter.series, counter.values[index].tolist(), strict=True):
        yield series or tr("Value"), value_text(value, counter.unit)
    if index == 0:
        yield tr("Change"), tr("the first sample")
        return
    changes = (counter.values[index] - counter.values[index - 1]).tolist()
    for series, change in zip(counter.series, changes, strict=True):
        name = tr("Change") if len(changes) == 1 else tr("Change of {}").format(series)
        yield name, ("+" if change > 0 else "") + value_text(change, counter.unit)


def life_facts(
    snapshots: Snapshots, index: int, start_ps: int, dur_ps: int
) -> Iterator[NameAndValue]:
    """When an object was created and deleted."""
    yield tr("Created"), exact_time(start_ps)
    yield tr("Deleted"), exact_time(start_ps + dur_ps)
    yield tr("Lifetime"), exact_time(dur_ps)
    yield tr("Snapshots"), count(int((snapshots.of == index).sum()))


def snapshot_table(track: Track, index: int) -> Table:
    """The states of the object ``index`` of a track of objects, in time order.

    Tensors as TensorFlow describes them in timelines have columns; others are shown as JSON.
    """
    snapshots = track.snapshots
    if snapshots is None:
        return Table(())
    mine = (snapshots.of == index).nonzero()[0]
    args = [_args(track, int(at)) for at in snapshots.arg_at[mine]]
    time = Column("time_ps", tr("Time"), snapshots.time_ps[mine], Unit.PICOSECONDS)
    tensors = [tensor for each in args if (tensor := _tensor(each)) is not None]
    if tensors and len(tensors) == len(args):
        return Table((*_tensor_columns(tensors), time))
    state = tuple(json.dumps(_plain(each), ensure_ascii=False, default=str) for each in args)
    return Table((Column("state", tr("State"), state), time))


def value_text(value: float, unit: str) -> str:
    """A counter's value for a person."""
    if unit == "bytes":
        exact = tr(" ({} bytes)").format(number_text(value, 0)) if abs(value) >= 1024 else ""
        return f"{size(value)}{exact}"
    return number_text(value, 0) if value == round(value) else f"{value:.6g}"


def _tensor_columns(tensors: Sequence[Tensor]) -> Iterator[Column]:
    sizes = [t.requested_bytes if t.requested_bytes is not None else np.nan for t in tensors]
    yield Column("allocator", tr("Allocator"), tuple(t.allocator or "—" for t in tensors))
    yield Column("shape", tr("Shape"), tuple(t.shape or "—" for t in tensors))
    yield Column("dtype", tr("Type"), tuple(t.dtype for t in tensors))
    yield Column("requested_bytes", tr("Requested"), np.array(sizes, np.float64), Unit.BYTES)


def _args(track: Track, arg_at: int) -> tuple[Arg, ...]:
    return track.args.args(arg_at) if track.args is not None and arg_at >= 0 else ()


def _plain(args: Sequence[Arg]) -> object:
    """The state itself where a record holds nothing else."""
    named = {arg.name: arg.value for arg in args}
    return named["snapshot"] if list(named) == ["snapshot"] else named


def _tensor(args: Sequence[Arg]) -> Tensor | None:
    state = _plain(args)
    described = state.get("tensor_description") if isinstance(state, dict) else None
    return parse_tensor(described) if isinstance(described, str) else None
