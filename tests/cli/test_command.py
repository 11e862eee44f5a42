from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from traceview.__main__ import main
from traceview.cli.screenshot import parse

ROOT = Path(__file__).parents[2]


def run_python(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=False,
    )


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert len(printed.splitlines()) <= 40
    for command in ("info", "screenshot", "doctor", "demo"):
        assert f"  {command} " in printed


def test_help_imports_neither_qt_nor_numpy_nor_protobuf() -> None:
    code = (
        "import sys; from traceview.__main__ import main; main(['--help']);"
        "bad = {'PySide6', 'numpy', 'google.protobuf'} & set(sys.modules); assert not bad, bad"
    )
    assert run_python("-c", code).returncode == 0


def test_help_is_quick() -> None:
    times = []
    for _ in range(5):
        start = time.perf_counter()
        assert run_python("-m", "traceview", "--help").returncode == 0
        times.append(time.perf_counter() - start)
    # Generous, for a loaded machine: the benchmark reports the real figure.
    assert statistics.median(times) < 1.0


def test_info_does_not_import_qt(data: Path) -> None:
    capture = data / "xspace/edge_one_event"
    code = (
        "import sys; from traceview.__main__ import main;"
        f"assert main(['info', {str(capture)!r}]) == 0;"
        "assert not any(name.startswith('PySide6') for name in sys.modules)"
    )
    found = run_python("-c", code)
    assert found.returncode == 0, found.stderr


def test_importing_the_package_costs_nothing() -> None:
    code = "import sys, traceview; assert not {'numpy', 'PySide6'} & set(sys.modules)"
    assert run_python("-c", code).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ["screenshot"],
        ["screenshot", "x.pb"],
        ["screenshot", "x.pb", "-o", "a.png", "--range", "5..9"],
        ["screenshot", "x.pb", "-o", "a.png", "--range", "2s..1s"],
        ["screenshot", "x.pb", "-o", "a.png", "--size", "big"],
        ["screenshot", "x.pb", "-o", "a.png", "--theme", "pink"],
        ["info"],
        ["doctor"],
        ["demo", "more"],
    ],
)
def test_wrong_arguments_are_status_two(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2


def test_a_range_is_read_in_picoseconds() -> None:
    request = parse(["x.pb", "-o", "a.png", "--range", "1.2s..1300ms", "--size", "800x600"])
    assert request.range_ps == (1_200_000_000_000, 1_300_000_000_000)
    assert request.size == (800, 600)
