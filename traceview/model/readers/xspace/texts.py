"""What the metadata of events says in words, to search in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.proto import XPlane, XStat, text
from traceview.model.strings import StringTable
from traceview.model.trace import Ids


@dataclass(frozen=True, slots=True, eq=False)
class MetadataTexts:
    """Text stats of event metadata, and the names that display names hide.

    ``texts`` are distinct and casefolded; entry i of ``text`` and ``name``, int32[n], says
    that an event name, a string id, has a text.
    """

    texts: tuple[str, ...]
    text: Ids
    name: Ids

    @classmethod
    def of(cls, plane: XPlane, strings: StringTable) -> MetadataTexts:
        """Those of a plane."""
        known: dict[str, int] = {}
        text_ids: list[int] = []
        names: list[int] = []
        for metadata in plane.event_metadata.values():
            found = [value for stat in metadata.stats if (value := _text_of(plane, stat))]
            if metadata.display_name:
                found.append(text(metadata.name))
            name = strings.intern(text(metadata.display_name) or text(metadata.name))
            text_ids += [known.setdefault(each.casefold(), len(known)) for each in found]
            names += [name] * len(found)
        return cls(tuple(known), np.array(text_ids, np.int32), np.array(names, np.int32))

    def names_mentioning(self, needle: str) -> Ids:
        """Ids of the event names that have a text with ``needle`` in it, case ignored."""
        folded = needle.casefold()
        hits = np.fromiter((folded in each for each in self.texts), np.bool_, len(self.texts))
        return np.unique(self.name[hits[self.text]])


def _text_of(plane: XPlane, stat: XStat) -> str:
    """The text of a stat, its own or referred to; "" for a number."""
    match stat.WhichOneof("value"):
        case "str_value":
            return text(stat.str_value)
        case "ref_value" if stat.ref_value in plane.stat_metadata:
            return text(plane.stat_metadata[stat.ref_value].name)
    return ""
