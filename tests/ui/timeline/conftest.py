"""Traces to look at."""

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget

from tests.ui.timeline.desk import Desk
from tests.ui.timeline.kinds import columns
from traceview.model.strings import StringTable
from traceview.model.trace import Section, SectionKind, Trace, Track, TrackKind
from traceview.ui.session import Session
from traceview.ui.timeline.canvas import TimelineCanvas
from traceview.ui.tokens import DARK

US = 1_000_000  # ps


@pytest.fixture
def trace() -> Trace:
    """A device with steps and ops, and a host thread with nesting; 1,000 us long.

    Ops: fusion.1 100..200, copy.1 200..300, fusion.1 500..600, fusion.2 600..601 us.
    Thread: run 0..1000 holds load 100..400, which holds read 150..250, and train 500..900.
    """
    strings = StringTable()
    steps = [("1", 0, 500 * US), ("2", 500 * US, 500 * US)]
    ops = [
        ("fusion.1", 100 * US, 100 * US),
        ("copy.1", 200 * US, 100 * US),
        ("fusion.1", 500 * US, 100 * US),
        ("fusion.2", 600 * US, 1 * US),
    ]
    thread = [
        ("run", 0, 1000 * US),
        ("load", 100 * US, 300 * US),
        ("read", 150 * US, 100 * US),
        ("train", 500 * US, 400 * US),
    ]
    sections = (
        Section("/device:TPU:0", "host0", SectionKind.TPU, "TPU 0", 0, "TPU v5e"),
        Section("/host:CPU", "host0", SectionKind.HOST, "Host threads"),
    )
    tracks = (
        Track(0, "Steps", TrackKind.STEPS, columns(strings, steps)),
        Track(0, "XLA Ops", TrackKind.OPS, columns(strings, ops)),
        Track(1, "main", TrackKind.THREAD, columns(strings, thread)),
        Track(1, "idle", TrackKind.THREAD, columns(strings, [])),
    )
    return Trace(strings=strings, sections=sections, tracks=tracks)


@pytest.fixture
def desk(qtbot, trace) -> Desk:
    session = Session()
    window = QWidget()
    canvas = TimelineCanvas(session, DARK, window)
    qtbot.addWidget(window)
    canvas.resize(1000, 300)
    session.set_trace(trace)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return Desk(canvas, session)


@pytest.fixture
def field(desk) -> QLineEdit:
    """Something else that can have the keyboard."""
    field = QLineEdit(desk.canvas.parentWidget())
    field.show()
    return field
