"""What an arrangement makes of a trace: what is shown, in which order, under which names."""

from __future__ import annotations

from collections.abc import Iterator

from traceview.model.trace import Trace, Track
from traceview.ui.timeline.tracks.arrangement import (
    GROUPS,
    Arrangement,
    SectionKey,
    TrackGroup,
    TrackKey,
    ordered,
    section_key,
    track_key,
)
from traceview.ui.timeline.tracks.track_filter import TrackFilter


def shown_sections(
    trace: Trace, arrangement: Arrangement, track_filter: TrackFilter
) -> Iterator[tuple[int, list[int]]]:
    """Each section that has something to show, with its tracks, in the user's order."""
    members: dict[int, list[int]] = {}
    kept = track_filter.kept(trace, arrangement) if track_filter.terms else None
    for index, track in enumerate(trace.tracks):
        wanted = kept is None or index in kept
        if wanted and len(track.events) and not is_hidden(trace, track, arrangement):
            members.setdefault(track.section, []).append(index)
    for section in section_order(trace, arrangement):
        if section in members:
            yield section, track_order(trace, arrangement, section, members[section])


def section_order(trace: Trace, arrangement: Arrangement) -> list[int]:
    """The sections that have tracks, in the user's order."""
    sections = list(dict.fromkeys(track.section for track in trace.tracks))
    moves = [move for move in arrangement.moves if isinstance(move.key, SectionKey)]
    if not moves:
        return sections
    keys = [section_key(trace, section) for section in sections]
    return [sections[place] for place in ordered(keys, moves)]


def track_order(
    trace: Trace, arrangement: Arrangement, section: int, members: list[int]
) -> list[int]:
    """Some tracks of a section in the user's order."""
    own = section_key(trace, section)
    moves = [
        move
        for move in arrangement.moves
        if isinstance(move.key, TrackKey) and SectionKey(*move.key[:3]) == own
    ]
    if not moves:
        return members
    tracks = [index for index, track in enumerate(trace.tracks) if track.section == section]
    keys = [track_key(trace, trace.tracks[index]) for index in tracks]
    wanted = set(members)
    return [tracks[place] for place in ordered(keys, moves) if tracks[place] in wanted]


def groups_of(track: Track) -> frozenset[TrackGroup]:
    """The groups with which a track is hidden."""
    kind = GROUPS.get(track.kind)
    groups = {TrackGroup.DERIVED} if track.derived else set()
    return frozenset(groups | {kind} if kind else groups)


def is_hidden(trace: Trace, track: Track, arrangement: Arrangement) -> bool:
    """Whether a track is hidden: itself, with its section, or with its group."""
    hidden, groups = arrangement.hidden, arrangement.hidden_groups
    return bool(
        (groups and groups_of(track) & groups)
        or (hidden and section_key(trace, track.section) in hidden)
        or (hidden and track_key(trace, track) in hidden)
    )


def hidden_tracks(trace: Trace, arrangement: Arrangement) -> list[int]:
    """The tracks with events that are hidden."""
    if not arrangement.hidden and not arrangement.hidden_groups:
        return []
    return [
        index
        for index, track in enumerate(trace.tracks)
        if len(track.events) and is_hidden(trace, track, arrangement)
    ]


def section_name(trace: Trace, section: int, arrangement: Arrangement) -> str:
    """What a section is called: by the user, else by the capture."""
    given = arrangement.names.get(section_key(trace, section)) if arrangement.names else None
    return given or trace.sections[section].heading


def track_name(trace: Trace, track: Track, arrangement: Arrangement) -> str:
    """What a track is called: by the user, else by the capture."""
    given = arrangement.names.get(track_key(trace, track)) if arrangement.names else None
    return given or track.name
