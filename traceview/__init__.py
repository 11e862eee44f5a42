"""Profiles of machine-learning programs, without a screen: ``traceview.open(path)``.

Importing this package costs nothing: everything else is imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from traceview.api import OpenCapture

__version__ = "0.1.0"
__all__ = ["OpenCapture", "__version__", "open"]


def open(path: str, run: str | None = None, hosts: list[str] | None = None) -> OpenCapture:
    """Open a capture file, a run folder, a logdir or any folder above one.

    ``run`` names one of the runs found there (the newest by default), ``hosts`` limits the
    hosts that are read. Raises ``traceview.model.errors.TraceError`` and nothing else for
    input that cannot be read.
    """
    from traceview.api import open_capture

    return open_capture(path, run, hosts)


def __getattr__(name: str) -> Any:
    if name == "OpenCapture":
        from traceview.api import OpenCapture

        return OpenCapture
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
