"""Opens each case as a user would, and compares."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.oracle.timeline.compare import compare
from tests.oracle.timeline.design import Tally
from tests.oracle.timeline.golden import Case, cases
from tests.oracle.timeline.ours import Ours
from tests.oracle.timeline.perfetto import compare_nothing, compare_rows
from traceview.model.capture import Capture
from traceview.model.errors import NothingFoundError, TraceError
from traceview.model.load import open_path

FOREIGN = (
    "android_systrace",
    "fuchsia_trace",
    "google_cloud_trace",
    "dashboard_test_points",
    "import_ftrace",
)
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "timeline"


def compare_all(folder: Path) -> Tally:
    """The tally of all cases below a folder."""
    tally = Tally()
    for case in cases(folder):
        compare_case(case, tally)
    return tally


def compare_case(case: Case, tally: Tally) -> None:
    """Open one case and compare what it holds."""
    capture = _opened(case, tally)
    if capture is None:
        return
    if case.rows is not None:
        compare_rows(case, Ours(capture, shifted=False), tally)
    if case.model is None:
        return
    if "throws" in case.model:
        reason = "zip" if case.file.endswith(".zip") else "abort"
        shown = capture.event_count or bool(capture.notices)
        tally.check(case.name, "opens", case.model["throws"], shown, reason if shown else "")
        return
    compare(case, Ours(capture, case.shifted), tally)


def _opened(case: Case, tally: Tally) -> Capture | None:
    """The capture; None where there is nothing in it, which must be so in the golden, too."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / case.file
        path.write_bytes(case.data)
        try:
            return open_path(str(path))
        except NothingFoundError as nothing:
            tally.check(case.name, "number of events", 0, _events(case))
            compare_nothing(case, f"{nothing}", tally)
        except TraceError as error:
            foreign = any(name in case.name for name in FOREIGN)
            reason = "format" if foreign or _events(case) == 0 else ""
            tally.check(case.name, "opens", True, f"{error}", reason)
    return None


def _events(case: Case) -> int:
    """How many events with a time the golden holds."""
    model = case.model or {}
    found = 0
    for process in model.get("processes", {}).values():
        for thread in process.get("threads", {}).values():
            found += sum(each["start"] is not None for each in thread.get("slices", []))
            found += thread.get("asyncCount", 0)
        found += len(process.get("counters", {})) + process.get("objectCount", 0)
    return found + model.get("sampleCount", 0)
