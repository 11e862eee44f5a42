"""Files that are no capture, opened as a user would."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import numpy as np
import pytest

from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.proto import XSpace


def refused(path: Path, content: bytes | None = None) -> str:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TraceError) as raised:
        open_path(str(path))
    error = raised.value
    assert error.path == str(path)
    assert error.what.startswith(path.name)
    assert error.why
    assert error.advice
    return str(error)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.xplane.pb"


def test_an_empty_file(path: Path) -> None:
    assert "is empty (0 bytes). The job was probably stopped" in refused(path, b"")


def test_a_web_page_is_quoted_by_its_title(path: Path) -> None:
    page = b"\n<!DOCTYPE html><html><head><TITLE>\n Sign in \xe2\x80\x93 X</title>"
    assert "a web page, not a profile (title: Sign in – X)." in refused(path, page)
    assert "is a web page, not a profile." in refused(path, b"<html><body>hello")


def test_a_git_lfs_pointer_tells_the_size(path: Path) -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12400000\n"
    message = refused(path, pointer)
    assert "Git LFS pointer to a file of 12,400,000 bytes" in message
    assert "git lfs pull" in message


def test_a_git_annex_pointer(path: Path) -> None:
    assert "git annex get" in refused(path, b"/annex/objects/SHA256E-s9--00\n")


def test_an_error_of_a_cloud_storage_is_quoted(path: Path) -> None:
    xml = (
        b"<?xml version='1.0'?><Error><Code>AccessDenied</Code>"
        b"<Message>Anonymous caller\x1b[31m has no access.</Message></Error>"
    )
    message = refused(path, xml)
    assert "It says AccessDenied: Anonymous caller[31m has no access.." in message


def test_a_binary_file_saved_as_text(path: Path, data: Path) -> None:
    whole = next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes()
    mangled = whole.decode("utf-8", "replace").encode()
    count = mangled.count("\ufffd".encode())
    message = refused(path, mangled)
    assert f"U+FFFD ({count:,} times in {len(mangled):,} bytes)" in message
    assert "cannot be repaired" in message


def test_the_mangled_capture_that_is_around(corpus: Path) -> None:
    (bad,) = (corpus / "bad").iterdir()
    assert "U+FFFD (258,174 times in 1,365,940 bytes)" in refused(bad)


def test_names_with_replacement_characters_do_not_make_a_file_mangled(path: Path) -> None:
    space = XSpace()
    plane = space.planes.add(name="/host:CPU \ufffd\ufffd")
    plane.lines.add(name="thread \ufffd\ufffd").events.add(metadata_id=1)
    path.write_bytes(space.SerializeToString())
    assert open_path(str(path)).event_count == 1


def test_a_capture_copied_in_text_mode(path: Path, data: Path) -> None:
    whole = next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes()
    assert "copied in text mode" in refused(path, whole.replace(b"\n", b"\r\n"))


def test_gzip_under_another_name_just_opens(path: Path, data: Path) -> None:
    whole = next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes()
    path.write_bytes(gzip.compress(whole))
    assert open_path(str(path)).event_count == 223


def test_a_gz_that_is_not_gzip_just_opens(tmp_path: Path, data: Path) -> None:
    path = tmp_path / "host.xplane.pb.gz"
    path.write_bytes(next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes())
    assert open_path(str(path)).event_count == 223


def test_a_cut_gzip_opens_in_part(path: Path, data: Path) -> None:
    packed = next((data / "xspace/tpu_v5e_jax").rglob("*.xplane.pb.gz")).read_bytes()
    path.write_bytes(packed[: len(packed) // 2])
    capture = open_path(str(path))
    assert capture.partial
    assert capture.event_count
    assert [notice.kind for notice in capture.notices] == ["truncated", "truncated"]


def test_a_gzip_damaged_from_the_start(path: Path) -> None:
    assert "cannot be unpacked" in refused(path, b"\x1f\x8b\x08\x00garbage garbage")


def test_pickles_and_archives_are_refused_by_name(path: Path, tmp_path: Path) -> None:
    assert "is a Python pickle" in refused(path, pickle.dumps({"a": 1}))
    assert "is a zip archive" in refused(path, b"PK\x03\x04" + bytes(30))
    assert "is a zstd archive" in refused(path, b"\x28\xb5\x2f\xfd" + bytes(30))
    np.save(tmp_path / "some.npy", np.arange(3))
    assert "is a NumPy array" in refused(tmp_path / "some.npy")


def test_json_that_is_no_trace(tmp_path: Path) -> None:
    package = tmp_path / "package.json"
    message = refused(package, b'\r\n{"name": "x", "version": "1.0.0"}\r\n')
    assert 'is JSON, but no trace. It has neither "traceEvents"' in message
    assert "is JSON, but no trace" in refused(package, b"\xef\xbb\xbf[1, 2, 3]")


def test_the_results_of_a_tool_are_called_so(tmp_path: Path) -> None:
    message = refused(tmp_path / "vm.op_profile.json", b'{"byCategory": {}}')
    assert "holds the results of one tool (op_profile)." in message
    assert "this release shows the timeline only" in message


def test_other_profiles_are_called_what_they_are(corpus: Path) -> None:
    expected = {
        "xprof/runs/jax_devmem/memory.prof": "is a pprof profile",
        "tfprof/cnn_ref/graph.pb": "is a TensorFlow graph",
    }
    for name, what in expected.items():
        assert what in refused(corpus / name)
    hlo = next((corpus / "xprof/reference/jax_infer/hlo").iterdir())
    assert "is an HLO module" in refused(hlo)
    events = next((corpus / "tfprof/cnn_ref").glob("events.out.tfevents.*"))
    assert "is a TensorBoard event file" in refused(events)


def test_a_perfetto_trace(path: Path) -> None:
    packet = b"\x40\x05\x50\x01"
    assert "is a Perfetto trace" in refused(path, (b"\x0a\x04" + packet) * 20)


def test_a_text_file_and_plain_rubbish(path: Path) -> None:
    assert "is a text file. It begins hello" in refused(path, b"hello\n" * 20)
    message = refused(path, bytes(range(255, 0, -1)))
    assert "is not a profile that this release reads" in message
    assert "ff fe fd fc" in message
