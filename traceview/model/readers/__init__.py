"""File formats: one reader each, chosen by what a file's first bytes look like."""

from __future__ import annotations

from traceview.model.reader import Reader
from traceview.model.readers.cloud_tpu.reader import CloudTpuReader
from traceview.model.readers.trace_event.reader import TraceEventReader
from traceview.model.readers.xspace.reader import XSpaceReader

READERS: tuple[Reader, ...] = (XSpaceReader(), CloudTpuReader(), TraceEventReader())
