"""Our model of trace-event files against catapult's and Perfetto's, case by case."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.timeline.design import REASONS, Tally
from tests.oracle.timeline.golden import Case, cases
from tests.oracle.timeline.run import CORPUS, compare_case

CASES = list(cases(CORPUS)) if CORPUS.is_dir() else []
MEMORY = "tf_timeline/mlp_sgd.memory.json"


@pytest.mark.parametrize("case", CASES or [None], ids=lambda case: case.name if case else "none")
def test_a_case_equals_its_golden(case: Case | None):
    if case is None:
        pytest.skip("the corpus of captures is not beside this checkout")
    tally = Tally()
    compare_case(case, tally)
    assert tally.failed == []


def process(model: Any, key: str) -> Any:
    """The first process that has some of ``key``."""
    return next(each for each in model["processes"].values() if each.get(key))


def thread(model: Any, key: str = "slices") -> Any:
    threads = (t for p in model["processes"].values() for t in p["threads"].values())
    return next(each for each in threads if each.get(key))


def first_slice(model: Any) -> Any:
    return thread(model)["slices"][0]


def counter(model: Any) -> Any:
    return next(iter(process(model, "counters")["counters"].values()))


def with_args(model: Any) -> Any:
    return next(each for each in thread(model)["slices"] if each.get("args"))


def with_parent(model: Any) -> Any:
    return next(each for each in thread(model, "asyncSlices")["asyncSlices"] if "subSlices" in each)


DAMAGES: dict[str, tuple[str, Callable[[Any], object]]] = {
    "title": (MEMORY, lambda m: first_slice(m).update(title="other")),
    "start": (MEMORY, lambda m: first_slice(m).update(start=first_slice(m)["start"] + 0.01)),
    "duration": (MEMORY, lambda m: first_slice(m).update(duration=7)),
    "category": (MEMORY, lambda m: first_slice(m).update(category="other")),
    "args": (MEMORY, lambda m: with_args(m)["args"].update(other=1)),
    "unfinished": (MEMORY, lambda m: first_slice(m).update(didNotFinish=True)),
    "count": (MEMORY, lambda m: thread(m).update(sliceCount=1)),
    "thread gone": (MEMORY, lambda m: process(m, "threads")["threads"].update({"99": thread(m)})),
    "thread name": (
        "probe/names_dup",
        lambda m: process(m, "threads").update(name="other"),
    ),
    "order": ("perfetto/json__test_json_sort_index_ordering", lambda m: m["processOrder"].sort()),
    "sample": (MEMORY, lambda m: counter(m)["series"][0]["samples"][3].__setitem__(1, -1)),
    "samples": (MEMORY, lambda m: counter(m).update(numSamples=1)),
    "object": (MEMORY, lambda m: process(m, "objects")["objects"][0].update(deletionTs=0)),
    "snapshot": (
        MEMORY,
        lambda m: process(m, "objects")["objects"][0]["snapshots"][0].update(args={"x": 1}),
    ),
    "flow": (
        "tf_timeline/cnn_adam.default.json",
        lambda m: m["flows"][0].update(toTitle="other"),
    ),
    "flow's end": (
        "tf_timeline/cnn_adam.default.json",
        lambda m: m["flows"][0]["to"].__setitem__(2, m["flows"][0]["to"][2] + 1),
    ),
    "step": ("probe/async_legacy", lambda m: with_parent(m)["subSlices"][0].update(start=9)),
    "instant": ("probe/instant_all", lambda m: m["globalInstants"][0].update(title="other")),
    "call stack": (
        "catapult_test_data/simple_trace_gz.gz",
        lambda m: m["samples"][0].update(stack=["other url: unknown"]),
    ),
    "depth": ("probe/other", lambda m: first_slice(m).update(depth=5)),
    "self time": ("probe/other", lambda m: first_slice(m).update(selfTime=77)),
    "length": (MEMORY, lambda m: m["bounds"].update(max=m["bounds"]["max"] + 1)),
    "sum": (MEMORY, lambda m: m["summary_all_thread_slices"]["top60_by_wall"][0].update(wall=0)),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_golden_fails(what: str):
    name, damage = DAMAGES[what]
    case = next((case for case in CASES if case.name == name), None)
    if case is None:
        pytest.skip("the corpus of captures is not beside this checkout")
    model = copy.deepcopy(case.model)
    damage(model)
    tally = Tally()
    compare_case(replace(case, model=model), tally)
    assert tally.failed != []


def test_every_difference_is_written_down():
    written = (Path(__file__).parents[2] / "docs/differences.md").read_text()
    section = written.split("\n## Trace-event files")[1].split("\n## ")[0]
    names = re.findall(r"^\| ([a-z-]+(?:, [a-z-]+)*) \|", section, re.MULTILINE)
    assert {name for row in names for name in row.split(", ")} - {"name"} == set(REASONS)
