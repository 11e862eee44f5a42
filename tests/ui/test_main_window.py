import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from traceview.model.trace import EventId
from traceview.ui.main_window import MainWindow
from traceview.ui.notices import LinesDialog
from traceview.ui.session import MouseTool, Selection, View
from traceview.ui.settings import Recent, Settings
from traceview.ui.theme import LIGHT, ThemeChoice, current_theme

NONE = Qt.KeyboardModifier.NoModifier


def shown_texts(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisible()]


def drop(window: MainWindow, *paths) -> QDropEvent:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place = QPointF(100, 100)
    actions = Qt.DropAction.CopyAction
    buttons = Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(place.toPoint(), actions, data, buttons, NONE)
    QApplication.sendEvent(window, enter)
    event = QDropEvent(place, actions, data, buttons, NONE)
    if enter.isAccepted():
        QApplication.sendEvent(window, event)
    return event


def choices(combo: QComboBox) -> list[str]:
    return [combo.itemText(index) for index in range(combo.count())]


def combo_of(window: MainWindow, caption: str) -> QComboBox:
    return next(c for c in window.findChildren(QComboBox) if c.accessibleName() == caption)


def pick(combo: QComboBox, index: int) -> None:
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def error_texts(window: MainWindow) -> str:
    return " ".join(shown_texts(window.error_page) + shown_texts(window.banner))


def test_a_new_window_shows_the_welcome_page(window):
    assert "Drop a capture or a log directory here" in shown_texts(window)


def test_a_file_opens(window, open_in, small):
    open_in(window, small)
    assert (window.page.isVisible(), window.session.capture.event_count > 0) == (True, True)


def test_a_dropped_file_opens(qtbot, window, small):
    with qtbot.waitSignal(window.opener.opened):
        drop(window, small)
    assert window.session.capture.path == str(small)


def test_a_dropped_folder_opens_its_newest_run(qtbot, window, logdir):
    with qtbot.waitSignal(window.opener.opened):
        drop(window, logdir)
    current = window.opener.current
    assert (current.path, current.run) == (str(logdir), current.runs[0])


def test_dropped_files_of_one_run_are_its_hosts(qtbot, window, logdir):
    files = sorted((logdir / "jax_multihost").rglob("*.xplane.pb"))
    with qtbot.waitSignal(window.opener.opened):
        drop(window, *files)
    assert window.session.capture.hosts == ("localhost_6011", "localhost_6012")


def test_dropped_files_of_several_runs_open_the_first_and_list_the_others(
    qtbot, window, logdir, small
):
    other = next((logdir / "jax_mlp").rglob("*.xplane.pb.gz"))
    with qtbot.waitSignal(window.opener.opened):
        drop(window, small, other)
    recents = [recent.path for recent in window.settings.recents]
    assert (window.opener.current.path, recents) == (str(small), [str(small), str(other)])


def test_dropped_text_is_refused(window):
    data = QMimeData()
    data.setText("https://example.com")
    enter = QDragEnterEvent(
        QPointF(9, 9).toPoint(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, NONE
    )
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


def test_runs_are_listed_newest_first_and_can_be_switched(qtbot, window, open_in, logdir):
    open_in(window, logdir)
    runs = [run.name for run in window.opener.current.runs]
    listed = choices(combo_of(window, "Run"))
    with qtbot.waitSignal(window.opener.opened):
        pick(combo_of(window, "Run"), 2)
    assert (listed, window.session.capture.run) == (runs, runs[2])


def test_one_host_of_a_run_can_be_picked(qtbot, window, open_in, logdir):
    open_in(window, logdir / "jax_multihost")
    listed = choices(combo_of(window, "Host"))
    with qtbot.waitSignal(window.opener.opened):
        pick(combo_of(window, "Host"), 2)
    assert (listed, window.session.capture.hosts, combo_of(window, "Host").currentText()) == (
        ["All hosts", "localhost_6011", "localhost_6012"],
        ("localhost_6012",),
        "localhost_6012",
    )


def test_the_tool_list_holds_what_there_is(window, open_in, small):
    open_in(window, small)
    assert choices(combo_of(window, "Tool")) == ["Trace viewer"]


def test_a_bad_file_is_explained_on_a_card(window, open_in, bad):
    open_in(window, bad)
    texts = error_texts(window)
    assert all(part in texts for part in ("web page", str(bad), "3c 21 64 6f 63 74 79 70 65"))


def test_a_bad_file_loses_nothing_that_is_open(window, open_in, small, bad):
    open_in(window, small)
    before = (window.session.capture, window.session.trace)
    window.session.set_view(View(1e9, 2e9))
    open_in(window, bad)
    assert (window.session.capture, window.session.trace) == before
    assert (window.page.isVisible(), window.session.view) == (True, View(1e9, 2e9))
    assert "web page" in error_texts(window)


def test_the_window_stays_usable_after_an_error(window, open_in, small, bad):
    open_in(window, bad)
    open_in(window, small)
    assert (window.session.capture.path, window.banner.isVisible()) == (str(small), False)


def test_diagnostics_can_be_copied(window, open_in, small, bad):
    open_in(window, small)
    open_in(window, bad)
    window.banner.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert all(part in copied for part in ("web page", str(bad), "First bytes", "PySide6"))


def test_a_path_that_is_gone_says_so(window, open_in, tmp_path):
    open_in(window, tmp_path / "nowhere")
    assert "nowhere" in error_texts(window)


def test_an_empty_folder_says_what_was_looked_for(window, open_in, tmp_path):
    open_in(window, tmp_path)
    assert "xplane.pb" in error_texts(window)


def test_a_remote_path_is_refused_with_the_command_that_copies_it(window, open_in):
    open_in(window, "gs://bucket/logs")
    assert "gcloud storage cp" in error_texts(window)


def test_what_was_opened_is_remembered(window, open_in, small):
    open_in(window, small)
    [recent] = window.settings.recents
    capture = window.session.capture
    assert (recent.path, recent.events, recent.kind) == (str(small), capture.event_count, "TPU")


def test_a_recent_capture_opens_at_its_run(qtbot, window, open_in, logdir):
    open_in(window, logdir)
    name = window.opener.current.runs[3].name
    with qtbot.waitSignal(window.opener.opened):
        window.open_actions.open_recent(Recent(str(logdir), name))
    assert window.session.capture.run == name


def test_samples_open_from_the_welcome_page(qtbot, window):
    samples = window.welcome.sample_list
    samples.setFocus()
    samples.setCurrentRow(1)
    with qtbot.waitSignal(window.opener.opened, timeout=20_000):
        QTest.keyClick(samples, Qt.Key.Key_Return)
    assert window.session.capture.event_count > 0


def test_closing_a_capture_goes_back_to_the_welcome_page(window, open_in, small):
    open_in(window, small)
    window.close_capture()
    assert (window.welcome.isVisible(), window.session.capture) == (True, None)
    assert not window.session.trace.tracks


def test_reading_again_keeps_the_place(qtbot, window, open_in, small):
    open_in(window, small)
    start_ps, end_ps = window.session.trace.span_ps
    view = View(start_ps + (end_ps - start_ps) / 4, start_ps + (end_ps - start_ps) / 2)
    window.session.set_view(view)
    with qtbot.waitSignal(window.opener.opened):
        window.open_actions.reload()
    assert window.session.view == view


def test_closing_and_reopening_brings_back_the_same_place(
    qtbot, settings, open_in, small, tmp_path
):
    first = MainWindow(settings)
    qtbot.addWidget(first)
    first.show()
    open_in(first, small)
    start_ps, end_ps = first.session.trace.span_ps
    view = View(start_ps + (end_ps - start_ps) / 4, start_ps + (end_ps - start_ps) / 2)
    first.session.set_view(view)
    first.session.set_tool(MouseTool.TIMING)
    first.resize(900, 660)  # the offscreen platform's screen is small
    first.close()
    second = MainWindow(Settings(tmp_path / "settings.ini"))
    qtbot.addWidget(second)
    second.show()
    open_in(second, small)
    seen = (second.session.view, second.session.tool, second.width(), second.height())
    second.close()
    assert seen == (view, MouseTool.TIMING, 900, 660)


def test_the_theme_is_used_and_remembered(window):
    window.set_theme(ThemeChoice.LIGHT)
    assert (current_theme(), window.settings.theme) == (LIGHT, ThemeChoice.LIGHT)


def test_slash_focuses_the_search_and_escape_goes_back(window, open_in, small):
    open_in(window, small)
    event = EventId(next(i for i, t in enumerate(window.session.trace.tracks) if len(t.events)), 0)
    window.session.set_selection(Selection((event,)))
    QTest.keyClick(window.page.canvas, Qt.Key.Key_Slash)
    field = window.toolbar.search.field
    focused = field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert (focused, window.page.canvas.hasFocus(), window.session.selection.single) == (
        True,
        True,
        event,
    )


@pytest.mark.parametrize("key", [Qt.Key.Key_W, Qt.Key.Key_A, Qt.Key.Key_Up, Qt.Key.Key_0])
def test_typing_in_the_search_never_moves_the_view(window, open_in, small, key):
    open_in(window, small)
    window.focus_search()
    before = window.page.canvas.place()
    QTest.keyPress(window.toolbar.search.field, key)
    moving = window.page.canvas.navigator.moving
    QTest.keyRelease(window.toolbar.search.field, key)
    assert (moving, window.page.canvas.place()) == (False, before)


def test_timeline_keys_work_wherever_the_focus_is_but_in_a_field(window, open_in, small):
    open_in(window, small)
    window.toolbar.open.setFocus()
    QTest.keyClick(window.toolbar.open, Qt.Key.Key_4)
    assert window.session.tool is MouseTool.TIMING


def test_escape_in_the_details_goes_back_to_the_timeline(window, open_in, small):
    open_in(window, small)
    table = window.page.details.views.names.view
    table.show()
    window.session.set_range((0, 10**9))
    table.setFocus()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.page.canvas.hasFocus()


def test_warnings_are_listed(qtbot, window, open_in, data, tmp_path):
    whole = next((data / "xspace" / "jax_multihost").rglob("*6011.xplane.pb")).read_bytes()
    cut = tmp_path / "cut.xplane.pb"
    cut.write_bytes(whole[: len(whole) // 2])
    open_in(window, cut)
    window.status.notices.click()
    [dialog] = window.findChildren(LinesDialog)
    notices = window.session.capture.notices
    assert len(notices) >= 1
    assert all(notice.text in dialog.lines.toPlainText() for notice in notices)


def test_every_widget_that_takes_the_focus_has_an_accessible_name(window, open_in, small):
    open_in(window, small)
    nameless = [
        widget
        for widget in window.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
        and not widget.objectName().startswith("qt_")
        and isinstance(widget.parentWidget(), QWidget)
        and not isinstance(widget.parentWidget(), QComboBox | QLineEdit)
        and type(widget).__name__ not in ("QMenu", "QMenuBar", "QComboBoxPrivateContainer")
    ]
    assert nameless == []


def test_the_window_fits_a_small_screen(window, open_in, small):
    open_in(window, small)
    hint = window.minimumSizeHint()
    assert (hint.width() <= 1024, hint.height() <= 720) == (True, True)


def test_the_welcome_page_fits_a_small_screen(window):
    hint = window.welcome.minimumSizeHint()
    assert (hint.width() <= 1024, hint.height() <= 660) == (True, True)


def test_hostile_names_are_shown_as_text(window, open_in, small, tmp_path):
    folder = tmp_path / "<img src='x'>\u202e"
    folder.mkdir()
    path = folder / "<b>bold<b>.xplane.pb.gz"
    path.write_bytes(small.read_bytes())
    open_in(window, path)
    assert (window.windowTitle(), combo_of(window, "Run").currentText()) == (
        "<b>bold<b>.xplane.pb.gz – traceview",
        "<b>bold<b>.xplane.pb.gz",
    )
