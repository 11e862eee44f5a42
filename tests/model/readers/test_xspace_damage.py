from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.load import open_path


@pytest.fixture
def small(data: Path) -> bytes:
    return next((data / "xspace/edge_no_stats").rglob("*.xplane.pb")).read_bytes()


@pytest.fixture
def device(data: Path) -> bytes:
    return next((data / "xspace/tpu_one_step").rglob("*.xplane.pb")).read_bytes()


def opened(path: Path, content: bytes) -> Capture | TraceError:
    """What opening gives: a capture whose stats can be asked for, or the error."""
    path.write_bytes(content)
    started = time.monotonic()
    try:
        capture = open_path(str(path))
        for track in capture.trace.tracks[:4]:
            assert track.args is not None
            track.args.args(int(track.events.arg_at[0]))
            track.args.integers(track.events.arg_at, "group_id")
            track.args.texts(track.events.arg_at, "hlo_op")
        return capture
    except TraceError as error:
        return error
    finally:
        assert time.monotonic() - started < 1


def test_every_prefix_opens_in_part_or_says_why_not(tmp_path: Path, small: bytes) -> None:
    path = tmp_path / "cut.xplane.pb"
    whole = opened(path, small)
    assert isinstance(whole, Capture)
    counts = []
    for length in range(len(small)):
        result = opened(path, small[:length])
        if isinstance(result, Capture):
            counts.append(result.event_count)
        else:
            assert (result.path, bool(result.why), bool(result.advice)) == (str(path), True, True)
    assert counts == sorted(counts)
    assert counts[-1] == whole.event_count


@pytest.mark.parametrize("part", range(4))
def test_mutated_files_open_in_part_or_say_why_not(
    tmp_path: Path, small: bytes, device: bytes, part: int
) -> None:
    random = Random(part)
    path = tmp_path / "mutated.xplane.pb"
    results = [opened(path, mutated(random, device if i % 2 else small)) for i in range(125)]
    captures = [result for result in results if isinstance(result, Capture)]
    assert len(captures) > 60
    assert any(capture.partial for capture in captures)


def mutated(random: Random, content: bytes) -> bytes:
    result = bytearray(content)
    for _ in range(random.choice((1, 1, 3, 30))):
        at = random.randrange(len(result))
        match random.randrange(4):
            case 0:
                result[at] = random.randrange(256)
            case 1:
                result[at] ^= 1 << random.randrange(8)
            case 2:
                del result[at : at + random.randrange(1, 20)]
            case _:
                result[at:at] = random.randbytes(random.randrange(1, 12))
    return bytes(result)


def test_a_cut_file_opens_with_its_whole_planes_and_says_what_is_missing(
    tmp_path: Path, device: bytes
) -> None:
    whole = opened(tmp_path / "t1v-n-0013-w-0.xplane.pb", device)
    cut = opened(tmp_path / "t1v-n-0013-w-0.xplane.pb", device[: len(device) - 20_000])
    assert isinstance(whole, Capture)
    assert isinstance(cut, Capture)
    assert cut.partial
    assert cut.planes[:2] == whole.planes[:2]
    (notice,) = (notice for notice in cut.notices if notice.kind == "truncated")
    assert notice.text.startswith("The file ends early: plane 3 of at least 3 (")
    assert "are there. Opened: 2 whole planes and 0 whole lines of this one." in notice.text
    assert notice.offset is not None


def test_one_damaged_event_costs_no_other(tmp_path: Path, device: bytes) -> None:
    whole = opened(tmp_path / "whole.xplane.pb", device)
    assert isinstance(whole, Capture)
    ops = next(track for track in whole.trace.tracks if track.name == "XLA Ops")
    at = int(ops.events.arg_at[3])
    broken = bytearray(device)
    broken[at + 1] = 0x0F  # the first field now has a wire type that does not exist
    capture = opened(tmp_path / "broken.xplane.pb", bytes(broken))
    assert isinstance(capture, Capture)
    assert capture.event_count == whole.event_count - 1
    assert [notice.text for notice in capture.notices] == [
        "Line 3 of plane /device:TPU:0 has damaged events, which were left out: 1."
    ]
    assert capture.partial
