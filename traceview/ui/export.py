"""Writing what a page shows to files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from traceview.model.errors import TraceError
from traceview.ui.latest import Latest
from traceview.ui.text import clean, tooltip

Write = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Export:
    """One thing a page can write.

    ``prepare`` is called in the window's thread and gives what writes a path, which runs in
    another and may raise TraceError. ``suffixes`` are those to choose from, the first by default.
    With a ``missing`` reason the entry is there, but disabled.
    """

    title: str
    suffixes: tuple[str, ...]
    prepare: Callable[[], Write]
    missing: str = ""


class Exports(QObject):
    """Asks where to, writes on a thread, and tells the end: ``written`` or ``failed``."""

    written = Signal(str)
    failed = Signal(object)  # TraceError

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._latest = Latest(self)
        self._latest.ready.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._latest.busy

    def fill(self, menu: QMenu, exports: Sequence[Export], name: str) -> None:
        """An entry for each; files are called ``name`` by default."""
        menu.clear()
        for export in exports:
            action = menu.addAction(f"{export.title}…")
            action.setEnabled(not export.missing)
            action.setToolTip(tooltip(export.missing))
            action.triggered.connect(lambda checked=False, export=export: self.ask(export, name))
        menu.setToolTipsVisible(True)

    def ask(self, export: Export, name: str) -> None:
        """Let the user name a file, and write it."""
        kinds = ";;".join(f"{suffix[1:].upper()} (*{suffix})" for suffix in export.suffixes)
        proposed = str(Path.home() / f"{_as_file_name(name)}{export.suffixes[0]}")
        path, _ = QFileDialog.getSaveFileName(self._window, export.title, proposed, kinds)
        if path:
            self.write(export, path)

    def write(self, export: Export, path: str) -> None:
        """Write to ``path``, which gets a suffix when it has none of those."""
        if not path.endswith(export.suffixes):
            path += export.suffixes[0]
        write = export.prepare()

        def work() -> str | TraceError:
            try:
                write(path)
            except TraceError as error:
                return error
            return path

        self._latest.run(work)

    def wait(self) -> None:
        """Return when nothing is being written any more."""
        self._latest.wait()

    def _tell(self, result: str | TraceError) -> None:
        if isinstance(result, TraceError):
            self.failed.emit(result)
        else:
            self.written.emit(result)


def _as_file_name(name: str) -> str:
    """A run's name without what file systems do not take."""
    kept = "".join(c if c.isalnum() or c in "-_." else "_" for c in clean(name, 80))
    return kept.strip("._") or "timeline"
