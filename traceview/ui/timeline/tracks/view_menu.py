"""The menus that concern all tracks: how they are shown, and which are hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QMenu

from traceview.model.trace import Trace
from traceview.ui.menus import menu_text
from traceview.ui.text import tr
from traceview.ui.timeline.tracks.arranged import groups_of, section_name, track_name
from traceview.ui.timeline.tracks.arrangement import (
    Arrangement,
    TrackGroup,
    section_key,
    track_key,
)
from traceview.ui.timeline.tracks.sheet import Sheet
from traceview.ui.timeline.tracks.track_menu import check, fill_heights

MOST_ENTRIES = 40
GROUP_TITLES = {
    TrackGroup.COUNTERS: "Counters",
    TrackGroup.ASYNC: "Asynchronous events",
    TrackGroup.INSTANTS: "Process and global instants",
    TrackGroup.OBJECTS: "Objects",
    TrackGroup.SAMPLES: "Samples",
    TrackGroup.DERIVED: "Lines made from others",
}


def fill_view(
    menu: QMenu, sheet: Sheet, reduced_motion: bool, set_motion: Callable[[bool], object]
) -> None:
    """How tracks are shown, as a menu."""
    arrangement = sheet.arrangement
    menu.clear()
    chosen = None if arrangement.row_heights else arrangement.row_height
    add_title(menu, tr("Height of rows"))
    fill_heights(
        menu, chosen, lambda high: sheet.set_arrangement(arrangement.with_row_height(high))
    )
    groups = groups_in(sheet.trace)
    if groups:
        add_title(menu, tr("Show"))
    for group in groups:
        action = menu.addAction(tr(GROUP_TITLES[group]))
        check(action, group not in arrangement.hidden_groups)
        action.triggered.connect(
            lambda shown, group=group: sheet.set_arrangement(
                arrangement.with_group_hidden(group, not shown)
            )
        )
    menu.addSeparator()
    motion = menu.addAction(tr("Jump instead of gliding"))
    check(motion, reduced_motion)
    motion.triggered.connect(lambda reduced: set_motion(reduced))
    menu.addSeparator()
    reset = menu.addAction(tr("Reset order, names, heights and pins"))
    reset.setEnabled(arrangement != Arrangement())
    reset.triggered.connect(lambda: sheet.set_arrangement(Arrangement()))


@dataclass(frozen=True, slots=True)
class Hidden:
    """Something hidden, and the arrangement in which it is not."""

    name: str
    shown: Arrangement


def hidden_things(trace: Trace, arrangement: Arrangement) -> list[Hidden]:
    """What of a trace is hidden: groups, then sections, then single tracks."""
    things = [
        Hidden(tr(GROUP_TITLES[group]), arrangement.with_group_hidden(group, False))
        for group in groups_in(trace)
        if group in arrangement.hidden_groups
    ]
    things += [
        Hidden(section_name(trace, section, arrangement), arrangement.with_shown([key]))
        for section in dict.fromkeys(track.section for track in trace.tracks if track.events)
        if (key := section_key(trace, section)) in arrangement.hidden
    ]
    for track in trace.tracks:
        own = track_key(trace, track)
        if track.events and own in arrangement.hidden:
            of = section_name(trace, track.section, arrangement)
            name = f"{of} · {track_name(trace, track, arrangement)}"
            things.append(Hidden(name, arrangement.with_shown([own])))
    return things


def fill_hidden(menu: QMenu, sheet: Sheet) -> None:
    """What is hidden, to be brought back one by one or all together."""
    menu.clear()
    things = hidden_things(sheet.trace, sheet.arrangement)
    everything = menu.addAction(tr("Show everything"))
    everything.triggered.connect(lambda: sheet.set_arrangement(sheet.arrangement.with_all_shown()))
    add_title(menu, tr("Show again"))
    for thing in things[:MOST_ENTRIES]:
        action = menu.addAction(menu_text(thing.name))
        action.triggered.connect(
            lambda checked=False, thing=thing: sheet.set_arrangement(thing.shown)
        )
    if len(things) > MOST_ENTRIES:
        more = tr("and {} more").format(len(things) - MOST_ENTRIES)
        menu.addAction(more).setEnabled(False)


def add_title(menu: QMenu, title: str) -> None:
    """Begin a part of a menu; the style draws no text on a separator."""
    if not menu.isEmpty():
        menu.addSeparator()
    menu.addAction(title).setEnabled(False)


def groups_in(trace: Trace) -> list[TrackGroup]:
    """The groups of which a trace has tracks with events."""
    found = {group for track in trace.tracks if track.events for group in groups_of(track)}
    return [group for group in TrackGroup if group in found]
