"""Arrows of XPlane captures against XProf 2.24.2.

``xprof_flows.json`` counts, by run and category, the consumers whose ``bind_id`` has a producer
in what XProf answers as trace_viewer@ with all events.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from traceview.model.load import open_path
from traceview.model.trace import Trace
from traceview.tools.derived.derived_lines import with_derived_lines

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "xprof_flows.json").read_text())
# XProf shows no launches of this capture of 2020; docs/differences.md.
MORE = {"ext_gpu_single_worker": {"gpu_launch": 1556, "generic": 99}}


def flows_by_category(trace: Trace) -> dict[str, int]:
    return dict(Counter(trace.strings[name] for name in trace.flows.category.tolist()))


@pytest.mark.parametrize("run", sorted(EXPECTED))
def test_arrows_are_xprofs(run: str, data: Path, request: pytest.FixtureRequest):
    folder = data / "xspace" / run
    if not folder.exists():
        corpus = request.getfixturevalue("corpus")
        folder = next(
            p for part in ("xprof", "synth") if (p := corpus / part / "runs" / run).exists()
        )
    trace = with_derived_lines(open_path(str(folder))).trace
    assert flows_by_category(trace) == EXPECTED[run] | MORE.get(run, {})


def test_an_arrow_leaves_before_it_arrives_unless_its_producer_starts_later(data: Path):
    flows = with_derived_lines(open_path(str(data / "xspace/tpu_v5e_jax"))).trace.flows
    assert (flows.start_ps <= flows.end_ps).all()
