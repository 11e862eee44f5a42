from __future__ import annotations

import base64
import bz2
import gzip
import json
import lzma
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from traceview.model import packing
from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.source import Source

TEXT = b"0123456789abcdef" * 20_000
PACKERS: list[Callable[[bytes], bytes]] = [gzip.compress, lzma.compress, bz2.compress]


def read(path: Path, content: bytes) -> bytes:
    path.write_bytes(content)
    source = Source(str(path))
    contents = source.read()
    assert contents.notices == ()
    assert source.head(9) == contents.data.tobytes()[:9]
    return contents.data.tobytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.file"


@pytest.mark.parametrize("pack", PACKERS)
def test_packed_files_open_whatever_they_are_called(
    path: Path, pack: Callable[[bytes], bytes]
) -> None:
    assert read(path, pack(TEXT)) == TEXT
    assert read(path, pack(TEXT[:7]) + pack(TEXT[7:])) == TEXT
    assert read(path, pack(b"") + pack(TEXT)) == TEXT


@pytest.mark.parametrize("outer", PACKERS)
@pytest.mark.parametrize("inner", PACKERS)
def test_what_is_packed_twice_opens(
    path: Path, outer: Callable[[bytes], bytes], inner: Callable[[bytes], bytes]
) -> None:
    assert read(path, outer(inner(TEXT))) == TEXT


def test_layers_have_an_end(path: Path) -> None:
    content = b"x"
    for _ in range(packing.MAX_LAYERS + 2):
        content = gzip.compress(content)
    assert read(path, content)[:2] == b"\x1f\x8b"


@pytest.mark.parametrize("pack", PACKERS)
def test_the_whole_part_of_a_cut_file_is_kept(path: Path, pack: Callable[[bytes], bytes]) -> None:
    noise = os.urandom(3_000_000)
    packed = pack(noise)
    path.write_bytes(packed[: len(packed) * 9 // 10])
    contents = Source(str(path)).read()
    found = contents.data.tobytes()
    assert noise.startswith(found)
    assert len(found) > 1_000_000
    (notice,) = contents.notices
    assert (notice.kind, notice.partial) == ("truncated", True)
    assert "the compressed data ends early" in notice.text


@pytest.mark.parametrize("pack", PACKERS)
def test_garbage_behind_the_magic_is_no_contents(
    path: Path, pack: Callable[[bytes], bytes]
) -> None:
    path.write_bytes(pack(b"")[:6] + b"\xff\x00garbage" * 5)
    assert Source(str(path)).head() == b""
    with pytest.raises(TraceError, match="cannot be unpacked"):
        open_path(str(path))


@pytest.mark.parametrize("pack", PACKERS)
def test_bombs_are_refused_in_every_layer(
    path: Path, monkeypatch: pytest.MonkeyPatch, pack: Callable[[bytes], bytes]
) -> None:
    monkeypatch.setattr(packing, "BOMB_FREE_BYTES", 10_000)
    monkeypatch.setattr(packing, "PIECE_BYTES", 1_000)
    for content in (pack(bytes(3_000_000)), gzip.compress(pack(bytes(3_000_000)))):
        path.write_bytes(content)
        with pytest.raises(TraceError, match="unpacks to more than") as raised:
            Source(str(path)).read()
        assert raised.value.path == str(path)


@pytest.mark.skipif(sys.version_info < (3, 14), reason="Python unpacks zstd from 3.14 on")
def test_zstd_opens_where_python_knows_it(path: Path) -> None:
    from compression import zstd  # type: ignore[import-not-found]

    assert read(path, zstd.compress(TEXT)) == TEXT


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python unpacks zstd from 3.14 on")
def test_zstd_is_refused_by_name_elsewhere(path: Path) -> None:
    path.write_bytes(b"\x28\xb5\x2f\xfd" + bytes(30))
    with pytest.raises(TraceError, match="is a zstd archive") as raised:
        open_path(str(path))
    assert "Unpack it" in raised.value.advice


def page(*blocks: bytes, kind: str = "text/plain") -> bytes:
    scripts = b"".join(
        b'<script id="viewer-data" type="%s">\n%s\n</script>\n' % (kind.encode(), block)
        for block in blocks
    )
    viewer = b"<script>var x = '<p>viewer</p>';" + b"/*viewer*/" * 20_000 + b"</script>"
    return (
        b"<!DOCTYPE html>\n<html><head>" + viewer + b"</head><body>" + scripts + b"</body></html>"
    )


def records(*names: str) -> list[dict[str, object]]:
    return [
        {"name": name, "ph": "X", "ts": 10 * i, "dur": 5, "pid": 1, "tid": 1}
        for i, name in enumerate(names)
    ]


def packed(trace: object) -> bytes:
    return base64.encodebytes(gzip.compress(json.dumps(trace).encode()))


@pytest.mark.parametrize(
    "content",
    [
        page(packed(records("a", "b"))),
        page(packed({"traceEvents": records("a", "b")})),
        page(json.dumps(records("a", "b")).encode(), kind="application/json"),
        page(packed(records("a")), packed({"traceEvents": records("b")})),
        page(packed(records("a")), json.dumps(records("b")).encode()[:-1] + b","),
        gzip.compress(page(packed(records("a", "b")))),
        b"\xef\xbb\xbf" + page(packed(records("a", "b"))),
    ],
    ids=["array", "object", "plain", "two", "open", "packed", "bom"],
)
def test_traces_in_web_pages_open(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    capture = open_path(str(path))
    names = {
        capture.trace.strings[name] for track in capture.trace.tracks for name in track.events.name
    }
    assert (capture.event_count, names) == (2, {"a", "b"})


def test_other_web_pages_are_themselves(path: Path) -> None:
    other = b"<!doctype html><title>Sign in</title><script id=other>[1]</script>"
    assert read(path, other) == other
    with pytest.raises(TraceError, match=r"is a web page, not a profile \(title: Sign in\)"):
        open_path(str(path))


def test_a_page_with_a_broken_trace_says_so(path: Path) -> None:
    path.write_bytes(page(packed(records("a")), packed("no trace")))
    (notice,) = Source(str(path)).read().notices
    assert "one of the 2 traces in the page cannot be read" in notice.text
    with pytest.raises(TraceError):
        open_path(str(path))
