"""What the trace viewer can write: the selection, what is seen, and the whole capture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from traceview.model.picks import Pick
from traceview.model.trace import Trace
from traceview.model.writers import write_bytes, write_trace
from traceview.model.writers.events_csv import HEAD, csv_rows, events_csv
from traceview.ui.export import Export, Write
from traceview.ui.session import Session
from traceview.ui.text import tr
from traceview.ui.theme import current_theme
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.timeline.details.chosen import effective, picks_of
from traceview.ui.timeline.painting.svg import svg_of


def exports_of(session: Session, canvas: TimelineCanvas) -> tuple[Export, ...]:
    """All of them, in the order of the menu."""
    chosen = bool(session.selection) or session.range_ps is not None
    missing = "" if chosen else tr("Select events or mark an interval first")
    return (
        Export(tr("Selection as CSV"), (".csv", ".csv.gz"), lambda: _selection(session), missing),
        Export(tr("Visible timeline as PNG"), (".png",), lambda: _png(canvas)),
        Export(tr("Visible timeline as SVG"), (".svg",), lambda: _svg(canvas)),
        Export(
            tr("Capture as trace-event JSON"), (".json.gz", ".json"), lambda: _whole(session.trace)
        ),
        Export(tr("Capture as CSV"), (".csv.gz", ".csv"), lambda: _whole(session.trace)),
    )


def selection_csv(trace: Trace, picks: Sequence[Pick]) -> Iterator[bytes]:
    """Lines of chosen events, tracks from top to bottom."""
    yield csv_rows([HEAD])
    for pick in sorted(picks, key=lambda pick: (pick.track, pick.row)):
        index = pick.index
        chosen = np.arange(index.start, index.stop) if isinstance(index, slice) else index
        yield events_csv(trace, trace.tracks[pick.track], pick.row, chosen)


def _selection(session: Session) -> Write:
    trace, interval_ps = session.trace, session.range_ps
    chosen = effective(trace, session.selection, interval_ps)

    def write(path: str) -> None:
        picks = list(picks_of(trace, chosen, interval_ps))
        write_bytes(path, selection_csv(trace, picks))

    return write


def _png(canvas: TimelineCanvas) -> Write:
    picture = canvas.grab().toImage()

    def write(path: str) -> None:
        write_bytes(path, [_png_bytes(picture)])

    return write


def _png_bytes(picture: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(picture)
    return bytes(buffer.data().data())


def _svg(canvas: TimelineCanvas) -> Write:
    document = svg_of(canvas.scene(current_theme()))
    return lambda path: write_bytes(path, [document])


def _whole(trace: Trace) -> Write:
    return lambda path: write_trace(trace, path)
