"""One page a tool."""

from traceview.ui.page import Page
from traceview.ui.pages.trace_viewer import TraceViewerPage

PAGES: tuple[type[Page], ...] = (TraceViewerPage,)
