"""Tests of counters of trace-event files."""

import gzip
import json
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.readers.goldens import Golden, goldens
from tests.model.readers.made_records import Event, Made, made, number
from traceview.model.builder import check_events
from traceview.model.readers.trace_event.counters import counter_tracks
from traceview.model.readers.trace_event.dumps import dump_tracks
from traceview.model.readers.trace_event.measured import unit_of
from traceview.model.readers.trace_event.memory import memory_counter_tracks
from traceview.model.trace import Track, TrackKind


def test_counters_are_those_of_catapult(corpus: Path) -> None:
    compared = 0
    for golden in goldens(corpus):
        if golden.name == "probe xprof_counter_entries":  # which catapult cannot read
            continue
        ours = _ours(golden)
        expected = _theirs(golden)
        assert set(expected) == set(ours), golden.name
        for key, (times, series) in expected.items():
            track = ours[key]
            assert len(track.events) == len(times), (golden.name, key)
            start_ps = track.events.start_ps
            actual_ms = (start_ps - start_ps[0]) / 1e9
            # Catapult's times are doubles of milliseconds since 1970.
            np.testing.assert_allclose(actual_ms, np.array(times) - times[0], atol=5e-4)
            for name, values in series.items():
                assert values == _values(track, name), (golden.name, key, name)
            compared += len(series)
    assert compared >= 20


@pytest.mark.parametrize(
    "name", ["json__test_json_counter_args", "parsing__test_counters_json_counters"]
)
def test_counters_are_those_of_perfetto(name: str, corpus: Path) -> None:
    case = json.loads((corpus / "timeline" / "perfetto_json" / f"{name}.json").read_text())
    actual = sorted(
        (f"{track.name} {series}", f"{value:.6f}")
        for track in _counters(made(json.loads(case["input_text"])))
        for series in track.counter.series
        for value in _values(track, series)
    )
    assert actual == sorted((row["name"], row["value"]) for row in case["expected_rows"])


def test_series_that_come_later_are_kept() -> None:
    events = [c(1, a=1), c(2, a=2, b=5), c(3, b=9), c(4, a="7")]
    (track,) = _counters(made(events))
    assert track.counter.series == ("a", "b")
    assert track.counter.values.tolist() == [[1, 0], [2, 5], [0, 9], [7, 0]]


def test_a_sample_lasts_until_the_next_and_the_last_of_one_time_counts() -> None:
    (track,) = _counters(made([c(5, a=1), c(0, a=2), c(5, a=3), c(7, a=4)]))
    assert track.events.start_ps.tolist() == [0, 5_000_000, 5_000_000, 7_000_000]
    assert track.events.dur_ps.tolist() == [5_000_000, 0, 2_000_000, 0]
    assert track.counter.values[:, 0].tolist() == [2, 1, 3, 4]
    assert track.events.arg_at.tolist() == [1, 0, 2, 3]


def test_a_counter_without_values_is_reported() -> None:
    file = made([c(0, a=1), c(1), c(2, a="no number")])
    assert [len(track.events) for track in _counters(file)] == [1]
    assert file.skipped() == {"counter without a value": 2}


def test_lists_of_entries_are_counters() -> None:
    entries = [[3.5, 30], [1, 10], ["2.25", "20"], [None, 5], 6]
    events = [
        c(0, a=1),
        {"ph": "C", "pid": 1, "name": "bw", "event_stats": "GB/s", "entries": entries},
    ]
    file = made(events)
    _, track = _counters(file)
    assert track.counter.series == ("GB/s",)
    assert track.events.start_ps.tolist() == [1_000_000, 2_250_000, 3_500_000]
    assert track.counter.values[:, 0].tolist() == [10, 20, 30]
    assert track.events.arg_at.tolist() == [1, 1, 1]
    assert file.skipped()["counter entry that is no number"] == 2


@pytest.mark.parametrize(
    ("names", "unit"),
    [
        (("cc.unused_memory_bytes[0x1]", "cc", "value"), "bytes"),
        (("mklcpu", "Memory", "mklcpu"), "bytes"),
        (("GPU 0 Utilization", "", "GPU Utilization"), ""),
        (("Memory bandwidth", "", "GB/s"), ""),
        (("Memory utilization", "", "%"), ""),
        (("requests", "", "value"), ""),
    ],
)
def test_bytes_are_told_by_the_names(names: tuple[str, ...], unit: str) -> None:
    assert unit_of(*names) == unit


EVENTS = st.lists(
    st.builds(
        lambda ts, pid, name, number, args: {**c(ts, **args), "pid": pid, "name": name} | number,
        st.integers(0, 9),
        st.integers(1, 2),
        st.sampled_from(["p", "q"]),
        st.sampled_from([{}, {"id": 1}, {"cat": "k"}]),
        st.dictionaries(st.sampled_from("abc"), st.integers(0, 5), max_size=3),
    ),
    max_size=20,
)


@given(EVENTS)
def test_counters_are_those_found_one_at_a_time(events: list[Event]) -> None:
    file = made(events)
    tracks = _counters(file)
    for track in tracks:
        check_events(track.events)
    actual = {_key(file, track): _rows(file, track) for track in tracks}
    expected: dict[tuple[str, str, str], list[tuple[int, dict[str, float]]]] = {}
    for event in sorted(events, key=lambda event: event["ts"]):
        if event["args"]:
            number = f"[{event['id']}]" if "id" in event else ""
            key = str(event["pid"]), event.get("cat", ""), event["name"] + number
            expected.setdefault(key, []).append((event["ts"], event["args"]))
    assert actual == expected


def test_memory_events_of_torch_are_counters_of_devices(corpus: Path) -> None:
    path = corpus / "timeline" / "real_tools" / "torch_cpu_mem.json"
    content = json.loads(path.read_text())
    file = made(content.pop("traceEvents"), content)
    (track,) = memory_counter_tracks(*file.common, file.args, file.skips)
    assert (track.name, track.kind) == ("Memory CPU", TrackKind.COUNTER)
    assert track.counter.series == ("Total Allocated", "Total Reserved")
    assert track.counter.unit == "bytes"
    told = [file.args.args(at) for at in track.events.arg_at.tolist()]
    assert [dict(args)["Total Allocated"] for args in told] == _values(track, "Total Allocated")
    assert len(track.events) == 76 - 2
    check_events(track.events)


def test_memory_events_are_told_apart_by_device() -> None:
    def memory(kind: int, device: int) -> Event:
        args = {"Device Type": kind, "Device Id": device, "Total Allocated": 8}
        return {"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "ts": 0, "args": args}

    file = made([memory(0, -1), memory(1, 0), memory(1, 1), {**memory(0, 0), "args": {}}])
    tracks = memory_counter_tracks(*file.common, file.args, file.skips)
    assert [track.name for track in tracks] == ["Memory CPU", "Memory GPU 0", "Memory GPU 1"]
    assert file.skipped() == {"memory event without sizes": 1}


def test_sizes_alone_are_added_up(corpus: Path) -> None:
    folder = corpus / "trace_json" / "kineto"
    path = folder / "resnet50_num_workers_0.2021-06.pt.trace.json.gz"
    with gzip.open(path, "rt") as text:
        events = [event for event in json.load(text)["traceEvents"] if _is_memory(event)]
    file = made(events)
    tracks = memory_counter_tracks(*file.common, file.args, file.skips)
    assert sum(len(track.events) for track in tracks) == len(events) == 12838
    for track in tracks:
        told = [dict(file.args.args(at))["Bytes"] for at in track.events.arg_at.tolist()]
        assert list(accumulate(told)) == _values(track, "Allocated since the start")


def _is_memory(event: Event) -> bool:
    return event.get("name") == "[memory]" and event["ph"] == "i"


def test_totals_of_memory_dumps_are_counters() -> None:
    def dump(ts: float, number: str, **dumps: Any) -> Event:
        said = {"ph": "v", "pid": 42, "ts": ts, "id": number, "args": {"dumps": dumps}}
        return {**said, "cat": "memory-infra"}

    def size(value: str) -> dict[str, Any]:
        return {"attrs": {"size": {"type": "scalar", "units": "bytes", "value": value}}}

    file = made(
        [
            dump(5, "0x2", process_totals={"resident_set_bytes": "200", "flag": True}),
            dump(0, "0x1", process_totals={"resident_set_bytes": "1f"}),
            dump(1, "0x1", process_totals={"peak_resident_set_bytes": "ff"}),
            dump(
                2,
                "0x1",
                allocators={
                    "v8": size("10"),
                    "v8/heap": size("8"),
                    "tiles/one": size("2"),
                    "tiles/two": size("3"),
                    "none": {},
                },
            ),
            {"ph": "v", "pid": 42, "ts": 9, "id": "0x3", "args": {}},
        ]
    )
    totals, allocators = dump_tracks(*file.common, file.args, file.skips)
    assert totals.counter.series == ("resident set", "peak resident set")
    assert totals.counter.values.tolist() == [[0x1F, 0xFF], [0x200, 0]]
    assert totals.events.start_ps.tolist() == [0, 5_000_000]
    assert dict(zip(allocators.counter.series, allocators.counter.values[0], strict=True)) == {
        "v8": 16,
        "tiles": 5,
    }
    assert file.skipped() == {"memory dump without dumps": 1}


def test_every_memory_dump_of_catapult_is_read(corpus: Path) -> None:
    said = 0
    for golden in goldens(corpus):
        if "importMemoryDumps" not in golden.name:
            continue
        file = made(golden.events, golden.top)
        tracks = dump_tracks(*file.common, file.args, file.skips)
        for track in tracks:
            check_events(track.events)
        totals = [event for event in golden.events if _has_totals(event)]
        assert bool(totals) == any(track.name == "Process memory" for track in tracks), golden.name
        said += bool(totals)
    assert said >= 5


def _has_totals(event: Event) -> bool:
    dumps = event.get("args", {}).get("dumps", {}) if event["ph"] == "v" else {}
    return bool(dumps.get("process_totals"))


def c(ts: float, **args: Any) -> Event:
    return {"ph": "C", "pid": 1, "ts": ts, "name": "c", "args": args}


def _counters(file: Made) -> list[Track]:
    return counter_tracks(*file.common, file.args, file.skips)


def _key(file: Made, track: Track) -> tuple[str, str, str]:
    return file.process(track.section), str(track.line_id), track.name


def _values(track: Track, series: str) -> list[float]:
    return track.counter.values[:, track.counter.series.index(series)].tolist()


def _rows(file: Made, track: Track) -> list[tuple[int, dict[str, float]]]:
    """Times in microseconds and what was said at each."""
    t0_us = file.times.t0_ns // 1000
    rows = []
    for i, at in enumerate(track.events.arg_at.tolist()):
        said = dict(file.args.args(at))
        values = dict(zip(track.counter.series, track.counter.values[i].tolist(), strict=True))
        assert all(value == 0 for name, value in values.items() if name not in said)
        time_us = int(track.events.start_ps[i]) // 10**6 + t0_us
        rows.append((time_us, {name: values[name] for name in said}))
    return rows


def _ours(golden: Golden) -> dict[tuple[str, str, str], Track]:
    file = made(golden.events, golden.top)
    return {_key(file, track): track for track in _counters(file)}


def _theirs(golden: Golden) -> dict[tuple[str, str, str], tuple[list[float], dict[str, Any]]]:
    """Times and values by counter, in order of time; values that are no numbers left out."""
    found = {}
    for pid, process in golden.model["processes"].items():
        for counter in (process.get("counters") or {}).values():
            if not counter["numSamples"]:
                continue
            series = {one["name"]: sorted(one["samples"], key=_time) for one in counter["series"]}
            values = {
                name: [number(value) for _, value in samples] for name, samples in series.items()
            }
            known = {name: each for name, each in values.items() if None not in each}
            times = [time for time, _ in next(iter(series.values()))]
            found[pid, counter["category"], counter["name"]] = times, known
    return found


def _time(sample: list[Any]) -> float:
    return sample[0]
