"""Cases of the reference corpus: a file to open, and what another program makes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Model = dict[str, Any]
FOLDERS = {
    "catapult_test_data": "catapult_test_data_golden",
    "speedscope": "speedscope_golden_catapult",
    "tf_timeline": "tf_timeline_golden",
    "real_tools": "real_tools_golden",
    "kineto": "kineto_golden_catapult",
    "github_issues": "github_issues_golden_catapult",
}


@dataclass(frozen=True)
class Case:
    """``data`` as it lies in a file called ``file``; catapult's ``model``, Perfetto's ``rows``.

    ``shifted`` is true where the model's times begin with zero.
    """

    name: str
    file: str
    data: bytes
    model: Model | None = None
    rows: tuple[dict[str, str], ...] | None = None
    shifted: bool = True


def cases(folder: Path) -> Iterator[Case]:
    """All cases below a folder that is laid out like the corpus's ``timeline``."""
    yield from _importer_tests(folder / "catapult_importer")
    for inputs, goldens in FOLDERS.items():
        yield from _pairs(folder / inputs, folder / goldens)
    yield from _perfetto(folder)
    yield from _probes(folder / "oracle_probes" / "probes.json")
    yield from _groups(folder / "catapult_slice_group" / "cases.json")


def _importer_tests(folder: Path) -> Iterator[Case]:
    for path in _goldens(folder):
        found = json.loads(path.read_text())
        inputs = found["inputs"]
        if len(inputs) != 1 or "catapult_model" not in found:
            continue
        text = inputs[0]["data"]
        data = text if inputs[0]["kind"] == "string" else json.dumps(text)
        shifted = found["options"]["shiftWorldToZero"]
        model = found["catapult_model"]
        yield Case(path.stem, "trace.json", data.encode(), model, shifted=shifted)


def _pairs(folder: Path, goldens: Path) -> Iterator[Case]:
    for path in _goldens(goldens):
        name = path.name.removesuffix(".catapult.json")
        data = (folder / name).read_bytes()
        yield Case(f"{folder.name}/{name}", name, data, json.loads(path.read_text()))


def _perfetto(folder: Path) -> Iterator[Case]:
    for path in _goldens(folder / "perfetto_json"):
        found = json.loads(path.read_text())
        golden = folder / "perfetto_json_golden_catapult" / f"{path.name}.catapult.json"
        model = json.loads(golden.read_text()) if golden.exists() else None
        rows = tuple(found["expected_rows"])
        yield Case(f"perfetto/{path.stem}", "trace.json", found["input_text"].encode(), model, rows)


def _probes(path: Path) -> Iterator[Case]:
    if path.exists():
        for name, probe in json.loads(path.read_text()).items():
            data = probe["input"].encode()
            yield Case(f"probe/{name}", "trace.json", data, probe["model"])


def _groups(path: Path) -> Iterator[Case]:
    """Slices given to catapult's slice groups, and its rows and self times."""
    if not path.exists():
        return
    for test in json.loads(path.read_text()):
        for number, group in enumerate(test["groups"]):
            slices = [each for each in group["slices"] if each.get("duration") is not None]
            if len(slices) != len(group["slices"]) or "self_times" not in group:
                continue
            yield Case(
                f"slice_group/{test['test']}/{number}",
                "trace.json",
                json.dumps([_complete(each) for each in slices]).encode(),
                _group_model(group),
                shifted=False,
            )


def _complete(each: Model) -> Model:
    start, length = each["start"] * 1000, each["duration"] * 1000
    made = {"ph": "X", "pid": 1, "tid": 1, "name": each["title"], "ts": start, "dur": length}
    for key, field in (("cpuStart", "tts"), ("cpuDuration", "tdur")):
        if each.get(key) is not None:
            made[field] = each[key] * 1000
    return made


def _group_model(group: Model) -> Model:
    slices = [
        {**group["slices"][index], "category": "", "selfTime": own}
        for index, own in zip(group["sorted_order"], group["self_times"], strict=True)
    ]
    thread = {"sliceCount": len(slices), "slices": slices, "rows": group["ui_rows"]}
    return {
        "timeUnit": group["unit"],
        "warnings": [],
        "processes": {"1": {"threads": {"1": thread}}},
        "processOrder": [1],
        "threadOrder": {"1": [1]},
    }


def _goldens(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if path.name != "INDEX.json")
