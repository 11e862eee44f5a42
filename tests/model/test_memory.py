from __future__ import annotations

import sys

import numpy as np
import pytest

from tests.bench.memory import anonymous_bytes
from traceview.model.memory import give_back


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_freed_memory_goes_back_to_the_system() -> None:
    # Blocks too small to be mapped each by itself, freed below one that is kept.
    kept = [np.ones(8_000, np.uint8) for _ in range(5_000)]
    kept = kept[-1:]
    before = anonymous_bytes()
    give_back()
    assert anonymous_bytes() <= before
    assert kept[0].sum() == 8_000
