"""Facts about a stretch of time: the capture, the marked interval, a selection. No widgets."""

from __future__ import annotations

from datetime import UTC, datetime

from traceview.model.format import count, duration, exact_time, size
from traceview.ui.session import Selection, Session
from traceview.ui.text import tr
from traceview.ui.timeline.details.chosen import Summary
from traceview.ui.timeline.details.event_facts import Fact

EARLIEST_NS = 10**18  # in 2001; what is earlier is not a wall clock


def capture_facts(session: Session) -> list[Fact]:
    """What the capture holds, and where it is from."""
    capture, trace = session.capture, session.trace
    start_ps, end_ps = trace.span_ps
    facts = [
        Fact(tr("Events"), count(trace.event_count)),
        Fact(tr("Span"), duration(end_ps - start_ps)),
    ]
    if capture is None:
        return facts
    derived = sum(len(track.events) for track in trace.tracks if track.derived)
    facts[0] = Fact(tr("Events"), count(capture.event_count))
    if derived:
        facts.insert(1, Fact(tr("Derived"), tr("{} more, from those").format(count(derived))))
    if trace.t0_ns >= EARLIEST_NS:
        begun = datetime.fromtimestamp(trace.t0_ns / 1e9, UTC)
        facts.append(Fact(tr("Begun"), f"{begun:%Y-%m-%d %H:%M:%S} UTC"))
    facts.append(Fact(tr("Planes"), count(len(capture.planes))))
    facts.append(Fact(tr("Read"), size(capture.size_bytes)))
    facts.append(Fact(tr("Path"), capture.path))
    return facts


def stretch_facts(selection: Selection, summary: Summary) -> tuple[str, list[Fact]]:
    """Heading and facts of what is marked, else of what is selected."""
    counted = Fact(tr("Counted"), _counted(selection, summary))
    if summary.interval_ps is not None:
        return tr("Marked interval"), [*_times(*summary.interval_ps), counted]
    if not selection:
        return tr("All matches"), [counted]
    if not selection.boxes:
        tracks = {event.track for event in selection.events}
        return tr("Selection"), [Fact(tr("Tracks"), count(len(tracks))), counted]
    start_ps = min(box.start_ps for box in selection.boxes)
    end_ps = max(box.end_ps for box in selection.boxes)
    tracks = {track for box in selection.boxes for track, _ in box.rows}
    facts = [*_times(start_ps, end_ps), Fact(tr("Tracks"), count(len(tracks))), counted]
    return tr("Selection"), facts


def counted_words(summary: Summary) -> str:
    """How much was counted: "12 events", or "2 series" where there are but counters."""
    number = summary.statistics.occurrences
    series = summary.counters.rows if summary.counters is not None else 0
    if series and not number:
        return tr("1 series") if series == 1 else tr("{} series").format(count(series))
    return tr("1 event") if number == 1 else tr("{} events").format(count(number))


def _counted(selection: Selection, summary: Summary) -> str:
    words = counted_words(summary)
    if (summary.interval_ps is None and not selection.boxes) or not summary.picks:
        return words
    one = summary.statistics.occurrences == 1
    return f"{words} {tr('that starts in it') if one else tr('that start in it')}"


def _times(start_ps: int, end_ps: int) -> list[Fact]:
    return [
        Fact(tr("Start"), exact_time(start_ps)),
        Fact(tr("End"), exact_time(end_ps)),
        Fact(tr("Duration"), exact_time(end_ps - start_ps)),
    ]
