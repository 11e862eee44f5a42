"""Which step the work of a host's threads belongs to, and so what they launch on devices.

The rules are those of TSL's group_events: a step goes down to what is nested in its marker, and
across threads from producers (stats ``_pt``, ``_p``) to consumers (``_ct``, ``_c``). Where
several reach an event, the first of them has it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.self_time import parents
from traceview.model.trace import Bools, Ids, Ints, Track
from traceview.tools.derived.hlo_join import pair_codes
from traceview.tools.derived.host_steps import Steps, speaking

NO_STEP = np.iinfo(np.int64).max
MOST_ROUNDS = 64  # of following producers; each round reaches one thread further
RUN_ID_BITS = (1 << 27) - 1  # as many as a device keeps of it


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Steps of one host: their name ids int32[steps], and the step of what they launched.

    ``step`` int64[n] and the values of ``of_runs`` are indices into ``names``.
    ``correlation_id`` int64[n] ascends; ``of_runs`` is by (run_id, device_ordinal).
    """

    names: Ids
    correlation_id: Ints
    step: Ints
    of_runs: dict[tuple[int, int], int]

    def of_kernels(self, correlation_id: Ints, known: Bools) -> Ints:
        """The step of each kernel, int64[n], -1 where unknown."""
        if not len(self.correlation_id):
            return np.full(len(correlation_id), -1, np.int64)
        at = self.correlation_id.searchsorted(correlation_id)
        at = np.minimum(at, len(self.correlation_id) - 1)
        found = known & (self.correlation_id[at] == correlation_id)
        return np.where(found, self.step[at], -1)

    def of_program(self, run_id: int, device: int) -> int:
        """The step of one run of a program, -1 where unknown."""
        return self.of_runs.get((run_id & RUN_ID_BITS, device), -1)


@dataclass(frozen=True, slots=True, eq=False)
class _Context:
    """Events of all threads that hand something on: their thread, index, and what they hand."""

    track: Ints
    event: Ints
    kind: Ints
    number: Ints


def group_host(tracks: list[Track], steps: Steps, silent: Bools) -> Groups:
    """Group the events of a host's threads, whose steps are ``steps``."""
    groups = [np.full(len(track.events), NO_STEP, np.int64) for track in tracks]
    for step, (track, event) in enumerate(
        zip(steps.track.tolist(), steps.event.tolist(), strict=True)
    ):
        groups[track][event] = step
    if len(steps):
        _spread(tracks, groups, silent)
    return Groups(steps.name, *_launches(tracks, groups), _programs(tracks, groups))


def _spread(tracks: list[Track], groups: list[Ints], silent: Bools) -> None:
    """Hand steps down and across until nothing new is reached."""
    above = [parents(track.events) for track in tracks]
    made, used = _contexts(tracks, silent, "_pt", "_p"), _contexts(tracks, silent, "_ct", "_c")
    codes = pair_codes(
        np.concatenate((made.kind, used.kind)), np.concatenate((made.number, used.number))
    )
    made_code, used_code = codes[: len(made.event)], codes[len(made.event) :]
    for _ in range(MOST_ROUNDS):
        for track, group, parent in zip(tracks, groups, above, strict=True):
            _hand_down(track, group, parent)
        first = np.full(len(codes), NO_STEP, np.int64)
        np.minimum.at(first, made_code, _at(groups, made))
        reached = first[used_code] < _at(groups, used)
        if not reached.any():
            return
        for number in np.unique(used.track[reached]).tolist():
            own = reached & (used.track == number)
            np.minimum.at(groups[number], used.event[own], first[used_code[own]])


def _at(groups: list[Ints], context: _Context) -> Ints:
    found = np.full(len(context.event), NO_STEP, np.int64)
    for number in np.unique(context.track).tolist():
        own = context.track == number
        found[own] = groups[number][context.event[own]]
    return found


def _hand_down(track: Track, group: Ints, parent: Ids) -> None:
    row_at = track.events.row_at
    for row in range(1, track.events.rows):
        own = slice(int(row_at[row]), int(row_at[row + 1]))
        inherited = np.where(parent[own] >= 0, group[parent[own]], NO_STEP)
        group[own] = np.minimum(group[own], inherited)


def _contexts(tracks: list[Track], silent: Bools, kind: str, number: str) -> _Context:
    """The events that have both stats."""
    found: list[tuple[Ints, Ints, Ints, Ints]] = [(np.zeros(0, np.int64),) * 4]
    for index, track in enumerate(tracks):
        if track.args is None:
            continue
        placed = speaking(track.events, silent)
        numbers, numbered = track.args.integers(track.events.arg_at[placed], number)
        placed, numbers = placed[numbered], numbers[numbered]
        kinds, both = track.args.integers(track.events.arg_at[placed], kind)
        columns = placed[both], kinds[both], numbers[both]
        found.append((np.full(len(columns[0]), index), *columns))
    return _Context(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _launches(tracks: list[Track], groups: list[Ints]) -> tuple[Ints, Ints]:
    """The correlation id and the step of grouped events that have one, by the id."""
    ids, steps = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for track, grouped, step in _grouped(tracks, groups):
        assert track.args is not None
        found, present = track.args.integers(track.events.arg_at[grouped], "correlation_id")
        ids.append(found[present])
        steps.append(step[present])
    found, step = np.concatenate(ids), np.concatenate(steps)
    order = np.argsort(found, kind="stable")
    return found[order], step[order]


def _programs(tracks: list[Track], groups: list[Ints]) -> dict[tuple[int, int], int]:
    """The step of each program that was enqueued, by (run_id, device_ordinal)."""
    found: dict[tuple[int, int], int] = {}
    for track, grouped, step in _grouped(tracks, groups):
        assert track.args is not None
        at = track.events.arg_at[grouped]
        run, has_run = track.args.integers(at, "run_id")
        device, has_device = track.args.integers(at, "device_ordinal")
        both = has_run & has_device
        keys = zip((run[both] & RUN_ID_BITS).tolist(), device[both].tolist(), strict=True)
        found |= dict(zip(keys, step[both].tolist(), strict=True))
    return found


def _grouped(tracks: list[Track], groups: list[Ints]) -> list[tuple[Track, Ints, Ints]]:
    """Threads with events that have a step and may have stats: which ones, and their steps."""
    found = []
    for track, group in zip(tracks, groups, strict=True):
        grouped = np.flatnonzero((group != NO_STEP) & (track.events.arg_at >= 0))
        if track.args is not None and len(grouped):
            found.append((track, grouped, group[grouped]))
    return found
