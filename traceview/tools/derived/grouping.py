"""Which step of the program the events of a host and what they launch belong to.

The rules are those of TSL's group_events: root events, with the stat ``_r``, that lie in no
other root begin a group each; a group goes down to what is nested in it, and across threads from
producers (``_pt``, ``_p``) to consumers (``_ct``, ``_c``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.self_time import parents
from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Ids, Ints, Track
from traceview.tools.derived.host_lines import step_roots

MOST_ROUNDS = 64  # of following producers; each round reaches one thread further


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
        """The step of each kernel, -1 where unknown."""
        if not len(self.correlation_id):
            return np.full(len(correlation_id), -1, np.int64)
        at = self.correlation_id.searchsorted(correlation_id)
        at = np.minimum(at, len(self.correlation_id) - 1)
        found = known & (self.correlation_id[at] == correlation_id)
        return np.where(found, self.step[at], -1)


def group_host(tracks: list[Track], strings: StringTable) -> Groups:
    """Group the events of a host's threads, as captured."""
    tracks = [track for track in tracks if track.args is not None and len(track.events)]
    roots = [step_roots(track) for track in tracks]
    order = sorted(
        (int(track.events.start_ps[index]), number, index)
        for number, (track, own) in enumerate(zip(tracks, roots, strict=True))
        for index in own.tolist()
    )
    groups = [np.full(len(track.events), -1, np.int64) for track in tracks]
    for step, (_, number, index) in enumerate(order):
        groups[number][index] = step
    if order:
        _spread(tracks, groups)
    names = np.array([tracks[number].events.name[index] for _, number, index in order], np.int32)
    launches = _launches(tracks, groups, "correlation_id")
    return Groups(names, *launches, _programs(tracks, groups))


def _spread(tracks: list[Track], groups: list[Ints]) -> None:
    """Hand groups down and across until nothing new is reached."""
    above = [parents(track.events) for track in tracks]
    made = [_context(track, "_pt", "_p") for track in tracks]
    used = [_context(track, "_ct", "_c") for track in tracks]
    for _ in range(MOST_ROUNDS):
        for track, group, parent in zip(tracks, groups, above, strict=True):
            _hand_down(track, group, parent)
        known = {
            key: int(group[index])
            for group, context in zip(groups, made, strict=True)
            for index, key in context.items()
            if group[index] >= 0
        }
        reached = False
        for group, context in zip(groups, used, strict=True):
            for index, key in context.items():
                if group[index] < 0 and key in known:
                    group[index] = known[key]
                    reached = True
        if not reached:
            return


def _hand_down(track: Track, group: Ints, parent: Ids) -> None:
    row_at = track.events.row_at
    for row in range(1, track.events.rows):
        own = slice(int(row_at[row]), int(row_at[row + 1]))
        inherited = np.where(parent[own] >= 0, group[parent[own]], -1)
        group[own] = np.where(group[own] >= 0, group[own], inherited)


def _context(track: Track, kind: str, number: str) -> dict[int, tuple[int, int]]:
    """(context type, id) of the events that have both stats, by event."""
    assert track.args is not None
    at = track.events.arg_at
    placed = np.flatnonzero(at >= 0)
    ids, has_id = track.args.integers(at[placed], number)
    if not has_id.any():
        return {}
    kinds, has_kind = track.args.integers(at[placed], kind)
    both = has_id & has_kind
    return dict(
        zip(
            placed[both].tolist(),
            zip(kinds[both].tolist(), ids[both].tolist(), strict=True),
            strict=True,
        )
    )


def _launches(tracks: list[Track], groups: list[Ints], key: str) -> tuple[Ints, Ints]:
    """The stat ``key`` and the step of the grouped events that have one, by the stat."""
    ids, steps = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for track, group in zip(tracks, groups, strict=True):
        assert track.args is not None
        grouped = np.flatnonzero((group >= 0) & (track.events.arg_at >= 0))
        if len(grouped):
            found, present = track.args.integers(track.events.arg_at[grouped], key)
            ids.append(found[present])
            steps.append(group[grouped[present]])
    found, step = np.concatenate(ids), np.concatenate(steps)
    order = np.argsort(found, kind="stable")
    return found[order], step[order]


def _programs(tracks: list[Track], groups: list[Ints]) -> dict[tuple[int, int], int]:
    """The step of each program that was enqueued, by (run_id, device_ordinal)."""
    found: dict[tuple[int, int], int] = {}
    for track, group in zip(tracks, groups, strict=True):
        assert track.args is not None
        grouped = np.flatnonzero((group >= 0) & (track.events.arg_at >= 0))
        at = track.events.arg_at[grouped]
        run, has_run = track.args.integers(at, "run_id")
        device, has_device = track.args.integers(at, "device_ordinal")
        both = has_run & has_device
        keys = zip(run[both].tolist(), device[both].tolist(), strict=True)
        found |= dict(zip(keys, group[grouped[both]].tolist(), strict=True))
    return found
