"""From the start of the process to the first painted events. Prints one JSON object.

Runs the program as ``traceview PATH`` does, and looks after every turn of the event loop.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path


def started_s() -> float:
    """When this process started, on the clock of ``time.clock_gettime(CLOCK_BOOTTIME)``."""
    ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    return ticks / os.sysconf("SC_CLK_TCK")


def main(path: str) -> None:
    """Open ``path`` and print when events were first painted, and when all were there."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from traceview.ui.main_window import MainWindow
    from traceview.ui.settings import Settings
    from traceview.ui.theme import DARK, apply_theme

    begun_s = started_s()
    application = QApplication([])
    apply_theme(application, DARK)
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(Settings(Path(folder) / "settings.ini"))
        window.show()
        QTimer.singleShot(0, lambda: window.open_paths([path]))
        seen: dict[str, float] = {}
        while "whole_s" not in seen:
            application.processEvents()
            now_s = time.clock_gettime(time.CLOCK_BOOTTIME) - begun_s
            if "window_s" not in seen:
                seen["window_s"] = now_s
            if "first_paint_s" not in seen and window.session.trace.event_count:
                application.processEvents()
                seen["first_paint_s"] = time.clock_gettime(time.CLOCK_BOOTTIME) - begun_s
            if window.session.capture is not None:
                application.processEvents()
                seen["whole_s"] = time.clock_gettime(time.CLOCK_BOOTTIME) - begun_s
        window.close()
    print(json.dumps(seen))


if __name__ == "__main__":
    main(sys.argv[1])
