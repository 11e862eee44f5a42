from dataclasses import replace

import numpy as np
import pytest

from tests.model import brute
from traceview.model.counter_table import counter_table
from traceview.model.strings import StringTable
from traceview.model.trace import Counter, Section, SectionKind, Trace, TrackKind


def trace_of(*units: str) -> Trace:
    """Counters of two series with samples at 0, 10, 20 and 40 that last to 50 ps."""
    starts, lengths = np.array([0, 10, 20, 40]), np.array([10, 10, 20, 10])
    values = np.array([[1, 0], [3, 0], [2, 10], [8, 4]], np.float64)
    track = brute.track_of(starts, lengths, np.zeros(4, np.int32))
    tracks = tuple(
        replace(
            track, name="heap", kind=TrackKind.COUNTER, counter=Counter(("heap", "x"), values, unit)
        )
        for unit in units
    )
    strings = StringTable()
    strings.intern("heap")
    section = Section("p", "h", SectionKind.HOST, "Host")
    return Trace(strings=strings, sections=(section,), tracks=tracks)


def test_values_are_weighed_by_the_time_they_hold():
    records = counter_table(trace_of(""), {0: (15, 45)}).records()
    assert records[0] == {
        "series": "Host · heap",
        "samples": 2,
        "min": 2.0,
        "max": 8.0,
        "mean": pytest.approx((3 * 5 + 2 * 20 + 8 * 5) / 30),
        "last": 8.0,
    }
    assert (records[1]["series"], records[1]["max"]) == ("Host · heap · x", 10.0)


def test_before_the_first_sample_nothing_is_known():
    assert counter_table(trace_of(""), {0: (-20, -10)}).rows == 0


@pytest.mark.parametrize(("units", "cell"), [(("bytes",), "8 B"), (("bytes", ""), "8")])
def test_bytes_are_told_as_such_when_all_are(units, cell):
    table = counter_table(trace_of(*units), dict.fromkeys(range(len(units)), (0, 50)))
    assert table["last"].cell(0) == cell
