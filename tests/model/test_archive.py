"""Zip archives, opened as if they were folders."""

from __future__ import annotations

import gzip
import shutil
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from traceview.model import packing
from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.logdir import survey
from traceview.model.source import Source

RUN = "logs/plugins/profile/2026_01_02_03_04_05"
TRACE = b'{"traceEvents": [{"name": "a", "ph": "X", "ts": 1, "dur": 2, "pid": 1, "tid": 1}]}'


def zipped(path: Path, files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def capture(data: Path) -> bytes:
    return next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes()


def test_runs_and_hosts_are_found_inside(tmp_path: Path, capture: bytes) -> None:
    files = {
        f"{RUN}/a.xplane.pb": capture,
        f"{RUN}/b.xplane.pb.gz": gzip.compress(capture),
        f"{RUN}/a.trace.json.gz": gzip.compress(TRACE),
        "other/vm.trace.json": TRACE,
        "notes.md": b"hello",
    }
    path = zipped(tmp_path / "all.zip", files)
    found = survey(str(path))
    assert {(run.name, run.hosts) for run in found.runs} == {
        ("logs/2026_01_02_03_04_05", ("a", "b")),
        ("other", ("vm",)),
    }
    assert (found.folders, found.files) == (6, 5)
    run = next(run.name for run in found.runs if len(run.hosts) == 2)
    assert open_path(str(path), run=run).event_count == 2 * 223
    below = survey(f"{path}/{RUN}")
    assert [file.path for file in below.runs[0].files] == [
        f"{path}/{RUN}/a.xplane.pb",
        f"{path}/{RUN}/b.xplane.pb.gz",
    ]


def test_a_member_opens_by_its_path(tmp_path: Path, capture: bytes) -> None:
    path = zipped(tmp_path / "all.zip", {"x/vm.xplane.pb": capture, "y": b"z"})
    opened = open_path(f"{path}/x/vm.xplane.pb")
    assert (opened.event_count, opened.run) == (223, "vm.xplane.pb")
    assert opened.size_bytes == len(capture)


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_an_archive_of_one_file_is_as_good_as_the_file(
    tmp_path: Path, capture: bytes, method: int
) -> None:
    path = zipped(tmp_path / "wrong.json", {"deep/some name": capture}, method)
    source = Source(str(path))
    assert source.read().data.tobytes() == capture
    assert source.head(100) == capture[:100]
    assert open_path(str(path)).event_count == 223


def test_a_packed_member_is_unpacked(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"vm.trace.json.gz": gzip.compress(gzip.compress(TRACE))})
    assert Source(str(path)).read().data.tobytes() == TRACE


def test_nothing_is_unpacked_to_disk(tmp_path: Path, capture: bytes) -> None:
    path = zipped(tmp_path / "all.zip", {"a/vm.xplane.pb": capture, "b": b""})
    open_path(str(path))
    assert [each.name for each in tmp_path.iterdir()] == ["all.zip"]


def test_an_archive_without_traces_says_what_is_in_it(tmp_path: Path) -> None:
    path = zipped(tmp_path / "model.pt", {"archive/data.pkl": b"x", "archive/version": b"3"})
    with pytest.raises(TraceError, match="No capture was found") as raised:
        open_path(str(path))
    assert "2 folders, 2 files: 0 *.xplane.pb, 2 other files" in raised.value.why
    empty = zipped(tmp_path / "empty.zip", {})
    assert survey(str(empty)).runs == ()


def test_a_broken_archive_is_an_error(tmp_path: Path, capture: bytes) -> None:
    path = zipped(tmp_path / "all.zip", {"a/vm.xplane.pb": capture, "b": b"c"})
    content = path.read_bytes()
    for size in (4, 30, len(content) // 2, len(content) - 5):
        path.write_bytes(content[:size])
        with pytest.raises(TraceError, match="is a zip archive that cannot be read"):
            open_path(str(path))


def test_a_damaged_member_opens_in_part(tmp_path: Path, data: Path) -> None:
    whole = next((data / "xspace/tpu_v5e_jax").rglob("*.xplane.pb.gz"))
    inside = gzip.decompress(whole.read_bytes())
    path = zipped(tmp_path / "all.zip", {"vm.xplane.pb": inside, "b": b"c"}, zipfile.ZIP_STORED)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    opened = open_path(f"{path}/vm.xplane.pb")
    assert opened.partial
    assert "its compressed data is damaged" in opened.notices[0].text


def test_an_encrypted_member_is_refused(tmp_path: Path, capture: bytes) -> None:
    path = zipped(tmp_path / "all.zip", {"vm.xplane.pb": capture, "b": b"c"})
    content = bytearray(path.read_bytes())
    for magic, flags_at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(magic)
        while at >= 0:
            content[at + flags_at] |= 1
            at = content.find(magic, at + 1)
    path.write_bytes(content)
    with pytest.raises(TraceError, match=r"vm.xplane.pb is encrypted") as raised:
        open_path(f"{path}/vm.xplane.pb")
    assert "password" in raised.value.why


def test_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "BOMB_FREE_BYTES", 10_000)
    path = zipped(tmp_path / "a.zip", {"trace.json": bytes(5_000_000)})
    for name in (str(path), f"{path}/trace.json"):
        with pytest.raises(TraceError, match="unpacks to more than"):
            Source(name).read()


def test_members_that_lead_out_of_the_archive_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "secret.xplane.pb").write_bytes(b"secret")
    names = ("../secret.xplane.pb", "/etc/passwd", "a/../../x.trace.json", "ok/vm.trace.json", "b")
    path = zipped(tmp_path / "all.zip", dict.fromkeys(names, TRACE))
    (run,) = survey(str(path)).runs
    assert [file.path for file in run.files] == [f"{path}/ok/vm.trace.json"]


def test_a_member_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    path = zipped(tmp_path / "all.zip", {"a": b"1", "b": b"2"})
    for name in ("c", "a/b"):
        with pytest.raises(TraceError, match="does not exist"):
            open_path(f"{path}/{name}")
    plain = tmp_path / "plain.txt"
    plain.write_text("hello")
    with pytest.raises(TraceError):
        open_path(f"{plain}/below")


def test_an_archive_among_other_files_is_no_run_of_its_own(tmp_path: Path, data: Path) -> None:
    zipped(tmp_path / "more.zip", {"vm.trace.json": TRACE})
    shutil.copy(next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")), tmp_path)
    assert len(survey(str(tmp_path)).runs) == 1


def test_300_mutations_and_every_prefix_open_or_say_why_not(tmp_path: Path) -> None:
    files = {"a/vm.trace.json.gz": gzip.compress(TRACE), "b/timeline-1.json": TRACE}
    path = zipped(tmp_path / "all.zip", files)
    whole = path.read_bytes()
    random = Random(7)
    mutations = []
    for _ in range(300):
        content = bytearray(whole)
        for _ in range(random.randrange(1, 4)):
            content[random.randrange(len(content))] = random.randrange(256)
        mutations.append(bytes(content))
    opened = 0
    for content in (*mutations, *(whole[:size] for size in range(len(whole)))):
        path.write_bytes(content)
        with suppress(TraceError):
            opened += open_path(str(path)).event_count
    assert opened > 100
