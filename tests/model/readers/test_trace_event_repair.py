from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model.readers.trace_event_text import names, read
from traceview.model.errors import TraceError
from traceview.model.readers.trace_event import pieces as trace_event_pieces
from traceview.model.readers.trace_event.records import Records

EVENTS = [
    {"ph": "X", "cat": "c", "name": f"n{i}", "ts": i, "dur": 1, "args": {"l": [{"x": i}, {}]}}
    for i in range(400)
]
LINES = [json.dumps(event).encode() for event in EVENTS]
FIRST, EVERY = 7, 50
DAMAGED = list(range(FIRST, len(LINES), EVERY))
OFFSET = 1 + sum(len(line) + 2 for line in LINES[:FIRST])


@pytest.fixture(params=[1 << 20, 600])
def any_pieces(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Pieces longer than the file, and so short that it has many."""
    monkeypatch.setattr(trace_event_pieces, "PIECE_BYTES", request.param)
    monkeypatch.setattr(trace_event_pieces, "SMALL_BYTES", min(4096, request.param // 6))


def damaged(change: Callable[[bytes], bytes]) -> bytes:
    lines = [change(line) if i % EVERY == FIRST else line for i, line in enumerate(LINES)]
    return b"[" + b",\n".join(lines) + b"]"


def walk(records: Records) -> None:
    """All that can be asked of the records."""
    for number in range(len(records)):
        records.store.fields(number)
    everything = np.arange(len(records))
    assert len(records) == len(records.store.column(everything, "l"))


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("raw control character", lambda line: line.replace(b'"c"', b'"c\n\x01"')),
        ("stray backslash", lambda line: line.replace(b'"c"', rb'"C:\Dir\x"')),
        ("half a surrogate pair", lambda line: line.replace(b'"c"', rb'"\ud83d"')),
        ("value that is no number", lambda line: line.replace(b'"x": ', b'"y": -Infinity, "x": ')),
        ("value that is no number", lambda line: line.replace(b'"dur": 1', b'"dur": NaN')),
        ("unescaped quote", lambda line: line.replace(b'"c"', b'"a "b" c, d"')),
        ("unescaped quote", lambda line: line.replace(b'"c"', b'"one " alone"')),
        ("number out of range", lambda line: line.replace(b'"c"', b"1e999")),
        ("text between events", lambda line: line + b" garbage"),
        ("text between events", lambda line: line + b"}"),
    ],
)
def test_a_damaged_event_is_mended(
    any_pieces: None, kind: str, change: Callable[[bytes], bytes]
) -> None:
    records, skips = read(damaged(change))
    assert names(records) == [event["name"] for event in EVENTS]
    assert list(skips) == [kind]
    count, first = skips[kind]
    assert count == len(DAMAGED)
    assert first is not None
    assert 0 <= first - OFFSET <= len(change(LINES[FIRST]))
    walk(records)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("null event", lambda _: b"null"),
        ("event that is no object", lambda _: b"[1, {}]"),
        ("unreadable event", lambda line: line[:-1]),
        ("unreadable event", lambda line: line[:60]),
        ("unreadable event", lambda line: line[:-1] + b',"d":' + b"[" * 2000 + b"]" * 2000 + b"}"),
    ],
)
def test_only_a_bad_event_is_lost(
    any_pieces: None, kind: str, change: Callable[[bytes], bytes]
) -> None:
    records, skips = read(damaged(change))
    left = [event["name"] for i, event in enumerate(EVENTS) if i not in DAMAGED]
    assert [name for name in names(records) if name] == left
    assert skips[kind] == (len(DAMAGED), OFFSET)
    walk(records)


@pytest.mark.parametrize("end", [b"", b",", b",\n", b"]", b",]", b",{}]", b"]}", b"]\n\n"])
def test_the_array_may_end_in_any_way(any_pieces: None, end: bytes) -> None:
    records, skips = read(b"[" + b",".join(LINES) + end)
    assert [name for name in names(records) if name] == [event["name"] for event in EVENTS]
    assert set(skips) <= {"text between events"}


def test_invalid_utf_8_is_replaced() -> None:
    records, skips = read(b'[{"name":"a\xff"},{"name":"b","args":{"k":"\xfe"}}]')
    assert names(records) == ["a�", "b"]
    assert skips == {"invalid UTF-8": (1, 11)}
    assert records.store.fields(1) == {"name": "b", "args": {"k": "�"}}


def test_invalid_utf_8_in_a_name_beside_a_number_out_of_range_is_replaced() -> None:
    records, skips = read(b'[{"name":"a","tid":1e400,"x\xdb":1},{"name":"b"}]')
    assert names(records) == ["a", "b"]
    assert skips == {"number out of range": (1, 1)}


def test_a_cut_file_keeps_its_whole_events() -> None:
    text = b'{"traceEvents":[' + b",".join(LINES)
    records, skips = read(text[:-5])
    assert len(records) == len(LINES) - 1
    assert skips["cut off"] == (2, len(text) - len(LINES[-1]))


def test_the_last_of_two_equal_keys_counts() -> None:
    records, skips = read('[{"name":"a","name":"b","args":{"k":1,"k":2}}]')
    assert (names(records), skips) == (["b"], {})
    assert records.store.fields(0) == {"name": "b", "args": {"k": 2}}


def test_names_and_keys_of_odd_types_are_absent() -> None:
    records, skips = read('[{"ph":1,"name":{},"pid":[],"cat":7},{"ph":"XX","name":"a"}]')
    assert names(records) == [None, "a"]
    assert records.phase.tolist() == [0, 0]
    assert records.strings[int(records.category[0])] == "7"
    assert skips == {'"name" that is no text': (1, 1), '"pid" that is no text': (1, 1)}


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 300_000,
        b'[{"a":' * 100_000,
        b'{"traceEvents":[' + b'{"name":' * 200_000,
        b'[{"name":"' + b"x" * 5_000_000,
        b'[{"name":"' + b'\\"' * 1_000_000,
        b'[{"name":' + b'"' * 1_000_000,
        b"[{" + b"}" * 1_000_000,
        b"[" + b"},{" * 100_000,
        b"[" + b'},{"name":' * 20_000,
        b"[" + b"N " * 500_000,
        b"[" + b"[]," * 100_000,
        b"[" + b"{}" * 20_000,
        b"[{" + b" " * 5_000_000,
        b'[{"ph":"X"}' + (b" " * 2000 + b"x") * 1000,
        b'[{"name":"a" b","args":[' + b'{"b":[1]},' * 300_000,
        b"{" + b'"a":[1,2},' * 100_000,
        '[{"ph":"X"}]'.encode("utf-16"),
    ],
)
def test_hostile_text_is_read_in_time(text: bytes) -> None:
    start_s = time.process_time()
    records, _ = read(text)
    assert time.process_time() - start_s < 8
    if len(records):
        assert records.store.offset(len(records) - 1) < len(text)


def test_a_record_larger_than_many_pieces_is_whole() -> None:
    args = b'{"l":[' + b",".join([b'{"name":"x","b":[1]}'] * 200_000) + b"]}"
    records, skips = read(b'[{"name":"a","args":' + args + b'},{"ph":"X"}]')
    assert (len(records), skips) == (2, {})


@pytest.fixture(scope="session")
def originals(corpus: Path) -> list[bytes]:
    folder = corpus / "timeline"
    paths = [*folder.glob("speedscope/simple*.json"), folder / "tf_timeline/multi_cpu.memory.json"]
    return [path.read_bytes() for path in [*paths, folder / "real_tools/viztracer_fib.json"]]


def test_every_prefix_opens(originals: list[bytes]) -> None:
    for text in originals[:3]:
        for length in range(0, len(text), 7):
            walk(read(text[:length])[0])


def test_mutations_open(originals: list[bytes]) -> None:
    rng = random.Random(5)
    for _ in range(300):
        text = bytearray(rng.choice(originals)[:20_000])
        for _ in range(rng.randrange(1, 8)):
            at = rng.randrange(len(text))
            pick = rng.randrange(3)
            text[at : at + (pick > 0)] = rng.choice(
                [b'"', b"{", b"}", b"]", b"\\", b"\0", b",", b""]
            )
        walk(read(bytes(text))[0])


PARTS = st.sampled_from(
    [
        b'{"ph":"X","name":"a","ts":1}',
        b'{"args":{"a":[{},{}]}}',
        b"null",
        b"[",
        b"]",
        b"{",
        b"}",
        b",",
        b'"',
        b"\\",
        b"\n",
        b":",
        b'"name"',
        b'"traceEvents":[',
        b"NaN",
        b"-",
        b"1e999",
        b"\xff",
    ]
)


@settings(deadline=1000)
@given(st.lists(PARTS, max_size=30).map(b"".join), st.sampled_from([b"[", b"{", b""]))
def test_any_text_gives_records_or_a_trace_error(text: bytes, start: bytes) -> None:
    try:
        walk(read(start + text)[0])
    except TraceError:
        raise AssertionError("a record that was read is gone") from None
