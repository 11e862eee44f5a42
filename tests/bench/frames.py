"""Frames of the timeline while it zooms, pans and scrolls. Prints one JSON object.

Each script runs 120 frames through the event loop; a figure is the CPU time of one frame, all
widgets of the timeline included. The canvas is as large as in a 1920x1080 window. With the word
``counters`` after the capture, its first section has a million samples of counters, too; with
``flows`` it has 20,000 arrows, of which those of one event are shown, with ``arrows`` all are.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QApplication

from traceview.model.builder import placed_events
from traceview.model.load import open_path
from traceview.model.memory import settle
from traceview.model.trace import Counter, EventId, Trace, Track, TrackKind, frozen_flows
from traceview.ui.session import Selection, Session, View
from traceview.ui.theme import DARK, apply_theme
from traceview.ui.timeline.canvas import TimelineCanvas

FRAMES = 120
HOPS = 20_000
SIZE = (1932, 1080)
SAMPLES = (600_000, 200_000, 100_000, 100_000)  # of counters
SERIES = (1, 1, 4, 2)
Script = Iterator[tuple[View, int]]


def with_counters(trace: Trace) -> Trace:
    """The same with a million samples of four counters at the top."""
    random = np.random.default_rng(1)
    first, last = trace.span_ps
    tracks = []
    for number, (samples, series) in enumerate(zip(SAMPLES, SERIES, strict=True)):
        start_ps = np.sort(random.integers(first, last, samples))
        name = np.full(samples, trace.strings.intern(f"counter {number}"), np.int32)
        none = np.full(samples, -1, np.int64)
        events = placed_events(
            start_ps, np.diff(start_ps, append=start_ps[-1]), name, none, 0 * none
        )
        values = np.abs(random.normal(0, 1, (samples, series)).cumsum(axis=0))
        counter = Counter(tuple("abcd"[:series]), values)
        tracks.append(Track(0, f"counter {number}", TrackKind.COUNTER, events, counter=counter))
    return trace.with_tracks(trace.sections, (*tracks, *trace.tracks))


def with_flows(trace: Trace) -> Trace:
    """The same with 20,000 arrows between random events, each to one that starts later."""
    random = np.random.default_rng(2)
    rows = [n for n, track in enumerate(trace.tracks) if len(track.events)]
    ends = []
    for _ in range(2):
        track = random.choice(rows, HOPS)
        size = np.array([len(trace.tracks[n].events) for n in track])
        index = (random.random(HOPS) * size).astype(np.int64)
        pairs = zip(track.tolist(), index.tolist(), strict=True)
        start_ps = np.array([int(trace.tracks[n].events.start_ps[i]) for n, i in pairs])
        ends.append((track, index, start_ps))
    (a, a_index, a_ps), (b, b_index, b_ps) = ends
    swap = a_ps > b_ps
    columns = [np.where(swap, y, x) for x, y in ((a, b), (a_index, b_index), (a_ps, b_ps))]
    others = [np.where(swap, x, y) for x, y in ((a, b), (a_index, b_index), (a_ps, b_ps))]
    name = np.full(HOPS, trace.strings.intern("flow"))
    order = np.argsort(columns[2], kind="stable")
    hops = (*columns[:2], *others[:2], columns[2], others[2], name, name)
    return replace(trace, flows=frozen_flows(*(column[order] for column in hops)))


def zoom(first: float, last: float) -> Script:
    """From everything down to a microsecond, anchored at 30 % of the trace."""
    anchor = first + 0.3 * (last - first)
    for span in np.geomspace(last - first, 1e6, FRAMES).tolist():
        yield View(anchor - 0.3 * span, anchor + 0.7 * span), 0


def pan(first: float, last: float, share: float, step: float) -> Script:
    """A window of ``share`` of the trace moving by ``step`` of itself a frame."""
    span = (last - first) * share
    for index in range(FRAMES):
        start = first + 0.05 * (last - first) + index * step * span
        yield View(start, start + span), 0


def scroll(first: float, last: float) -> Script:
    """Everything in view, 37 px further down a frame."""
    for index in range(FRAMES):
        yield View(first, last), index * 37


def measured(application: QApplication, canvas: TimelineCanvas, script: Script) -> list[float]:
    """CPU milliseconds of each frame."""
    times = []
    for view, top in script:
        start = time.process_time()
        canvas.sheet.scroll_to(top)
        canvas.navigator.go(view)
        application.processEvents()
        times.append((time.process_time() - start) * 1e3)
    return times


def main(path: str, *words: str) -> None:
    """Measure and print p50, p95 and max of each script."""
    application = QApplication([])
    apply_theme(application, DARK)
    session = Session()
    canvas = TimelineCanvas(session, DARK)
    canvas.resize(*SIZE)
    canvas.show()
    trace = open_path(path).trace
    trace = with_counters(trace) if "counters" in words else trace
    trace = with_flows(trace) if "flows" in words or "arrows" in words else trace
    session.set_trace(trace)
    if "flows" in words:  # those of one event
        event = EventId(int(trace.flows.from_track[0]), int(trace.flows.from_index[0]))
        session.set_selection(Selection((event,)))
    if "arrows" in words:
        session.set_flow_categories(frozenset({"flow"}))
    application.processEvents()
    canvas.lanes.frame.wait()
    settle()  # as the window does
    first, last = map(float, trace.span_ps)
    figures = {}
    for name, script in {
        "zoom": lambda: zoom(first, last),
        "pan, close": lambda: pan(first, last, 1 / 20_000, 0.02),
        "pan, far": lambda: pan(first, last, 0.9, 0.0004),
        "scroll, all in view": lambda: scroll(first, last),
    }.items():
        measured(application, canvas, script())  # names are drawn once
        times = measured(application, canvas, script())
        p50, p95 = np.percentile(times, [50, 95])
        figures[name] = [float(p50), float(p95), max(times)]
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
