from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.model.readers.trace_event.numbers import (
    EXACT,
    MISSING,
    NO_NUMBER,
    OUT_OF_RANGE,
    parse_time,
    parse_times,
)
from traceview.model.readers.trace_event.records import ABSENT

DIGITS = st.text("0123456789", min_size=1, max_size=24)
NUMBERS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "-"]),
    DIGITS,
    st.one_of(st.just(""), DIGITS.map(".{}".format)),
    st.one_of(st.just(""), st.integers(-30, 20).map("e{}".format)),
)
EXACTLY = Context(prec=200)


def parsed(*texts: str) -> list[tuple[int, int, int]]:
    times = parse_times(b"".join(text.encode() + b"\0" for text in texts))
    return list(zip(times.us.tolist(), times.ps.tolist(), times.state.tolist(), strict=True))


def exact(text: str) -> tuple[int, int, int]:
    scaled = EXACTLY.scaleb(Decimal(text), 6)
    us, ps = divmod(int(scaled.to_integral_value(ROUND_HALF_UP, EXACTLY)), 1_000_000)
    return (us, ps, EXACT) if abs(us) < 1 << 63 else (0, 0, OUT_OF_RANGE)


@given(st.lists(NUMBERS, max_size=30), st.booleans())
def test_times_are_exactly_what_their_decimal_text_says(texts: list[str], quoted: bool) -> None:
    written = [f'"{text}"' for text in texts] if quoted else texts
    assert parsed(*written) == [exact(text) for text in texts]


@given(st.lists(st.binary(max_size=12).filter(lambda text: b"\0" not in text), max_size=20))
def test_any_text_gives_what_it_gives_alone(texts: list[bytes]) -> None:
    times = parse_times(b"".join(text + b"\0" for text in texts))
    assert list(zip(times.us, times.ps, times.state, strict=True)) == [
        parse_time(text) for text in texts
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1795227179827213.25", (1795227179827213, 250_000, EXACT)),
        ("999999.9999999", (1_000_000, 0, EXACT)),
        ("-0.0000005", (-1, 999_999, EXACT)),
        ("1.5e3", (1500, 0, EXACT)),
        ('"123.4"', (123, 400_000, EXACT)),
        ('"100a"', (0, 0, NO_NUMBER)),
        ("[1]", (0, 0, NO_NUMBER)),
        ("1e999999999", (0, 0, OUT_OF_RANGE)),
        ("9223372036854775808", (0, 0, OUT_OF_RANGE)),
        ("null", (0, 0, MISSING)),
        ("", (0, 0, MISSING)),
    ],
)
def test_odd_times(text: str, expected: tuple[int, int, int]) -> None:
    assert [expected] == parsed(text)


def test_durations_that_overflow_are_absent() -> None:
    durations = parse_times(b"1.5\0-2\x009223372036854\0\0")
    assert durations.duration_ps().tolist() == [1_500_000, -2_000_000, ABSENT, ABSENT]
    assert durations.state.tolist() == [EXACT, EXACT, OUT_OF_RANGE, MISSING]
