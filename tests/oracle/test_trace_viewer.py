"""Sections, tracks and events against what XProf 2.24.2 answers as trace_viewer@."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.hidden import is_shown, shown_durations_us, shown_names
from traceview.model.load import open_path
from traceview.model.trace import Trace, Track
from traceview.tools.derived.derived_lines import with_derived_lines

CORPUS = Path(__file__).parents[3] / "shared/corpus"

SHORTENED_US, EMPTY_US = 0.012, 1e-6  # at most, of one event

# Differences that docs/differences.md explains: tracks, names, and events by process.
MORE_TRACKS = {"ext_tpu_inference_2": -4}
MORE_NAMES = {"tpu_sparsecore_v6e": 644}
MORE_EVENTS = {
    "tpu_sparsecore_v6e": {"TPU:0": 1288, "TPU:1": 1800, "TPU:2": 1800, "TPU:3": 1800},
}


def runs() -> list[tuple[str, str]]:
    return [
        (part, run)
        for part in ("xprof", "synth")
        if (CORPUS / part / "expected.json").exists()
        for run in json.loads((CORPUS / part / "expected.json").read_text())
    ]


@cache
def expected(part: str, run: str) -> dict[str, Any]:
    found = json.loads((CORPUS / part / "expected.json").read_text())[run]
    answer: dict[str, Any] = found["trace_viewer@.res0"]
    return answer


@cache
def ours(part: str, run: str) -> Trace:
    return with_derived_lines(open_path(str(CORPUS / part / "runs" / run))).trace


def events_by_process(trace: Trace) -> dict[str, int]:
    found: Counter[str] = Counter()
    for track in trace.tracks:
        section = trace.sections[track.section]
        found[f"{section.host} {section.name}"] += shown_names(trace, track).total()
    return {name: count for name, count in found.items() if count}


@pytest.mark.parametrize(("part", "run"), runs() or [("", "")])
def test_sections_and_tracks_are_those_of_the_trace_viewer(
    corpus: Path, part: str, run: str
) -> None:
    trace, answer = ours(part, run), expected(part, run)
    assert len({track.section for track in trace.tracks}) == answer["processes"]
    tracks = sum(is_shown(trace, track) for track in trace.tracks)
    assert tracks == answer["threads"] + MORE_TRACKS.get(run, 0)


@pytest.mark.parametrize(("part", "run"), runs() or [("", "")])
def test_events_of_each_section_are_those_of_the_trace_viewer(
    corpus: Path, part: str, run: str
) -> None:
    more, answer = MORE_EVENTS.get(run, {}), expected(part, run)
    found = events_by_process(ours(part, run))
    assert sum(found.values()) == answer["x_events"] + sum(more.values())
    listed = answer["x_events_per_process"]  # at most twenty of them
    extra = {name: next((n for end, n in more.items() if name.endswith(end)), 0) for name in listed}
    assert {name: found[name] - extra[name] for name in listed} == listed


@pytest.mark.parametrize(("part", "run"), runs() or [("", "")])
def test_the_commonest_names_are_as_common(corpus: Path, part: str, run: str) -> None:
    counts = counts_by_name(ours(part, run))
    answer = expected(part, run)["top_names_by_count"]
    assert {name: counts[name] for name, _ in answer} == dict(answer)


@pytest.mark.parametrize(("part", "run"), runs() or [("", "")])
def test_there_are_as_many_different_names(corpus: Path, part: str, run: str) -> None:
    found = len(counts_by_name(ours(part, run)))
    assert found == expected(part, run)["distinct_names"] + MORE_NAMES.get(run, 0)


@pytest.mark.parametrize(("part", "run"), runs() or [("", "")])
def test_the_longest_names_last_as_long(corpus: Path, part: str, run: str) -> None:
    trace = ours(part, run)
    counts, sums = counts_by_name(trace), sum_of(shown_durations_us, trace)
    for name, answer in expected(part, run)["top_names_by_dur_us"]:
        # XProf shortens nested derived events by 1 ns a level, and makes empty ones 1 ps long.
        spread = counts[name] * SHORTENED_US + answer * 1e-9
        assert -counts[name] * EMPTY_US - answer * 1e-9 <= sums[name] - answer <= spread, name


def counts_by_name(trace: Trace) -> Counter[str]:
    return sum_of(shown_names, trace)


def sum_of(measure: Callable[[Trace, Track], Counter[str]], trace: Trace) -> Counter[str]:
    total: Counter[str] = Counter()
    for track in trace.tracks:
        total.update(measure(trace, track))
    return total
