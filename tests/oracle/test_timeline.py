"""Our model of trace-event files against catapult's and Perfetto's, case by case."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.oracle.timeline.design import REASONS, Tally
from tests.oracle.timeline.golden import Case, cases
from tests.oracle.timeline.run import CORPUS, compare_case

CASES = list(cases(CORPUS)) if CORPUS.is_dir() else []


@pytest.mark.parametrize("case", CASES or [None], ids=lambda case: case.name if case else "none")
def test_a_case_equals_its_golden(case: Case | None):
    if case is None:
        pytest.skip("the corpus of captures is not beside this checkout")
    tally = Tally()
    compare_case(case, tally)
    assert tally.failed == []


def test_every_difference_is_written_down():
    written = (Path(__file__).parents[2] / "docs/differences.md").read_text()
    names = re.findall(r"^\| ([a-z-]+(?:, [a-z-]+)*) \|", written, re.MULTILINE)
    assert set(REASONS) <= {name for row in names for name in row.split(", ")}
