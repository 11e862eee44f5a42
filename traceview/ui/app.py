"""Starts the window, or draws it into a file."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QEventLoop, QTimer
from PySide6.QtGui import QIcon, QImage, QImageWriter
from PySide6.QtWidgets import QApplication

from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.ui.main_window import MainWindow
from traceview.ui.opener import Opener
from traceview.ui.resources import icon_file
from traceview.ui.session import View
from traceview.ui.settings import Settings
from traceview.ui.theme import ThemeChoice, apply_theme, theme_for

NO_DISPLAY = """\
traceview: there is no display to open a window on.
  `traceview info PATH` prints what a capture holds, and
  `traceview screenshot PATH -o out.png` draws its timeline into a file."""

MOST_PAINTS = 50


def run(paths: Sequence[str]) -> int:
    """Open the window, on ``paths`` if there are any, until it is closed; the exit status."""
    if not _has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return 1
    application = _application()
    settings = Settings()
    apply_theme(application, theme_for(settings.theme))
    window = MainWindow(settings)
    window.show()
    # The window is painted before anything is read.
    QTimer.singleShot(0, lambda: window.open_paths(paths))
    return application.exec()


def screenshot(
    path: str,
    output: str,
    page: str = "trace_viewer",
    range_ps: tuple[int, int] | None = None,
    theme: str = "dark",
    size: tuple[int, int] = (1400, 900),
) -> Capture:
    """Write a PNG of ``page`` showing the newest run in ``path``; what was read.

    Works with no display. ``range_ps`` is the stretch of time to show, everything when None.
    Raises TraceError where the capture cannot be read or the picture not be written.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = _application()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder) / "settings.ini")
        settings.theme = ThemeChoice(theme)
        apply_theme(application, theme_for(settings.theme))
        window = MainWindow(settings)
        window.resize(*size)
        window.show()
        try:
            capture = _open(window, path)
            window.show_page(page)
            if range_ps is not None:
                window.session.set_view(View(*range_ps))
            if not QImageWriter(output, QByteArray(b"png")).write(_picture(window)):
                raise TraceError(
                    "The picture could not be written.",
                    f"{output} cannot be created.",
                    "Choose a folder that exists and can be written to.",
                    path=output,
                )
        finally:
            window.close()
    return capture


def _open(window: MainWindow, path: str) -> Capture:
    """Read ``path`` into the window and return when it is there."""
    problems: list[TraceError] = []
    opener: Opener = window.opener
    opener.failed.connect(problems.append)
    window.open_paths([path])
    _spin(lambda: not opener.busy)
    if problems or opener.current is None:
        raise problems[0] if problems else TraceError("Nothing was read.", path=path)
    return opener.current.capture


def _picture(window: MainWindow) -> QImage:
    """The window when it has been painted in full: labels come over several paints."""
    _spin(lambda: window.page is None or not window.page.busy)
    image = window.grab().toImage()
    for _ in range(MOST_PAINTS):
        QApplication.processEvents()
        before, image = image, window.grab().toImage()
        if image == before:
            break
    return image


def _spin(done: Callable[[], bool]) -> None:
    loop = QEventLoop()
    watch = QTimer(interval=5)
    watch.timeout.connect(lambda: loop.quit() if done() else None)
    watch.start()
    loop.exec()


def _application() -> QApplication:
    running = QApplication.instance()
    application = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationName("traceview")
    application.setDesktopFileName("traceview")
    application.setWindowIcon(QIcon(str(icon_file("traceview"))))
    return application


def _has_display() -> bool:
    """Whether Qt would find a display; without one it would abort the process."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
