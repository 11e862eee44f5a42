"""What is asked of every file: a capture whose args can be read, or a TraceError, soon."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path

from traceview.model.builder import check_events
from traceview.model.capture import Capture
from traceview.model.errors import TraceError
from traceview.model.load import open_path
from traceview.model.trace import RecordSource, Track

LIMIT_S = 1.0
DATA = Path(__file__).parents[1] / "data"


def opened(path: Path, limit_s: float = LIMIT_S) -> Capture | TraceError:
    """What opening gives. Raises AssertionError where it takes more CPU than ``limit_s``."""
    started = time.process_time()
    try:
        capture = open_path(str(path))
        for track in capture.trace.tracks[:2]:
            _ask(track)
        return capture
    except TraceError as error:
        return error
    finally:
        took_s = time.process_time() - started
        assert took_s < limit_s, f"opening took {took_s:.1f} s"


def _ask(track: Track) -> None:
    """What a click on an event and a search ask for."""
    check_events(track.events)
    if track.args is None or not len(track.events):
        return
    arg_at = track.events.arg_at[:9]
    track.args.args(int(arg_at[0]))
    track.args.integers(arg_at, "External id")
    track.args.texts(arg_at, "op")
    if isinstance(track.args, RecordSource):
        track.args.facts(int(arg_at[0]))
        track.args.categories(arg_at)


def fixtures(reader: str) -> dict[str, bytes]:
    """The test data of a reader by name, unpacked, so that damage reaches what is inside."""
    kinds = {
        "xspace": "xspace/*/**/*.xplane.pb*",
        "trace_event": "trace_event/*.gz",
        "cloud_tpu": "cloud_tpu/trace.gz",
    }
    files = sorted(path for path in DATA.glob(kinds[reader]) if path.is_file())
    return {str(path.relative_to(DATA)).removesuffix(".gz"): unpacked(path) for path in files}


def probes() -> dict[str, bytes]:
    """Trace-event files of a record or few, each odd in its way, by name."""
    texts = json.loads((DATA / "trace_event/probes.json").read_text())
    return {name: text.encode() for name, text in texts.items()}


def unpacked(path: Path) -> bytes:
    """A file's bytes, out of their gzip file."""
    content = path.read_bytes()
    return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
