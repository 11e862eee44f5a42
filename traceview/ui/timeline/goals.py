"""Where one can go on the timeline, for the command palette."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from traceview.model.format import exact_time
from traceview.ui.command_entries import Command, Scope
from traceview.ui.marks import MarkKind
from traceview.ui.session import Session
from traceview.ui.text import tr
from traceview.ui.timeline.commands import Commands
from traceview.ui.timeline.marks.flag_paint import words_of
from traceview.ui.timeline.marks.mark_commands import MarkCommands


def goals(session: Session, commands: Commands, marks: MarkCommands) -> Iterator[Command]:
    """Every track that has events, every note and every kept interval."""
    for index, track in enumerate(session.trace.tracks):
        if len(track.events):
            section = session.trace.sections[track.section].heading
            yield Command(Scope.TRACK, track.name, section, partial(commands.reveal_track, index))
    for mark in session.marks:
        note = mark.kind is MarkKind.NOTE
        kind = tr("Note") if note else tr("Kept interval")
        detail = f"{kind} · {exact_time(mark.start_ps)}"
        yield Command(Scope.MARK, words_of(mark), detail, partial(marks.go_to, mark))
