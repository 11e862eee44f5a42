from __future__ import annotations

from pathlib import Path

import pytest

from traceview.model.load import open_path
from traceview.model.readers.line_kinds import line_kind
from traceview.model.readers.xspace.layout import section_of, sort_index
from traceview.model.trace import Arg, SectionKind, TrackKind


def headings(folder: Path) -> list[str]:
    return [section.heading for section in open_path(str(folder)).trace.sections]


def test_devices_come_first_by_number_and_hosts_last(data: Path) -> None:
    assert headings(data / "xspace/gpu_input_bound") == ["GPU 0", "Host threads"]
    assert headings(data / "xspace/tpu_v5e_jax") == [
        *(f"TPU {i}" for i in range(4)),
        "Host threads",
    ]


def test_tpus_with_two_cores_a_chip_are_named_by_chip_and_core(corpus: Path) -> None:
    found = headings(corpus / "synth/runs/tpu_input_bound")
    cores = [f"TPU {chip} · core {core}" for chip in range(4) for core in range(2)]
    assert found == [*cores, "Host threads"]


def test_a_sparse_core_follows_its_tpu(corpus: Path) -> None:
    assert headings(corpus / "synth/runs/tpu_sparsecore_v6e")[:4] == [
        "TPU 0",
        "TPU 0 · SparseCore 0",
        "TPU 1",
        "TPU 2",
    ]


def test_lines_of_devices_stand_by_id_and_those_of_hosts_as_captured(data: Path) -> None:
    trace = open_path(str(data / "xspace/tpu_one_step")).trace
    device = [t for t in trace.tracks if t.section == 0]
    assert [t.name for t in device] == [
        "Steps",
        "XLA Modules",
        "XLA Ops",
        "Async XLA Ops",
        "XLA TraceMe",
    ]
    assert [t.kind for t in device[:4]] == [
        TrackKind.STEPS,
        TrackKind.MODULES,
        TrackKind.OPS,
        TrackKind.ASYNC_OPS,
    ]
    assert device[3].lanes
    host = [t for t in trace.tracks if trace.sections[t.section].kind is SectionKind.HOST]
    firsts = [int(t.events.arg_at.min()) for t in host]
    assert firsts == sorted(firsts)
    assert {t.kind for t in host} == {TrackKind.THREAD}


def test_derived_lines_of_old_captures_stand_below_the_streams(corpus: Path) -> None:
    trace = open_path(str(corpus / "xprof/runs/ext_gpu_single_worker")).trace
    gpu = next(i for i, s in enumerate(trace.sections) if s.name == "/device:GPU:4")
    names = [track.name for track in trace.tracks if track.section == gpu]
    assert names[-3:] == ["Steps", "TensorFlow Name Scope", "TensorFlow Ops"]
    assert all(name.startswith("Stream #") for name in names[:-3])


@pytest.mark.parametrize(
    ("name", "kind", "heading", "ordinal"),
    [
        ("/device:TPU:12", SectionKind.TPU, "TPU 12", 12),
        ("/device:GPU:3", SectionKind.GPU, "GPU 3", 3),
        ("/device:TPU:1 SparseCore Tile 2", SectionKind.TPU, "TPU 1 · SparseCore 2", 1),
        ("/device:CUSTOM:Megascale Trace", SectionKind.CUSTOM, "Custom · Megascale Trace", -1),
        ("/host:CPU", SectionKind.HOST, "Host threads", -1),
        ("/host:CUPTI", SectionKind.HOST, "Host threads · CUPTI", -1),
        ("/device:TPU:" + "9" * 5000, SectionKind.OTHER, "/device:TPU:" + "9" * 5000, -1),
        ("", SectionKind.OTHER, "Plane without a name", -1),
    ],
)
def test_a_plane_is_called_what_a_person_calls_it(
    name: str, kind: SectionKind, heading: str, ordinal: int
) -> None:
    section = section_of(name, "host", 7, (Arg("device_type_string", "TPU v9"),))
    assert (section.kind, section.heading, section.ordinal) == (kind, heading, ordinal)
    assert (section.detail, section.plane_id, section.name) == ("TPU v9", 7, name)


def test_unknown_lines_of_a_device_are_other_and_streams_are_streams() -> None:
    gpu = section_of("/device:GPU:0", "host", 0, ())
    assert line_kind(gpu, "Stream #14(Compute)") is TrackKind.STREAM
    assert line_kind(gpu, "something new") is None
    assert sort_index(gpu, -559038737, 2) == 0xDEADBEEF
    assert sort_index(section_of("/host:CPU", "host", 0, ()), -5, 2) == 2
