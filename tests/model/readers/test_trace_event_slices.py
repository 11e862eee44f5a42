"""Slices and asynchronous slices against a scalar reading of catapult's rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.readers.made_records import made_records
from traceview.model.builder import check_events
from traceview.model.readers.trace_event.async_slices import async_spans
from traceview.model.readers.trace_event.clock import times_of
from traceview.model.readers.trace_event.pairs import numbered
from traceview.model.readers.trace_event.reader import build_trace
from traceview.model.readers.trace_event.records import Records, Skips
from traceview.model.readers.trace_event.slices import slices
from traceview.model.strings import StringTable

US = 1_000_000  # ps
Event = dict[str, Any]
Span = tuple[str, int, int]


def spans_of(events: Sequence[Event]) -> tuple[list[Span], dict[str, int]]:
    """Name, start and length in us of all slices of threads, and what was reported."""
    strings, skips = StringTable(), Skips()
    records = made_records(list(events), strings, {})
    times = times_of(records, skips)
    thread = numbered(records.process, records.thread)
    found = slices(records, times.time_ps, times.usable, thread, skips)
    return _named(records, found.record, found.start_ps, found.dur_ps, strings), _counts(skips)


def async_of(events: Sequence[Event]) -> tuple[list[Span], dict[str, int]]:
    strings, skips = StringTable(), Skips()
    records = made_records(list(events), strings, {})
    times = times_of(records, skips)
    found = async_spans(records, times.time_ps, times.usable, strings, skips)
    spans = found.spans
    names = [strings[name] for name in found.name.tolist()]
    columns = zip(
        names, (spans.start_ps // US).tolist(), (spans.dur_ps // US).tolist(), strict=True
    )
    return sorted(columns), _counts(skips)


def _named(
    records: Records, record: np.ndarray, start: np.ndarray, dur: np.ndarray, strings: StringTable
) -> list[Span]:
    names = [strings[name] if name >= 0 else "" for name in records.name[record].tolist()]
    return sorted(zip(names, (start // US).tolist(), (dur // US).tolist(), strict=True))


def _counts(skips: Skips) -> dict[str, int]:
    return {kind: count for kind, count, _ in skips}


def event(ph: str, ts: int, name: str = "a", **more: Any) -> Event:
    return {"ph": ph, "ts": ts, "name": name, "pid": 1, "tid": 1, **more}


EVENTS = st.lists(
    st.builds(
        event,
        st.sampled_from("BEX"),
        st.integers(0, 50),
        st.sampled_from("abc"),
        tid=st.integers(1, 2),
        dur=st.integers(0, 20),
    ),
    min_size=1,
    max_size=40,
)


def scalar_slices(events: list[Event]) -> list[Span]:
    first = min(each["ts"] for each in events)
    stacks: dict[int, list[Event]] = {}
    done: list[tuple[int, str, int, int]] = []
    for each in events:
        stack = stacks.setdefault(each["tid"], [])
        if each["ph"] == "X":
            done.append((each["tid"], each["name"], each["ts"], each["dur"]))
        elif each["ph"] == "B":
            stack.append(each)
        elif stack:
            begun = stack.pop()
            length = max(each["ts"] - begun["ts"], 0)
            done.append((each["tid"], begun["name"], begun["ts"], length))
    open_ones = [(tid, each) for tid, stack in stacks.items() for each in stack]
    last: dict[int, int] = {}
    for tid, _, start, length in done:
        last[tid] = max(last.get(tid, 0), start + length)
    for tid, each in open_ones:
        last[tid] = max(last.get(tid, 0), each["ts"])
    done += [(tid, each["name"], each["ts"], last[tid] - each["ts"]) for tid, each in open_ones]
    return sorted((name, start - first, length) for _, name, start, length in done)


@given(EVENTS)
def test_slices_are_those_of_a_stack_for_each_thread(events: list[Event]):
    assert spans_of(events)[0] == scalar_slices(events)


def test_an_instant_of_a_thread_is_a_slice_of_no_length():
    assert spans_of([event("i", 5), event("R", 7, "mark")])[0] == [("a", 0, 0), ("mark", 2, 0)]


def test_an_end_before_its_begin_leaves_no_length_and_is_told():
    found = spans_of([event("B", 9), event("E", 4), event("X", 0, "x", dur=1)])
    assert found == (
        [("a", 9, 0), ("x", 0, 1)],
        {"end before its begin, drawn without a duration": 1},
    )


def test_times_far_from_the_others_are_left_out_and_told():
    found = spans_of([event("X", ts, dur=1) for ts in (0, 1, 2, 10**18)])
    assert found == (
        [("a", 0, 1), ("a", 1, 1), ("a", 2, 1)],
        {"time more than 53 days from the others": 1},
    )


def nested(ph: str, ts: int, name: str = "a", ident: Any = 1) -> Event:
    return event(ph, ts, name, id=ident, cat="c")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([nested("b", 0), nested("e", 9)], [("a", 0, 9)]),
        ([nested("b", 0), nested("n", 4, "at"), nested("e", 9)], [("a", 0, 9), ("at", 4, 0)]),
        ([nested("b", 0), nested("b", 2, "in"), nested("e", 9)], [("a", 0, 9), ("in", 2, 7)]),
        ([nested("b", 3), nested("e", 9), nested("e", 11, "in")], [("a", 0, 6), ("in", 0, 8)]),
        ([nested("b", 0, ident=1), nested("e", 9, ident=2)], [("a", 0, 0), ("a", 9, 0)]),
        ([event("S", 0, id=1), event("F", 9, id=1)], [("a", 0, 9)]),
        (
            [event("S", 0, id=1), event("T", 3, id=1, args={"step": "s"}), event("F", 9, id=1)],
            [("a", 0, 9), ("s", 3, 6)],
        ),
        (
            [event("S", 0, id=1), event("p", 3, id=1, args={"step": "s"}), event("F", 9, id=1)],
            [("a", 0, 9), ("s", 0, 3)],
        ),
        ([event("F", 9, id=1)], []),
        ([event("(", 1, "frame", id=1), event(")", 4, "frame", id=1)], [("frame", 0, 3)]),
    ],
)
def test_asynchronous_slices(events: list[Event], expected: list[Span]):
    assert async_of(events)[0] == sorted(expected)


def test_a_local_id_belongs_to_its_process():
    def one(ph: str, ts: int, pid: int) -> Event:
        return {**event(ph, ts), "pid": pid, "id2": {"local": 7}, "cat": "c"}

    events = [one("b", 0, 1), one("b", 1, 2), one("e", 5, 2), one("e", 9, 1)]
    assert async_of(events)[0] == [("a", 0, 9), ("a", 1, 4)]


NESTABLE = st.lists(
    st.builds(
        nested,
        st.sampled_from("ben"),
        st.integers(0, 30),
        st.sampled_from("ab"),
        st.integers(1, 3),
    ),
    min_size=1,
    max_size=40,
)


@given(NESTABLE)
def test_asynchronous_tracks_keep_every_slice_in_rows_without_overlap(events: list[Event]):
    strings, skips = StringTable(), Skips()
    records = made_records(events, strings, {})
    trace, _ = build_trace(records, "", strings, skips)
    for track in trace.tracks:
        check_events(track.events)
    begins = sum(each["ph"] in "bn" for each in events)
    lone = _counts(skips).get("asynchronous end without a begin", 0)
    assert trace.event_count == begins + lone


def test_a_step_at_the_very_end_of_its_slice_is_in_it():
    strings, skips = StringTable(), Skips()
    events = [
        event("S", 0, id=1),
        event("T", 9, id=1, args={"step": "last"}),
        event("F", 9, id=1),
        event("S", 9, id=1),
        event("F", 12, id=1),
    ]
    records = made_records(events, strings, {})
    times = times_of(records, skips)
    found = async_spans(records, times.time_ps, times.usable, strings, skips)
    named = {strings[name]: depth for name, depth in zip(found.name, found.depth, strict=True)}
    assert named == {"a": 0, "last": 1}
