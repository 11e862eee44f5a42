from __future__ import annotations

from tests.tools.derived.made import Made, made_track, names_of
from traceview.model.strings import StringTable
from traceview.model.trace import Track
from traceview.tools.derived.grouping import Groups, group_host
from traceview.tools.derived.host_steps import silent_names, steps_of, with_step_names


def named(*threads: list[Made]) -> list[list[str]]:
    strings = StringTable()
    tracks = [made_track(events, strings) for events in threads]
    steps = steps_of(tracks, strings, silent_names(strings))
    return [names_of(track, strings) for track in with_step_names(tracks, steps, strings)]


def grouped(*threads: list[Made]) -> tuple[Groups, StringTable]:
    strings = StringTable()
    tracks: list[Track] = [made_track(events, strings) for events in threads]
    silent = silent_names(strings)
    return group_host(tracks, steps_of(tracks, strings, silent), silent), strings


def launched(groups: Groups, strings: StringTable) -> dict[int, str]:
    pairs = zip(groups.correlation_id.tolist(), groups.step.tolist(), strict=True)
    return {number: strings[groups.names[step]] for number, step in pairs}


def test_a_step_marker_is_called_by_its_number() -> None:
    assert named([("train", 0, 9, {"_r": 1, "step_num": 7}), ("work", 2, 3, {})]) == [
        ["train 7", "work"]
    ]


def test_an_iteration_counts_before_a_step_and_the_type_of_graph_before_the_name() -> None:
    marker: Made = "train", 0, 9, {"_r": 1, "step_num": 7, "iter_num": 2, "graph_type": "eager"}
    assert named([marker]) == [["eager 2"]]


def test_markers_without_a_number_are_counted_over_all_threads() -> None:
    assert named([("a", 5, 2, {"_r": 1})], [("b", 1, 2, {"_r": 1})]) == [["a 1"], ["b 0"]]


def test_a_marker_in_another_of_its_level_marks_no_step() -> None:
    inner, outer = {"_r": 1, "step_num": 1}, {"_r": 1, "step_num": 3}
    assert named([("train", 0, 9, outer), ("train", 2, 3, inner)]) == [["train 3", "train"]]


def test_a_marker_of_a_higher_level_is_a_step_of_its_own() -> None:
    inner, outer = {"_r": 2, "step_num": 1}, {"_r": 1, "step_num": 3}
    assert named([("train", 0, 9, outer), ("batch", 2, 3, inner)]) == [["train 3", "batch 1"]]


def test_a_step_reaches_what_is_nested_in_its_marker() -> None:
    groups, strings = grouped(
        [
            ("train", 0, 9, {"_r": 1, "step_num": 3}),
            ("call", 1, 5, {}),
            ("launch", 2, 1, {"correlation_id": 11}),
            ("launch", 20, 1, {"correlation_id": 12}),
        ]
    )
    assert launched(groups, strings) == {11: "train 3"}


def test_a_step_goes_from_producers_to_consumers_of_the_same_kind() -> None:
    groups, strings = grouped(
        [("train", 0, 9, {"_r": 1, "step_num": 3}), ("make", 1, 1, {"_pt": 9, "_p": 5})],
        [
            ("use", 20, 9, {"_ct": 9, "_c": 5, "_pt": 8, "_p": 5}),
            ("launch", 21, 1, {"correlation_id": 1}),
        ],
        [("use", 40, 9, {"_ct": 8, "_c": 5}), ("launch", 41, 1, {"correlation_id": 2})],
        [("use", 60, 9, {"_ct": 7, "_c": 5}), ("launch", 61, 1, {"correlation_id": 3})],
    )
    assert launched(groups, strings) == {1: "train 3", 2: "train 3"}


def test_the_first_of_several_steps_has_what_all_of_them_reach() -> None:
    makers: list[Made] = [
        ("train", 0, 9, {"_r": 1, "step_num": 3}),
        ("make", 1, 1, {"_pt": 9, "_p": 5}),
        ("train", 10, 9, {"_r": 1, "step_num": 4}),
        ("make", 11, 1, {"_pt": 9, "_p": 5}),
    ]
    use: list[Made] = [("use", 20, 9, {"_ct": 9, "_c": 5, "correlation_id": 1})]
    groups, strings = grouped(makers, use)
    assert launched(groups, strings) == {1: "train 3"}


def test_a_program_is_known_by_the_low_bits_of_its_run() -> None:
    groups, strings = grouped(
        [
            ("train", 0, 9, {"_r": 1, "step_num": 3}),
            ("DoEnqueueProgram", 1, 1, {"run_id": (1 << 40) + 5, "device_ordinal": 2}),
        ]
    )
    assert strings[groups.names[groups.of_program(5, 2)]] == "train 3"
    assert groups.of_program(5, 1) == -1
