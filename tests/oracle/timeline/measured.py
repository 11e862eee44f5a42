"""Counters and objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.oracle.timeline.beside import Beside
from tests.oracle.timeline.ours import Ours
from traceview.model.trace import Track, TrackKind


class State(NamedTuple):
    """A snapshot at a time in ms."""

    time: float
    args: Any


class Life(NamedTuple):
    """An object; times in ms."""

    type: str
    created: float
    deleted: float
    states: tuple[State, ...]


def compare_measured(beside: Beside) -> None:
    """All counters and objects of all processes."""
    for pid, process in beside.processes():
        _counters(beside, pid, process.get("counters", {}))
        _objects(beside, pid, process)


def _counters(beside: Beside, pid: str, counters: Any) -> None:
    tracks = list(beside.ours.of_kind(TrackKind.COUNTER, pid))
    for key, counter in counters.items():
        what = f"counter {key} of {pid}"
        place = (counter["name"], counter["category"] or "")
        track = next((t for t in tracks if (t.name, beside.ours.category(t)) == place), None)
        if track is None:
            spoken = any(series["samples"] for series in counter["series"])
            beside.check(what, place, None, "" if spoken else "empty")
            continue
        tracks.remove(track)
        _samples(beside, what, counter, track)
    sizes = all(track.counter and track.counter.unit == "bytes" for track in tracks)
    names = [track.name for track in tracks]
    beside.check(f"no more counters of {pid}", [], names, "measured" if sizes else "")


def _samples(beside: Beside, what: str, counter: Any, track: Track) -> None:
    found = beside.ours.counter(track)
    names = [series["name"] for series in counter["series"]]
    beside.check(f"{what}: series", names, list(found), "series")
    listed = "series" if b'"entries"' in beside.text else ""
    beside.check(f"{what}: samples", counter["numSamples"], len(track.events), listed)
    for series in counter["series"]:
        ordered = sorted(series["samples"], key=lambda sample: sample[0])
        mine = found.get(series["name"], [])
        for (time, value), (my_time, my_value) in zip(ordered, mine, strict=False):
            same = beside.same(time, my_time) and value == my_value
            reason = "" if isinstance(value, int | float) else "counter-text"
            near = value if same else (my_time, my_value)
            beside.check(f"{what}.{series['name']} at {time}", value, near, reason)


def _objects(beside: Beside, pid: str, process: Any) -> None:
    tracks = beside.ours.of_kind(TrackKind.OBJECTS, pid)
    found = [life for track in tracks for life in lives(beside.ours, track)]
    beside.check(f"objects of {pid}: number", process.get("objectCount", 0), len(found))
    for one in process.get("objects", []):
        what = f"object {one['type']} {one['id']} of {pid}"
        times = [snapshot["ts"] for snapshot in one["snapshots"]]
        wanted = (one["type"], one["creationTs"], one["deletionTs"], *times)
        match = beside.take(what, wanted, found, lambda m, w=wanted: _fits(beside, w, m))
        if match is not None:
            for snapshot, state in zip(one["snapshots"], match.states, strict=True):
                beside.args(f"{what} at {snapshot['ts']}", snapshot.get("args"), state.args)


def _fits(beside: Beside, wanted: Any, mine: Life) -> bool:
    type_name, *times = wanted
    ours = [mine.created, mine.deleted, *(state.time for state in mine.states)]
    return type_name == mine.type and len(times) == len(ours) and all(map(beside.same, times, ours))


def lives(ours: Ours, track: Track) -> Iterator[Life]:
    """The objects of a track."""
    events, snapshots, args = track.events, track.snapshots, track.args
    assert snapshots is not None
    assert args is not None
    for index, start_ps in enumerate(events.start_ps.tolist()):
        low, high = snapshots.of.searchsorted([index, index + 1]).tolist()
        states = tuple(
            State(ours.ms(time_ps), dict(args.args(at)).get("snapshot"))
            for time_ps, at in zip(
                snapshots.time_ps[low:high].tolist(),
                snapshots.arg_at[low:high].tolist(),
                strict=True,
            )
        )
        end_ps = start_ps + int(events.dur_ps[index])
        name = ours.text(int(events.name[index]))
        yield Life(name, ours.ms(start_ps), ours.ms(end_ps), states)
