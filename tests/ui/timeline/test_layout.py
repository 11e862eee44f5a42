"""Where sections, tracks and rows stand."""

from dataclasses import replace

import numpy as np

from tests.ui.timeline.kinds import COUNTER, every_kind
from traceview.model.trace import Events, Trace
from traceview.ui.timeline.tracks.arrangement import Arrangement, RowHeight, section_key, track_key
from traceview.ui.timeline.tracks.layout import (
    COUNTER_HEIGHT,
    FOLDED_ROWS,
    HEADING_GAP,
    HEADING_HEIGHT,
    NO_ROW,
    NO_ROW_HEADING,
    ROW_HEIGHT,
    SECTION_GAP,
    TRACK_GAP,
    lay_out,
    lay_out_pinned,
)

FIRST = HEADING_HEIGHT + HEADING_GAP


def stack(rows: int) -> Events:
    """One event in each of ``rows`` rows."""
    column = np.arange(rows, dtype=np.int64)
    return Events(column, column[::-1].copy(), column.astype(np.int32), column, np.arange(rows + 1))


def test_rows_follow_headings_and_gaps(trace):
    layout = lay_out(trace, Arrangement())
    second = FIRST + 2 * (ROW_HEIGHT + TRACK_GAP) + SECTION_GAP
    assert [band.y for band in layout.headings] == [0, second]
    assert layout.row_y.tolist() == [
        FIRST,
        FIRST + ROW_HEIGHT + TRACK_GAP,
        *(second + FIRST + depth * ROW_HEIGHT for depth in range(3)),
    ]
    assert layout.height == second + FIRST + 3 * ROW_HEIGHT + TRACK_GAP


def test_tracks_without_events_are_left_out(trace):
    layout = lay_out(trace, Arrangement())
    assert [band.index for band in layout.tracks] == [0, 1, 2]


def test_sections_without_events_are_left_out(trace):
    only_host = trace.with_tracks(trace.sections, trace.tracks[2:])
    assert [band.index for band in lay_out(only_host, Arrangement()).headings] == [1]


def test_every_pixel_maps_to_what_is_painted_there(trace):
    layout = lay_out(trace, Arrangement())
    assert set(layout.row_of_y[:HEADING_HEIGHT].tolist()) == {NO_ROW_HEADING}
    for index, (y, height) in enumerate(zip(layout.row_y, layout.row_height, strict=True)):
        assert set(layout.row_of_y[y : y + height].tolist()) == {index}
        assert layout.row_of_y[y + height] == NO_ROW


def test_the_gap_below_a_row_belongs_to_it(trace):
    layout = lay_out(trace, Arrangement())
    assert layout.row_at(FIRST + ROW_HEIGHT - 1) == (0, 0)
    assert layout.row_at(3) is None
    assert layout.row_at(layout.height + 5) is None


def test_place_finds_a_row_and_row_at_leads_back(trace):
    layout = lay_out(trace, Arrangement())
    for track, row in [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]:
        y, height = layout.place(track, row)
        assert layout.row_at(y) == layout.row_at(y + height - 1) == (track, row)
    assert layout.place(3, 0) is None


def test_a_collapsed_section_keeps_its_heading_only(trace):
    closed = Arrangement().with_section_toggled(section_key(trace, 0))
    layout = lay_out(trace, closed)
    assert [band.y for band in layout.headings] == [0, HEADING_HEIGHT + SECTION_GAP]
    assert [band.index for band in layout.tracks] == [2]
    assert layout.place(1, 0) is None
    assert closed.with_section_toggled(section_key(trace, 0)) == Arrangement()


def test_a_folded_track_is_as_high_as_one_row(trace):
    layout = lay_out(trace, Arrangement().with_rows_toggled(track_key(trace, trace.tracks[2])))
    assert layout.tracks[-1].height == ROW_HEIGHT
    assert layout.row_height[-3:].tolist() == [6, 6, 6]


def test_a_very_deep_track_begins_folded_and_can_be_unfolded(trace):
    deep = replace(trace.tracks[2], events=stack(FOLDED_ROWS + 1))
    tall: Trace = trace.with_tracks(trace.sections, (deep,))
    assert lay_out(tall, Arrangement()).tracks[0].height == 2 * (FOLDED_ROWS + 1)
    unfolded = lay_out(tall, Arrangement().with_rows_toggled(track_key(tall, deep)))
    assert unfolded.tracks[0].height == ROW_HEIGHT * (FOLDED_ROWS + 1)


def test_rows_between_are_those_painted_there(trace):
    layout = lay_out(trace, Arrangement())
    for top in range(0, layout.height, 7):
        seen = set(layout.row_of_y[top : top + 40].tolist()) - {NO_ROW, NO_ROW_HEADING}
        assert set(layout.rows_between(top, top + 40)) == seen


def test_bands_are_found_by_their_pixels(trace):
    layout = lay_out(trace, Arrangement())
    for y in range(layout.height):
        for bands, found in (
            (layout.headings, layout.heading_at(y)),
            (layout.tracks, layout.track_at(y)),
        ):
            expected = [band for band in bands if band.y <= y < band.y + band.height]
            assert ([found] if found else []) == expected


def test_a_trace_of_nothing_has_no_height():
    assert lay_out(Trace(), Arrangement()).height == 0


def test_a_counter_is_one_tall_row_whatever_its_events_say():
    trace = every_kind()
    deep = replace(trace.tracks[COUNTER], events=stack(3))
    tall = replace(trace, tracks=(deep, *trace.tracks[1:]))
    for shown in (trace, tall):
        layout = lay_out(shown, Arrangement())
        assert layout.row_track.tolist().count(COUNTER) == 1
        assert layout.place(COUNTER, 0) == layout.place(COUNTER, 2) == (FIRST, COUNTER_HEIGHT)


def test_rows_are_as_high_as_the_user_wants(trace):
    key = track_key(trace, trace.tracks[1])
    arrangement = Arrangement().with_row_height(RowHeight.TALL)
    layout = lay_out(trace, arrangement.with_track_height(key, RowHeight.COMPACT))
    assert [band.height for band in layout.tracks] == [26, 12, 3 * 26]
    assert [layout.place(track, 0)[1] for track in range(3)] == [25, 11, 25]


def test_the_height_of_rows_scales_counters():
    trace = every_kind()
    heights = [
        lay_out(trace, Arrangement().with_row_height(height)).place(COUNTER, 0)[1]
        for height in RowHeight
    ]
    assert heights == [23, COUNTER_HEIGHT, 49]


def test_pinned_tracks_stand_alone_in_the_order_of_pinning(trace):
    keys = [track_key(trace, track) for track in trace.tracks]
    arrangement = Arrangement().with_pinned([keys[2]]).with_pinned([keys[3], keys[0], keys[2]])
    layout = lay_out_pinned(trace, arrangement)
    assert (layout.headings, [band.index for band in layout.tracks]) == ((), [2, 0])
    assert layout.tracks[0].y == 0
    assert layout.row_at(layout.place(2, 1)[0]) == (2, 1)


def test_pins_do_not_change_what_stands_below(trace):
    pinned = Arrangement().with_pinned([track_key(trace, trace.tracks[0])])
    assert lay_out(trace, pinned).tracks == lay_out(trace, Arrangement()).tracks
