"""``traceview info``: what a capture holds, as text or JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from traceview.cli.exit_codes import ExitCode, report
from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.format import count, duration
from traceview.model.plain import clean


def run(words: Sequence[str]) -> int:
    """Print the facts about the capture that ``words`` names; the exit status."""
    parser = argparse.ArgumentParser(
        "traceview info", description="Planes, lines and events of a capture, as captured."
    )
    parser.add_argument("path", metavar="PATH", help="capture, run folder or logdir")
    parser.add_argument("--run", metavar="NAME", help="one of the runs found (default: newest)")
    parser.add_argument("--json", action="store_true", help="print JSON, times in picoseconds")
    found = parser.parse_args(words)
    try:
        from traceview.model.load import open_path

        capture = open_path(found.path, run=found.run)
    except TraceError as error:
        return report(error)
    print(json.dumps(facts(capture), indent=2) if found.json else text(capture))
    return ExitCode.PARTIAL if capture.partial else ExitCode.OK


def facts(capture: Capture) -> dict[str, Any]:
    """The facts for a script; only captured lines count, empty planes are listed too."""
    start_ps, end_ps = capture.trace.span_ps
    return {
        "schema": 1,
        "path": capture.path,
        "run": capture.run,
        "hosts": list(capture.hosts),
        "events": capture.event_count,
        "span_ps": end_ps - start_ps,
        "planes": [
            {
                "host": plane.host,
                "name": plane.name,
                "lines": plane.lines,
                "events": plane.events,
                "span_ps": plane.span_ps,
            }
            for plane in capture.planes
        ],
        "flows": len(capture.trace.flows),
        "records": dict(capture.records),
        "attachments": [
            {"tool": each.tool, "host": each.host, "path": each.path}
            for each in capture.attachments
        ],
        "warnings": [notice.text for notice in capture.notices],
    }


def text(capture: Capture) -> str:
    """The same facts for a person."""
    start_ps, end_ps = capture.trace.span_ps
    hosts = count(len(capture.hosts)) + (" host" if len(capture.hosts) == 1 else " hosts")
    events = "event" if capture.event_count == 1 else "events"
    lines = [
        clean(capture.path),
        f"run {clean(capture.run)} · {hosts} · {count(capture.event_count)} {events}"
        f" · {duration(end_ps - start_ps)}",
        "",
        *_plane_rows(capture),
    ]
    if capture.attachments:
        lines += ["", "results beside the trace:"]
        lines += [f"  {each.tool}  {clean(each.path)}" for each in capture.attachments]
    if capture.notices:
        lines += ["", "warnings:", *(f"  {clean(notice.text)}" for notice in capture.notices)]
    return "\n".join(lines)


def _plane_rows(capture: Capture) -> list[str]:
    rows = [("host", "plane", "lines", "events", "span")] + [
        (
            clean(plane.host),
            clean(plane.name) or "(unnamed)",
            count(plane.lines),
            count(plane.events),
            duration(plane.span_ps) if plane.events else "—",
        )
        for plane in capture.planes
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return [
        "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
