"""Anonymous memory of this process: what it allocated, file pages left out (Linux)."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from types import TracebackType

STATUS = Path("/proc/self/status")


def anonymous_bytes() -> int:
    """Resident anonymous memory now."""
    found = re.search(r"RssAnon:\s+(\d+) kB", STATUS.read_text())
    return int(found[1]) * 1024 if found else 0


class Peak:
    """Samples the process's anonymous memory every 10 ms while it is open."""

    def __init__(self) -> None:
        self.size_bytes = anonymous_bytes()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _sample(self) -> None:
        while not self._stop.wait(0.01):
            self.size_bytes = max(self.size_bytes, anonymous_bytes())
