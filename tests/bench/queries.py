"""Questions asked of a loaded trace. Prints one JSON object, milliseconds each."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import numpy as np

from traceview.model.event_filter import parse
from traceview.model.load import open_path
from traceview.model.query import event_at
from traceview.model.search import find
from traceview.model.statistics import box_statistics
from traceview.model.trace import Trace


def median_ms(work: Callable[[], object], repeats: int) -> float:
    """Median CPU time of ``work``."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return float(np.median(times)) * 1e3


def hit_test_ms(trace: Trace) -> float:
    """Mean of a thousand hit tests at random places."""
    rng = np.random.default_rng(3)
    first, last = trace.span_ps
    places = [
        (track, int(rng.integers(trace.tracks[track].events.rows)), int(time_ps))
        for track, time_ps in zip(
            rng.integers(len(trace.tracks), size=1000),
            rng.integers(first, last, size=1000),
            strict=True,
        )
    ]
    start = time.process_time()
    for track, row, time_ps in places:
        event_at(trace, int(track), row, time_ps, (last - first) // 1_000_000)
    return time.process_time() - start


def main(path: str) -> None:
    """Measure and print."""
    trace = open_path(path).trace
    first, last = trace.span_ps
    rows = [
        (number, row)
        for number, track in enumerate(trace.tracks)
        for row in range(track.events.rows)
    ]
    middle = first + (last - first) // 2
    figures = {
        "hit test": hit_test_ms(trace),
        "box over everything": median_ms(
            lambda: box_statistics(trace, rows, first, last, with_self=False), 3
        ),
        "box over everything, self time too": median_ms(
            lambda: box_statistics(trace, rows, first, last), 3
        ),
        "box over a tenth": median_ms(
            lambda: box_statistics(trace, rows, middle, middle + (last - first) // 10), 3
        ),
        "search, few hits": median_ms(lambda: find(trace, "fusion.1234"), 3),
        "search, many hits": median_ms(lambda: find(trace, "fusion"), 3),
        "filter dur>10us": median_ms(lambda: parse("dur>10us").find(trace), 3),
        "filter /fusion.1\\d/ -copy": median_ms(
            lambda: parse("/fusion.1\\d/ -copy").find(trace), 3
        ),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1])
