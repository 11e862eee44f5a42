from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model.readers.trace_event_text import names, read
from traceview.model.errors import Cancelled
from traceview.model.readers.trace_event import pieces as trace_event_pieces
from traceview.model.readers.trace_event.chunks import likeness, read_records
from traceview.model.readers.trace_event.records import (
    ABSENT,
    BIND_ENCLOSING,
    FLOW_IN,
    FLOW_OUT,
    HAS_ARGS,
    HAS_BIND_ID,
    SCOPE_GLOBAL,
    SCOPE_PROCESS,
    Records,
    Skips,
)
from traceview.model.source import Contents, Source
from traceview.model.strings import StringTable

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
KEY = st.one_of(st.integers(-(1 << 60), 1 << 60), TEXT)
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-99, 99), TEXT),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
EVENT = st.fixed_dictionaries(
    {},
    optional={
        "ph": st.sampled_from("XBEMCbnestfiNOD"),
        "name": TEXT,
        "cat": TEXT,
        "pid": KEY,
        "tid": KEY,
        "ts": st.integers(-(10**12), 10**15),
        "dur": st.integers(0, 10**9),
        "args": st.dictionaries(TEXT, VALUE, max_size=4),
        "other": VALUE,
    },
)
STYLES: list[dict[str, Any]] = [
    {},
    {"separators": (",", ":")},
    {"indent": 1},
    {"indent": "\t", "ensure_ascii": False},
    {"separators": (" ,\r\n", " : ")},
]


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces so short that a small file has many."""
    monkeypatch.setattr(trace_event_pieces, "PIECE_BYTES", 600)
    monkeypatch.setattr(trace_event_pieces, "SMALL_BYTES", 100)
    monkeypatch.setattr(trace_event_pieces, "_CUT_BYTES", (100, 300, 600))


def text_of(records: Records, key: int) -> str | None:
    return None if key < 0 else records.keys[key]


def assert_equal(events: list[dict[str, Any]], records: Records) -> None:
    assert [event.get("name") for event in events] == names(records)
    assert [ord(event.get("ph", "\0")) for event in events] == records.phase.tolist()
    assert ["ts" in event for event in events] == records.timed.tolist()
    assert [event.get("ts", 0) for event in events] == records.time_us.tolist()
    durations = [event["dur"] * 1_000_000 if "dur" in event else ABSENT for event in events]
    assert durations == records.dur_ps.tolist()
    for key, column in (("pid", records.process), ("tid", records.thread)):
        expected = [str(event[key]) if key in event else None for event in events]
        assert expected == [text_of(records, each) for each in column.tolist()]
    has_args = (records.flag & HAS_ARGS).astype(bool).tolist()
    assert ["args" in event for event in events] == has_args


@settings(deadline=None)
@given(st.lists(EVENT, max_size=40), st.sampled_from(STYLES), st.booleans(), st.booleans())
def test_columns_hold_what_was_written(
    events: list[dict[str, Any]], style: dict[str, Any], listed: bool, bom: bool
) -> None:
    content = events if listed else {"a": [{}], "traceEvents": events, "z": {"b": 1}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trace_event_pieces, "PIECE_BYTES", 600)
        patch.setattr(trace_event_pieces, "SMALL_BYTES", 100)
        patch.setattr(trace_event_pieces, "_CUT_BYTES", (100, 300, 600))
        records, _ = read("\ufeff" * bom + json.dumps(content, **style))
    assert_equal(events, records)
    assert ({} if listed else {"a": [{}], "z": {"b": 1}}) == records.top
    assert events == [records.store.fields(number) for number in range(len(events))]


def test_every_format_of_id_is_one_text() -> None:
    records, _ = read(
        """[{"ph":"b","id":12},{"ph":"b","id":"12"},{"ph":"b","id":12.0},
        {"ph":"b","id":"0x1f","scope":"s"},{"ph":"b","id2":{"local":1}},
        {"ph":"b","id2":{"global":"0x2"},"scope":3},{"ph":"b","id":{"a":1}},{"ph":"X","pid":""},
        {"ph":"X","bind_id":"0x5","flow_in":true},{"ph":"X","bind_id":6,"flow_out":true}]"""
    )
    assert [text_of(records, key) for key in records.id.tolist()] == [
        "12",
        "12",
        "12",
        "s/0x1f",
        "local:1",
        "3/global:0x2",
        None,
        None,
        "0x5",
        "6",
    ]
    assert text_of(records, int(records.process[7])) == ""
    assert records.flag[8:].tolist() == [HAS_BIND_ID | FLOW_IN, HAS_BIND_ID | FLOW_OUT]


def test_flags_tell_scope_and_binding() -> None:
    records, _ = read(
        '[{"ph":"i","s":"p"},{"ph":"i","s":"g"},{"ph":"i","s":"t"},{"ph":"f","bp":"e","args":{}}]'
    )
    expected = [SCOPE_PROCESS, SCOPE_GLOBAL, 0, BIND_ENCLOSING | HAS_ARGS]
    assert expected == records.flag.tolist()


def test_counters_hold_numbers_also_written_as_text() -> None:
    records, skips = read(
        '[{"ph":"C","args":{"a":1,"b":2.5}},{"ph":"X"},{"ph":"C","args":{"a":"7","b":"x"}},'
        '{"ph":"C"},{"ph":"C","args":{"b":true}}]'
    )
    counts = records.counts
    assert counts.record.tolist() == [0, 0, 2]
    assert [records.strings[name] for name in counts.series.tolist()] == ["a", "b", "a"]
    assert counts.value.tolist() == [1.0, 2.5, 7.0]
    assert skips["counter value that is no number"][0] == 2


def test_entries_of_a_counter_are_kept_whole() -> None:
    text = '{"traceEvents":[{"ph":"C","name":"c","event_stats":"v","entries":[[1.0,2.0]]}]}'
    records, _ = read(text)
    assert [(0, json.loads(text)["traceEvents"][0])] == list(records.found)
    assert len(records.counts.value) == 0


def test_records_with_a_stack_and_of_odd_phases_are_kept_whole() -> None:
    records, _ = read('[{"ph":"X","sf":3},{"ph":"X"},{"ph":"M","name":"n"},{"ph":"B","stack":[]}]')
    assert [found.record for found in records.found] == [0, 2, 3]
    assert records.found[1].fields == {"ph": "M", "name": "n"}


def test_the_first_colour_of_a_name_counts() -> None:
    records, _ = read('[{"name":"a","cname":"good"},{"name":"a","cname":"bad"},{"name":"b"}]')
    assert {records.strings.intern("a"): "good"} == records.colours


def test_events_may_stand_anywhere_among_large_keys() -> None:
    frames = {str(number): {"name": "}],{", "parent": number - 1} for number in range(20_000)}
    text = json.dumps({"stackFrames": frames, "traceEvents": [{"ph": "X"}], "samples": [{}] * 9})
    records, skips = read(text)
    assert (len(records), skips) == (1, {})
    assert {"stackFrames": frames, "samples": [{}] * 9} == records.top


def test_reading_can_be_cancelled() -> None:
    data = np.frombuffer(b"[" + b'{"ph":"X","name":"a long enough name"},' * 50_000, np.uint8)

    def cancel(_fraction: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        read_records(Contents(data), StringTable(), Skips(), cancel)


def test_offsets_and_columns_lead_back_to_the_file(small_pieces: None) -> None:
    events = [{"ph": "X", "name": f"n{i}", "args": {"a b": i, "l": [{}, {}]}} for i in range(200)]
    text = json.dumps(events, indent=2)
    records, _ = read(text)
    store = records.store
    offsets = [store.offset(number) for number in range(200)]
    decoder = json.JSONDecoder()
    assert events == [decoder.raw_decode(text, at)[0] for at in offsets]
    assert all(one < two for one, two in pairwise(offsets))
    wanted = np.array([199, 3, 3, 77], np.int64)
    assert store.column(wanted, "a b") == [199, 3, 3, 77]
    assert store.column(wanted, "none") == [None] * 4


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'\xef\xbb\xbf \n{"traceEvents": [', 90),
        (b'{"displayTimeUnit":"ns","traceEvents":[', 90),
        (b'[{"pid":1,"ph":"X"', 90),
        (b'[null,{"ph":"X"}]', 90),
        (b"[]", 10),
        (b" {} ", 10),
        (b'{"schemaVersion":1,"x":"' + b"y" * 60_000, 20),
        (b'{"stackFrames":{"1":{"name":"a"', 20),
        (b'{"name":"package","version":"1"}', 0),
        (b'{"programId":1,"byCategory":{', 0),
        (b'[{"cols":[],"rows":[]}]', 0),
        (b"[1,2]", 0),
        (b"\x0a\x10plane", 0),
        ('[{"ph":"X"}]'.encode("utf-16"), 0),
        (b"", 0),
    ],
)
def test_the_bid_is_by_content(head: bytes, expected: int) -> None:
    assert expected == likeness(head)


def test_records_per_phase_equal_the_facts(corpus: Path) -> None:
    facts = json.loads((corpus / "trace_json" / "facts.json").read_text())
    checked = 0
    for name, fact in facts.items():
        path = corpus / name
        if not path.is_file():
            path = corpus / "trace_json" / name
        # Lists of other things are told without a phase.
        if not fact.get("phases", {}).keys() - {"null"} or not path.is_file():
            continue
        contents = Source(str(path)).read()
        assert likeness(contents.data[: 1 << 16].tobytes()), name
        records = read_records(contents, StringTable(), Skips(), lambda _fraction: None)
        phases = Counter(chr(code) if code else "null" for code in records.phase.tolist())
        assert fact["phases"] == dict(phases), name
        checked += 1
    assert checked > 20
