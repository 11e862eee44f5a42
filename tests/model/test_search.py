from __future__ import annotations

import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.model import brute
from traceview.model.search import TextIndex, find
from traceview.model.strings import StringTable
from traceview.model.trace import Trace, Track, TrackKind

NAMES = ("fusion.1", "Fusion.22", "copy", "STRASSE")


class Source:
    """Args of which only the shared texts matter: needle -> names that mention it."""

    def __init__(self, mentions: dict[str, list[int]]) -> None:
        self.mentions = mentions
        self.asked = 0

    def names_mentioning(self, needle):
        self.asked += 1
        return np.array(self.mentions.get(needle, []), np.int32)


def with_args(track: Track, args) -> Track:
    return Track(0, "line", TrackKind.OTHER, track.events, args=args)


def trace_of(*tracks: Track) -> Trace:
    strings = StringTable()
    strings.intern_all(NAMES)
    return Trace(strings=strings, tracks=tracks)


def names_found(trace: Trace, needle: str) -> list[str]:
    found = find(trace, needle)
    events = [(track, i) for track, hits in found.by_track() for i in hits]
    return [trace.strings[trace.tracks[track].events.name[i]] for track, i in events]


@given(
    st.lists(brute.columns(names=len(NAMES)), max_size=3),
    st.sampled_from(["fusion", "N.2", "o", "x", "strasse"]),
)
@settings(max_examples=200, deadline=None)
def test_hits_are_the_events_whose_name_contains_the_needle(columns, needle):
    trace = trace_of(*(brute.track_of(*column) for column in columns))
    found = dict(find(trace, needle).by_track())
    for number, track in enumerate(trace.tracks):
        names = [NAMES[name] for name in track.events.name]
        hits = [i for i, name in enumerate(names) if needle.lower() in name.lower()]
        assert found.get(number, np.zeros(0)).tolist() == hits


def line(*names: int) -> Track:
    start = np.arange(len(names), dtype=np.int64) * 10
    return brute.track_of(start, start * 0 + 5, np.array(names, np.int32))


def test_case_is_folded_as_in_text():
    assert names_found(trace_of(line(3)), "straße") == ["STRASSE"]


def test_texts_that_all_events_of_a_name_share_are_searched():
    source = Source({"matmul": [2]})
    assert isinstance(source, TextIndex)
    trace = trace_of(with_args(line(0, 2), source), with_args(line(2, 1), source), line(2))
    assert {track: hits.tolist() for track, hits in find(trace, "matmul").by_track()} == {
        0: [1],
        1: [0],
    }
    assert source.asked == 1


def test_names_count_beside_shared_texts():
    trace = trace_of(with_args(line(0, 2), Source({"fusion": [2]})))
    assert names_found(trace, "fusion") == ["fusion.1", "copy"]


def test_the_empty_needle_finds_nothing():
    assert find(trace_of(line(0, 1)), "").count == 0


def test_a_million_events_are_searched():
    name = np.tile(np.arange(4, dtype=np.int32), 250_000)
    start = np.arange(len(name)) * 10
    trace = trace_of(brute.track_of(start, np.full(len(name), 5), name))
    began = time.process_time()
    found = find(trace, "fusion")
    print(f"search of 1,000,000 events: {(time.process_time() - began) * 1e3:.1f} ms")
    assert found.count == 500_000
    assert found.nth(2).index == 4
