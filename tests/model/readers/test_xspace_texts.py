from __future__ import annotations

from pathlib import Path

from traceview.model.load import open_path
from traceview.model.search import find
from traceview.model.trace import Trace


def names_found(trace: Trace, needle: str) -> set[str]:
    return {
        trace.strings[int(trace.tracks[track].events.name[index])]
        for track, indices in find(trace, needle).by_track()
        for index in indices.tolist()
    }


def names_by_reading_every_event(trace: Trace, needle: str, keys: set[str]) -> set[str]:
    found = set()
    for track in trace.tracks:
        assert track.args is not None
        for name, at in zip(track.events.name.tolist(), track.events.arg_at.tolist(), strict=True):
            args = (arg for arg in track.args.args(at) if arg.name in keys)
            texts = [trace.strings[name], *(str(arg.value) for arg in args)]
            if any(needle.casefold() in each.casefold() for each in texts):
                found.add(trace.strings[name])
    return found


def test_a_search_finds_what_the_metadata_of_an_event_says(data: Path) -> None:
    trace = open_path(str(data / "xspace/tpu_one_step")).trace
    on_metadata = {"long_name", "tf_op", "source", "source_stack", "hlo_category"} | {
        "shape_with_layout",
        "deduplicated_name",
    }
    for needle in ("momentum", "resnet_main.py:54", "Convolution Fusion", "bf16[64,16,16,128]"):
        assert names_found(trace, needle) == names_by_reading_every_event(
            trace, needle, on_metadata
        )
        assert names_found(trace, needle)


def test_a_search_for_what_is_nowhere_finds_nothing(data: Path) -> None:
    trace = open_path(str(data / "xspace/tpu_one_step")).trace
    assert find(trace, "no such text").count == 0


def test_a_reference_is_searched_by_what_it_refers_to(data: Path) -> None:
    trace = open_path(str(data / "xspace/gpu_input_bound")).trace
    assert names_found(trace, "Iterator::Root::Prefetch") >= {"Iterator::Prefetch"}
