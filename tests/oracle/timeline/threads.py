"""Processes and threads: which, their order, what they are called."""

from __future__ import annotations

from typing import Any

from tests.oracle.timeline.beside import Beside
from tests.oracle.timeline.ours import Threads
from tests.oracle.timeline.slices import compare_slices


def compare_threads(beside: Beside) -> None:
    """Every process, every thread and their slices."""
    threads = beside.ours.threads
    _order_of_processes(beside)
    for pid, process in beside.processes():
        if pid not in beside.ours.sections:
            busy = [t for t in process.get("threads", {}).values() if t["sliceCount"]]
            beside.check(f"process {pid} is there", [], busy, why_lost(beside, busy))
            continue
        _names(beside, pid, process)
        _order_of_threads(beside, pid, threads)
        for tid, thread in process.get("threads", {}).items():
            if thread["sliceCount"]:
                _thread(beside, f"thread {pid}/{tid}", thread, threads.get(pid, {}).get(tid))
    more = [
        pid
        for pid in beside.ours.sections
        if pid not in beside.model["processes"] and pid in threads
    ]
    beside.check("no more processes", [], more, beside.kept)


def why_lost(beside: Beside, threads: list[Any]) -> str:
    """The reason for threads that are not there."""
    starts = [each["start"] for thread in threads for each in thread["slices"]]
    return "no-time" if all(start is None for start in starts) else beside.foreign


def _order_of_processes(beside: Beside) -> None:
    sections = beside.ours.sections
    order = [str(pid) for pid in beside.model["processOrder"] if str(pid) in sections]
    ours = [pid for pid in sections if pid in order]
    guessed = any(
        "name" in process and not sections[pid].name
        for pid, process in beside.processes()
        if pid in sections
    )
    beside.check("order of processes", order, ours, "chrome-names" if guessed else beside.foreign)


def _names(beside: Beside, pid: str, process: Any) -> None:
    section = beside.ours.sections[pid]
    reason = beside.foreign or ("chrome-names" if not section.name else "")
    beside.check(f"name of {pid}", process.get("name", ""), section.name, reason)
    labels = ", ".join(process.get("labels") or ())
    # Without labels the id stands there.
    beside.check(f"labels of {pid}", labels or section.detail, section.detail)


def _order_of_threads(beside: Beside, pid: str, threads: Threads) -> None:
    tids = [str(tid) for tid in beside.model["threadOrder"].get(pid, [])]
    tids = ["undefined" if tid == "None" else tid for tid in tids]
    mine = list(threads.get(pid, {}))
    expected = [tid for tid in tids if tid in mine]
    ours = [tid for tid in mine if tid in tids]
    reason = "no-thread" if "undefined" in tids else beside.foreign
    beside.check(f"threads of {pid}", expected, ours, reason)
    beside.check(f"no more threads in {pid}", [], [tid for tid in mine if tid not in tids])


def _thread(beside: Beside, where: str, thread: Any, track: Any) -> None:
    if track is None:
        beside.check(f"{where} is there", True, False, why_lost(beside, [thread]))
        return
    if "name" in thread:
        beside.check(f"{where}: name", str(thread["name"]), track.name, beside.foreign)
    compare_slices(beside, where, thread, track)
