from __future__ import annotations

import json
from pathlib import Path

import pytest

from traceview.__main__ import main


def test_convert_writes_what_the_name_says(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.json"
    assert main(["convert", str(data / "xspace/tpu_v5e_jax"), "-o", str(out)]) == 0
    events = json.loads(out.read_text())["traceEvents"]
    assert {"M", "X", "s", "f"} <= {event["ph"] for event in events}
    assert capsys.readouterr().out.startswith(f"{out}: ")


def test_convert_of_captured_lines_alone_leaves_derived_ones_out(
    data: Path, tmp_path: Path
) -> None:
    sizes = []
    for words in ([], ["--captured"]):
        out = tmp_path / f"{len(words)}.csv"
        assert main(["convert", str(data / "xspace/tpu_v5e_jax"), "-o", str(out), *words]) == 0
        sizes.append(len(out.read_text().splitlines()))
    assert sizes[0] > sizes[1]


def test_convert_refuses_a_name_that_says_no_format(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["convert", str(data / "xspace/tpu_one_step"), "-o", str(tmp_path / "out.xlsx")]
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert "What can be written" in capsys.readouterr().err
