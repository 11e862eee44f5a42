"""The strip of pinned tracks, and the keys that pin, hide, collapse and filter."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication

from tests.ui.timeline.desk import COPY, FUSION, OPS, PLAIN, STEPS, THREAD, TRAIN, US, Button, Key
from traceview.model.matches import Matches
from traceview.ui.session import Box, MouseTool, Selection
from traceview.ui.timeline.tracks.arrangement import track_key
from traceview.ui.timeline.tracks.arranger import Entry
from traceview.ui.timeline.tracks.pinned import MOST


@pytest.fixture
def pinned(desk):
    """The strip, with the thread and the operations pinned."""
    desk.canvas.resize(1000, 400)
    desk.canvas._arranger.toggle_pins([THREAD])
    desk.canvas._arranger.toggle_pins([OPS])
    desk.canvas.grab()
    return desk.canvas._pinned


def at(pinned, track: int, row: int, time_us: float) -> QPointF:
    y, height = pinned.sheet.layout.place(track, row)
    x = pinned.lanes.surface.scale.x(time_us * US)
    return QPointF(x, y - pinned.sheet.top + height / 2)


def mouse(pinned, kind: QEvent.Type, point: QPointF, down=Button.LeftButton) -> None:
    where = pinned.lanes.mapToGlobal(point)
    event = QMouseEvent(kind, point, where, Button.LeftButton, down, PLAIN)
    QApplication.sendEvent(pinned.lanes, event)


def drag(pinned, start: QPointF, end: QPointF) -> None:
    mouse(pinned, QEvent.Type.MouseButtonPress, start)
    mouse(pinned, QEvent.Type.MouseMove, end)


def shown(desk) -> list[int]:
    return [band.index for band in desk.canvas.sheet.layout.tracks]


def test_without_pins_there_is_no_strip(desk):
    assert not desk.canvas._pinned.lanes.isVisible()
    assert not desk.canvas._pinned.headers.isVisible()


def test_the_strip_is_as_high_as_its_tracks_and_ends_at_the_same_time_axis(desk, pinned):
    assert [band.index for band in pinned.sheet.layout.tracks] == [THREAD, OPS]
    assert pinned.lanes.height() == pinned.sheet.layout.height
    assert pinned.lanes.width() == desk.lanes.width()
    assert pinned.lanes.x() == desk.lanes.x()
    assert pinned.lanes.geometry().bottom() + 2 == desk.lanes.y()


def test_a_high_strip_scrolls_on_its_own(desk, pinned):
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    assert pinned.lanes.height() == int(MOST * 160)
    pinned.sheet.scroll_to(1000)
    assert pinned.sheet.top == pinned.sheet.layout.height - pinned.lanes.height() > 0
    assert desk.canvas.sheet.top == 0


def test_a_click_in_the_strip_selects(desk, pinned):
    point = at(pinned, OPS, 0, 250)
    mouse(pinned, QEvent.Type.MouseButtonPress, point)
    mouse(pinned, QEvent.Type.MouseButtonRelease, point, Button.NoButton)
    assert desk.session.selection.single == COPY


def test_the_strip_paints_the_same_events(desk, pinned):
    colours = []
    for lanes, place in (
        (pinned.lanes, at(pinned, OPS, 0, 250)),
        (desk.lanes, desk.at(OPS, 0, 250)),
    ):
        colours.append(lanes.grab().toImage().pixelColor(place.toPoint() + QPoint(30, 6)).name())
    assert colours[0] == colours[1] != pinned.lanes._theme.lane


def test_a_drag_with_the_timing_tool_is_one_draft_for_all(desk, pinned):
    desk.session.set_tool(MouseTool.TIMING)
    drag(pinned, at(pinned, OPS, 0, 200), at(pinned, OPS, 0, 600))
    draft_ps = desk.canvas.sheet.draft_ps
    assert draft_ps is not None
    assert pinned.sheet.draft_ps == draft_ps
    desk.key(Key.Key_Escape)
    assert (desk.canvas.sheet.draft_ps, pinned.sheet.draft_ps) == (None, None)
    assert pinned.lanes.pointer.gesture is None


def test_a_search_concerns_the_strip_too(desk, pinned, trace):
    hits = tuple(
        np.array([COPY.index] if number == OPS else [], np.int64)
        for number in range(len(trace.tracks))
    )
    before = pinned.lanes.grab().toImage()
    desk.canvas.set_matches(Matches(trace, hits), hide_others=True)
    assert pinned.lanes.surface.event_at(at(pinned, OPS, 0, 150)) is None
    assert pinned.lanes.surface.event_at(at(pinned, OPS, 0, 250)) == COPY
    assert pinned.lanes.grab().toImage() != before
    desk.canvas.set_matches(None)
    assert pinned.lanes.surface.event_at(at(pinned, OPS, 0, 150)) == FUSION


def test_pins_are_moved_among_themselves(desk, pinned, qtbot, trace):
    pinned.headers.setFocus()
    qtbot.keyClick(
        pinned.headers,
        Key.Key_Down,
    )
    assert pinned.headers.current == Entry(0, OPS)
    pinned.headers._arranger.move(pinned.headers.current, -1)
    assert desk.canvas.sheet.arrangement.pinned == tuple(
        track_key(trace, trace.tracks[track]) for track in (OPS, THREAD)
    )
    assert desk.canvas.sheet.arrangement.moves == ()


def test_lines_of_the_strip_tell_their_section(pinned):
    lines = [pinned.headers._text.track(band) for band in pinned.sheet.layout.tracks]
    assert [(line.name, line.pinned) for line in lines] == [
        ("Host threads · main", True),
        ("TPU 0 · XLA Ops", True),
    ]


def test_p_pins_the_track_of_the_selection_and_unpins_it(desk):
    desk.session.set_selection(Selection((COPY,), (Box(0, US, ((THREAD, 0), (THREAD, 1))),)))
    desk.key(Key.Key_P)
    sheet = desk.canvas._pinned.sheet
    assert [band.index for band in sheet.layout.tracks] == [OPS, THREAD]
    desk.key(Key.Key_P)
    assert sheet.layout.tracks == ()


def test_p_pins_the_track_under_the_mouse(desk):
    QCursor.setPos(desk.lanes.mapToGlobal(desk.at(OPS, 0, 900).toPoint()))
    desk.key(Key.Key_P)
    assert [band.index for band in desk.canvas._pinned.sheet.layout.tracks] == [OPS]


@pytest.mark.parametrize("key", [Key.Key_P, Key.Key_H])
def test_without_a_track_the_keys_say_what_to_do(desk, qtbot, key):
    QCursor.setPos(desk.window.mapToGlobal(QPoint(-50, -50)))
    with qtbot.waitSignal(desk.session.message) as told:
        desk.key(key)
    assert told.args[0].startswith("Select an event, or point at a track")


def test_h_hides_the_track_of_the_selection(desk):
    desk.session.set_selection(Selection((TRAIN,)))
    desk.key(Key.Key_H)
    assert shown(desk) == [STEPS, OPS]


def test_h_hides_the_section_that_has_the_keyboard(desk):
    desk.canvas._headers.setFocus()
    desk.key(Key.Key_H)
    assert shown(desk) == [THREAD]


def test_c_collapses_all_sections_and_expands_them(desk):
    desk.canvas.sheet.toggle_section(1)
    desk.key(Key.Key_C)
    assert desk.canvas.sheet.layout.collapsed == {0, 1}
    desk.key(Key.Key_C)
    assert desk.canvas.sheet.layout.collapsed == frozenset()


def test_hidden_and_filtered_tracks_come_back_when_their_event_is_shown(desk):
    arranger = desk.canvas._arranger
    arranger.hide([Entry(1), Entry(1, THREAD)])
    desk.canvas.track_bar.field.setText("tpu")
    desk.canvas.reveal(TRAIN)
    assert desk.lanes.surface.rectangle(TRAIN) is not None
    assert desk.canvas.track_bar.field.text() == ""
