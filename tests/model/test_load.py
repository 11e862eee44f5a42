from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from traceview.model.errors import NothingFoundError, TraceError
from traceview.model.load import load_run, open_path
from traceview.model.logdir import survey
from traceview.model.proto import XSpace
from traceview.model.reader import Progress
from traceview.model.trace import Trace


@pytest.fixture
def two_hosts(data: Path, tmp_path: Path) -> Path:
    """A copy of a run with two hosts."""
    folder = tmp_path / "run"
    folder.mkdir()
    for file in (data / "xspace/jax_multihost").rglob("*.xplane.pb"):
        shutil.copy(file, folder)
    return folder


def test_the_newest_run_is_opened_unless_one_is_named(data: Path) -> None:
    newest = open_path(str(data / "xspace"))
    assert newest.run == "tf_multihost_steps/2026_11_21_02_34_58"
    named = open_path(str(data / "xspace"), run="jax_mlp/2026_11_21_02_04_51")
    assert (named.run, named.hosts) == ("jax_mlp/2026_11_21_02_04_51", ("vm",))


def test_a_run_that_is_not_there_is_answered_with_those_that_are(two_hosts: Path) -> None:
    with pytest.raises(NothingFoundError, match="These are there: run"):
        open_path(str(two_hosts), run="other")


def test_a_host_that_is_not_there_is_answered_with_those_that_are(two_hosts: Path) -> None:
    with pytest.raises(NothingFoundError, match="localhost_6011, localhost_6012"):
        open_path(str(two_hosts), hosts=["vm"])


def test_one_host_can_be_opened_alone(two_hosts: Path) -> None:
    capture = open_path(str(two_hosts), hosts=["localhost_6012"])
    assert capture.hosts == ("localhost_6012",)
    assert [section.heading for section in capture.trace.sections] == ["Host threads"]


def test_a_single_file_is_called_what_it_calls_itself(two_hosts: Path) -> None:
    capture = open_path(str(two_hosts / "localhost_6011.xplane.pb"))
    assert (capture.run, capture.hosts) == ("localhost_6011.xplane.pb", ("vm",))


def test_a_broken_host_does_not_keep_the_others_from_opening(two_hosts: Path) -> None:
    (two_hosts / "localhost_6011.xplane.pb").write_bytes(b"")
    capture = open_path(str(two_hosts))
    assert capture.hosts == ("localhost_6012",)
    assert capture.partial
    assert capture.notices[0].kind == "unreadable-host"
    assert capture.notices[0].text.startswith("localhost_6011.xplane.pb is empty")


def test_when_all_hosts_are_broken_the_first_is_the_reason(two_hosts: Path) -> None:
    for file in two_hosts.iterdir():
        file.write_bytes(b"")
    with pytest.raises(TraceError, match=r"localhost_6011.xplane.pb is empty"):
        open_path(str(two_hosts))


def test_a_file_that_vanishes_before_it_is_read_is_an_error(two_hosts: Path) -> None:
    (run,) = survey(str(two_hosts)).runs
    shutil.rmtree(two_hosts)
    with pytest.raises(TraceError, match="does not exist"):
        load_run(run, None, Progress())


def test_a_host_without_events_is_counted_but_no_reason_to_refuse(two_hosts: Path) -> None:
    space = XSpace()
    space.planes.add(name="/host:CPU").lines.add(name="main")
    (two_hosts / "localhost_6011.xplane.pb").write_bytes(space.SerializeToString())
    capture = open_path(str(two_hosts))
    assert capture.hosts == ("localhost_6011", "localhost_6012")
    assert capture.planes[0].events == 0
    assert not capture.partial


def test_hosts_with_clocks_that_cannot_be_compared_start_together(two_hosts: Path) -> None:
    space = XSpace()
    line = space.planes.add(name="/host:CPU").lines.add(name="main", timestamp_ns=5)
    line.events.add(metadata_id=1, offset_ps=7)
    (two_hosts / "localhost_6011.xplane.pb").write_bytes(space.SerializeToString())
    capture = open_path(str(two_hosts))
    assert capture.trace.tracks[0].events.start_ps.tolist() == [5007]
    assert "clocks cannot be compared" in capture.notices[-1].text


def test_a_host_is_moved_to_the_common_clock_once(two_hosts: Path) -> None:
    shown: list[Trace] = []

    class Watching(Progress):
        def show(self, trace: Trace) -> None:
            shown.append(trace)

    whole = open_path(str(two_hosts), progress=Watching()).trace
    moved = {id(track.events) for track in whole.tracks}
    last = shown[-1]
    assert len({section.host for section in last.sections}) == 2
    assert {id(track.events) for track in last.tracks} <= moved


def test_an_empty_folder_has_nothing_to_open(tmp_path: Path) -> None:
    with pytest.raises(NothingFoundError, match=r"Files called \*.xplane.pb, .* were looked for"):
        open_path(str(tmp_path))


def test_a_json_trace_opens_and_leads_to_the_capture_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "vm.trace.json.gz"
    record = {"name": "a", "ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1}
    path.write_bytes(gzip.compress(json.dumps({"traceEvents": [record]}).encode()))
    assert open_path(str(path)).notices == ()
    (tmp_path / "vm.xplane.pb").write_bytes(b"")
    (notice,) = open_path(str(path)).notices
    assert (notice.kind, notice.partial) == ("better-beside", False)
    assert notice.text.startswith("vm.xplane.pb beside this file holds more")


def test_results_beside_a_trace_are_attached(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "plugins/profile/2018-10-05_12:00:41"
    folder.mkdir(parents=True)
    (folder / "trace").write_bytes(gzip.decompress((data / "cloud_tpu/trace.gz").read_bytes()))
    (folder / "op_profile.json").write_bytes(b"{}")
    capture = open_path(str(tmp_path))
    assert [(each.tool, each.size_bytes) for each in capture.attachments] == [("op_profile", 2)]


def test_a_run_with_results_only_says_so(tmp_path: Path) -> None:
    (tmp_path / "overview_page.json").write_bytes(b"[]")
    with pytest.raises(NothingFoundError, match="holds no trace") as raised:
        open_path(str(tmp_path))
    assert raised.value.why == (
        "It has results of overview_page only, and this release shows the timeline only."
    )


def test_runs_with_traces_are_opened_first(tmp_path: Path, data: Path) -> None:
    profile = tmp_path / "plugins/profile"
    for name in ("2018-10-05_12:00:41", "2019-10-05_12:00:41"):
        (profile / name).mkdir(parents=True)
    shutil.copy(data / "cloud_tpu/trace.gz", profile / "2018-10-05_12:00:41/trace.gz")
    (profile / "2019-10-05_12:00:41/overview_page.json").write_bytes(b"[]")
    assert open_path(str(tmp_path)).run == "2018-10-05_12:00:41"
    with pytest.raises(NothingFoundError, match="holds no trace"):
        open_path(str(tmp_path), run="2019-10-05_12:00:41")
