from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model import brute
from traceview.model import filter_terms as terms
from traceview.model.event_filter import HELP, EventFilter, FilterError, parse, with_durations
from traceview.model.load import open_path
from traceview.model.self_time import self_ps
from traceview.model.strings import StringTable
from traceview.model.trace import (
    Arg,
    Counter,
    RecordSource,
    Section,
    SectionKind,
    Trace,
    TrackKind,
)

NAMES = ("fusion.1", "Fusion.22", "copy", "copy start", "a|b")
CATEGORIES = ("kernel", "Runtime", "fusion ops")
SHAPES = ("f32[128]", "bf16[8]", "128")

texts = st.text(st.sampled_from('ab |"\\/-:=<>.(durgk'), min_size=1, max_size=6)
choices = st.lists(texts, min_size=1, max_size=3).map(tuple)
tests = st.one_of(
    st.builds(terms.Words, choices),
    st.builds(terms.Pattern, texts.filter(lambda t: _compiles(t))),
    st.builds(
        terms.Time,
        st.sampled_from(terms.Figure),
        st.sampled_from([">", "<", ">=", "<=", "="]).map(terms.Sign),
        st.integers(0, 2**63 - 1),
    ),
    st.builds(terms.Place, st.sampled_from(terms.Field), choices),
    st.builds(terms.Kind, st.lists(st.sampled_from(TrackKind), min_size=1).map(tuple)),
    st.builds(terms.ArgIs, texts, st.sampled_from(["=", "!=", ":"]).map(terms.Sign), texts),
    st.builds(terms.ArgIs, texts, st.sampled_from([">", "<="]).map(terms.Sign), st.just("-1.5e3")),
    st.builds(terms.AnyArg, choices),
)
filters = st.lists(st.builds(terms.Term, tests, st.booleans()), max_size=4).map(
    lambda made: EventFilter(tuple(made))
)


def _compiles(pattern: str) -> bool:
    if "\\/" in pattern:  # a slash is escaped in writing alone
        return False
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


@given(filters)
@settings(max_examples=500, deadline=None)
def test_what_a_filter_writes_is_read_as_the_same_filter(made):
    assert parse(str(made)) == made


@given(st.text(st.sampled_from('ab |"\\/-:=<>.durcatkinsefproxy5m'), max_size=20))
@settings(max_examples=500, deadline=None)
def test_any_text_is_a_filter_or_says_which_word_is_wrong(text):
    made = outcome(text)
    if isinstance(made, FilterError):
        assert made.word in text
        assert made.why
    else:
        assert parse(str(made)) == made


def outcome(text: str) -> EventFilter | FilterError:
    try:
        return parse(text)
    except FilterError as error:
        return error


@pytest.mark.parametrize(("text", "meaning"), HELP)
def test_every_example_of_the_help_can_be_read(text, meaning):
    assert parse(text).terms
    assert meaning


@pytest.mark.parametrize(
    "name", ["Iterator::Prefetch", "/device:TPU:0", "layers/12/mlp", "a->b", "dim=3", "--x", "x<y"]
)
def test_names_as_they_are_written_are_plain_words(name):
    assert parse(name).terms == (terms.Term(terms.Words((name,))),)


@pytest.mark.parametrize(
    ("text", "word", "why"),
    [
        ("copy dur>", "dur>", "a time is missing; write it as in dur>1ms"),
        ("dur>5", "dur>5", "'5' has no unit; write s, ms, us, ns or ps after the number"),
        ('copy "a b', '"a b', "the quote is not closed; write one more at its end"),
        ("track:", "track:", "a text is missing; write it as in track:ops"),
        ("arg.k>x", "arg.k>x", "x is no number; texts are compared with : or ="),
        ("arg.k=", "arg.k=", "a value is missing; write it as in arg.bytes>1000"),
    ],
)
def test_what_means_nothing_is_told_with_its_word(text, word, why):
    with pytest.raises(FilterError) as caught:
        parse(text)
    assert (caught.value.word, caught.value.why) == (word, why)


def test_a_broken_regular_expression_says_what_is_wrong():
    with pytest.raises(FilterError, match="no regular expression: missing \\)"):
        parse("/a(/")


@pytest.mark.parametrize(
    ("text", "narrowed"),
    [
        ("", "dur>=1us dur<2500ns"),
        ("copy dur>1ms -dur<3s self>1us", "copy self>1us dur>=1us dur<2500ns"),
        ("dur>", "dur>=1us dur<2500ns"),
    ],
)
def test_durations_replace_those_asked_for_before(text, narrowed):
    assert with_durations(text, 10**6, 2_500_000) == narrowed


class Args:
    """Event i has bytes (every other one), shape, ratio, big; and a category."""

    def __init__(self, strings: StringTable) -> None:
        self.strings = strings

    def args(self, at):
        made = [Arg("shape", SHAPES[at % 3]), Arg("ratio", at / 2), Arg("big", 2**63 + at)]
        return (*made, Arg("bytes", at)) if at % 2 else tuple(made)

    def integers(self, at, key):
        found = [dict(self.args(i)).get(key) for i in at.tolist()]
        present = np.array([isinstance(value, int) for value in found], np.bool_)
        bits = [value if isinstance(value, int) else 0 for value in found]
        return np.array(bits, np.uint64).astype(np.int64), present

    def doubles(self, at, key):
        found = [dict(self.args(i)).get(key) for i in at.tolist()]
        present = np.array([isinstance(value, int | float) for value in found], np.bool_)
        values = [v if isinstance(v, int | float) else np.nan for v in found]
        return np.array(values, np.float64), present

    def texts(self, at, key):
        found = [dict(self.args(i)).get(key) for i in at.tolist()]
        ids = [self.strings.intern(v) if isinstance(v, str) else -1 for v in found]
        return np.array(ids, np.int32)

    def facts(self, at):
        return (Arg("Category", CATEGORIES[at % 3]),)

    def categories(self, at):
        ids = self.strings.intern_all(CATEGORIES)
        return np.where(at < 0, -1, ids[at % 3]).astype(np.int32)


def trace_of(*columns) -> Trace:
    strings = StringTable()
    strings.intern_all([*NAMES, *CATEGORIES, *SHAPES])
    args = Args(strings)
    assert isinstance(args, RecordSource)
    section = Section("/device:TPU:0", "h", SectionKind.TPU, "TPU 0")
    made = [
        replace(brute.track_of(*column), name=name, kind=kind, args=args if number else None)
        for number, (column, name, kind) in enumerate(zip(columns, TRACKS, KINDS, strict=False))
    ]
    return Trace(strings=strings, sections=(section,), tracks=tuple(made))


TRACKS = ("XLA Ops", "python", "mem")
KINDS = (TrackKind.OPS, TrackKind.THREAD, TrackKind.COUNTER)
traces = st.lists(brute.columns(names=len(NAMES)), min_size=3, max_size=3).map(
    lambda columns: trace_of(*columns)
)


def said(trace, track, index, text):
    at = int(track.events.arg_at[index])
    category = CATEGORIES[at % 3] if track.args else ""
    name = trace.strings[track.events.name[index]]
    return text in name.lower() or text in category.lower()


def arg(track, index, key):
    return dict(track.args.args(int(track.events.arg_at[index]))).get(key) if track.args else None


MEANINGS = {
    "fusion": lambda s, t, i: said(s, t, i, "fusion"),
    "-COPY": lambda s, t, i: not said(s, t, i, "copy"),
    "copy|runtime": lambda s, t, i: said(s, t, i, "copy") or said(s, t, i, "runtime"),
    '"a|b"': lambda s, t, i: said(s, t, i, "a|b"),
    "/^F.*2$/": lambda s, t, i: s.strings[t.events.name[i]] == "Fusion.22",
    "dur>5ps": lambda s, t, i: t.events.dur_ps[i] > 5,
    "-dur<=5ps": lambda s, t, i: t.events.dur_ps[i] > 5,
    "self>=3ps": lambda s, t, i: self_ps(t)[i] >= 3,
    "start<7ps": lambda s, t, i: t.events.start_ps[i] < 7,
    "track:ops": lambda s, t, i: t.name == "XLA Ops",
    "-track:ops": lambda s, t, i: t.name != "XLA Ops",
    "section:tpu": lambda s, t, i: True,
    "process:gpu": lambda s, t, i: False,
    "cat:KERNEL": lambda s, t, i: t.args and CATEGORIES[t.events.arg_at[i] % 3] == "kernel",
    "kind:ops": lambda s, t, i: t.kind == "ops",
    "arg.bytes>2": lambda s, t, i: (arg(t, i, "bytes") or 0) > 2,
    "arg.bytes=3": lambda s, t, i: arg(t, i, "bytes") == 3,
    "arg.bytes!=3": lambda s, t, i: arg(t, i, "bytes") not in (3, None),
    "arg.big=9223372036854775809": lambda s, t, i: arg(t, i, "big") == 2**63 + 1,
    "arg.ratio=1.5": lambda s, t, i: arg(t, i, "ratio") == 1.5,
    "arg.ratio:1.": lambda s, t, i: "1." in str(arg(t, i, "ratio")),
    "arg.shape:128": lambda s, t, i: "128" in str(arg(t, i, "shape")),
    "arg.shape=BF16[8]": lambda s, t, i: arg(t, i, "shape") == "bf16[8]",
    "arg:rat": lambda s, t, i: t.args is not None,
    "arg:bf16": lambda s, t, i: arg(t, i, "shape") == "bf16[8]",
}


@given(traces, st.lists(st.sampled_from(sorted(MEANINGS)), min_size=1, max_size=3))
@settings(max_examples=300, deadline=None)
def test_events_found_are_those_that_pass_every_term(trace, written):
    found = parse(" ".join(written)).find(trace)
    expected = [
        [
            i
            for i in range(len(track.events))
            if track.kind != "counter" and all(MEANINGS[term](trace, track, i) for term in written)
        ]
        for track in trace.tracks
    ]
    assert [hits.tolist() for hits in found.hits] == expected


def test_samples_of_counters_are_found_where_they_are_asked_for():
    column = (np.array([0, 5]), np.array([5, 5]), np.array([2, 2], np.int32))
    counter = Counter(("bytes",), np.array([[1.0], [2.0]]))
    trace = trace_of(column, column, column)
    trace = replace(trace, tracks=(*trace.tracks[:2], replace(trace.tracks[2], counter=counter)))
    counts = [parse(text).find(trace).count for text in ("copy", "kind:counter copy", "dur>1ps")]
    assert counts == [4, 2, 4]


def test_the_empty_filter_finds_nothing():
    column = (np.array([0]), np.array([5]), np.array([2], np.int32))
    assert [parse(text).find(trace_of(column)).count for text in ("", "  ", '""')] == [0, 0, 0]


def test_args_of_too_many_events_are_not_read_one_by_one(monkeypatch):
    monkeypatch.setattr("traceview.model.arg_search.ONE_BY_ONE", 3)
    column = (np.arange(4), np.zeros(4, np.int64), np.full(4, 2, np.int32))
    trace = trace_of(column, column)
    with pytest.raises(FilterError, match=r"arg:f32: the arguments of 4 events"):
        parse("arg:f32").find(trace)
    assert parse("arg:f32 start<2ps").find(trace).count == 1


def test_stats_of_a_real_capture_are_compared(data):
    trace = open_path(str(data / "xspace" / "tpu_v5e_jax")).trace
    found = parse("arg.flops>0 track:ops").find(trace)
    ops = [track for track in trace.tracks if "ops" in track.name.lower()]
    expected = [
        sum(dict(track.args.args(at)).get("flops", 0) > 0 for at in track.events.arg_at.tolist())
        for track in ops
        if track.args
    ]
    assert sum(expected) > 0
    assert found.count == sum(expected)
