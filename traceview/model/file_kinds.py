"""What a file is by its name, as profilers call theirs."""

from __future__ import annotations

import re

from traceview.model.attachments import tool_of

XPLANE = "XPlane capture"
CLOUD_TPU = "Cloud TPU trace"
TRACE_JSON = "trace JSON file"
TIMELINE = "TensorFlow 1 timeline"
TOOL = "tool result"
OTHER = "other file"
# How people are told what is looked for.
LOOKED_FOR = "*.xplane.pb, *trace.json, timeline-*.json, trace (plain or .gz)"

XPLANE_FILE = re.compile(r"(?:(?P<host>.*)\.)?xplane\.pb(?:\.gz)?", re.DOTALL)
CLOUD_TPU_FILE = re.compile(r"(?:(?P<host>.*)\.)?trace(?:\.gz)?", re.DOTALL)
TRACE_JSON_FILE = re.compile(r"(?:(?P<host>.*)\.)?trace\.json(?:\.gz)?", re.DOTALL)
# JAX writes it for another viewer, with the same events as the other two.
PERFETTO_FILE = re.compile(r"perfetto_trace\.json(?:\.gz)?")
# torch.profiler: who wrote it, and when.
TORCH_FILE = re.compile(
    r"(?P<host>.*?)(?:\.(?P<stamp>\d{1,20}))?\.pt\.trace\.json(?:\.gz)?", re.DOTALL
)
TIMELINE_FILE = re.compile(r"timeline-(?P<step>\d{1,19})\.json(?:\.gz)?")
JSON_FILE = re.compile(r".*\.json(?:\.gz)?", re.DOTALL)

# The first that fits counts.
_KINDS = (
    (XPLANE, XPLANE_FILE),
    (CLOUD_TPU, CLOUD_TPU_FILE),
    (TRACE_JSON, re.compile(r".*\.?trace\.json(\.gz)?", re.DOTALL)),
    (TIMELINE, TIMELINE_FILE),
    ("event file", re.compile(r".*\.tfevents\..*", re.DOTALL)),
    ("HLO proto", re.compile(r".*\.hlo_proto\.pb", re.DOTALL)),
    # XProf writes its caches beside the captures; they are none of ours.
    (
        "XProf cache",
        re.compile(
            r".*\.(op_stats(_v2)?\.pb|dcn_collective_stats\.pb|smart_suggestion\.pb|SSTABLE"
            r"|cached_tools\.json)|cache_version\.txt|(?:.*\.)?tracetable",
            re.DOTALL,
        ),
    ),
)
KINDS = (XPLANE, CLOUD_TPU, TRACE_JSON, TIMELINE, TOOL, *(kind for kind, _ in _KINDS[4:]), OTHER)


def kind_of(name: str) -> str:
    """One of ``KINDS``."""
    if tool_of(name):
        return TOOL
    return next((kind for kind, pattern in _KINDS if pattern.fullmatch(name)), OTHER)


def host_of(name: str) -> str:
    """The host in a capture's file name: all before ``.xplane.pb``, else before any suffix."""
    matched = XPLANE_FILE.fullmatch(name)
    return matched["host"] or "" if matched else name.split(".")[0]
