"""File formats: one reader each, chosen by what a file's first bytes look like."""

from __future__ import annotations

from traceview.model.reader import Reader
from traceview.model.readers.xspace import XSpaceReader

READERS: tuple[Reader, ...] = (XSpaceReader(),)
