from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.check import DATA, fixtures, opened, probes
from tests.fuzz.mutate import mutated
from traceview.model.capture import Capture
from traceview.model.errors import TraceError

MUTATIONS = 500
PARTS = 2
FIXTURES = [(reader, name) for reader in ("trace_event", "cloud_tpu") for name in fixtures(reader)]
# One of each form and kind of record.
CUT = ("other", "bom", "names_dup", "obj_normal", "async_legacy", "xprof_counter_entries")


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("reader", "name"), FIXTURES)
def test_a_damaged_file_opens_or_says_why_not(
    tmp_path: Path, reader: str, name: str, part: int
) -> None:
    contents = fixtures(reader)
    others = list(contents.values())
    random = Random(f"{name} {part}")
    path = tmp_path / Path(name).name
    opens = 0
    for _ in range(MUTATIONS // PARTS):
        damaged = mutated(
            random, contents[name], random.choice(others), text=reader == "trace_event"
        )
        path.write_bytes(damaged)
        opens += isinstance(opened(path), Capture)
    # Damage costs a few events, hardly ever the file.
    assert opens > 0.85 * MUTATIONS / PARTS


def test_every_probe_opens_or_says_why_not_however_it_is_damaged(tmp_path: Path) -> None:
    texts = list(probes().values())
    random = Random(0)
    path = tmp_path / "probe.json"
    results = set()
    for number in range(MUTATIONS):
        content = texts[number % len(texts)]
        path.write_bytes(mutated(random, content, random.choice(texts), text=True))
        results.add(type(opened(path)))
    assert Capture in results
    assert any(issubclass(result, TraceError) for result in results)


@pytest.mark.parametrize("name", CUT)
def test_every_prefix_of_a_probe_opens_or_says_why_not(tmp_path: Path, name: str) -> None:
    text = probes()[name]
    path = tmp_path / "probe.json"
    for end in range(len(text)):
        path.write_bytes(text[:end])
        opened(path)


def test_the_longer_a_prefix_the_more_events_it_has(tmp_path: Path) -> None:
    text = probes()["instant_all"]
    path = tmp_path / "probe.json"
    counts = []
    for end in range(len(text) + 1):
        path.write_bytes(text[:end])
        result = opened(path)
        counts.append(result.event_count if isinstance(result, Capture) else 0)
    assert counts == sorted(counts)
    assert counts[-1] == 5


def test_every_prefix_of_a_packed_file_opens_or_says_why_not(tmp_path: Path) -> None:
    content = (DATA / "trace_event/multi_cpu.memory.json.gz").read_bytes()
    path = tmp_path / "cut.json.gz"
    counts = []
    for end in range(0, len(content), 3):
        path.write_bytes(content[:end])
        result = opened(path)
        counts.append(result.event_count if isinstance(result, Capture) else 0)
    path.write_bytes(gzip.compress(gzip.decompress(content)))
    whole = opened(path)
    assert isinstance(whole, Capture)
    assert counts[0] == 0
    assert 0 < counts[-1] <= whole.event_count
