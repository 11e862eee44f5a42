"""``make bench``: measures what ARCHITECTURE.md budgets and prints a Markdown table.

The synthetic captures are made once, in ``$TRACEVIEW_BENCH_CACHE`` (by default the user's cache
folder), and take 800 MB there. ``--small`` leaves out the large one.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.synth import write_synthetic
from tests.bench.synth_json import write_torch_like

ROOT = Path(__file__).parents[2]
REAL = ROOT.parent / "shared/corpus/xprof/runs/jax_large_py"
CACHE = Path(os.environ.get("TRACEVIEW_BENCH_CACHE", Path.home() / ".cache/traceview-bench"))
Row = tuple[str, str, str]


def made(name: str, write: Callable[[Path, int], None], events: int) -> Path:
    """A file of about so many events, made when it is not there yet."""
    path = CACHE / name
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        print(f"making {name} ...", file=sys.stderr)
        part = path.with_suffix(".part")
        write(part, events)
        part.rename(path)
    return path


def synthetic(events: int) -> Path:
    """An XPlane capture."""
    return made(f"synthetic_{events}.xplane.pb", write_synthetic, events)


def synthetic_json(events: int) -> Path:
    """A trace-event file."""
    return made(f"synthetic_{events}.pt.trace.json", write_torch_like, events)


def run(module: str, *words: str) -> Any:
    """What a measuring module prints, run in a process of its own."""
    found = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{module}", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        check=False,
    )
    if found.returncode:
        sys.exit(f"{module} {' '.join(words)} failed:\n{found.stderr}")
    return json.loads(found.stdout.splitlines()[-1])


def help_row() -> Row:
    """Wall time of the quickest command."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "traceview", "--help"], capture_output=True, cwd=ROOT)
        times.append(time.perf_counter() - start)
    return "traceview --help", f"{np.median(times) * 1e3:.0f} ms", "150 ms"


def first_paint_row(name: str, path: Path, budget: str) -> Row:
    """Wall time from the start of the process, median of three."""
    times = sorted(run("first_paint", str(path))["first_paint_s"] for _ in range(3))
    whole = run("first_paint", str(path))["whole_s"]
    return f"first paint, {name}", f"{times[1]:.2f} s (whole after {whole:.2f} s)", budget


def loading_rows(name: str, path: Path, budget: str) -> list[Row]:
    """Our reader and protobuf objects."""
    size_bytes = sum(file.stat().st_size for file in path.rglob("*.pb")) or path.stat().st_size
    ours = min((run("loading", "ours", str(path)) for _ in range(3)), key=lambda x: x["cpu_s"])
    file = str(next(path.rglob("*.pb"), path))
    theirs = run("loading", "protobuf", file)
    limit_mb = size_bytes * 1.5 / 1e6 + 300
    return [
        (
            f"load, {name}",
            f"{ours['cpu_s']:.2f} CPU s, {ours['wall_s']:.2f} wall s",
            budget,
        ),
        (f"derived lines, {name}", f"{ours['derived_cpu_s']:.2f} CPU s", ""),
        (
            f"memory kept, {name}",
            f"{ours['kept_bytes'] / ours['events']:.0f} bytes an event",
            "45",
        ),
        (f"peak memory, {name}", f"{ours['peak_bytes'] / 1e6:.0f} MB", f"{limit_mb:.0f} MB"),
        (
            f"(protobuf objects, {name})",
            f"{theirs['cpu_s']:.2f} CPU s, {theirs['peak_bytes'] / 1e6:.0f} MB",
            "for comparison",
        ),
    ]


def json_rows(name: str, path: Path) -> list[Row]:
    """Trace-event JSON: our reader, and the standard library's objects."""
    ours = min((run("loading", "ours", str(path)) for _ in range(3)), key=lambda x: x["cpu_s"])
    theirs = run("loading", "json", str(path))
    over_mb = (ours["peak_bytes"] - ours["kept_bytes"]) / 1e6
    kept = ours["kept_bytes"] / ours["events"]
    what = f"{name} ({path.stat().st_size / 1e6:.0f} MB)"
    return [
        (
            f"load, {what}",
            f"{ours['cpu_s']:.2f} CPU s, {ours['wall_s']:.2f} wall s",
            "2.5 CPU s",
        ),
        (f"memory kept, {name}", f"{kept:.0f} bytes an event", "45"),
        (f"peak memory over the model, {name}", f"{over_mb:.0f} MB", "200 MB"),
        (
            f"(json.loads, {name})",
            f"{theirs['cpu_s']:.2f} CPU s, {theirs['peak_bytes'] / 1e6:.0f} MB",
            "for comparison",
        ),
    ]


def query_rows(name: str, path: Path) -> list[Row]:
    """Questions asked of the trace."""
    budgets = {"hit test": "0.1 ms", "box over everything": "100 ms"}
    return [
        (
            f"{what}, {name}",
            f"{ms:.3f} ms" if ms < 1 else f"{ms:.0f} ms",
            budgets.get(what, "50 ms" if what.startswith("search") else ""),
        )
        for what, ms in run("queries", str(path)).items()
    ]


def frame_rows(name: str, path: Path, *words: str) -> list[Row]:
    """Frames of the timeline."""
    return [
        (f"frame: {what}, {name}", f"{p50:.1f} / {p95:.1f} / {most:.1f} ms", "p95 8, max 16 ms")
        for what, (p50, p95, most) in run("frames", str(path), *words).items()
    ]


def rows(small: bool) -> list[Row]:
    """The whole table."""
    one = synthetic(1_000_000)
    table = [help_row(), first_paint_row("1M", one, "1.0 s")]
    table += loading_rows("1M", one, "")
    table += query_rows("1M", one) + frame_rows("1M", one)
    table += json_rows("1M JSON", synthetic_json(1_000_000))
    table += frame_rows("1M and 1M samples of counters", one, "counters")
    table += frame_rows("1M and 20,000 arrows, those of an event shown", one, "flows")
    table += frame_rows("1M and 20,000 arrows, all shown", one, "arrows")
    if REAL.exists():
        table += loading_rows("2.27M real", REAL, "1.3 CPU s")
    if not small:
        ten = synthetic(10_000_000)
        table += loading_rows("10M", ten, "4 CPU s, aim 2.5 wall s")
        table += query_rows("10M", ten) + frame_rows("10M", ten)
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser("python -m tests.bench")
    parser.add_argument("--small", action="store_true", help="leave out the 10M-event capture")
    table = rows(parser.parse_args().small)
    print(
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, ",
        end="",
    )
    print(f"numpy {np.__version__}; frames are p50 / p95 / max of CPU time\n")
    print("| what | measured | budget |\n|---|---|---|")
    for row in table:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
