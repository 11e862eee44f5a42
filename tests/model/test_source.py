from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from traceview.model import packing
from traceview.model import source as module
from traceview.model.errors import TraceError
from traceview.model.source import Source

TEXT = b"0123456789abcdef" * 20_000


def source_of(folder: Path, content: bytes, name: str = "some.file") -> Source:
    path = folder / name
    path.write_bytes(content)
    return Source(str(path))


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    source = source_of(tmp_path, TEXT)
    assert (source.name, source.size_bytes) == ("some.file", len(TEXT))
    assert source.head(5) == b"01234"
    contents = source.read()
    assert contents.data.tobytes() == TEXT
    assert not contents.data.flags.writeable
    assert contents.notices == ()


def test_an_empty_file_has_no_bytes(tmp_path: Path) -> None:
    assert len(source_of(tmp_path, b"").read().data) == 0


def test_a_large_file_is_mapped_and_found_out_when_it_shrinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COPY_BYTES", 100)
    source = source_of(tmp_path, TEXT)
    contents = source.read()
    assert contents.data.tobytes() == TEXT
    contents.check()
    os.truncate(source.path, 1000)
    with pytest.raises(TraceError, match="became shorter while it was read"):
        contents.check()


def test_a_mapped_file_that_is_deleted_stays_readable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COPY_BYTES", 100)
    source = source_of(tmp_path, TEXT)
    contents = source.read()
    os.unlink(source.path)
    contents.check()
    assert contents.data.tobytes() == TEXT


@pytest.mark.parametrize(
    "packed",
    [
        gzip.compress(TEXT),
        gzip.compress(TEXT[:1000]) + gzip.compress(TEXT[1000:]),
        gzip.compress(TEXT) + bytes(512),
    ],
    ids=["one member", "two members", "padding"],
)
def test_gzip_is_unpacked_whatever_the_name(tmp_path: Path, packed: bytes) -> None:
    source = source_of(tmp_path, packed, "plain.pb")
    told: list[int] = []
    contents = source.read(told.append)
    assert source.head(7) == TEXT[:7]
    assert contents.data.tobytes() == TEXT
    assert contents.notices == ()
    assert told[-1] == len(packed)


def test_a_name_that_ends_in_gz_does_not_make_a_file_gzip(tmp_path: Path) -> None:
    assert source_of(tmp_path, TEXT, "not.gz").read().data.tobytes() == TEXT


@pytest.mark.parametrize("cut", ["end", "checksum"])
def test_the_whole_part_of_a_damaged_gzip_is_kept(tmp_path: Path, cut: str) -> None:
    packed = bytearray(gzip.compress(os.urandom(200_000)))
    if cut == "end":
        del packed[150_000:]
    else:
        packed[-8] ^= 1
    contents = source_of(tmp_path, bytes(packed)).read()
    (notice,) = contents.notices
    assert notice.partial
    assert notice.kind == "truncated"
    assert f"{len(contents.data):,} decompressed bytes" in notice.text
    assert len(contents.data) > 60_000


def test_a_decompression_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "BOMB_FREE_BYTES", 10_000)
    with pytest.raises(TraceError, match="unpacks to more than"):
        source_of(tmp_path, gzip.compress(bytes(2_000_000))).read()


def refused(path: Path) -> TraceError:
    with pytest.raises(TraceError) as raised:
        Source(str(path)).read()
    assert raised.value.path == str(path)
    assert raised.value.advice or "device" in raised.value.why
    return raised.value


def test_what_is_no_readable_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "does not exist" in str(refused(tmp_path / "gone.pb"))
    assert "is a folder" in str(refused(tmp_path))
    assert "does not exist" in str(refused(tmp_path / ("x" * 20) / "gone.pb"))
    assert "cannot be read" in str(refused(tmp_path / "nul\0byte"))
    os.mkfifo(tmp_path / "pipe")
    assert "is not a file" in str(refused(tmp_path / "pipe"))

    def deny(*_: object) -> None:
        raise PermissionError

    (tmp_path / "secret.pb").write_bytes(b"x")
    monkeypatch.setattr("builtins.open", deny)
    assert "Permission was denied" in str(refused(tmp_path / "secret.pb"))
