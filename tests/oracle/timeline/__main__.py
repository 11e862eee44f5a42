"""``python -m tests.oracle.timeline [FOLDER]``: the comparison, with a line for each failure."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.oracle.timeline.run import CORPUS, compare_all


def main() -> int:
    """Compare everything below a folder; 1 when something failed."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    tally = compare_all(folder)
    for line in tally.failed:
        print(line)
    for reason, count in sorted(tally.by_design.items()):
        print(f"by design, {reason}: {count}")
    print(tally)
    return int(bool(tally.failed))


if __name__ == "__main__":
    sys.exit(main())
