"""Traces of other programs against what the standard library reads in them, and facts.json."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from traceview.model.attachments import tool_of
from traceview.model.capture import Capture
from traceview.model.errors import NothingFoundError, TraceError
from traceview.model.load import open_path

CORPUS = Path(__file__).parents[3] / "shared/corpus"
# The standard library would need gigabytes for more.
JSON_BYTES = 30 << 20
NO_TRACES = (
    "facts.json",
    "torch_cnn_full.key_averages.json",
    "torch_cnn_full.memtimeline.json",
)


def listed() -> dict[str, dict[str, Any]]:
    """What facts.json says of the files that are there, by path."""
    if not CORPUS.is_dir():
        return {}
    facts = json.loads((CORPUS / "trace_json/facts.json").read_text())
    return {name: told for name, told in facts.items() if (CORPUS / name).exists()}


def traces() -> list[str]:
    """Every trace-event file of real tools, as a path below the corpus."""
    found = [
        *(CORPUS / "trace_json").rglob("*.json"),
        *(CORPUS / "trace_json").rglob("*.json.gz"),
        *(CORPUS / "xprof/runs").rglob("*.trace.json.gz"),
    ]
    return [str(path.relative_to(CORPUS)) for path in sorted(found) if path.name not in NO_TRACES]


@pytest.mark.parametrize("name", list(listed()))
def test_records_are_as_many_per_phase_as_the_facts_say(corpus: Path, name: str) -> None:
    told = listed()[name]
    if "phases" in told and "null" not in told["phases"]:
        assert phases(open_path(str(corpus / name))) == told["phases"]
        return
    with pytest.raises(TraceError) as refused:
        open_path(str(corpus / name))
    assert (bool(refused.value.why), bool(refused.value.advice)) == (True, True)


def phases(capture: Capture) -> dict[str, int]:
    return dict(capture.records)


@pytest.mark.parametrize("name", traces())
def test_every_trace_holds_the_records_that_its_json_holds(corpus: Path, name: str) -> None:
    capture = open_path(str(corpus / name))
    assert capture.event_count >= capture.records["X"] > 0
    assert not capture.partial
    content = (corpus / name).read_bytes()
    text = gzip.decompress(content) if name.endswith(".gz") else content
    if len(text) < JSON_BYTES:
        events = json.loads(text)["traceEvents"]
        assert phases(capture) == Counter(event.get("ph", "") for event in events)


@pytest.mark.parametrize("name", ["trace", "trace.json.gz"])
def test_a_trace_of_cloud_tpu_profiler_1_5_is_what_its_maker_says(corpus: Path, name: str) -> None:
    run = corpus / "synth/runs_legacy/ctp15_resnet_v3_8"
    expected = json.loads((run / "expected_legacy.json").read_text())["trace"]
    (session,) = (run / "plugins/profile").iterdir()
    capture = open_path(str(session / name))
    trace = capture.trace
    per_device = Counter[str]()
    for track in trace.tracks:
        per_device[trace.sections[track.section].name] += len(track.events)
    assert per_device == expected["per_device"]
    assert capture.event_count == expected["events"]
    # JSON has no event that lasts less than a picosecond.
    assert trace.span_ps == (0, pytest.approx(expected["duration_ps"], abs=1))
    assert [section.name for section in trace.sections] == list(expected["devices"])
    for number, resources in enumerate(expected["devices"].values()):
        tracks = [track.name for track in trace.tracks if track.section == number]
        # A thread without events is no track.
        assert tracks == [each for each in resources if each in tracks]
        assert len(resources) - len(tracks) <= 1


def test_a_run_of_cloud_tpu_profiler_1_5_keeps_its_other_files(corpus: Path) -> None:
    run = corpus / "synth/runs_legacy/ctp15_resnet_v3_8"
    expected = json.loads((run / "expected_legacy.json").read_text())
    capture = open_path(str(run))
    assert capture.event_count == expected["trace"]["events"]
    assert {each.tool for each in capture.attachments} >= {
        "op_profile",
        "input_pipeline_analyzer",
        "overview_page",
        "pod_viewer",
        "memory_viewer",
        "graph_viewer",
    }
    assert all(Path(each.path).stat().st_size == each.size_bytes for each in capture.attachments)


def test_results_of_tools_are_known_as_such(corpus: Path) -> None:
    folder = corpus / "legacy"
    files = [path for path in folder.rglob("*") if path.is_file()]
    tools = {path.name: tool[0] for path in files if (tool := tool_of(path.name))}
    unknown = {path.name for path in files} - tools.keys()
    assert Counter(tools.values()) == {
        "op_profile": 3,
        "input_pipeline_analyzer": 5,
        "overview_page": 5,
        "pod_viewer": 3,
        "memory_viewer": 2,
        "tensorflow_stats": 3,
    }
    # Rewritten by hand for people, demonstrations of other pages, and the marker of a logdir.
    assert {name.split(".", 1)[1] for name in unknown if not name.endswith(".as_proto.json")} == {
        "end_2_end.json",
        "google_chart_demo.json",
        "out.tfevents.1583461681.localhost.profile-empty",
    }


@pytest.mark.parametrize("folder", ["tensorboard_profile_demo", "xprof_profile_demo"])
def test_a_folder_of_results_only_says_what_it_holds(corpus: Path, folder: str) -> None:
    with pytest.raises(NothingFoundError) as refused:
        open_path(str(corpus / "legacy" / folder))
    assert "op_profile" in str(refused.value)
