from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import traceview
from traceview.model import load
from traceview.model.errors import TraceError


def test_a_capture_opens_from_python(data: Path) -> None:
    opened = traceview.open(str(data / "xspace/jax_multihost"), hosts=["localhost_6011"])
    assert isinstance(opened, traceview.OpenCapture)
    assert opened.capture.event_count == 9588
    assert repr(opened) == (
        "<OpenCapture 2026_11_21_02_13_17: 1 host, 3 planes, 9,588 events, 985.018 ms, 0 notices>"
    )


def test_a_path_object_will_do(data: Path) -> None:
    assert traceview.open(data / "xspace/edge_one_event").capture.event_count == 1


@pytest.mark.parametrize("error", [OSError("disk on fire"), MemoryError()])
def test_nothing_but_a_trace_error_comes_out(
    data: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(load, "survey", fail)
    with pytest.raises(TraceError, match="cannot be read"):
        traceview.open(str(data))


def test_importing_the_package_imports_nothing_else() -> None:
    program = "import sys, traceview; print({'numpy', 'google', 'PySide6'} & set(sys.modules))"
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout == "set()\n"
