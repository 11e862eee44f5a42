"""``traceview convert``: a capture in another format."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from traceview.cli.exit_codes import ExitCode, report
from traceview.model.errors import TraceError
from traceview.model.format import count


def run(words: Sequence[str]) -> int:
    """Write the capture that ``words`` names to the file they name; the exit status."""
    parser = argparse.ArgumentParser(
        "traceview convert",
        description="Write a capture as trace-event JSON or as CSV, whichever the name says.",
    )
    parser.add_argument("path", metavar="PATH", help="capture, run folder or logdir")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help="file to write: .json, .json.gz, .csv or .csv.gz",
    )
    parser.add_argument("--run", metavar="NAME", help="one of the runs found (default: newest)")
    parser.add_argument(
        "--captured", action="store_true", help="without the lines made from other lines"
    )
    found = parser.parse_args(words)
    from traceview.api import open_capture
    from traceview.model.load import open_path
    from traceview.model.writers import write_trace, writer_for

    try:
        writer_for(found.output)
    except TraceError as error:
        parser.error(str(error))
    try:
        if found.captured:
            capture = open_path(found.path, run=found.run)
        else:
            capture = open_capture(found.path, run=found.run).capture
        write_trace(capture.trace, found.output)
    except TraceError as error:
        return report(error)
    print(f"{found.output}: {count(capture.trace.event_count)} events")
    return ExitCode.PARTIAL if capture.partial else ExitCode.OK
