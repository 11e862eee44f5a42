"""What a capture says of itself, as plain lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from traceview.model.capture import Capture
from traceview.model.format import UNKNOWN, count, duration, size
from traceview.model.trace import Arg
from traceview.ui.text import tr

EARLIEST_NS = 10**18  # in 2001; what is earlier is no wall clock
LONGEST_VALUE = 2_000


def capture_lines(capture: Capture) -> Iterator[str]:
    """Facts of the capture, its records by phase, its own metadata, what lies beside it."""
    trace = capture.trace
    start_ps, end_ps = trace.span_ps
    yield f"{tr('Path')}: {capture.path}"
    yield f"{tr('Run')}: {capture.run}"
    yield f"{tr('Hosts')}: {', '.join(filter(None, capture.hosts)) or UNKNOWN}"
    yield f"{tr('Size')}: {size(capture.size_bytes)}"
    yield f"{tr('Events')}: {count(capture.event_count)}"
    yield f"{tr('Flows')}: {count(len(trace.flows))}"
    yield f"{tr('Span')}: {duration(end_ps - start_ps)}"
    yield f"{tr('Time zero')}: {_instant(trace.t0_ns)}"
    for phase, number in sorted(capture.records.items()):
        yield f"{tr('Records of phase')} {phase or tr('none')}: {count(number)}"
    for arg in capture.about:
        yield f"{arg.name}: {_value(arg)}"
    for attachment in capture.attachments:
        yield f"{attachment.tool}: {attachment.path} ({size(attachment.size_bytes)})"


def _instant(time_ns: int) -> str:
    if time_ns < EARLIEST_NS:
        return tr("{} ns on the capture's own clock").format(count(time_ns))
    return datetime.fromtimestamp(time_ns / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _value(arg: Arg) -> str:
    if isinstance(arg.value, str):
        text = arg.value
    else:
        text = json.dumps(arg.value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
