"""Trace events of the corpus that have an answer of catapult's importer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Golden(NamedTuple):
    """One input, and the model that catapult makes of it (times in ms)."""

    name: str
    events: list[dict[str, Any]]
    top: dict[str, Any]
    model: dict[str, Any]


def goldens(corpus: Path) -> Iterator[Golden]:
    """All that are JSON objects and that catapult imports."""
    folder = corpus / "timeline"
    for name, said, model in _cases(folder):
        if "throws" in model:
            continue
        if isinstance(said, list):
            said = {"traceEvents": said}
        events = said.get("traceEvents")
        if isinstance(events, list) and all(isinstance(event, dict) for event in events):
            yield Golden(name, events, {k: said[k] for k in said if k != "traceEvents"}, model)


def _cases(folder: Path) -> Iterator[tuple[str, Any, Any]]:
    for path in sorted((folder / "catapult_importer").glob("trace_event_importer__*.json")):
        case = json.loads(path.read_text())
        for given in case["inputs"]:
            if given["kind"] == "json":
                yield path.stem, given["data"], case["catapult_model"]
    probes = json.loads((folder / "oracle_probes" / "probes.json").read_text())
    for name, probe in probes.items():
        yield from _read(f"probe {name}", probe["input"], probe["model"])
    for path in sorted((folder / "perfetto_json").glob("*__*.json")):
        case = json.loads(path.read_text())
        yield from _read(path.stem, case["input_text"], _answer(path, "golden_catapult"))
    for kind, answers in _PLAIN:
        for path in sorted((folder / kind).glob("*.json")):
            if _answer_path(path, answers).exists():
                yield from _read(path.name, path.read_text(), _answer(path, answers))


_PLAIN = (
    ("catapult_test_data", "golden"),
    ("tf_timeline", "golden"),
    ("real_tools", "golden"),
    ("speedscope", "golden_catapult"),
    ("kineto", "golden_catapult"),
)


def _read(name: str, text: str, model: Any) -> Iterator[tuple[str, Any, Any]]:
    """Nothing where the text is no JSON on purpose."""
    try:
        yield name, json.loads(text), model
    except json.JSONDecodeError:
        return


def _answer(path: Path, answers: str) -> Any:
    said = json.loads(_answer_path(path, answers).read_text())
    return said.get("catapult_model", said)


def _answer_path(path: Path, answers: str) -> Path:
    return path.parent.parent / f"{path.parent.name}_{answers}" / f"{path.name}.catapult.json"
