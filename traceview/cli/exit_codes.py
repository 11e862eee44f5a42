"""What the command's exit status says."""

from __future__ import annotations

import sys
from enum import IntEnum

from traceview.model.errors import NothingFoundError, RemotePathError, TraceError


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
    where = error.path + (f", byte {error.offset}" if error.offset is not None else "")
    print(f"traceview: {error}" + (f"\n  in {where}" if where else ""), file=sys.stderr)
    return code_of(error)
