"""Tests of flows of trace-event files."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.readers.goldens import Golden, goldens
from tests.model.readers.made_records import Event, Made, made, threads
from traceview.model.readers.trace_event.flows import flows_of
from traceview.model.trace import Flows, Track

# Arrows that catapult does not draw, and we do.
MORE_THAN_CATAPULT = {
    # It refuses a "bp" that it does not know.
    "trace_event_importer__importNewFlowEventWithInvalidBindingPoint": 1,
    # It reads the "bind_id" of complete events only; Perfetto that of begins, too.
    "parsing__test_flow_events_json_v2": 1,
    # Its doubles put the start of the arrow behind the end of its slice.
    "multi_cpu.default.json": 1,
    "multi_cpu.memory.json": 1,
    "multi_cpu.memory_opname.json": 1,
}


def test_flows_are_those_of_catapult(corpus: Path) -> None:
    more, missing = {}, {}
    for golden in goldens(corpus):
        ours, theirs = _ours(golden), _theirs(golden)
        listed = golden.model.get("flows") or []
        total = golden.model.get("flowCount", len(listed))
        if theirs - ours:
            missing[golden.name] = theirs - ours
        if ours.total() != total:
            more[golden.name] = ours.total() - total
    assert missing == {}
    assert more == MORE_THAN_CATAPULT


@pytest.mark.parametrize(
    "name", ["parsing__test_flow_events_json_v1", "parsing__test_flow_events_json_v2"]
)
def test_flows_are_those_of_perfetto(name: str, corpus: Path) -> None:
    case = json.loads((corpus / "timeline" / "perfetto_json" / f"{name}.json").read_text())
    file = made(json.loads(case["input_text"])["traceEvents"])
    tracks, flows = _flows(file)
    expected = Counter((row["slice_out"], row["slice_in"]) for row in case["expected_rows"])
    assert expected == Counter(_ends(file, tracks, flows))


def test_a_flow_that_ends_with_a_step_ends_there() -> None:
    events = [x("a", 0), x("b", 20, tid=2), flow("s", 10), flow("t", 20, tid=2)]
    file = made(events)
    tracks, flows = _flows(file)
    assert _ends(file, tracks, flows) == [("a", "b")]
    assert (flows.start_ps[0], flows.end_ps[0]) == (10_000_000, 20_000_000)
    assert file.skipped() == {}


def test_ids_are_free_again_after_the_end() -> None:
    events = [x("a", 0, 100), *(flow(ph, at, bp="e") for at, ph in enumerate("stfsf"))]
    _, flows = _flows(made(events))
    assert flows.start_ps.tolist() == [0, 1_000_000, 3_000_000]


def test_an_end_without_category_or_binding_point_reaches_the_next_slice() -> None:
    events = [x("a", 0), x("b", 12, tid=2), x("n", 30, tid=2), flow("s", 5), flow("f", 15, tid=2)]
    for event in events:
        event.pop("cat", None)
    file = made(events)
    assert _ends(file, *_flows(file)) == [("a", "n")]


def test_what_leads_nowhere_is_reported() -> None:
    events = [
        x("a", 0, 100),
        flow("f", 1, id=1),
        flow("s", 500, id=2),
        flow("s", 3, id=3),
        flow("s", 4, id=3),
        flow("t", 5, id=3, tid=9),
        flow("t", 6, id=3),
        flow("s", 7, id=4),
        {**x("in", 50), "bind_id": 1, "flow_in": True},
        {**x("out", 60), "bind_id": 2, "flow_out": True},
    ]
    file = made(events)
    assert len(_flows(file)[1]) == 0
    expected = {
        "flow end without a start": 1,
        "flow start without a slice": 1,
        "flow start while one of its id is open": 1,
        "flow step without a slice": 1,
        "flow step without a start": 1,
        "flow start without an end": 1,
        "flow into a slice from nowhere": 1,
        "flow out of a slice to nowhere": 1,
    }
    assert expected == file.skipped()


def test_one_slice_may_flow_into_several() -> None:
    events = [
        {**x("out", 0, 10), "bind_id": "0xa", "flow_out": True},
        {**x("step", 20, 5, tid=2), "bind_id": "0xa", "flow_in": True, "flow_out": True},
        {**x("in", 30, tid=3), "bind_id": "0xa", "flow_in": True},
        {**x("in too", 40, tid=4), "bind_id": "0xa", "flow_in": True},
    ]
    file = made(events)
    tracks, flows = _flows(file)
    assert _ends(file, tracks, flows) == [("out", "step"), ("step", "in"), ("step", "in too")]
    assert flows.start_ps.tolist() == [10_000_000, 25_000_000, 25_000_000]
    assert flows.end_ps.tolist() == [20_000_000, 30_000_000, 40_000_000]


FLOW_EVENTS = st.lists(
    st.builds(
        lambda ph, at, number, tid, bp: {**flow(ph, at, id=number, tid=tid), "bp": bp},
        st.sampled_from("sstf"),
        st.integers(0, 40),
        st.integers(1, 2),
        st.integers(1, 3),
        st.sampled_from(["e", None]),
    ),
    max_size=20,
)
SLICES = st.lists(
    st.builds(
        lambda at, dur, tid: x(f"slice {at}+{dur}", at, dur, tid=tid),
        st.integers(0, 40),
        st.integers(0, 12),
        st.integers(1, 2),
    ),
    max_size=12,
)


@given(SLICES, FLOW_EVENTS)
def test_flows_are_those_found_one_at_a_time(slices: list[Event], flowing: list[Event]) -> None:
    file = made(slices + flowing)
    tracks, flows = _flows(file)
    expected = _one_at_a_time(file, tracks)
    columns = (flows.from_track, flows.from_index, flows.to_track, flows.to_index)
    actual = Counter(zip(*(column.tolist() for column in columns), strict=True))
    assert expected == actual
    assert all(a <= b for a, b in pairwise(flows.start_ps.tolist()))
    ends = sum(event["ph"] != "s" for event in flowing)
    lost = sum(n for kind, n in file.skipped().items() if kind.split()[1] in ("step", "end"))
    assert ends == len(flows) + lost


def _one_at_a_time(file: Made, tracks: list[Track]) -> Counter:
    records, number = file.records, {track.name: i for i, track in enumerate(tracks)}
    hops: Counter = Counter()
    open_at: dict[str, tuple[int, int]] = {}
    flowing = [i for i in range(len(records)) if chr(records.phase[i]) in "stf"]
    for i in sorted(flowing, key=lambda i: int(file.times.time_ps[i])):
        fields = records.store.fields(i)
        track = number.get(str(fields["tid"]))
        at = int(file.times.time_ps[i])
        following = fields["ph"] == "f" and fields["bp"] != "e"
        place = None if track is None else _found(tracks[track], at, following)
        key = fields["id"]
        if fields["ph"] == "s":
            if place is not None and key not in open_at:
                open_at[key] = track, place
        elif key in open_at:
            since = open_at.pop(key)
            if place is not None:
                hops[(*since, track, place)] += 1
                if fields["ph"] == "t":
                    open_at[key] = track, place
    return hops


def _found(track: Track, at: int, following: bool) -> int | None:
    events, found = track.events, []
    for i in range(len(events)):
        start, row = int(events.start_ps[i]), events.row_of(i)
        if following and start >= at:
            found.append((start, row, i))
        elif not following and start <= at <= start + int(events.dur_ps[i]):
            found.append((-start, -row, i))
    return min(found)[2] if found else None


def x(name: str, ts: float, dur: float = 10, tid: int = 1) -> Event:
    return {"ph": "X", "cat": "c", "name": name, "pid": 1, "tid": tid, "ts": ts, "dur": dur}


def flow(ph: str, ts: float, tid: int = 1, id: int = 1, bp: str | None = None) -> Event:
    event = {"ph": ph, "cat": "c", "name": "f", "id": id, "pid": 1, "tid": tid, "ts": ts}
    return event if bp is None else {**event, "bp": bp}


def _flows(file: Made) -> tuple[list[Track], Flows]:
    tracks, track_of = threads(file)
    times = file.times
    found = flows_of(
        file.records, times.time_ps, times.usable, tracks, track_of, file.strings, file.skips
    )
    return tracks, found


def _title(file: Made, track: Track, index: int) -> str:
    return file.strings[track.events.name[index]]


def _ends(file: Made, tracks: list[Track], flows: Flows) -> list[tuple[str, str]]:
    return [
        (
            _title(file, tracks[flows.from_track[i]], flows.from_index[i]),
            _title(file, tracks[flows.to_track[i]], flows.to_index[i]),
        )
        for i in range(len(flows))
    ]


def _ours(golden: Golden) -> Counter:
    """Name, category, places of both ends, times in whole microseconds from the first flow on."""
    file = made(golden.events, golden.top)
    tracks, flows = _flows(file)
    first = int(flows.start_ps.min(initial=1 << 62))
    found: Counter = Counter()
    for i, (left, right) in enumerate(_ends(file, tracks, flows)):
        ends = []
        for track, title in ((flows.from_track[i], left), (flows.to_track[i], right)):
            ends += [file.process(tracks[track].section), tracks[track].name, title]
        start_us = round((int(flows.start_ps[i]) - first) / 1e6)
        dur_us = round(int(flows.end_ps[i] - flows.start_ps[i]) / 1e6)
        name, category = file.strings[flows.name[i]], file.strings[flows.category[i]]
        found[(name, category, *ends, start_us, dur_us)] += 1
    return found


def _theirs(golden: Golden) -> Counter:
    flows = golden.model.get("flows") or []
    first = min((flow["start"] for flow in flows), default=0)
    found: Counter = Counter()
    for one in flows:
        ends = [
            *map(str, one["from"][:2]),
            one["fromTitle"],
            *map(str, one["to"][:2]),
            one["toTitle"],
        ]
        times = round((one["start"] - first) * 1000), round(one["duration"] * 1000)
        found[(one["title"], one["category"], *ends, *times)] += 1
    return found
