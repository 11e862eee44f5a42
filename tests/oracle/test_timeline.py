"""Our model of trace-event files against catapult's and Perfetto's, case by case."""

from __future__ import annotations

import pytest

from tests.oracle.timeline.design import Tally
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
