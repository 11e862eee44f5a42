"""What the command's exit status says."""

from __future__ import annotations

import sys
from enum import IntEnum

from traceview.model.errors import NothingFoundError, RemotePathError, TraceError
from traceview.model.plain import clean


class ExitCode(IntEnum):
    """Exit status of every sub-command."""

    OK = 0
    NOTHING = 1
    USAGE = 2
    UNREADABLE = 3
    PARTIAL = 4
    NETWORK = 5


def code_of(error: TraceError) -> ExitCode:
    """The exit status that goes with ``error``."""
    if isinstance(error, NothingFoundError):
        return ExitCode.NOTHING
    if isinstance(error, RemotePathError):
        return ExitCode.NETWORK
    return ExitCode.UNREADABLE


def report(error: TraceError) -> ExitCode:
    """Print ``error`` to standard error and return its exit status."""
    print(f"traceview: {clean(str(error))}", file=sys.stderr)
    if error.path:
        offset = f", byte {error.offset:,}" if error.offset else ""
        print(f"  in {clean(error.path)}{offset}", file=sys.stderr)
    return code_of(error)
