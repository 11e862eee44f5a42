from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traceview.model.format import (
    count,
    duration,
    exact_time,
    parse_range,
    parse_time,
    share,
    size,
    ticks,
)

THIN = "\u2009"
SCALE = {"s": 10**12, "ms": 10**9, "µs": 10**6, "ns": 10**3, "ps": 1}
TIMES = st.integers(0, 10**16)


def in_ps(text: str) -> Fraction:
    """What a person reads in "−1 234.5 ms"."""
    number, unit = text.replace(THIN, "").replace("−", "-").rsplit(" ", 1)
    return Fraction(number) * SCALE[unit]


@pytest.mark.parametrize(
    ("time_ps", "text"),
    [
        (0, "0 ps"),
        (7, "7 ps"),
        (999, "999 ps"),
        (12.34, "12.34 ps"),
        (1500, "1.500 ns"),
        (313_512_345_678, "313.5 ms"),
        (999_960, "1.000 µs"),
        (999.96, "1.000 ns"),
        (999_940, "999.9 ns"),
        (20_389_367_654_000, "20.39 s"),
        (-2_000_000, "−2.000 µs"),
        (12_345 * 10**12, f"12{THIN}345 s"),
        (math.nan, "—"),
        (None, "—"),
    ],
)
def test_durations_have_four_digits_and_a_fitting_unit(time_ps, text):
    assert duration(time_ps) == text


@given(st.integers(1, 10**19))
def test_a_duration_is_within_a_two_thousandth_of_the_truth(time_ps):
    assert abs(in_ps(duration(time_ps)) - time_ps) <= Fraction(time_ps, 2000)


@pytest.mark.parametrize(
    ("time_ps", "text"),
    [
        (0, "0 s"),
        (20_389_367_654_000, f"20.389{THIN}367{THIN}654 s"),
        (1, "1 ps"),
        (1_234, "1.234 ns"),
        (-1_000_000_000_001, f"−1.000{THIN}000{THIN}000{THIN}001 s"),
        (1_200_000, "1.200 µs"),
        (5 * 10**15, f"5{THIN}000 s"),
    ],
)
def test_exact_times_keep_every_digit(time_ps, text):
    assert exact_time(time_ps) == text


@given(st.integers(-(2**63), 2**63 - 1))
def test_exact_times_lose_nothing(time_ps):
    assert in_ps(exact_time(time_ps)) == time_ps


@given(st.integers(0, 2**63 - 1))
def test_what_is_written_exactly_can_be_read(time_ps):
    assert parse_time(exact_time(time_ps)) == time_ps


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (999, "999"), (1234567, f"1{THIN}234{THIN}567"), (None, "—")]
)
def test_counts_are_grouped(number, text):
    assert count(number) == text


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        (0, "0"),
        (0.0004, "< 0.1 %"),
        (-0.0004, "> −0.1 %"),
        (0.0005, "0.1 %"),
        (0.123, "12.3 %"),
        (1, "100.0 %"),
        (-0.5, "−50.0 %"),
        (math.nan, "—"),
        (math.inf, "—"),
        (None, "—"),
    ],
)
def test_a_share_that_is_not_zero_never_reads_zero(fraction, text):
    assert share(fraction) == text


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [(0, "0 B"), (512, "512 B"), (2048, "2.000 KiB"), (50_541_363, "48.20 MiB"), (None, "—")],
)
def test_sizes_are_binary(size_bytes, text):
    assert size(size_bytes) == text


@pytest.mark.parametrize(
    ("text", "time_ps"),
    [
        ("1.2s", 1_200_000_000_000),
        ("1300ms", 1_300_000_000_000),
        ("5us", 5_000_000),
        ("5µs", 5_000_000),
        ("5μs", 5_000_000),
        ("3ns", 3000),
        ("7ps", 7),
        (" 0.000000000001 s ", 1),
        (".5ns", 500),
    ],
)
def test_times_are_read_exactly(text, time_ps):
    assert parse_time(text) == time_ps


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("12", "has no unit; write s, ms, us, ns or ps"),
        ("3 minutes", "unknown unit 'minutes'"),
        ("s", "is not a time; write it as in 1.2s"),
        ("-1s", "is not a time"),
        ("1e3s", "is not a time"),
        ("nan", "is not a time"),
        ("٣s", "is not a time"),
        ("0.5ps", "not a whole number of picoseconds"),
        ("9999999999s", "too long"),
    ],
)
def test_what_is_no_time_is_refused_in_words(text, words):
    with pytest.raises(ValueError, match=words):
        parse_time(text)


def test_a_range_is_two_times():
    assert parse_range("1.2s..1300ms") == (1_200_000_000_000, 1_300_000_000_000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1s", "is not a range"),
        ("1s..", "is not a range"),
        ("1s..2s..3s", "is not a range"),
        ("1..2s", "'1' has no unit"),
        ("2s..1s", "ends before it begins"),
        ("1s..1000ms", "ends before it begins"),
    ],
)
def test_what_is_no_range_is_refused_in_words(text, words):
    with pytest.raises(ValueError, match=words):
        parse_range(text)


@given(TIMES, st.integers(1, 10**15), st.integers(1, 20))
@settings(max_examples=500)
def test_ticks_are_few_even_and_read_as_their_times(start, span, most):
    found = ticks(float(start), float(start + span), most)
    end = int(float(start + span))
    step = found.step_ps
    assert str(step).rstrip("0") in {"1", "2", "5"}
    first = -(-int(float(start)) // step) * step
    assert list(found.times_ps) == list(range(first, end + 1, step))
    assert len(found.times_ps) <= most + 1
    base = in_ps(found.base) if found.base else 0
    assert [base + in_ps(label.removeprefix("+")) for label in found.labels] == list(found.times_ps)
    assert len(set(found.labels)) == len(found.labels)


@given(TIMES, st.integers(1, 10**15), st.integers(2, 20))
@settings(max_examples=500)
def test_labels_stay_short_at_any_depth(start, span, most):
    found = ticks(float(start), float(start + span), most)
    assert max(map(len, found.labels), default=0) <= 13


@given(st.integers(-(10**15), 10**15), st.integers(2, 10**15), st.integers(4, 20))
def test_a_step_is_no_longer_than_it_must_be(start, span, most):
    step = ticks(float(start), float(start + span), most).step_ps
    assert step == 1 or step * most < 2.51 * (float(start + span) - float(start))


def test_deep_zoom_counts_from_a_base():
    start = 3_001_234_567_000
    found = ticks(start, start + 1_000_000, 5)
    assert found.base == f"3.001{THIN}234 s"
    assert found.labels == (
        "+600 ns",
        "+800 ns",
        "+1\u2009000 ns",
        "+1\u2009200 ns",
        "+1\u2009400 ns",
    )


def test_the_deepest_ticks_are_a_picosecond_apart():
    found = ticks(3_001_234_567_890, 3_001_234_567_892, 4)
    assert found.base == f"3.001{THIN}234{THIN}567 s"
    assert found.labels == ("+890 ps", "+891 ps", "+892 ps")


def test_ticks_before_zero_have_a_minus():
    assert ticks(-(10**11), 10**11, 4).labels == ("−100 ms", "−50 ms", "0 ms", "50 ms", "100 ms")
