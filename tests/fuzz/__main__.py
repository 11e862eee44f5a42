"""`python -m tests.fuzz [--seconds 60] [--reader NAME] [--seed N]`: look for files that break us.

With atheris (`pip install -e '.[fuzz]'`) libFuzzer chooses what to damage next by the branches that
it reaches; without, the lines do. A file that breaks a reader is kept and named, and the exit
status is 1.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import io
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

READERS = ("xspace", "trace_event", "cloud_tpu", "wrappers")
ENDINGS = {"xspace": ".xplane.pb", "trace_event": ".json", "cloud_tpu": ".trace", "wrappers": ""}
# Larger ones take long and have nothing that the smaller ones lack.
LARGEST_BYTES = 400_000
# Instruments make everything slower.
SLOWED = 5
TRACED_EVERY = 20


def main() -> int:
    options = _options()
    if options.reader is None:
        return _each_reader(options)
    if find_spec("atheris"):
        return _with_atheris(options)
    return _by_lines(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader (60)")
    parser.add_argument("--reader", choices=READERS, help="one only")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def _each_reader(options: argparse.Namespace) -> int:
    """A process for each, since libFuzzer ends its own."""
    command = [sys.executable, "-m", "tests.fuzz", "--seconds", str(options.seconds)]
    failed = [
        reader
        for reader in READERS
        if subprocess.run([*command, "--seed", str(options.seed), "--reader", reader]).returncode
    ]
    print(f"Readers that broke: {', '.join(failed)}." if failed else "Every reader held.")
    return bool(failed)


def _seeds(reader: str) -> list[bytes]:
    from tests.fuzz.check import fixtures, probes

    if reader == "wrappers":
        named = fixtures("trace_event") | fixtures("xspace")
        some = [content for content in named.values() if len(content) < 30_000]
        return [wrap(content) for content in some for wrap in (gzip.compress, _zip, _page)]
    small = [content for content in fixtures(reader).values() if len(content) < LARGEST_BYTES]
    small += probes().values() if reader == "trace_event" else ()
    # The only trace of a Cloud TPU is large; its beginning has one of everything.
    return small or [content[:LARGEST_BYTES] for content in fixtures(reader).values()]


def _zip(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("trace.json", content)
        archive.writestr("host/vm.xplane.pb", content)
    return file.getvalue()


def _page(content: bytes) -> bytes:
    inside = base64.b64encode(gzip.compress(content))
    return b'<!DOCTYPE html>\n<script id="viewer-data" type="text/plain">%s</script>' % inside


def _with_atheris(options: argparse.Namespace) -> int:
    import atheris

    # Modules are instrumented as they are imported, hence no import at the top.
    with atheris.instrument_imports(include=["traceview.model"]):
        from tests.fuzz.check import LIMIT_S, opened
    from tests.fuzz.mutate import mutated

    seeds = _seeds(options.reader)
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{options.reader}-"))
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(seeds):
        (corpus / str(number)).write_bytes(seed)
    path = folder / f"file{ENDINGS[options.reader]}"

    def one(content: bytes) -> None:
        path.write_bytes(content)
        opened(path, LIMIT_S * SLOWED)

    def mutator(content: bytes, max_size: int, seed: int) -> bytes:
        random = Random(seed)
        text = options.reader == "trace_event"
        return mutated(random, content or b"{", random.choice(seeds), text)[:max_size]

    flags = [
        f"-max_total_time={options.seconds}",
        f"-seed={options.seed or 1}",
        f"-max_len={max(map(len, seeds)) * 2}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
        "-verbosity=0",
        str(corpus),
    ]
    print(f"{options.reader}: what breaks it is kept in {folder}", flush=True)
    atheris.Setup([sys.argv[0], *flags], one, custom_mutator=mutator)
    atheris.Fuzz()
    return 0


def _by_lines(options: argparse.Namespace) -> int:
    from tests.fuzz.check import LIMIT_S, opened
    from tests.fuzz.mutate import mutated

    random, pool, seen = Random(options.seed), _seeds(options.reader), set[tuple[str, int]]()
    seeds, tried, broke = len(pool), 0, 0
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{options.reader}-"))
    path = folder / f"file{ENDINGS[options.reader]}"
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        text = options.reader == "trace_event"
        content = mutated(random, random.choice(pool), random.choice(pool[:seeds]), text)
        path.write_bytes(content)
        tried += 1
        before = len(seen)
        try:
            if tried % TRACED_EVERY:
                opened(path)
            else:
                with _lines(seen):
                    opened(path, LIMIT_S * SLOWED)
        except Exception as error:
            broke += 1
            print(f"{_kept(folder, content)}: {type(error).__name__}: {error}", flush=True)
        if len(seen) > before:
            pool.append(content)
    print(f"{options.reader}: {tried:,} files, {len(seen):,} lines reached, {broke} broke it")
    return bool(broke)


def _kept(folder: Path, content: bytes) -> Path:
    path = folder / f"broke-{hashlib.sha1(content).hexdigest()[:12]}"
    path.write_bytes(content)
    return path


@contextmanager
def _lines(seen: set[tuple[str, int]]) -> Iterator[None]:
    """Gather the lines of the model that are reached."""

    def on_line(frame: FrameType, event: str, _arg: Any) -> Callable[..., Any]:
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return on_line

    def on_call(frame: FrameType, _event: str, _arg: Any) -> Callable[..., Any] | None:
        return on_line if "traceview/model" in frame.f_code.co_filename else None

    sys.settrace(on_call)
    try:
        yield
    finally:
        sys.settrace(None)


if __name__ == "__main__":
    sys.exit(main())
