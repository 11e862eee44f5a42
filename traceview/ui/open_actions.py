"""The ways to open something, and the list of what was open."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from traceview.model.capture import Capture
from traceview.model.trace import SectionKind
from traceview.ui.opener import Opener
from traceview.ui.opening import Opened, Request
from traceview.ui.resources import Sample
from traceview.ui.settings import Recent, Settings
from traceview.ui.text import tr

FILTER = (
    "Captures (*.xplane.pb *.xplane.pb.gz *.pb *.pb.gz *.json *.json.gz *.gz *.zip *.html trace"
    " *.trace);;All files (*)"
)


class OpenActions(QObject):
    """Turns what the user does into requests, and remembers what was opened."""

    recentsChanged = Signal()

    def __init__(self, window: QWidget, opener: Opener, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._opener, self._settings = window, opener, settings
        opener.opened.connect(self._remember)

    def ask_file(self) -> None:
        """Let the user choose one or more files."""
        paths, _ = QFileDialog.getOpenFileNames(
            self._window, tr("Open capture"), self._last_folder(), FILTER
        )
        self.open_paths(paths)

    def ask_folder(self) -> None:
        """Let the user choose a log directory."""
        path = QFileDialog.getExistingDirectory(
            self._window, tr("Open log directory"), self._last_folder()
        )
        self.open_paths([path] if path else [])

    def open_paths(self, paths: Sequence[str], run: str = "") -> None:
        """Open ``paths``; nothing happens when there are none."""
        if paths:
            self._opener.open(Request(tuple(_absolute(path) for path in paths), run))

    def open_recent(self, recent: Recent) -> None:
        """Open what was open before, at the same run; one that is gone gives its error."""
        self.open_paths([recent.path], recent.run)

    def open_sample(self, sample: Sample) -> None:
        """Open a sample."""
        self.open_paths([str(sample.path)])

    def reload(self) -> None:
        """Read again what is open: runs may have come, the file may have grown."""
        current = self._opener.current
        if current is not None:
            self._opener.open(replace(current.request, run=current.run.name))

    def pick_run(self, index: int) -> None:
        """Open another of the runs that were found."""
        current = self._opener.current
        if current is not None:
            name = current.runs[index].name
            self._opener.open(replace(current.request, run=name, host=""))

    def pick_host(self, index: int) -> None:
        """Open one host of the run; 0 stands for all of them."""
        current = self._opener.current
        if current is not None and len(current.hosts) > 1:
            host = current.hosts[index - 1] if index else ""
            self._opener.open(replace(current.request, run=current.run.name, host=host))

    def remove_recent(self, recent: Recent) -> None:
        """Take one from the list."""
        self._settings.remove_recent(recent.path)
        self.recentsChanged.emit()

    def clear_recents(self) -> None:
        """Empty the list."""
        self._settings.clear_recents()
        self.recentsChanged.emit()

    def _remember(self, opened: Opened) -> None:
        known = {recent.path for recent in self._settings.recents}
        for path in opened.others:
            if path not in known:
                self._settings.add_recent(Recent(path))
        self._settings.add_recent(recent_of(opened))
        self.recentsChanged.emit()

    def _last_folder(self) -> str:
        recents = self._settings.recents
        return os.path.dirname(recents[0].path) if recents else ""


def recent_of(opened: Opened) -> Recent:
    """What the list says of a capture."""
    start_ps, end_ps = opened.capture.trace.span_ps
    return Recent(
        path=opened.path,
        run=opened.run.name,
        events=opened.capture.event_count,
        span_ps=end_ps - start_ps,
        kind=kind_of(opened.capture),
        opened_s=int(time.time()),
    )


def kind_of(capture: Capture) -> str:
    """The fastest device that the capture has events of."""
    kinds = {section.kind for section in capture.trace.sections}
    if SectionKind.TPU in kinds:
        return "TPU"
    return "GPU" if SectionKind.GPU in kinds else "CPU"


def _absolute(path: str) -> str:
    # A remote path is not made to look like a local one: its own error says what to do.
    return path if "://" in path else os.path.abspath(path)
