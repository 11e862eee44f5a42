"""The reader of Cloud TPU traces (``trace``, ``HOST.trace``): what cloud-tpu-profiler 1.x writes.

A serialised Trace of trace_events.proto. Its early generation (also TSL's) holds the events, the
later one (XProf's) keeps them in tables beside it; where it holds them, they open too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from traceview.model.capture import Capture, Plane
from traceview.model.errors import Notice, TraceError
from traceview.model.logdir import counted
from traceview.model.proto import DecodeError, TpuTrace
from traceview.model.reader import Progress
from traceview.model.readers.cloud_tpu.args import CloudTpuArgs
from traceview.model.readers.cloud_tpu.events import Columns, is_later, read_columns
from traceview.model.readers.cloud_tpu.flows import flows_of
from traceview.model.readers.cloud_tpu.layout import Layout
from traceview.model.readers.cloud_tpu.records import Records, find_records
from traceview.model.readers.cloud_tpu.shape import likeness
from traceview.model.readers.cloud_tpu.tracks import Timed, all_tracks
from traceview.model.readers.limits import LIMIT_PS
from traceview.model.readers.swar import Words
from traceview.model.readers.wire import CutError, Range, WireError, fields, joined
from traceview.model.source import Contents, Source
from traceview.model.strings import StringTable
from traceview.model.trace import Ints, Trace, Track, span_of


class CloudTpuReader:
    """Reads Cloud TPU traces."""

    name = "Cloud TPU trace"

    def sniff(self, head: bytes, size_bytes: int) -> int:
        """How much the first bytes look like such a trace, 0 to 100."""
        return likeness(head)

    def read(self, source: Source, host: str, strings: StringTable, progress: Progress) -> Capture:
        """The capture in one file. Raises TraceError or Cancelled."""
        size_bytes = source.size_bytes
        contents = source.read(lambda done: progress.advance(done // 4, size_bytes))

        def check() -> None:
            contents.check()
            progress.advance(size_bytes // 2, size_bytes)

        found = _read(contents, host, strings, check)
        progress.advance(size_bytes, size_bytes)
        notices = [*contents.notices, *_notices(found)]
        _refuse_if_nothing(found, notices, source)
        return Capture(
            path=source.path,
            run=source.name,
            hosts=(host,),
            trace=found.trace,
            planes=found.planes,
            notices=tuple(
                Notice(each.kind, each.text, source.path, each.offset, each.partial)
                for each in notices
            ),
            size_bytes=size_bytes,
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What a file holds. ``clipped`` counts times out of range, ``lost`` unreadable fields."""

    header: TpuTrace
    records: Records
    trace: Trace
    planes: tuple[Plane, ...]
    damaged: int
    clipped: int
    lost: int


def _read(contents: Contents, host: str, strings: StringTable, check: Callable[[], None]) -> _Read:
    data = contents.data
    records = find_records(data.data, check)
    header, lost = _header(data.data, records.rest)
    later = is_later(data.data, records.at)
    columns = read_columns(data, records.at, later, header.name_table, strings, check)
    layout = Layout(header, later, host, np.unique(columns.device).tolist())
    start_ps, dur_ps, t0_ns, clipped = _times(columns)
    args = CloudTpuArgs(contents, later, header.name_table, strings)
    timed = Timed(columns, start_ps, dur_ps, layout, args, strings)
    tracks = all_tracks(timed)
    flows = flows_of(timed, tracks)
    planes = tuple(_planes(layout, tracks, host))
    used = sorted({track.section for track in tracks})
    place = {section: number for number, section in enumerate(used)}
    trace = Trace(
        t0_ns,
        strings,
        tuple(layout.sections[section] for section in used),
        tuple(replace(track, section=place[track.section]) for track in tracks),
        flows,
    )
    return _Read(header, records, trace, planes, columns.damaged, clipped, lost)


def _header(data: memoryview, rest: tuple[Range, ...]) -> tuple[TpuTrace, int]:
    """All but the events; how many of its fields are damaged and left out."""
    try:
        return TpuTrace.FromString(joined(data, rest)), 0
    except DecodeError:
        pass
    header, damaged = TpuTrace(), 0
    for start, end in rest:
        for field in fields(data, start, end):
            try:
                header.MergeFrom(TpuTrace.FromString(bytes(data[field.tag_at : field.end])))
            except DecodeError:
                damaged += 1
    return header, damaged


def _times(columns: Columns) -> tuple[Ints, Ints, int, int]:
    """Starts and durations in ps, the time zero in ns, and how many had to be clipped."""
    if not len(columns.at):
        return columns.at, columns.at, 0, 0
    t0_ns = int(columns.time_ps.min()) // 1000
    start_ps, far = _clipped(columns.time_ps - np.uint64(t0_ns * 1000))
    dur_ps, long = _clipped(columns.dur_ps)
    return start_ps, dur_ps, t0_ns, far + long


def _clipped(values_ps: Words) -> tuple[Ints, int]:
    limit = np.uint64(LIMIT_PS)
    return np.minimum(values_ps, limit).astype(np.int64), int((values_ps > limit).sum())


def _planes(layout: Layout, tracks: tuple[Track, ...], host: str) -> Iterator[Plane]:
    for number, section in enumerate(layout.sections):
        mine = [track.events for track in tracks if track.section == number]
        spans = [span for events in mine if (span := span_of(events))]
        span_ps = max(end for _, end in spans) - min(start for start, _ in spans) if spans else 0
        device = section.plane_id
        lines = max(len(mine), layout.resource_count(device) if isinstance(device, int) else 0)
        yield Plane(host, section.name or section.heading, lines, sum(map(len, mine)), span_ps)


def _notices(found: _Read) -> Iterator[Notice]:
    """What is said about a trace that opens, but not as it should."""
    events = counted(len(found.records.at) - found.damaged, "event")
    match found.records.damage:
        case CutError() as cut:
            yield Notice(
                "truncated",
                f"The file ends early: its last field needs {cut.needs:,} bytes, {cut.has:,} are"
                f" there. Opened: {events} before that.",
                offset=cut.offset,
                partial=True,
            )
        case WireError() as error:
            yield Notice(
                "damaged",
                f"The file is damaged from byte {error.offset:,} on: {error.what}. Opened:"
                f" {events} before that.",
                offset=error.offset,
                partial=True,
            )
    if found.damaged:
        what = f"Damaged events, which were left out: {found.damaged:,}."
        yield Notice("damaged", what, partial=True)
    if found.lost:
        what = f"Damaged names of devices or events, which were left out: {found.lost:,}."
        yield Notice("damaged", what, partial=True)
    if found.clipped:
        what = f"Times more than 26 days from the first event, drawn there: {found.clipped:,}."
        yield Notice("clock", f"{what} The clock was wrong, or the file is damaged.")
    overlapping = [track for track in found.trace.tracks if track.overlaps]
    if overlapping:
        count = sum(track.overlaps for track in overlapping)
        where = f"{len(overlapping):,} of {counted(len(found.trace.tracks), 'track')}"
        what = f"Events that end after the event they began in: {count:,}, on {where}."
        yield Notice("overlap", what)


def _refuse_if_nothing(found: _Read, notices: Sequence[Notice], source: Source) -> None:
    """Raise TraceError where no event is left, and the program is not to blame."""
    if found.trace.event_count:
        return
    for notice in notices:
        if notice.partial:
            raise TraceError(
                f"{source.name} cannot be read.",
                f"{notice.text} No whole event is left.",
                "Copy it again from where it was made, in binary mode, and compare the sizes.",
                path=source.path,
                offset=notice.offset,
            )
    if found.header.num_events or found.header.HasField("max_timestamp_ps"):
        raise TraceError(
            f"{source.name} is the index of a streamed trace and holds no events.",
            f"Its {counted(found.header.num_events, 'event')} lie in tables beside it (*.SSTABLE,"
            " tracetable), from which XProf serves them piece by piece.",
            "Open the *.xplane.pb or the trace.json.gz of the same run.",
            path=source.path,
        )
