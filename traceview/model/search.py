"""Finds events by text."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from traceview.model.matches import Matches
from traceview.model.trace import ArgSource, Bools, Events, Ids, Ints, Trace

__all__ = ["Matches", "TextIndex", "find"]


@runtime_checkable
class TextIndex(Protocol):
    """An ArgSource that knows texts which all events of one name share, too."""

    def names_mentioning(self, needle: str) -> Ids:
        """String ids of the event names whose shared texts contain ``needle``, case ignored."""
        ...


def find(trace: Trace, needle: str) -> Matches:
    """Events whose name, or a text that all of that name share, contains ``needle``.

    Case is ignored; nothing contains the empty needle.
    """
    none = np.zeros(0, np.int64)
    if not needle:
        return Matches(trace, (none,) * len(trace.tracks))
    named = trace.strings.find(needle)
    wanted: dict[int, Bools] = {}
    for track in trace.tracks:
        if id(track.args) not in wanted:  # the lines of a plane share one source
            wanted[id(track.args)] = _with_mentions(named, track.args, needle)
    return Matches(
        trace, tuple(_hits(track.events, wanted[id(track.args)]) for track in trace.tracks)
    )


def _with_mentions(named: Bools, args: ArgSource | None, needle: str) -> Bools:
    if not isinstance(args, TextIndex):
        return named
    mask = named.copy()
    mentioning = args.names_mentioning(needle)
    mask[mentioning[mentioning < len(mask)]] = True  # a name added since has no event
    return mask


def _hits(events: Events, wanted: Bools) -> Ints:
    return wanted[events.name].nonzero()[0]
