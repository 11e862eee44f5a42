from __future__ import annotations

import pytest

from traceview.model.run_files import RunFiles, runs_among

JSON = b'{"traceEvents": []}'
TRACE = b"\n\x51\x08\x01"


def runs(*names: str, first_bytes: bytes = b"") -> list[RunFiles]:
    return runs_among(names, lambda _: first_bytes)


def files(*names: str, first_bytes: bytes = b"") -> list[dict[str, str]]:
    return [run.files for run in runs(*names, first_bytes=first_bytes)]


def test_xplane_captures_win_over_everything_beside_them() -> None:
    names = ("a.xplane.pb", "b.xplane.pb.gz", "a.trace.json.gz", "c.trace.json", "trace")
    assert files(*names, first_bytes=TRACE) == [{"a": "a.xplane.pb", "b": "b.xplane.pb.gz"}]


def test_json_traces_of_hosts_are_one_run() -> None:
    names = ("a.trace.json.gz", "b.c.trace.json", "perfetto_trace.json.gz")
    assert files(*names) == [{"a": "a.trace.json.gz", "b.c": "b.c.trace.json"}]
    assert files("trace.json.gz") == [{"": "trace.json.gz"}]
    assert files("perfetto_trace.json.gz") == [{"": "perfetto_trace.json.gz"}]


def test_a_trace_message_wins_over_the_json_of_the_same_host() -> None:
    names = ("trace", "trace.json.gz", "b.trace.json.gz")
    assert files(*names, first_bytes=TRACE) == [{"": "trace", "b": "b.trace.json.gz"}]
    # Other programs call their files so, too.
    assert files(*names, first_bytes=b"# tracer") == [{"": "trace.json.gz", "b": "b.trace.json.gz"}]


@pytest.mark.parametrize("pack", ["", ".gz"])
def test_torch_processes_of_one_cycle_are_hosts_of_one_run(pack: str) -> None:
    names = [
        f"{worker}.{stamp}.pt.trace.json{pack}"
        for worker, stamp in (("vm_1", 1619499959628), ("vm_2", 1619499960001))
    ]
    (run,) = runs(*names)
    assert run.files == {"vm_1": names[0], "vm_2": names[1]}
    assert (run.label, run.written_s) == ("", 1619499959.628)


def test_torch_cycles_are_runs() -> None:
    names = [f"vm_{worker}.{worker}{cycle}.pt.trace.json" for cycle in (9, 10) for worker in (1, 2)]
    first, second = runs(*names, "vm_3.5.pt.trace.json")
    assert first.files == {"vm_1": names[0], "vm_2": names[1], "vm_3": "vm_3.5.pt.trace.json"}
    assert (first.label, second.label) == ("5", "110")
    assert second.files == {"vm_1": names[2], "vm_2": names[3]}


def test_nanoseconds_tell_when_a_torch_trace_was_written() -> None:
    (run,) = runs("vm_27014.1795227045619934870.pt.trace.json")
    assert run.written_s == pytest.approx(1795227045.619934870)
    assert runs("rank-0.1102.pt.trace.json")[0].written_s is None


def test_other_json_is_a_run_each_unless_names_differ_in_a_rank() -> None:
    names = ("a_rank_0.json", "a_rank_1.json.gz", "b.json", "c.rank0.json")
    found = runs(*names, first_bytes=JSON)
    assert [(run.label, run.files) for run in found] == [
        ("a_rank_0", {"": "a_rank_0.json"}),
        ("a_rank_1", {"": "a_rank_1.json.gz"}),
        ("b", {"": "b.json"}),
        ("c.rank0", {"": "c.rank0.json"}),
    ]
    (run,) = runs("a_rank_0.json", "a_rank_1.json", first_bytes=JSON)
    assert (run.label, run.files) == (
        "a",
        {"rank_0": "a_rank_0.json", "rank_1": "a_rank_1.json"},
    )


def test_packed_copies_do_not_count() -> None:
    assert files("a.json", "a.json.gz", first_bytes=JSON) == [{"": "a.json"}]
    assert files("timeline-1.json", "timeline-1.json.gz") == [{"": "timeline-1.json"}]


def test_files_of_tools_are_no_traces() -> None:
    assert files("op_profile.json", "vm.memory_profile.json.gz", first_bytes=JSON) == []
    assert files("package.json", "x.csv", first_bytes=b"{}") == []


def test_several_kinds_in_one_folder_are_told_apart() -> None:
    names = ("vm.trace.json", "vm_1.7.pt.trace.json", "timeline-3.json")
    assert [run.label for run in runs(*names)] == ["vm.trace", "vm_1.7.pt.trace", "timeline-3"]
