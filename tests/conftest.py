"""What every test may use."""

import os
from pathlib import Path

import pytest

# Before Qt is imported anywhere, so that tests need no display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data() -> Path:
    """Return the folder of the project's own test data."""
    return ROOT / "tests" / "data"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Return the folder of captures and reference answers that some checkouts have beside them."""
    folder = ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("the corpus of captures is not beside this checkout")
    return folder
