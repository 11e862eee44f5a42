"""Files and folders that are dropped onto the window."""

from __future__ import annotations

from PySide6.QtCore import QMimeData


def dropped_paths(data: QMimeData) -> list[str]:
    """Local paths among what is dragged, in their order; text and web addresses are not."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
