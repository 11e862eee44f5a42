"""Where we differ from catapult and Perfetto on purpose; each reason is in docs/differences.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

REASONS = {
    "abort": "the other program gives up on the whole file; here the rest opens",
    "zip": "catapult's HEAD cannot read zip files any more",
    "format": "not trace-event JSON: ftrace, systrace, Fuchsia and Google's cloud traces",
    "rounding": "catapult nests in whole microseconds, or in doubles that lose them",
    "overlap": "events that overlap improperly get rows or lanes of their own",
    "negative": "a negative duration is drawn as none",
    "no-time": "an event without a time has no place",
    "kept": "what catapult throws away is kept and reported",
    "exact-flow": "a flow whose end catapult's doubles miss by an ulp is kept",
    "user-timing": "names as the file writes them; catapult splits blink.user_timing's",
    "clock-sync": "clock synchronisation with other logs is not applied",
    "series": "all series of a counter are kept; catapult fixes them with its first sample",
    "search": "catapult also searches what the file calls args of args",
    "same-time": "what begins when its neighbour ends is beside it, not in it",
    "counter-text": "a value that is no number is no sample",
    "references": "a reference to an object is shown as the file writes it",
    "chrome-names": "catapult names Chrome's processes by their main threads",
    "instant-cpu": "an instant has a CPU time, but no CPU duration",
    "empty": "processes, threads and counters without anything in them are not shown",
    "text-time": "a time with other characters after the number is none, as Perfetto says",
    "no-thread": "records without a thread have a track of their own; Perfetto takes the pid",
    "params": "an empty params is shown as the file writes it",
    "unfinished-step": "a step of a slice without an end: the slice says so, the step does not",
    "perfetto-phase": "Perfetto takes the first letter of a phase, catapult and we know no XXX",
    "perfetto-unfinished": "Perfetto gives a slice without an end the length -1",
    "measured": "memory dumps and events of memory are counters",
    "addresses": "addresses in V8's old samples are not resolved",
    "perfetto-state": "Perfetto takes T as a thread's state; here it is a step, as in catapult",
}


@dataclass
class Tally:
    """What was compared: ``failed`` tells each failure in a line."""

    passed: int = 0
    by_design: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def check(self, case: str, what: str, expected: Any, found: Any, reason: str = "") -> None:
        """One fact; with a ``reason`` it may differ."""
        if expected == found:
            self.passed += 1
        elif reason:
            assert reason in REASONS, reason
            self.by_design[reason] = self.by_design.get(reason, 0) + 1
        else:
            self.failed.append(f"{case}: {what}: expected {expected!r}, found {found!r}"[:600])

    def __str__(self) -> str:
        by_design = sum(self.by_design.values())
        return f"{self.passed} passed, {by_design} by design, {len(self.failed)} failed"
