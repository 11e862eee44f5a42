from __future__ import annotations

from pathlib import Path

import pytest

from traceview.__main__ import main


def test_doctor_names_what_opens(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", str(data / "xspace/tpu_one_step")]) == 0
    printed = capsys.readouterr().out
    assert "1 *.xplane.pb" in printed
    assert "opens: " in printed
    assert "223 events" in printed


def test_doctor_counts_what_is_in_a_folder_without_captures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "events.out.tfevents.1.host").write_bytes(b"x")
    assert main(["doctor", str(tmp_path)]) == 1
    printed = capsys.readouterr().out
    assert "0 *.xplane.pb" in printed
    assert "1 event file" in printed


def test_doctor_shows_the_first_bytes_and_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "run.xplane.pb"
    page.write_text("<!doctype html><title>Sign in</title>")
    assert main(["doctor", str(page)]) == 3
    printed = capsys.readouterr().out
    assert "3c 21 64 6f" in printed
    assert "Sign in" in printed
    assert "does not open" in printed


def test_doctor_says_how_to_copy_a_bucket(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "s3://bucket/logs"]) == 5
    assert "aws s3 cp" in capsys.readouterr().out


def test_a_path_that_is_not_there_is_status_three(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", str(tmp_path / "gone")]) == 3
    assert "does not open" in capsys.readouterr().out
