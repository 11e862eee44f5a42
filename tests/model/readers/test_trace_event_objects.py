"""Tests of objects of trace-event files."""

from pathlib import Path
from typing import Any

from tests.model.readers.goldens import Golden, goldens
from tests.model.readers.made_records import Event, Made, made, threads
from traceview.model.builder import check_events
from traceview.model.readers.trace_event.counters import counter_tracks
from traceview.model.readers.trace_event.objects import object_tracks
from traceview.model.trace import Track, TrackKind, span_of

US = 1_000_000


def test_objects_are_those_of_catapult(corpus: Path) -> None:
    compared = 0
    for golden in goldens(corpus):
        expected = _theirs(golden)
        assert _ours(golden) == expected, golden.name
        compared += len(expected)
    assert compared >= 200


def test_an_object_lives_from_its_creation_to_its_deletion() -> None:
    file, (track,) = _tracks([n(10), o(15, {"x": 1}), o(20, {"x": 2}), d(50)])
    assert (track.name, track.kind) == ("T", TrackKind.OBJECTS)
    assert (track.events.start_ps.tolist(), track.events.dur_ps.tolist()) == ([0], [40 * US])
    assert track.snapshots.time_ps.tolist() == [5 * US, 10 * US]
    assert track.events.arg_at.tolist() == [0]
    assert track.snapshots.arg_at.tolist() == [1, 2]
    assert dict(track.args.facts(2)) == {
        "Object": "7",
        "Creation": "recorded",
        "Deletion": "recorded",
    }
    assert file.skipped() == {}


def test_a_snapshot_before_the_creation_is_the_creation() -> None:
    file, (track,) = _tracks([o(1, {}), n(2), d(9)])
    assert (track.events.start_ps.tolist(), track.events.dur_ps.tolist()) == ([0], [8 * US])
    assert track.events.arg_at.tolist() == [1]
    assert dict(track.args.facts(1))["Creation"] == "recorded"
    assert file.skipped() == {}


def test_an_id_may_be_used_again_after_the_deletion() -> None:
    _, (track,) = _tracks([n(0), d(5), n(6), o(7, {}), d(8)])
    assert track.events.start_ps.tolist() == [0, 6 * US]
    assert track.snapshots.of.tolist() == [1]


def test_what_is_not_deleted_lives_to_the_end() -> None:
    _, (track,) = _tracks([n(0), o(7, {})], end_ps=5 * US)
    assert track.events.dur_ps.tolist() == [7 * US]
    _, (track,) = _tracks([n(0), o(7, {})], end_ps=9 * US)
    assert track.events.dur_ps.tolist() == [9 * US]
    assert dict(track.args.facts(0))["Deletion"] == "none before the end"


def test_objects_that_live_at_once_stand_in_lanes() -> None:
    _, (track,) = _tracks([n(0), n(1, id=8), o(2, {}, id=8), o(3, {}), d(9), d(10, id=8)])
    assert track.events.row_at.tolist() == [0, 1, 2]
    assert track.snapshots.of.tolist() == [0, 1]
    assert track.snapshots.time_ps.tolist() == [3 * US, 2 * US]


def test_a_snapshot_may_name_the_type_it_is_shown_under() -> None:
    _, (track,) = _tracks([n(0), o(1, {"base_type": "Base"})])
    assert track.name == "Base"


def test_snapshots_inside_a_snapshot_are_objects() -> None:
    inner = {"id": "Part/0x1", "x": [{"id": "Bolt/0x2", "y": 3}]}
    file, (bolts, parts, whole) = _tracks([n(0), o(1, {"parts": [inner]}), o(4, {"part": inner})])
    assert [track.name for track in (bolts, parts, whole)] == ["Bolt", "Part", "T"]
    assert parts.events.start_ps.tolist() == [1 * US]
    assert len(parts.snapshots) == 2
    place = int(bolts.snapshots.arg_at[0])
    assert place >= len(file.records)
    assert [tuple(arg) for arg in bolts.args.args(place)] == [("snapshot", {"y": 3})]
    assert dict(bolts.args.facts(place))["Object"] == "0x2"


def test_what_cannot_be_an_object_is_reported() -> None:
    without_id = {key: value for key, value in n(0).items() if key != "id"}
    file, _ = _tracks([without_id, n(1), n(2), {**o(3, {}), "args": {}}])
    assert file.skipped() == {
        "object without an id": 1,
        "object created while it is alive": 1,
        "object snapshot without content": 1,
    }


def test_an_object_without_a_name_is_kept() -> None:
    _, (track,) = _tracks([{key: value for key, value in n(0).items() if key != "name"}])
    assert track.name == "[No name]"


def test_columns_of_args_hold_nested_snapshots_too() -> None:
    _, (parts, _) = _tracks([o(1, {"part": {"id": "Part/0x1"}}), {**n(2), "args": {"k": 5}}])
    at = parts.snapshots.arg_at
    assert parts.args.doubles(at, "k")[1].tolist() == [False]
    assert parts.args.integers(at, "k")[1].tolist() == [False]
    assert parts.args.texts(at, "k").tolist() == [-1]
    assert len(parts.args.categories(at)) == 1


def n(ts: float, id: int = 7) -> Event:
    return {"ph": "N", "pid": 1, "tid": 1, "ts": ts, "id": id, "name": "T"}


def o(ts: float, snapshot: Any, id: int = 7) -> Event:
    return {**n(ts, id), "ph": "O", "args": {"snapshot": snapshot}}


def d(ts: float, id: int = 7) -> Event:
    return {**n(ts, id), "ph": "D"}


def _tracks(events: list[Event], end_ps: int = 0) -> tuple[Made, list[Track]]:
    file = made(events)
    return file, object_tracks(*file.common, file.args, end_ps, file.skips)


def _ours(golden: Golden) -> list[tuple[Any, ...]]:
    """Process, types, creation, deletion and snapshots in microseconds from the first on."""
    file = made(golden.events, golden.top)
    drawn = [*threads(file)[0], *counter_tracks(*file.common, file.args, file.skips)]
    end_ps = max((span_of(track.events)[1] for track in drawn), default=0)
    found = []
    for track in object_tracks(*file.common, file.args, end_ps, file.skips):
        check_events(track.events)
        for i in range(len(track.events)):
            start_ps = int(track.events.start_ps[i])
            states = track.snapshots.time_ps[track.snapshots.of == i].tolist()
            times = [start_ps, start_ps + int(track.events.dur_ps[i]), *states]
            name = file.strings[track.events.name[i]]
            found.append((file.process(track.section), track.name, name, times))
    return _since_first(found, 1 / US)


def _theirs(golden: Golden) -> list[tuple[Any, ...]]:
    found = []
    for pid, process in golden.model["processes"].items():
        for one in process.get("objects") or []:
            states = [snapshot["ts"] for snapshot in one["snapshots"]]
            times = [one["creationTs"], one["deletionTs"], *states]
            found.append((pid, one["baseType"], one["type"], times))
    return _since_first(found, 1000)


def _since_first(found: list[tuple[Any, ...]], scale: float) -> list[tuple[Any, ...]]:
    first = min((times[0] for *_, times in found), default=0)
    return sorted(
        (*what, [round((time - first) * scale) for time in times]) for *what, times in found
    )
