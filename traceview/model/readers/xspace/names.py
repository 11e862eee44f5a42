"""Names by metadata id, for many events at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from traceview.model.proto import XEventMetadata, XPlane, text
from traceview.model.strings import StringTable
from traceview.model.trace import Ids, Ints

# Ids are small numbers in practice; a table up to this size per known id is worth its memory.
DENSE_PER_KEY = 64


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """Finds ids among ``keys`` int64[k], ascending and distinct. ``dense`` maps id to position."""

    keys: Ints
    dense: Ids | None

    @classmethod
    def of(cls, ids: Iterable[int]) -> Lookup:
        """A lookup among these ids."""
        keys = np.array(sorted(ids), np.int64)
        if not len(keys) or keys[0] < 0 or keys[-1] > DENSE_PER_KEY * len(keys) + 1024:
            return cls(keys, None)
        dense = np.full(int(keys[-1]) + 1, -1, np.int32)
        dense[keys] = np.arange(len(keys), dtype=np.int32)
        return cls(keys, dense)

    def positions(self, ids: Ints) -> Ids:
        """Position of each id among the keys, -1 where it is none of them; int32[n]."""
        if not len(self.keys):
            return np.full(len(ids), -1, np.int32)
        if self.dense is not None:
            inside = (ids >= 0) & (ids < len(self.dense))
            found = self.dense[ids if inside.all() else np.where(inside, ids, 0)]
        else:
            found = self.keys.searchsorted(ids).astype(np.int32)
            inside = self.keys[np.minimum(found, len(self.keys) - 1)] == ids
        return found if inside.all() else np.where(inside, found, np.int32(-1))


@dataclass(frozen=True, slots=True, eq=False)
class EventNames:
    """Names of a plane's events: those at ``ids`` are for the lookup's keys, int32[k]."""

    lookup: Lookup
    ids: Ids
    strings: StringTable

    @classmethod
    def of(cls, plane: XPlane, strings: StringTable) -> EventNames:
        """The names in a plane's event metadata."""
        lookup = Lookup.of(plane.event_metadata)
        names = (event_name(plane.event_metadata[key]) for key in lookup.keys.tolist())
        return cls(lookup, strings.intern_all(names), strings)

    def of_events(self, metadata_id: Ints) -> Ids:
        """A string id for each event, int32[n]. An id without metadata is named as such."""
        position = self.lookup.positions(metadata_id)
        unknown = position < 0
        if not unknown.any():
            return self.ids[position]
        ids, which = np.unique(metadata_id[unknown], return_inverse=True)
        names = np.full(len(metadata_id), -1, np.int32)
        names[~unknown] = self.ids[position[~unknown]]
        names[unknown] = self.strings.intern_all(f"unknown event {i}" for i in ids.tolist())[which]
        return names


def event_name(metadata: XEventMetadata) -> str:
    """What a person calls the event: XProf too shows the display name where there is one."""
    return text(metadata.display_name) or text(metadata.name)
