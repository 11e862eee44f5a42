"""The window: what is open, what is shown of it, and how to open something else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from traceview import __version__
from traceview.model.errors import TraceError
from traceview.model.format import UNKNOWN
from traceview.model.memory import settle
from traceview.ui.actions import Action, ActionId, action_of
from traceview.ui.advice import advice_of
from traceview.ui.capture_lines import capture_lines
from traceview.ui.diagnostics import diagnostics, error_facts, notice_line
from traceview.ui.drops import dropped_paths
from traceview.ui.error_page import ErrorPage
from traceview.ui.export import Exports
from traceview.ui.help import HelpOverlay
from traceview.ui.main_menu import MainMenu
from traceview.ui.mark_keeper import MarkKeeper
from traceview.ui.notices import LinesDialog, copy_text
from traceview.ui.open_actions import OpenActions
from traceview.ui.opener import Opener
from traceview.ui.opening import Opened, Request
from traceview.ui.page import Page
from traceview.ui.pages import PAGES
from traceview.ui.resources import samples
from traceview.ui.session import Session
from traceview.ui.settings import Settings
from traceview.ui.status_bar import StatusBar
from traceview.ui.text import clean, tr
from traceview.ui.theme import ThemeChoice, apply_theme, theme_for
from traceview.ui.toolbar import ToolBar
from traceview.ui.welcome import Welcome
from traceview.ui.widgets.banner import Banner
from traceview.ui.widgets.card import rule

if TYPE_CHECKING:
    from traceview.ui.command_palette import CommandPalette

FIRST_SIZE = (1400, 900)
SMALLEST_SIZE = (900, 600)


class MainWindow(QMainWindow):
    """Shows the welcome page, a page of what is open, or why nothing is."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.session = Session(self)
        self.opener = Opener(self.session)
        self.open_actions = OpenActions(self, self.opener, settings)
        self.toolbar = ToolBar()
        self.banner = Banner()
        self.welcome = Welcome(samples())
        self.error_page = ErrorPage()
        self.status = StatusBar(self.session)
        self.page: Page | None = None
        self._pages: dict[str, Page] = {}
        self._error: TraceError | None = None
        self._stack = QStackedWidget()
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self.error_page)
        self.exports = Exports(self)
        self.menu = MainMenu(self)
        self._lay_out()
        self.help = HelpOverlay(self)
        self.marks = MarkKeeper(self.session, self.opener, settings)
        self._connect_opener()
        self._connect_widgets()
        self.setAcceptDrops(True)
        self.setMinimumSize(*SMALLEST_SIZE)
        self.resize(*FIRST_SIZE)
        self.restoreGeometry(settings.geometry)
        self._show_start()

    @cached_property
    def commands(self) -> CommandPalette:
        """The palette of commands; made when it is first wanted, since a start can do without."""
        from traceview.ui.command_palette import CommandPalette
        from traceview.ui.window_commands import window_commands

        return CommandPalette(self, partial(window_commands, self), self.settings)

    def open_paths(self, paths: Sequence[str]) -> None:
        """Open ``paths`` as if they had been dropped here."""
        self.open_actions.open_paths(paths)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Use a theme from now on."""
        self.settings.theme = choice
        self._apply_theme()

    def show_help(self) -> None:
        """Show the keyboard shortcuts, or hide them if they are there."""
        if self.help.isVisible():
            self.help.leave()
        else:
            self.help.enter()

    def show_page(self, page_id: str) -> None:
        """Show one of PAGES; it is built when it is first shown."""
        page = self._pages.get(page_id)
        if page is None:
            made = next(each for each in PAGES if each.id == page_id)
            page = made(self.session, self.toolbar.search, self.settings)
            page.helpRequested.connect(self.show_help)
            page.described.connect(self.status.show_selection)
            self._stack.addWidget(page)
            self._pages[page_id] = page
        self.page = page
        self._show(page)
        self._take_focus()

    def focus_search(self) -> None:
        """Put the caret into the search field."""
        self.toolbar.search.focus()

    def step_match(self, step: int) -> None:
        """Go to the next or previous match."""
        if self.page is not None:
            self.page.step_match(step)

    def perform(self, action: Action) -> None:
        """Let the page do what a menu entry names."""
        if self.page is not None:
            self.page.perform(action)

    def show_notices(self) -> None:
        """List the warnings of what is open."""
        capture = self.session.capture
        if capture is not None:
            lines = [notice_line(notice) for notice in capture.notices]
            LinesDialog(tr("Warnings"), lines, self).open()

    def show_capture_facts(self) -> None:
        """Tell what the capture says of itself."""
        capture = self.session.capture
        if capture is not None:
            LinesDialog(tr("About this capture"), list(capture_lines(capture)), self).open()

    def fill_exports(self, menu: QMenu) -> None:
        """List in ``menu`` what the page can write."""
        current = self.opener.current
        if self.page is not None and current is not None:
            self.exports.fill(menu, self.page.exports(), current.run.name)

    def show_about(self) -> None:
        """Tell the version and the licence."""
        lines = [
            f"traceview {__version__}",
            tr("A viewer for profiles of machine-learning programs."),
            tr("Apache License 2.0. Fonts: Inter, JetBrains Mono (OFL). Icons: Lucide (ISC)."),
            tr("It opens no network connection."),
        ]
        LinesDialog(tr("About traceview"), lines, self).open()

    def close_capture(self) -> None:
        """Go back to the welcome page."""
        self.opener.close()
        self._show_start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._pass_on(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._pass_on(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.open_paths(dropped_paths(event.mimeData()))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._save_place()
        self.marks.flush()
        self.opener.cancel()
        self.exports.wait()
        for page in self._pages.values():
            page.end_work()
        self.settings.geometry = self.saveGeometry()
        self.settings.sync()
        super().closeEvent(event)

    def _lay_out(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addWidget(rule())
        column.addWidget(self.banner)
        column.addWidget(self._stack, 1)
        column.addWidget(rule())
        column.addWidget(self.status)
        self.setCentralWidget(body)

    def _connect_opener(self) -> None:
        self.opener.started.connect(self._start)
        self.opener.progressed.connect(self.status.show_reading)
        self.opener.ended.connect(self.status.end_loading)
        self.opener.opened.connect(self._show_opened)
        self.opener.failed.connect(self._show_error)
        self.opener.leaving.connect(self._save_place)
        self.opener.returned.connect(self._restore_place)
        self.exports.written.connect(
            lambda path: self.session.message.emit(tr("Written: {}").format(clean(path)))
        )
        self.exports.failed.connect(self._show_error)

    def _connect_widgets(self) -> None:
        actions = self.open_actions
        actions.recentsChanged.connect(self._show_recents)
        self.toolbar.open.clicked.connect(actions.ask_file)
        self.toolbar.reload.clicked.connect(actions.reload)
        self.toolbar.back.clicked.connect(lambda: self.perform(action_of(ActionId.BACK)))
        self.toolbar.forward.clicked.connect(lambda: self.perform(action_of(ActionId.FORWARD)))
        self.session.historyChanged.connect(self.toolbar.show_history)
        self.toolbar.runs.picked.connect(actions.pick_run)
        self.toolbar.hosts.picked.connect(actions.pick_host)
        self.toolbar.tools.picked.connect(lambda index: self.show_page(PAGES[index].id))
        self.status.noticesClicked.connect(self.show_notices)
        self.status.cancelClicked.connect(self._cancel)
        self.banner.details.clicked.connect(self._show_banner_details)
        self.banner.copy.clicked.connect(self._copy_error)
        for page in (self.welcome, self.error_page):
            page.openFileClicked.connect(actions.ask_file)
            page.openFolderClicked.connect(actions.ask_folder)
        self.welcome.helpClicked.connect(self.show_help)
        self.welcome.recentOpened.connect(actions.open_recent)
        self.welcome.recentRemoved.connect(actions.remove_recent)
        self.welcome.recentsCleared.connect(actions.clear_recents)
        self.welcome.sampleOpened.connect(actions.open_sample)
        self.error_page.backClicked.connect(self._show_start)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, theme_for(self.settings.theme))

    def _start(self, request: Request) -> None:
        self.banner.hide()
        self._error = None
        self.status.start_loading(request.name)
        self.show_page(self.page.id if self.page else PAGES[0].id)

    def _show_opened(self, opened: Opened) -> None:
        runs = [run.name for run in opened.runs]
        self.toolbar.runs.show_choices(runs, runs.index(opened.run.name))
        self._show_hosts(opened)
        self.toolbar.tools.show_choices([tr(page.title) for page in PAGES], 0)
        self.setWindowTitle(clean(f"{opened.run.name} – traceview", 200))
        advice = advice_of(opened.capture)
        if advice is not None:
            self.banner.show_message(*advice, warning=True)
        self.show_page(self.page.id if self.page else PAGES[0].id)
        if self._shows_everything():  # else the user has gone somewhere while it was read
            self._restore_place()
        self._take_focus()
        settle()

    def _show_hosts(self, opened: Opened) -> None:
        hosts, one = opened.hosts, opened.request.host
        if len(hosts) > 1:
            chosen = hosts.index(one) + 1 if one in hosts else 0
            self.toolbar.hosts.show_choices([tr("All hosts"), *hosts], chosen)
        else:
            self.toolbar.hosts.show_choices([hosts[0] or UNKNOWN] if hosts else [UNKNOWN], 0)

    def _show_error(self, error: TraceError) -> None:
        self._error = error
        if self.opener.current is not None:
            self.banner.show_message(error.what, " ".join(filter(None, (error.why, error.advice))))
        else:
            self.error_page.show_error(error)
            self._show(self.error_page)
            self.error_page.take_focus()
            self.status.show_error()

    def _show_banner_details(self) -> None:
        if self.banner.is_warning:
            self.show_notices()
        elif self._error is not None:
            lines = [f"{name}: {value}" for name, value in error_facts(self._error)]
            LinesDialog(tr("Details"), lines or [tr("Nothing more is known.")], self).open()

    def _copy_error(self) -> None:
        if self._error is not None:
            copy_text(diagnostics(self._error))

    def _cancel(self) -> None:
        self.opener.cancel()
        if self.opener.current is None:
            self._show_start()
        self.session.message.emit(tr("Reading was cancelled"))

    def _show_start(self) -> None:
        self.banner.hide()
        self.setWindowTitle("traceview")
        self._show_recents()
        self._show(self.welcome)
        self.welcome.take_focus()

    def _show_recents(self) -> None:
        self.welcome.show_recents(self.settings.recents)

    def _show(self, widget: QWidget) -> None:
        self._stack.setCurrentWidget(widget)
        self.toolbar.show_capture_parts(self.opener.current is not None)
        self.menu.set_captured(self.opener.current is not None)

    def _take_focus(self) -> None:
        if self.page is not None and self._stack.currentWidget() is self.page:
            self.page.take_focus()

    def _save_place(self) -> None:
        current = self.opener.current
        if current is not None and self.page is not None:
            self.settings.set_place(current.path, current.run.name, self.page.place())

    def _restore_place(self) -> None:
        current = self.opener.current
        if current is not None and self.page is not None:
            self.page.restore(dict(self.settings.place(current.path, current.run.name)))

    def _shows_everything(self) -> bool:
        start_ps, end_ps = self.session.trace.span_ps
        view = self.session.view
        return view.start_ps <= start_ps and end_ps <= view.end_ps

    def _pass_on(self, event: QKeyEvent) -> None:
        """Let the page have a key, wherever in the window the focus is, but not while typing."""
        typing = isinstance(self.focusWidget(), QLineEdit | QPlainTextEdit)
        shown = self.page is not None and self._stack.currentWidget() is self.page
        if typing or not shown or self.page is None or not self.page.handle_key(event):
            event.ignore()
