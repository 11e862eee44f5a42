"""What is said in a line of the header column, in its tooltip, and to a screen reader."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from traceview.model.format import count
from traceview.model.trace import Counter, Trace
from traceview.ui.text import clean, tr
from traceview.ui.timeline.painting.counters import short_value
from traceview.ui.timeline.tracks.arranger import Arranger, Entry
from traceview.ui.timeline.tracks.layout import Band

TWO_LINES = 32  # px that they need


@dataclass(frozen=True, slots=True)
class Line:
    """What stands in a line: ``is_open`` None where there is nothing to open."""

    name: str
    note: str  # at the right
    is_open: bool | None
    below: str = ""  # under the name
    pinned: bool = False


class HeaderText:
    """Texts of the lines as they are arranged now."""

    def __init__(self, arranger: Arranger) -> None:
        self._arranger = arranger
        self._trace = Trace()
        # By the identity of counters, which stay the same while a trace grows around them.
        self._ranges: dict[int, tuple[Counter, str]] = {}

    def heading(self, band: Band) -> Line:
        """The line of a section."""
        entry = Entry(band.index)
        detail = self._arranger.trace.sections[band.index].detail
        return Line(self._arranger.name(entry), detail, self._arranger.is_open(entry))

    def track(self, band: Band) -> Line:
        """The line of a track; a counter has its range below its name, where there is room."""
        arranger = self._arranger
        track = arranger.trace.tracks[band.index]
        entry = Entry(track.section, band.index)
        note = count(len(track.events))
        below = ""
        if track.counter is not None:
            note, below = "", self._range(track.counter)
            if band.line < TWO_LINES:
                note, below = below, ""
        name = arranger.name(entry)
        if arranger.of_pinned:  # no heading tells the section
            name = f"{arranger.name(Entry(track.section))} · {name}"
        pinned = arranger.is_pinned(band.index)
        return Line(name, note, arranger.is_open(entry), below, pinned)

    def describe(self, entry: Entry | None) -> str:
        """Facts that the line has no room for."""
        if entry is None:
            return ""
        section = self._arranger.trace.sections[entry.section]
        captured, name = self._arranger.captured_name(entry), self._arranger.name(entry)
        was = tr("in the capture: {}").format(captured) if name != captured else ""
        if entry.track is None:
            parts = [name, was, section.name, section.host, section.detail]
        else:
            track = self._arranger.trace.tracks[entry.track]
            number = tr("{} events").format(count(len(track.events)))
            derived = tr("made from other lines") if track.derived else ""
            parts = [name, was, section.name, number, derived]
        return "\n".join(part for part in parts if part)

    def empty(self) -> str:
        """Why there is no line, where the trace has some."""
        sheet = self._arranger.sheet
        if self._arranger.of_pinned or sheet.layout.headings or not sheet.trace.event_count:
            return ""
        if sheet.track_filter.terms:
            return tr("No track has all these words. Esc in the filter clears it.")
        return tr("All tracks are hidden. The note below brings them back.")

    def spoken(self, entry: Entry | None) -> str:
        """The name of a line and whether it is open."""
        if entry is None:
            return ""
        state = {True: tr("open"), False: tr("closed"), None: ""}[self._arranger.is_open(entry)]
        return ", ".join(clean(part, 200) for part in (self._arranger.name(entry), state) if part)

    def _range(self, counter: Counter) -> str:
        if self._trace is not self._arranger.trace:
            self._trace = self._arranger.trace
            kept = {id(track.counter) for track in self._trace.tracks}
            self._ranges = {key: made for key, made in self._ranges.items() if key in kept}
        if id(counter) not in self._ranges:
            self._ranges[id(counter)] = counter, range_text(counter)
        return self._ranges[id(counter)][1]


def range_text(counter: Counter) -> str:
    """From the least to the most that a counter's row shows; series that are stacked are added."""
    values = counter.values[np.isfinite(counter.values).all(axis=1)]
    if not values.size:
        return short_value(float("nan"), counter.unit)
    if values.shape[1] > 1 and not (values < 0).any():
        values = values.sum(axis=1)
    least, most = (short_value(float(end), counter.unit) for end in (values.min(), values.max()))
    return least if least == most else tr("{} to {}").format(least, most)
