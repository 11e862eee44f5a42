"""Decoding on several threads: numpy lets go of Python's lock while it works."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from threading import Event
from typing import TypeVar

from traceview.model.errors import Cancelled

WORKERS = max(2, min(4, os.cpu_count() or 2))
HEARTBEAT_S = 0.05

Check = Callable[[], None]
J = TypeVar("J")
R = TypeVar("R")


def results(
    jobs: Sequence[J], work: Callable[[J, Check], R]
) -> Generator[tuple[J, R] | None, None, None]:
    """Results of ``work`` on each job as they come, and None now and then in between.

    ``work`` gets a function that raises Cancelled once the iterator is closed, and must call
    it often: closing waits for the workers. What ``work`` raises is raised here.
    """
    stop = Event()

    def check() -> None:
        if stop.is_set():
            raise Cancelled

    def attempt(job: J) -> None:
        try:
            check()
            finished.put((job, work(job, check), None))
        except BaseException as error:
            finished.put((job, None, error))

    finished: SimpleQueue[tuple[J, R | None, BaseException | None]] = SimpleQueue()
    pool = ThreadPoolExecutor(WORKERS, "decode")
    try:
        for job in jobs:
            pool.submit(attempt, job)
        left = len(jobs)
        while left:
            try:
                job, result, error = finished.get(timeout=HEARTBEAT_S)
            except Empty:
                yield None
                continue
            if error is not None:
                raise error
            left -= 1
            yield job, result  # type: ignore[misc]  # R may be None itself
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
