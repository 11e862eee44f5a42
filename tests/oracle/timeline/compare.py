"""Lays our trace beside a golden, fact by fact."""

from __future__ import annotations

from tests.oracle.timeline.apart import compare_apart
from tests.oracle.timeline.beside import Beside
from tests.oracle.timeline.design import Tally
from tests.oracle.timeline.flows import compare_flows
from tests.oracle.timeline.golden import Case
from tests.oracle.timeline.measured import compare_measured
from tests.oracle.timeline.ours import Ours
from tests.oracle.timeline.threads import compare_threads
from tests.oracle.timeline.totals import compare_totals


def compare(case: Case, ours: Ours, tally: Tally) -> None:
    """Everything that the golden holds."""
    beside = Beside(case, ours, tally)
    compare_threads(beside)
    compare_apart(beside)
    compare_measured(beside)
    compare_flows(beside)
    compare_totals(beside)
