"""Numbers and times for people, and times that people write.

Thousands are grouped by thin spaces, minus is U+2212, and what is unknown is a dash.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal

UNKNOWN = "—"
THIN_SPACE = "\u2009"
MINUS = "\u2212"
TIME_UNITS = (("s", 10**12), ("ms", 10**9), ("µs", 10**6), ("ns", 10**3), ("ps", 1))
SIZE_UNITS = (("TiB", 2**40), ("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10), ("B", 1))
SIGNIFICANT = 4

# Both µ (micro sign, U+00B5) and μ (Greek mu, U+03BC) are what keyboards and programs write.
_WRITTEN = {"s": 10**12, "ms": 10**9, "us": 10**6, "µs": 10**6, "μs": 10**6, "ns": 10**3, "ps": 1}
_TIME = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([a-zµμ]*)", re.ASCII)


def duration(time_ps: float | None) -> str:
    """A time in ps to four significant digits: "313.5 ms"; whole ps below a nanosecond."""
    return _scaled(time_ps, TIME_UNITS)


def size(size_bytes: float | None) -> str:
    """A number of bytes to four significant digits: "48.20 MiB"; whole bytes below a KiB."""
    return _scaled(size_bytes, SIZE_UNITS)


def exact_time(time_ps: int) -> str:
    """A time to the picosecond, in groups of three digits: "20.389 367 654 s"."""
    unit, scale = _unit_of(time_ps, TIME_UNITS) if time_ps else TIME_UNITS[0]
    whole, rest = divmod(abs(time_ps), scale)
    digits = f"{rest:0{len(str(scale)) - 1}d}" if rest else ""
    groups = [digits[i : i + 3] for i in range(0, len(digits), 3)]
    while groups and groups[-1] == "000":
        groups.pop()
    tail = "." + THIN_SPACE.join(groups) if groups else ""
    return f"{MINUS if time_ps < 0 else ''}{count(whole)}{tail} {unit}"


def count(number: int | None) -> str:
    """A whole number: "12 345"."""
    return UNKNOWN if number is None else number_text(number, 0)


def share(fraction: float | None) -> str:
    """A fraction as a percentage: "12.3 %", "< 0.1 %" where it would round to zero, "0"."""
    if fraction is None or not math.isfinite(fraction):
        return UNKNOWN
    if fraction == 0:
        return "0"
    if abs(fraction) < 0.0005:
        return "< 0.1 %" if fraction > 0 else f"> {MINUS}0.1 %"
    return number_text(fraction * 100, 1) + " %"


def number_text(number: float, decimals: int) -> str:
    """A number with so many decimals: "−12 345.60"."""
    return f"{number:,.{decimals}f}".replace(",", THIN_SPACE).replace("-", MINUS)


def parse_time(text: str) -> int:
    """Picoseconds in "1.2s", "1300ms", "5us", "5µs", "3ns" or "7ps", exactly.

    Spaces between and inside numbers are ignored, so that what ``exact_time`` writes can be
    read. Raises ValueError with words for the user.
    """
    found = _TIME.fullmatch("".join(text.split()))
    if not found:
        raise ValueError(f"{text!r} is not a time; write it as in 1.2s, 1300ms, 5us, 3ns or 7ps")
    number, unit = found.groups()
    if unit not in _WRITTEN:
        problem = f"has the unknown unit {unit!r}" if unit else "has no unit"
        raise ValueError(f"{text!r} {problem}; write s, ms, us, ns or ps after the number")
    time_ps = Decimal(number) * _WRITTEN[unit]
    if time_ps != int(time_ps):
        raise ValueError(f"{text!r} is not a whole number of picoseconds")
    if time_ps >= 2**63:
        raise ValueError(f"{text!r} is too long; the longest capture lasts 9223372 s")
    return int(time_ps)


def parse_range(text: str) -> tuple[int, int]:
    """Both ends of "1.2s..1300ms" in picoseconds. Raises ValueError with words for the user."""
    parts = text.split("..")
    if len(parts) != 2 or not all(part.strip() for part in parts):
        raise ValueError(f"{text!r} is not a range; write two times as in 1.2s..1300ms")
    start_ps, end_ps = parse_time(parts[0]), parse_time(parts[1])
    if end_ps <= start_ps:
        raise ValueError(f"{text!r} ends before it begins; write the earlier time first")
    return start_ps, end_ps


@dataclass(frozen=True, slots=True)
class Ticks:
    """Ticks of a time axis: ``labels[i]`` is written at ``times_ps[i]``.

    Where whole labels would be too long, they count from ``base``, as in "+250 ns" from
    "3.001 234 s"; elsewhere ``base`` is empty.
    """

    times_ps: tuple[int, ...]
    step_ps: int
    labels: tuple[str, ...]
    base: str = ""


def ticks(start_ps: float, end_ps: float, most: int) -> Ticks:
    """Ticks at multiples of 1, 2 or 5 times a power of ten ps, ``most`` steps at the most."""
    step = _nice_step((end_ps - start_ps) / most)
    first = -(-math.ceil(start_ps) // step) * step
    times = tuple(range(first, math.floor(end_ps) + 1, step))
    unit, scale = _unit_of(step, TIME_UNITS)
    _, longest = _unit_of(max(abs(start_ps), abs(end_ps)), TIME_UNITS)
    if scale * 10**6 > longest:
        return Ticks(times, step, _plain_labels(times, step, longest))
    base = first // (scale * 1000) * scale * 1000
    labels = tuple(f"+{count((time - base) // scale)} {unit}" for time in times)
    return Ticks(times, step, labels, exact_time(base))


def _plain_labels(times_ps: tuple[int, ...], step_ps: int, scale: int) -> tuple[str, ...]:
    unit = next(name for name, size_ps in TIME_UNITS if size_ps == scale)
    decimals = max(len(str(scale)) - len(str(step_ps)), 0)
    return tuple(f"{number_text(time / scale, decimals)} {unit}" for time in times_ps)


def _nice_step(least: float) -> int:
    power = 10 ** max(math.floor(math.log10(least)), 0) if least > 1 else 1
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least)


def _unit_of(number: float, units: tuple[tuple[str, int], ...]) -> tuple[str, int]:
    """The largest unit that ``number`` holds once, else the smallest."""
    return next((unit for unit in units if abs(number) >= unit[1]), units[-1])


def _scaled(number: float | None, units: tuple[tuple[str, int], ...]) -> str:
    if number is None or not math.isfinite(number):
        return UNKNOWN
    rounded = float(f"{number:.{SIGNIFICANT - 1}e}")  # 999.96 ns is 1.000 µs
    unit, scale = units[-1] if number == 0 else _unit_of(rounded, units)
    whole = scale == 1 and number == int(number)
    decimals = 0 if whole else max(SIGNIFICANT - len(str(int(abs(rounded) / scale))), 0)
    return f"{number_text(number / scale, decimals)} {unit}"
