"""The queries once more, one event at a time: slow, plain, and the yardstick for the real ones."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from traceview.model.builder import build_events
from traceview.model.trace import Events, Ints, Track, TrackKind


@dataclass(frozen=True)
class Span:
    """One event: where it stands in the file, its start and its end."""

    at: int
    start: int
    end: int

    @property
    def dur(self) -> int:
        return self.end - self.start


def spans_of(start_ps: Ints, dur_ps: Ints) -> list[Span]:
    """All events by (start, -duration, file order)."""
    spans = [
        Span(i, s, s + d)
        for i, (s, d) in enumerate(zip(start_ps.tolist(), dur_ps.tolist(), strict=True))
    ]
    return sorted(spans, key=lambda span: (span.start, -span.end, span.at))


def nest(spans: list[Span]) -> tuple[dict[int, int], dict[int, int | None]]:
    """Depth and parent of each event, by its place in the file."""
    depth: dict[int, int] = {}
    parent: dict[int, int | None] = {}
    stack: list[Span] = []
    for span in spans:
        while stack and stack[-1].end <= span.start:
            stack.pop()
        depth[span.at] = len(stack)
        parent[span.at] = stack[-1].at if stack else None
        stack.append(span)
    return depth, parent


def most_open(spans: list[Span]) -> int:
    """The number of lanes needed: the most events that are open at once."""
    ends: list[int] = []
    most = 0
    for span in spans:
        while ends and ends[0] <= span.start:
            heapq.heappop(ends)
        heapq.heappush(ends, span.end)
        most = max(most, len(ends))
    return most


def touching(events: Events, row: int, start_ps: int, end_ps: int) -> list[int]:
    """Events of a row that lie in [start_ps, end_ps) in part or whole."""
    found = []
    for i in range(int(events.row_at[row]), int(events.row_at[row + 1])):
        start = int(events.start_ps[i])
        end = start + int(events.dur_ps[i])
        if start < end_ps and (end > start_ps or start == start_ps):
            found.append(i)
    return found


def parent_of(events: Events, index: int) -> int:
    """The last event of the row above that starts at or before ``index``."""
    row = events.row_of(index)
    if row == 0:
        return -1
    above = range(int(events.row_at[row - 1]), int(events.row_at[row]))
    return max(i for i in above if events.start_ps[i] <= events.start_ps[index])


def self_time(events: Events, index: int) -> int:
    """Picoseconds of ``index`` in which no child runs, counted one by one."""
    start, dur = int(events.start_ps[index]), int(events.dur_ps[index])
    free = set(range(start, start + dur))
    for i in range(index + 1, len(events)):
        if events.row_of(i) == events.row_of(index) + 1 and parent_of(events, i) == index:
            free -= set(range(int(events.start_ps[i]), int(events.start_ps[i] + events.dur_ps[i])))
    return len(free)


def columns(max_events: int = 24, max_time: int = 30, names: int = 4) -> st.SearchStrategy:
    """Random (start_ps, dur_ps, name) columns: ties, zero durations, improper overlaps."""
    event = st.tuples(
        st.integers(-3, max_time), st.integers(0, max_time // 2), st.integers(0, names - 1)
    )
    return st.lists(event, max_size=max_events).map(
        lambda rows: (
            np.array([row[0] for row in rows], np.int64),
            np.array([row[1] for row in rows], np.int64),
            np.array([row[2] for row in rows], np.int32),
        )
    )


def nested_columns(max_events: int = 24, names: int = 4) -> st.SearchStrategy:
    """Random columns that nest properly, as a call stack does, in random file order."""

    def build(moves: list[tuple[int, bool, int]], seed: int) -> tuple[Ints, Ints, Ints]:
        time, stack, rows = 0, [], []
        for wait, opens, name in moves:
            time += wait
            if opens or not stack:
                stack.append(len(rows))
                rows.append([time, 0, name])
            else:
                row = rows[stack.pop()]
                row[1] = time - row[0]
        for at in reversed(stack):
            rows[at][1] = time - rows[at][0]
        order = np.random.default_rng(seed).permutation(len(rows))
        table = np.array(rows, np.int64).reshape(-1, 3)[order]
        return table[:, 0].copy(), table[:, 1].copy(), table[:, 2].astype(np.int32)

    moves = st.tuples(st.integers(0, 3), st.booleans(), st.integers(0, names - 1))
    return st.builds(build, st.lists(moves, max_size=2 * max_events), st.integers(0, 99))


def track_of(
    start_ps: Ints, dur_ps: Ints, name: Ints, *, lanes: bool = False, section: int = 0
) -> Track:
    """A track of these events; ``arg_at`` is their place in the file."""
    at = np.arange(len(start_ps), dtype=np.int64)
    events, is_lanes, overlaps = build_events(start_ps, dur_ps, name, at, lanes)
    return Track(section, "line", TrackKind.OTHER, events, lanes=is_lanes, overlaps=overlaps)
