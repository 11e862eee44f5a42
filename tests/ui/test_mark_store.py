"""Marks beside the settings."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.ui.mark_store import (
    LONGEST_PS,
    RECORDS_LIMIT,
    MarkStore,
    marks_from_json,
    marks_to_json,
)
from traceview.ui.marks import TEXT_LIMIT, Mark, MarkColour, MarkKind
from traceview.ui.settings import Settings

NOTE = Mark(MarkKind.NOTE, 5_000, 5_000, "<b>slow</b> 起点 \u202e", MarkColour.RED)
INTERVAL = Mark(MarkKind.INTERVAL, 1_000, 9_000)

marks = st.builds(
    lambda kind, start, length, text, colour: Mark(kind, start, start + length, text, colour),
    st.sampled_from(MarkKind),
    st.integers(-(2**60), 2**60),
    st.integers(0, 2**60),
    st.text(max_size=TEXT_LIMIT),
    st.sampled_from(MarkColour),
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(marks, max_size=5).map(tuple), st.integers(0, 2**62))
def test_what_is_written_is_read(drawn, t0_ns):
    stored = json.loads(json.dumps(marks_to_json(drawn, t0_ns)))
    assert marks_from_json(stored, t0_ns) == drawn


def test_marks_stay_where_they_are_on_the_clock():
    stored = marks_to_json((NOTE,), 1_000)
    (read,) = marks_from_json(stored, 997)
    assert (read.start_ps, read.end_ps) == (8_000, 8_000)


@given(st.dictionaries(st.sampled_from(["t0_ns", "marks"]), anything))
def test_nonsense_is_no_mark(stored):
    assert marks_from_json(stored, 0) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "bookmark"},
        {"colour": "plaid"},
        {"start_ps": 9_001},
        {"start_ps": True},
        {"end_ps": LONGEST_PS + 1},
        {"text": 3},
    ],
)
def test_one_bad_mark_is_left_out_alone(wrong):
    stored = marks_to_json((INTERVAL, NOTE), 0)
    stored["marks"][0] |= wrong
    assert marks_from_json(stored, 0) == (NOTE,)


def test_a_text_that_is_too_long_is_cut():
    stored = marks_to_json((NOTE,), 0)
    stored["marks"][0]["text"] = "x" * 10_000
    assert len(marks_from_json(stored, 0)[0].text) == TEXT_LIMIT


def test_captures_are_kept_apart_and_an_emptied_one_is_forgotten(tmp_path):
    store = MarkStore(tmp_path / "new" / "notes.json")
    store.save("a", (NOTE,), 0)
    store.save("b", (INTERVAL,), 0)
    store.save("a", (), 0)
    assert (store.load("a", 0), store.load("b", 0)) == ((), (INTERVAL,))
    assert list(json.loads(store.file.read_text("utf-8"))) == ["b"]
    assert [file.name for file in store.file.parent.iterdir()] == ["notes.json"]


def test_nothing_is_written_before_there_is_a_mark(tmp_path):
    store = MarkStore(tmp_path / "notes.json")
    store.save("a", (), 0)
    assert not store.file.exists()


def test_those_changed_longest_ago_go_first(tmp_path):
    store = MarkStore(tmp_path / "notes.json")
    store._write({str(n): marks_to_json((NOTE,), 0) for n in range(RECORDS_LIMIT)})
    store.save("new", (NOTE,), 0)
    assert (store.load("0", 0), store.load("1", 0), store.load("new", 0)) == (
        (),
        (NOTE,),
        (NOTE,),
    )


@pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff\xfe", b'{"a": 3}'])
def test_a_broken_file_counts_as_empty_and_is_replaced(tmp_path, content):
    file = tmp_path / "notes.json"
    file.write_bytes(content)
    store = MarkStore(file)
    assert store.load("a", 0) == ()
    store.save("a", (NOTE,), 0)
    assert store.load("a", 0) == (NOTE,)


def test_the_settings_keep_marks_of_two_runs_apart_in_a_file_beside_them(tmp_path):
    settings = Settings(tmp_path / "settings.ini")
    settings.set_marks("logs", "one", (NOTE,), 0)
    settings.set_marks("logs", "two", (INTERVAL,), 0)
    again = Settings(tmp_path / "settings.ini")
    assert (again.marks("logs", "one", 0), again.marks("logs", "two", 0)) == (
        (NOTE,),
        (INTERVAL,),
    )
    assert (tmp_path / "notes.json").exists()


def test_the_last_run_command_comes_first_and_once(tmp_path):
    settings = Settings(tmp_path / "settings.ini")
    for title in ("a", "b", "a"):
        settings.add_recent_command(title)
    assert settings.recent_commands == ("a", "b")
