"""Paths of other machines, which this program does not reach."""

from __future__ import annotations

import re
from pathlib import Path

from traceview.model.errors import RemotePathError

_REMOTE = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)


def refuse_remote(path: str) -> None:
    """Raise RemotePathError for a URL, with the words that copy what it names."""
    matched = _REMOTE.match(path)
    if not matched:
        return
    folder = f"./{Path(path.rstrip('/')).name or 'capture'}"
    match matched[1].lower():
        case "gs":
            command = f"gcloud storage cp -r {path} ."
        case "s3":
            command = f"aws s3 cp --recursive {path} {folder}"
        case "http" | "https":
            command = f"curl -LO {path}"
        case _:
            command = ""
    advice = f"Copy it first: {command} - then open {folder}." if command else "Copy it first."
    raise RemotePathError(
        f"{path} is not on this machine.", "Only local files can be opened.", advice, path=path
    )
