from threading import Event

import pytest

from traceview.model.errors import Cancelled, TraceError
from traceview.model.reader import Progress
from traceview.ui.jobs import Job, Reading
from traceview.ui.opener import Opener
from traceview.ui.opening import Request, runs_in
from traceview.ui.session import Session


def finished(qtbot, job: Job) -> Job:
    with qtbot.waitSignal(job.finished):
        job.start()
    return job


def test_a_job_tells_what_its_work_gave(qtbot):
    job = Job(lambda progress: 42)
    results = []
    job.done.connect(lambda job, result: results.append(result))
    finished(qtbot, job)
    qtbot.waitUntil(lambda: results == [42])


def test_a_job_tells_of_progress_and_speed(qtbot):
    def work(progress: Progress) -> None:
        progress.advance(50, 200)
        progress.advance(200, 200)

    told: list[Reading] = []
    job = Job(work)
    job.progressed.connect(lambda job, reading: told.append(reading))
    finished(qtbot, job)
    qtbot.waitUntil(lambda: bool(told))
    assert (told[-1].fraction, told[-1].bytes_per_s > 0) == (1.0, True)


def test_a_trace_error_is_delivered_as_it_is(qtbot):
    error = TraceError("What.", "Why.", "Advice.", path="p", offset=3)

    def work(progress: Progress) -> None:
        raise error

    failures = []
    job = Job(work)
    job.failed.connect(lambda job, error: failures.append(error))
    finished(qtbot, job)
    qtbot.waitUntil(lambda: failures == [error])


@pytest.mark.parametrize("fault", [ValueError("boom"), MemoryError()])
def test_any_other_exception_is_delivered_as_a_trace_error(qtbot, fault):
    def work(progress: Progress) -> None:
        raise fault

    failures = []
    job = Job(work)
    job.failed.connect(lambda job, error: failures.append(type(error)))
    finished(qtbot, job)
    qtbot.waitUntil(lambda: failures == [TraceError])


def test_a_cancelled_job_stops_at_the_next_word_about_progress(qtbot):
    begun, seen = Event(), []

    def work(progress: Progress) -> None:
        begun.set()
        try:
            while True:
                progress.advance(1, 10)
        except Cancelled:
            seen.append("cancelled")
            raise

    job = Job(work)
    stopped = []
    job.stopped.connect(lambda job: stopped.append(True))
    job.start()
    begun.wait(5)
    job.cancel()
    assert job.wait(5000)
    qtbot.waitUntil(lambda: stopped == [True])
    assert seen == ["cancelled"]


def test_cancelling_shows_again_what_was_open(qtbot, window, open_in, small, logdir):
    open_in(window, small)
    before = window.session.trace
    window.open_paths([str(logdir)])
    window.status.cancelClicked.emit()
    assert (window.opener.busy, window.session.trace, window.page.isVisible()) == (
        False,
        before,
        True,
    )


def test_cancelling_the_first_load_goes_back_to_the_welcome_page(window, small):
    window.open_paths([str(small)])
    window.status.cancelClicked.emit()
    assert (window.welcome.isVisible(), window.session.trace.tracks) == (True, ())


def test_a_second_load_replaces_the_first(qtbot, window, small, bad):
    failures = []
    window.opener.failed.connect(failures.append)
    window.open_paths([str(bad)])
    with qtbot.waitSignal(window.opener.opened):
        window.open_paths([str(small)])
    assert (failures, window.session.capture.path) == ([], str(small))


def test_no_thread_is_left_when_the_window_closes(qtbot, window, open_in, small, logdir):
    open_in(window, small)
    window.session.set_range(window.session.trace.span_ps)
    window.session.set_search("fusion")
    window.open_paths([str(logdir)])
    window.close()
    details, search = window.page.details, window.page.search
    assert (window.opener.busy, details.busy, search.busy) == (False, False, False)


def test_a_trace_that_grows_keeps_the_selection(qtbot, small):
    session = Session()
    opener = Opener(session)
    seen = []
    session.traceChanged.connect(lambda trace: seen.append(len(trace.tracks)))
    with qtbot.waitSignal(opener.opened):
        opener.open(Request((str(small),)))
    assert (seen == sorted(seen), seen[-1]) == (True, len(session.trace.tracks))


def test_a_partial_trace_makes_room_again_when_the_load_fails(qtbot, small, monkeypatch):
    session = Session()
    opener = Opener(session)
    with qtbot.waitSignal(opener.opened):
        opener.open(Request((str(small),)))
    before = session.trace

    def half(request, progress):
        progress.show(before.with_tracks(before.sections, before.tracks[:1]))
        raise TraceError("It broke.")

    monkeypatch.setattr("traceview.ui.opener.read", half)
    with qtbot.waitSignals([opener.returned, opener.failed]):
        opener.open(Request((str(small),)))
    assert session.trace is before


def test_files_of_one_folder_are_one_run(logdir):
    files = [str(path) for path in sorted((logdir / "jax_multihost").rglob("*.xplane.pb"))]
    runs, others = runs_in(files)
    assert ([run.hosts for run in runs], others) == ([("localhost_6011", "localhost_6012")], ())
