from __future__ import annotations

import gc
import sys

import numpy as np
import pytest

from tests.bench.memory import anonymous_bytes
from traceview.model.memory import give_back, settle


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_freed_memory_goes_back_to_the_system() -> None:
    # Blocks too small to be mapped each by itself, freed below one that is kept.
    kept = [np.ones(8_000, np.uint8) for _ in range(5_000)]
    kept = kept[-1:]
    before = anonymous_bytes()
    give_back()
    assert anonymous_bytes() <= before
    assert kept[0].sum() == 8_000


def test_what_has_settled_is_not_looked_at_again_until_the_next_time() -> None:
    made = [[] for _ in range(1_000)]
    settle()
    assert not any(each is made for each in gc.get_objects())
    made.append(made)  # garbage, once it has no name
    del made
    frozen = gc.get_freeze_count()
    settle()
    assert gc.get_freeze_count() < frozen
    gc.unfreeze()
