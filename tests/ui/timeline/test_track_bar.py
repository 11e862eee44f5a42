"""The filter of tracks, the view options, and the note about what is hidden."""

import pytest

from tests.ui.timeline.desk import OPS, STEPS, THREAD, Key
from tests.ui.timeline.kinds import COUNTER, every_kind
from traceview.model.trace import Trace
from traceview.ui.timeline.tracks.arrangement import Arrangement, RowHeight, TrackGroup
from traceview.ui.timeline.tracks.arranger import Entry


@pytest.fixture
def bar(desk):
    return desk.canvas.track_bar


def shown(desk) -> list[int]:
    return [band.index for band in desk.canvas.sheet.layout.tracks]


def chosen(menu, words: str):
    """The entry of a menu that is called so."""
    return next(action for action in menu.actions() if action.text() == words)


def opened(menu):
    menu.aboutToShow.emit()
    return menu


def test_t_goes_to_the_filter_which_acts_while_one_types(desk, bar, qtbot):
    desk.canvas.setFocus()
    desk.key(Key.Key_T)
    assert bar.field.hasFocus()
    qtbot.keyClicks(bar.field, "xla")
    assert shown(desk) == [OPS]
    assert bar.field._count.text() in ("1 of 3 tracks", "1 of 3")
    assert bar.field.accessibleDescription() == "1 of 3 tracks"


def test_enter_leaves_the_filter_and_escape_clears_it(desk, bar, qtbot):
    bar.focus()
    qtbot.keyClicks(bar.field, "main")
    qtbot.keyClick(bar.field, Key.Key_Return)
    assert (desk.canvas.hasFocus(), shown(desk)) == (True, [THREAD])
    bar.focus()
    qtbot.keyClick(bar.field, Key.Key_Escape)
    assert (desk.canvas.hasFocus(), shown(desk)) == (True, [STEPS, OPS, THREAD])


def test_typing_moves_nothing_behind_the_filter(desk, bar, qtbot):
    bar.focus()
    view = desk.session.view
    qtbot.keyClicks(bar.field, "wasd4")
    desk.settle()
    assert (desk.session.view, desk.session.tool) == (view, "select")


def test_a_bad_expression_is_told_and_not_applied(desk, bar):
    bar.field.setText("main")
    bar.field.setText("main /(/")
    assert shown(desk) == [THREAD]
    assert "/(/ is no regular expression: missing )" in bar.field.toolTip()
    assert bar.field.error == bar.field.accessibleDescription() != ""
    bar.field.setText("main /(n)/")
    assert (bar.field.error, shown(desk)) == ("", [THREAD])


def test_when_no_track_is_left_the_column_says_why(desk, bar):
    headers = desk.canvas._headers
    assert headers._text.empty() == ""
    bar.field.setText("nothing has this")
    assert headers._text.empty().startswith("No track has all these words")
    bar.field.clear()
    desk.canvas._arranger.hide([Entry(0), Entry(1)])
    assert headers._text.empty().startswith("All tracks are hidden")
    desk.session.set_trace(Trace())
    assert headers._text.empty() == ""


def test_another_capture_begins_without_a_filter(desk, bar):
    bar.field.setText("main")
    desk.session.set_trace(every_kind())
    assert (bar.field.text(), len(shown(desk))) == ("", 6)


def test_the_filter_is_part_of_a_place(desk, bar):
    bar.field.setText("main")
    place = desk.canvas.place()
    bar.field.clear()
    desk.canvas.restore(place)
    assert shown(desk) == [THREAD]


def test_the_bar_stands_above_the_names_and_is_as_wide(desk, bar):
    desk.canvas.set_header_width(300)
    assert bar.width() == desk.canvas._headers.width() - 1 == 299
    assert bar.geometry().bottom() < desk.canvas._minimap.geometry().bottom()


def test_view_options_change_the_height_of_all_rows(desk, bar):
    chosen(opened(bar.menu), "Tall").trigger()
    assert desk.canvas.sheet.arrangement.row_height is RowHeight.TALL
    assert chosen(opened(bar.menu), "Tall").isChecked()


def test_view_options_offer_only_kinds_that_there_are(desk, bar):
    assert not any("Counters" in action.text() for action in opened(bar.menu).actions())
    desk.session.set_trace(every_kind())
    chosen(opened(bar.menu), "Counters").trigger()
    assert COUNTER not in shown(desk)
    chosen(opened(bar.menu), "Counters").trigger()
    assert COUNTER in shown(desk)


def test_view_options_stop_gliding(desk, bar, qtbot):
    with qtbot.waitSignal(desk.canvas.motionReduced) as told:
        chosen(opened(bar.menu), "Jump instead of gliding").trigger()
    assert told.args == [True]
    assert desk.canvas.navigator.reduced_motion
    assert chosen(opened(bar.menu), "Jump instead of gliding").isChecked()


def test_view_options_bring_back_the_first_arrangement(desk, bar):
    words = "Reset order, names, heights and pins"
    assert not chosen(opened(bar.menu), words).isEnabled()
    desk.canvas._arranger.rename(Entry(0), "Mine")
    desk.canvas._arranger.move(Entry(0), 1)
    chosen(opened(bar.menu), words).trigger()
    assert desk.canvas.sheet.arrangement == Arrangement()


def test_nothing_is_hidden_without_a_note(desk):
    note = desk.canvas._hidden_note
    assert not note.isVisible()
    desk.canvas._arranger.hide([Entry(0), Entry(1, THREAD)])
    assert (note.isVisible(), note.accessibleName()) == (True, "3 tracks hidden")
    desk.canvas.grab()
    assert note.geometry().bottom() == desk.canvas.rect().bottom()


def test_the_note_brings_back_one_by_one_or_all(desk):
    note, sheet = desk.canvas._hidden_note, desk.canvas.sheet
    desk.session.set_trace(every_kind())
    desk.canvas._arranger.hide([Entry(1), Entry(0, COUNTER)])
    sheet.set_arrangement(sheet.arrangement.with_group_hidden(TrackGroup.OBJECTS, True))
    texts = [action.text() for action in opened(note.hidden).actions() if action.text()]
    assert texts == [
        "Show everything", "Show again", "Objects", "Whole trace", "python · HBM",
    ]  # fmt: skip
    chosen(note.hidden, "python · HBM").trigger()
    assert COUNTER in shown(desk)
    assert note.accessibleName() == "2 tracks hidden"
    chosen(opened(note.hidden), "Show everything").trigger()
    assert (len(shown(desk)), note.isVisible()) == (6, False)


def test_what_was_found_stays_in_view_when_the_filter_goes(desk, bar):
    desk.canvas.resize(1000, 160)
    desk.canvas.grab()
    bar.field.setText("main")
    place = desk.canvas.sheet.layout.place(THREAD, 0)[0] - desk.canvas.sheet.top
    bar.field.clear()
    assert desk.canvas.sheet.layout.place(THREAD, 0)[0] - desk.canvas.sheet.top == place
    assert desk.canvas.sheet.top > 0
