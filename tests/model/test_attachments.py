from __future__ import annotations

import pytest

from traceview.model.attachments import attachment, graph, tool_of, tools


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("op_profile.json", ("op_profile", "")),
        ("10.240.1.50.overview_page.json", ("overview_page", "10.240.1.50")),
        ("vm.input_pipeline.pb", ("input_pipeline_analyzer", "vm")),
        ("pod_viewer.json", ("pod_viewer", "")),
        ("h.cluster_41(151).memory_viewer.json", ("memory_viewer", "h.cluster_41(151)")),
        ("vm.memory_profile.json.gz", ("memory_profile", "vm")),
        ("vm.tensorflow_stats.pb", ("tensorflow_stats", "vm")),
        ("vm.kernel_stats.pb", ("kernel_stats", "vm")),
        ("tf_data_bottleneck_analysis.json", ("tf_data_bottleneck_analysis", "")),
        ("profile_demo.op_profile.2017a.json", ("op_profile", "profile_demo")),
        ("vm.overview_page.pb.as_proto.json", None),
        ("my_op_profile.json", None),
        ("vm.op_stats.pb", None),
        ("vm.xplane.pb", None),
        ("package.json", None),
    ],
)
def test_results_of_tools_are_known_by_name(name: str, expected: tuple[str, str] | None) -> None:
    assert tool_of(name) == expected


def test_attachments_are_called_as_xprof_calls_the_tools() -> None:
    found = attachment("/logs/vm.input_pipeline.json", 7)
    assert found is not None
    assert (found.tool, found.host, found.path, found.size_bytes) == (
        "input_pipeline_analyzer",
        "vm",
        "/logs/vm.input_pipeline.json",
        7,
    )
    graphs = graph("/logs/events.out.tfevents.1.vm", 9)
    assert graphs is not None
    assert graphs.tool == "graph_viewer"
    assert graph("/logs/notes.txt", 9) is None
    assert tools([found, graphs, found]) == "input_pipeline_analyzer, graph_viewer"
