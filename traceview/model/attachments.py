"""Results of other tools that a profiler left beside a trace, known by what files are called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath

from traceview.model.capture import Attachment

# What XProf calls a tool, by what its files are called.
TOOLS = {
    "op_profile": "op_profile",
    "input_pipeline": "input_pipeline_analyzer",
    "overview_page": "overview_page",
    "pod_viewer": "pod_viewer",
    "memory_viewer": "memory_viewer",
    "memory_profile": "memory_profile",
    "tensorflow_stats": "tensorflow_stats",
    "kernel_stats": "kernel_stats",
    "tf_data_bottleneck_analysis": "tf_data_bottleneck_analysis",
}
GRAPH_VIEWER = "graph_viewer"
# cloud-tpu-profiler 1.x writes the graph of a run's XLA programs beside ``plugins``.
GRAPH_FOLDER = "tpu_profiler.hlo_graph."

# Demonstration files of several years lie in one folder, hence the year.
_FILE = re.compile(
    rf"(?:(?P<host>.*)\.)?(?P<stem>{'|'.join(TOOLS)})(?:\.\d{{4}}[a-z]?)?\.(?:json(?:\.gz)?|pb)",
    re.DOTALL,
)
_EVENTS = re.compile(r"events\.out\.tfevents\..*", re.DOTALL)


def tool_of(name: str) -> tuple[str, str] | None:
    """Tool and host of a file called ``name``; the host is all before the suffix, as in XProf."""
    matched = _FILE.fullmatch(name)
    return (TOOLS[matched["stem"]], matched["host"] or "") if matched else None


def attachment(path: str, size_bytes: int) -> Attachment | None:
    """A file as one tool's results, if it is called so."""
    tool = tool_of(PurePath(path).name)
    return None if tool is None else Attachment(*tool, path, size_bytes)


def graph(path: str, size_bytes: int) -> Attachment | None:
    """An event file in a run's graph folder as the graph viewer's."""
    if not _EVENTS.fullmatch(PurePath(path).name):
        return None
    return Attachment(GRAPH_VIEWER, "", path, size_bytes)


def tools(attachments: Iterable[Attachment]) -> str:
    """The tools in a sentence: "op_profile, overview_page"."""
    return ", ".join(dict.fromkeys(each.tool for each in attachments))
