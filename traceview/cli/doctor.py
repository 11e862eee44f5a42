"""``traceview doctor``: what was looked for, what was found, and why it does not open."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from traceview.cli.exit_codes import ExitCode, code_of
from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.file_kinds import LOOKED_FOR
from traceview.model.format import count, duration, size
from traceview.model.load import load_run
from traceview.model.logdir import survey
from traceview.model.plain import clean
from traceview.model.reader import Progress
from traceview.model.runs import HostFile, Run
from traceview.model.source import Source

MOST_RUNS = 20


def run(words: Sequence[str]) -> int:
    """Print what there is to say about the path in ``words``; the exit status of opening it."""
    parser = argparse.ArgumentParser(
        "traceview doctor", description="Say what is found at a path and why it does not open."
    )
    parser.add_argument("path", metavar="PATH", help="capture, run folder or logdir")
    path = parser.parse_args(words).path
    try:
        found = survey(path)
    except TraceError as error:
        return _print_error(error)
    print(f"path      {clean(path)}")
    if found.folders:
        print(f"looked for {LOOKED_FOR} in this folder and all below it")
        print(f"found     {clean(str(found))}")
    if not found.runs:
        print("result    nothing to open: choose a run folder, a logdir or a folder above one")
        return ExitCode.NOTHING
    worst = ExitCode.OK
    for each in found.runs[:MOST_RUNS]:
        worst = max(worst, _examine(each))
    if len(found.runs) > MOST_RUNS:
        print(f"\n{count(len(found.runs) - MOST_RUNS)} older runs were not looked at")
    return worst


def _examine(each: Run) -> ExitCode:
    """Print one run's files, and what comes of opening them."""
    print(f"\nrun       {clean(each.name)}")
    for file in each.files:
        print(f"  file    {clean(Path(file.path).name)}  {_first_bytes(file)}")
    try:
        capture = load_run(each, None, Progress())
    except TraceError as error:
        return _print_error(error)
    for line in _facts(capture):
        print(line)
    return ExitCode.PARTIAL if capture.partial else ExitCode.OK


def _first_bytes(file: HostFile) -> str:
    try:
        head = Source(file.path).head(16)
    except TraceError as error:
        return clean(str(error))
    return f"{size(file.size_bytes)}, begins {head.hex(' ') or 'with nothing'}"


def _facts(capture: Capture) -> Iterator[str]:
    start_ps, end_ps = capture.trace.span_ps
    yield (
        f"result    opens: {count(len(capture.planes))} planes, {count(capture.event_count)} events"
        f" over {duration(end_ps - start_ps)}"
    )
    for notice in capture.notices:
        where = f" (byte {notice.offset:,})" if notice.offset else ""
        yield f"warning   {clean(notice.text)}{where}"


def _print_error(error: TraceError) -> ExitCode:
    print(f"result    does not open: {clean(error.what)}")
    for title, text in (("why", error.why), ("do", error.advice)):
        if text:
            print(f"{title:<9} {clean(text)}")
    if error.offset:
        print(f"at        byte {error.offset:,}")
    return code_of(error)
