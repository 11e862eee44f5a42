from __future__ import annotations

import os
from pathlib import Path

import pytest

from traceview.model import logdir
from traceview.model.errors import RemotePathError, TraceError
from traceview.model.file_kinds import LOOKED_FOR, host_of
from traceview.model.folders import Disk
from traceview.model.logdir import nothing_found, run_of_files, survey


def make(folder: Path, *names: str, time_s: float | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(b"12345")
        if time_s is not None:
            os.utime(folder / name, (time_s, time_s))
    return folder


def test_a_run_is_found_from_every_folder_above_it(tmp_path: Path) -> None:
    session = make(tmp_path / "logs/plugins/profile/2026_01_02_03_04_05", "vm.xplane.pb")
    for folder in (session, session.parent, session.parent.parent, tmp_path / "logs", tmp_path):
        (run,) = survey(str(folder)).runs
        assert (run.name, run.hosts, run.size_bytes) == (session.name, ("vm",), 5)
        assert Path(run.path) == session


def test_names_of_folders_do_not_matter(tmp_path: Path) -> None:
    make(tmp_path / "somewhere/else", "xplane.pb")
    (run,) = survey(str(tmp_path)).runs
    assert (run.name, run.hosts) == ("else", ("",))


def test_several_files_of_a_folder_are_hosts_of_one_run(tmp_path: Path) -> None:
    names = ("b.xplane.pb", "a.c.xplane.pb.gz", "host.trace.json.gz")
    (run,) = survey(str(make(tmp_path / "run", *names))).runs
    assert run.hosts == ("a.c", "b")
    assert [Path(file.path).name for file in run.files] == ["a.c.xplane.pb.gz", "b.xplane.pb"]


def test_a_packed_copy_beside_the_file_is_no_other_host(tmp_path: Path) -> None:
    (run,) = survey(str(make(tmp_path, "vm.xplane.pb", "vm.xplane.pb.gz"))).runs
    assert [Path(file.path).name for file in run.files] == ["vm.xplane.pb"]


def test_runs_stand_newest_first_by_the_time_in_their_name_or_of_their_files(
    tmp_path: Path,
) -> None:
    profile = tmp_path / "plugins/profile"
    make(profile / "2026_01_02_03_04_05", "vm.xplane.pb", time_s=9e9)
    make(profile / "2026_01_02_03_04_06", "vm.xplane.pb", time_s=1)
    make(profile / "old", "vm.xplane.pb", time_s=1_000_000)
    make(profile / "9999_99_99_99_99_99", "vm.xplane.pb", time_s=2_000_000)
    names = [run.name for run in survey(str(tmp_path)).runs]
    assert names == ["2026_01_02_03_04_06", "2026_01_02_03_04_05", "9999_99_99_99_99_99", "old"]


def test_runs_of_several_logdirs_are_named_as_tensorboard_names_them(tmp_path: Path) -> None:
    make(tmp_path / "train/plugins/profile/r1", "vm.xplane.pb", time_s=3)
    make(tmp_path / "eval/deep/plugins/profile/r1", "vm.xplane.pb", time_s=2)
    make(tmp_path / "plugins/profile/r1", "vm.xplane.pb", time_s=1)
    names = [run.name for run in survey(str(tmp_path)).runs]
    assert names == ["train/r1", "eval/deep/r1", "r1"]


def test_caches_of_xprof_are_ignored_but_counted(tmp_path: Path) -> None:
    make(
        tmp_path,
        "vm.xplane.pb",
        "ALL_HOSTS.op_stats_v2.pb",
        "vm.SSTABLE",
        "cache_version.txt",
        "events.out.tfevents.1.vm",
        "vm.trace.json.gz",
        "notes.md",
    )
    found = survey(str(tmp_path))
    assert len(found.runs) == 1
    assert dict(found.kinds) == {
        "XPlane capture": 1,
        "trace JSON file": 1,
        "event file": 1,
        "XProf cache": 3,
        "other file": 1,
    }
    assert str(found).startswith(
        "1 folder, 7 files: 1 *.xplane.pb, 1 trace JSON file, 1 event file, 3 XProf caches,"
    )


def test_an_empty_folder_says_what_was_looked_for(tmp_path: Path) -> None:
    make(tmp_path / "a/b", "events.out.tfevents.1.vm")
    assert survey(str(tmp_path)).runs == ()
    message = str(nothing_found(survey(str(tmp_path))))
    assert f"Files called {LOOKED_FOR} were looked for." in message
    assert "3 folders, 1 file: 0 *.xplane.pb, 1 event file." in message


def test_the_time_in_a_name_of_cloud_tpu_profiler_counts(tmp_path: Path) -> None:
    make(tmp_path / "2018-06-11_10:22:33", "vm.xplane.pb", time_s=9e9)
    make(tmp_path / "2018_06_11_10_22_34", "vm.xplane.pb", time_s=1)
    runs = survey(str(tmp_path)).runs
    assert [run.name for run in runs] == ["2018_06_11_10_22_34", "2018-06-11_10:22:33"]
    assert runs[0].modified_s - runs[1].modified_s == 1


def test_several_timelines_of_a_folder_are_runs_the_latest_step_first(tmp_path: Path) -> None:
    make(tmp_path / "hook", "timeline-9.json", "timeline-100.json", "graph.pbtxt", time_s=5)
    runs = survey(str(tmp_path)).runs
    assert [run.name for run in runs] == ["hook/timeline-100", "hook/timeline-9"]
    assert [run.hosts for run in runs] == [("",), ("",)]


def test_json_is_looked_into_where_nothing_better_lies_there(tmp_path: Path) -> None:
    folder = make(tmp_path / "run", "package.json", "other.json")
    (folder / "mine.json").write_bytes(b'[{"ph": "X"}]')
    (run,) = survey(str(tmp_path)).runs
    assert (run.name, [Path(file.path).name for file in run.files]) == ("run/mine", ["mine.json"])
    make(folder, "vm.trace.json")
    (run,) = survey(str(tmp_path)).runs
    assert (run.name, run.hosts) == ("run", ("vm",))


def test_not_too_many_files_are_looked_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logdir, "MAX_LOOKS", 3)
    for number in range(9):
        (tmp_path / f"{number}.json").write_bytes(b'[{"ph": "X"}]')
    assert len(survey(str(tmp_path)).runs) == 3


def test_a_file_named_by_the_user_is_all_there_is(tmp_path: Path) -> None:
    make(tmp_path, "vm.xplane.pb", "vm.trace.json", "op_profile.json")
    (run,) = survey(str(tmp_path / "vm.trace.json")).runs
    assert [Path(file.path).name for file in run.files] == ["vm.trace.json"]
    assert run.attachments == ()


def test_results_of_tools_are_attached_to_the_runs_of_their_folder(tmp_path: Path) -> None:
    run = "2018-10-05_12:00:41"
    folder = make(
        tmp_path / "plugins/profile" / run,
        "vm.trace.json.gz",
        "op_profile.json",
        "vm.input_pipeline.pb",
        "vm.cluster_41(15).memory_viewer.json",
        "vm.op_stats.pb",
    )
    make(tmp_path / f"tpu_profiler.hlo_graph.{run}", "events.out.tfevents.1.vm", "notes")
    make(tmp_path / "tpu_profiler.hlo_graph.other", "events.out.tfevents.1.vm")
    for opened in (tmp_path, folder):
        (found,) = survey(str(opened)).runs
        assert [(each.tool, each.host) for each in found.attachments] == [
            ("op_profile", ""),
            ("memory_viewer", "vm.cluster_41(15)"),
            ("input_pipeline_analyzer", "vm"),
            ("graph_viewer", ""),
        ]
        assert all(Path(each.path).is_file() for each in found.attachments)


def test_a_run_may_have_results_only(tmp_path: Path) -> None:
    make(tmp_path / "r1", "pod_viewer.json", time_s=7)
    found = survey(str(tmp_path))
    (run,) = found.runs
    assert (run.name, run.files, run.modified_s) == ("r1", (), 7)
    assert "0 *.xplane.pb, 1 tool result" in str(found)


def test_the_legacy_logdirs_are_runs_with_their_results(corpus: Path) -> None:
    (run,) = survey(str(corpus / "synth/runs_legacy")).runs
    assert [Path(file.path).name for file in run.files] == ["trace"]
    assert sorted(each.tool for each in run.attachments) == [
        "graph_viewer",
        "input_pipeline_analyzer",
        "memory_viewer",
        "op_profile",
        "overview_page",
        "pod_viewer",
    ]
    found = {run.name: run for run in survey(str(corpus / "legacy/xprof_demo_2020")).runs}
    assert {name: len(run.attachments) for name, run in found.items()} == {
        "Cloud-TPU": 4,
        "Cloud-TPU-2021": 1,
        "GPU-compute-bound": 2,
        "GPU-input-bound": 3,
    }
    assert not any(run.files for run in found.values())


def test_links_that_lead_in_circles_end(tmp_path: Path) -> None:
    run = make(tmp_path / "logs/run", "vm.xplane.pb")
    (run / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "again").symlink_to(run, target_is_directory=True)
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    assert len(survey(str(tmp_path)).runs) == 1


def test_a_walk_ends_somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logdir, "MAX_FOLDERS", 3)
    for number in range(9):
        make(tmp_path / str(number))
    found = survey(str(tmp_path))
    assert (found.folders, found.stopped) == (3, True)
    assert "the search was stopped" in str(found)


def test_folders_that_cannot_be_read_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "secret", "vm.xplane.pb")
    make(tmp_path / "open", "vm.xplane.pb")
    real = Disk.entries

    def list_or_refuse(disk: Disk, folder: str) -> tuple[list[str], list[str]]:
        if folder.endswith("secret"):
            raise PermissionError
        return real(disk, folder)

    monkeypatch.setattr(Disk, "entries", list_or_refuse)
    found = survey(str(tmp_path))
    assert [run.name for run in found.runs] == ["open"]
    assert found.unreadable == (str(tmp_path / "secret"),)
    assert "1 folder could not be read" in str(found)


def test_a_file_of_any_name_is_a_run(tmp_path: Path) -> None:
    make(tmp_path, "whatever.bin")
    (run,) = survey(str(tmp_path / "whatever.bin")).runs
    assert (run.name, run.hosts) == ("whatever.bin", ("",))


def test_files_named_together_are_hosts_if_they_share_a_folder(tmp_path: Path) -> None:
    make(tmp_path / "run", "a.xplane.pb", "b.pb")
    make(tmp_path / "other", "c.xplane.pb")
    together = [str(tmp_path / "run/a.xplane.pb"), str(tmp_path / "run/b.pb")]
    run = run_of_files(together)
    assert run is not None
    assert (run.name, run.hosts) == ("run", ("a", "b"))
    assert run_of_files([*together, str(tmp_path / "other/c.xplane.pb")]) is None
    assert run_of_files([str(tmp_path / "run"), str(tmp_path / "other")]) is None


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("gs://bucket/logs", "gcloud storage cp -r gs://bucket/logs ."),
        ("s3://bucket/logs/", "aws s3 cp --recursive s3://bucket/logs/ ./logs"),
        ("https://host/a.xplane.pb", "curl -LO https://host/a.xplane.pb"),
    ],
)
def test_what_lies_elsewhere_is_refused_with_the_command_that_copies_it(
    path: str, command: str
) -> None:
    with pytest.raises(RemotePathError) as raised:
        survey(path)
    assert command in raised.value.advice
    with pytest.raises(RemotePathError):
        run_of_files([path, path])


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="does not exist"):
        survey(str(tmp_path / "gone"))


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("vm.xplane.pb", "vm"),
        ("t1v-n-0.c.xplane.pb.gz", "t1v-n-0.c"),
        ("xplane.pb", ""),
        ("other.pb", "other"),
    ],
)
def test_the_host_is_what_stands_before_the_suffix(name: str, host: str) -> None:
    assert host_of(name) == host
