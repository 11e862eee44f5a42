from __future__ import annotations

import numpy as np

from tests.model.readers.trace_event_text import read
from traceview.model.readers.trace_event.args import JsonArgs
from traceview.model.trace import Arg, ArgSource, RecordSource

NOTHING = np.empty(0, np.int64)
TEXT = """{"stackFrames":{"1":{"name":"main"},"2":{"name":"leaf","parent":1},"9":{"parent":9}},
"traceEvents":[
 {"ph":"B","name":"a","cat":"c,d","ts":1,"tts":7.3,"sf":2,"args":{"k":1,"t":"x","n":null}},
 {"ph":"X","name":"b","ts":1,"tts":2,"tdur":0.5,"id":"0x1","bind_id":4,"cname":"good",
  "stack":["p","q"],"args":{"k":"12","t":5,"f":1.5}},
 {"ph":"E","ts":9,"tts":9.4,"args":{"k":2.0,"u":[1]}},
 {"ph":"B","name":"c","cat":"c,d","ts":1,"id2":{"local":"0x7"},"sf":9,"args":[1]},
 {"ph":"M","name":"stackFrames","pid":3,"args":{"stackFrames":{"5":{"name":"own"}}}},
 {"ph":"X","pid":3,"sf":5}]}"""


def source() -> JsonArgs:
    begins, ends, unfinished = (np.array([record], np.int64) for record in (0, 2, 3))
    return JsonArgs(read(TEXT)[0], begins, ends, unfinished)


def test_args_of_the_end_override_those_of_the_begin() -> None:
    expected = (Arg("k", 2.0), Arg("t", "x"), Arg("n", None), Arg("u", [1]))
    assert expected == source().args(0)
    assert source().args(3) == ()
    assert source().args(-1) == ()


def test_params_of_the_begin_and_the_end_are_halves_of_one() -> None:
    text = """[{"ph":"b","id":1,"cat":"c","ts":1,"args":{"params":{"p":1,"q":2},"x":1}},
     {"ph":"e","id":1,"cat":"c","ts":2,"args":{"params":{"q":3}}},
     {"ph":"e","id":1,"cat":"c","ts":2,"args":{"params":""}}]"""
    for end, params in ((1, {"p": 1, "q": 3}), (2, {"p": 1, "q": 2})):
        begins, ends = np.array([0], np.int64), np.array([end], np.int64)
        source = JsonArgs(read(text)[0], begins, ends, NOTHING)
        assert source.args(0) == (Arg("params", params), Arg("x", 1))


def test_columns_of_args_also_read_numbers_from_text() -> None:
    args = source()
    at = np.array([0, 1, 3, -1], np.int64)
    values, present = args.integers(at, "k")
    assert (values.tolist(), present.tolist()) == ([2, 12, 0, 0], [True, True, False, False])
    numbers, present = args.doubles(at, "f")
    assert (numbers[1], present.tolist()) == (1.5, [False, True, False, False])
    texts = args.texts(at, "t")
    assert args.records.strings[int(texts[0])] == "x"
    assert texts[1:].tolist() == [-1, -1, -1]


def test_columns_of_no_events_are_empty() -> None:
    args = source()
    assert args.texts(NOTHING, "k").dtype == np.int32
    assert [len(part) for part in args.integers(NOTHING, "k")] == [0, 0]


def test_facts_are_what_a_record_says_beside_its_args() -> None:
    args = source()
    assert args.facts(0) == (
        Arg("Category", "c,d"),
        Arg("CPU start", "7.3 µs"),
        Arg("CPU duration", "2.1 µs"),
        Arg("Stack", ["main", "leaf"]),
    )
    assert args.facts(1) == (
        Arg("CPU start", "2 µs"),
        Arg("CPU duration", "0.5 µs"),
        Arg("Id", "0x1"),
        Arg("Flow id", 4),
        Arg("Colour name", "good"),
        Arg("Stack", ["p", "q"]),
    )
    assert args.facts(5) == (Arg("Stack", ["own"]),)


def test_an_event_without_end_says_so() -> None:
    facts = {arg.name: arg.value for arg in source().facts(3)}
    assert facts["Did not finish"] == "the file holds no end of it"
    assert facts["Id"] == "local:0x7"


def test_a_circle_of_stack_frames_ends() -> None:
    facts = {arg.name: arg.value for arg in source().facts(3)}
    stack = facts["Stack"]
    assert isinstance(stack, list)
    assert set(stack) == {""}


def test_categories_are_a_column() -> None:
    args = source()
    ids = args.categories(np.array([0, 1, 3, -1], np.int64))
    assert ids.tolist() == [ids[0], -1, ids[0], -1]
    assert args.records.strings[int(ids[0])] == "c,d"


def test_it_is_both_kinds_of_source() -> None:
    args: ArgSource = source()
    assert isinstance(args, RecordSource)
