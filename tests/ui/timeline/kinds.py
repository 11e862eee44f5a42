"""Traces with every kind of track, for the tests of how they are painted and hit."""

import numpy as np

from traceview.model.builder import build_events, placed_events
from traceview.model.strings import StringTable
from traceview.model.trace import (
    Counter,
    Events,
    Section,
    SectionKind,
    Snapshots,
    Trace,
    Track,
    TrackKind,
)

US = 1_000_000
COUNTER, MAIN, MARKS, SAMPLED, OBJECTS, EVERYWHERE = range(6)


def columns(strings: StringTable, drawn: list[tuple[str, int, int]]) -> Events:
    """Events from (name, start, length) in ps."""
    return build_events(
        np.array([start for _, start, _ in drawn], np.int64),
        np.array([length for _, _, length in drawn], np.int64),
        strings.intern_all(name for name, _, _ in drawn),
        np.full(len(drawn), -1, np.int64),
    )[0]


def samples(strings: StringTable, name: str, starts: list[int]) -> Events:
    """The samples of a counter, each lasting until the next."""
    start_ps = np.array(starts, np.int64)
    names = strings.intern_all([name] * len(starts))
    none = np.full(len(starts), -1, np.int64)
    return placed_events(start_ps, np.append(np.diff(start_ps), 0), names, none, none + 1)


def counter(
    strings: StringTable, name: str, starts: list[int], values: list[list[float]], unit: str = ""
) -> Track:
    """A counter track of section 0; ``values`` by sample."""
    measured = np.array(values, np.float64).reshape(len(starts), -1)
    series = tuple(f"series {index}" for index in range(measured.shape[1]))
    events = samples(strings, name, starts)
    return Track(0, name, TrackKind.COUNTER, events, counter=Counter(series, measured, unit))


def every_kind() -> Trace:
    """1,000 us: a counter, a thread with instants, instants of other kinds, samples, objects.

    Counter: 1 from 100, 4 from 300, 2 from 600 us. Thread: run 0..500 and mark at 700 us.
    Process: pause at 250. Samples: at 100, 200, 201. Objects: first 100..400 with states at 150
    and 300, second 600..900 without. Everywhere: stop at 1,000 us.
    """
    strings = StringTable()
    thread = [("run", 0, 500 * US), ("mark", 700 * US, 0)]
    lives = [("first", 100 * US, 300 * US), ("second", 600 * US, 300 * US)]
    states = Snapshots(
        np.array([0, 0], np.int64),
        np.array([150 * US, 300 * US], np.int64),
        np.array([-1, -1], np.int64),
    )
    sampled = [("tick", at * US, 0) for at in (100, 200, 201)]
    sections = (
        Section("python", "host0", SectionKind.HOST, "python"),
        Section("all", "host0", SectionKind.OTHER, "Whole trace"),
    )
    tracks = (
        counter(strings, "HBM", [100 * US, 300 * US, 600 * US], [[1.0], [4.0], [2.0]]),
        Track(0, "main", TrackKind.THREAD, columns(strings, thread)),
        Track(0, "marks", TrackKind.PROCESS_INSTANTS, columns(strings, [("pause", 250 * US, 0)])),
        Track(0, "cycles", TrackKind.SAMPLES, columns(strings, sampled)),
        Track(0, "Tensors", TrackKind.OBJECTS, columns(strings, lives), snapshots=states),
        Track(1, "stops", TrackKind.GLOBAL_INSTANTS, columns(strings, [("stop", 1000 * US, 0)])),
    )
    return Trace(strings=strings, sections=sections, tracks=tracks)


def lanes_of_events(drawn: list[tuple[int, int]]) -> Events:
    """Events (start, length) in lanes, all of one name."""
    return build_events(
        np.array([start for start, _ in drawn], np.int64),
        np.array([length for _, length in drawn], np.int64),
        np.zeros(len(drawn), np.int32),
        np.full(len(drawn), -1, np.int64),
        prefer_lanes=True,
    )[0]
