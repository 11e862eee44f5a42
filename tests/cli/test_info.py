from __future__ import annotations

import json
from pathlib import Path

import pytest

from traceview.__main__ import main


def test_info_lists_every_plane_of_the_capture(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["info", str(data / "xspace/tpu_one_step")]) == 0
    printed = capsys.readouterr().out
    for plane in ("/device:TPU:0", "/device:TPU:1", "/host:metadata", "/host:CPU"):
        assert plane in printed
    assert "223 events" in printed


def test_info_as_json_counts_captured_events_only(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["info", str(data / "xspace/tpu_one_step"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["schema"] == 1
    assert facts["events"] == 223
    assert facts["hosts"] == ["t1v-n-0013-w-0"]
    assert sum(plane["events"] for plane in facts["planes"]) == 223
    assert [plane["name"] for plane in facts["planes"] if not plane["lines"]]
    assert set(facts["planes"][0]) == {"host", "name", "lines", "events", "span_ps"}
    assert facts["warnings"] == []


def test_info_knows_both_hosts_of_a_run(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(data / "xspace/jax_multihost"), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["hosts"] == ["localhost_6011", "localhost_6012"]
    assert facts["events"] == 16315


def test_a_folder_without_captures_is_status_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["info", str(tmp_path)]) == 1
    assert "xplane.pb" in capsys.readouterr().err


def test_a_file_that_is_no_capture_is_status_three(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "run.xplane.pb"
    page.write_text("<!doctype html><title>Sign in</title>")
    assert main(["info", str(page)]) == 3
    assert "Sign in" in capsys.readouterr().err


def test_a_cut_capture_is_status_four(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes()
    cut = tmp_path / "cut.xplane.pb"
    cut.write_bytes(whole[: len(whole) * 3 // 4])
    assert main(["info", str(cut)]) == 4
    assert "warnings:" in capsys.readouterr().out


def test_a_bucket_is_refused_with_the_command_that_copies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["info", "gs://bucket/model_dir"]) == 5
    assert "gcloud storage cp" in capsys.readouterr().err


def test_an_escape_sequence_in_a_name_does_not_reach_the_terminal(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = next((data / "xspace/edge_one_event").rglob("*.xplane.pb")).read_bytes()
    hostile = tmp_path / "hostile.xplane.pb"
    hostile.write_bytes(whole.replace(b"/device:TPU:0", b"\x1b[31m/devi\x07:0"))
    assert main(["info", str(hostile)]) == 0
    assert "\x1b" not in capsys.readouterr().out
