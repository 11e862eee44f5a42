"""Pictures of traces, without a window."""

import numpy as np
from PySide6.QtCore import QSize

from traceview.model.trace import Trace
from traceview.ui.timeline.painting.frame import Frame
from traceview.ui.timeline.painting.region import Region
from traceview.ui.timeline.scale import Scale
from traceview.ui.timeline.tracks.arrangement import Arrangement
from traceview.ui.timeline.tracks.layout import lay_out

NO_GRID = np.zeros(0, np.int32)


def region_of(
    trace: Trace,
    start_ps: float,
    span_ps: float,
    width: int,
    ratio: float = 1.0,
    arrangement: Arrangement | None = None,
) -> Region:
    """All of a trace from top to bottom, ``width`` logical pixels wide."""
    layout = lay_out(trace, arrangement or Arrangement())
    size = QSize(round(width * ratio), round(layout.height * ratio))
    scale = Scale(start_ps, span_ps / size.width(), size.width())
    return Region(layout, scale, 0, size, ratio, NO_GRID)


def picture_of(frame: Frame, region: Region) -> np.ndarray:
    """Pixels uint32 of a region when nothing waits any more."""
    whole = False
    while not whole:
        image, whole = frame.paint(region)
    size = (image.height(), image.width())
    return np.array(image.constBits()).view(np.uint32).reshape(size).copy()
