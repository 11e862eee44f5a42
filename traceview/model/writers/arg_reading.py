"""Args of many events, read in the order in which they lie in the file."""

from __future__ import annotations

import numpy as np

from traceview.model.trace import Arg, Ints, Track


def args_in_file_order(track: Track, arg_at: Ints) -> list[tuple[Arg, ...]]:
    """The args of events of a track, in the order of ``arg_at`` int64[n]."""
    found: list[tuple[Arg, ...]] = [()] * len(arg_at)
    if track.args is None:
        return found
    for index in np.argsort(arg_at, kind="stable").tolist():
        if arg_at[index] >= 0:
            found[index] = track.args.args(int(arg_at[index]))
    return found
