import csv
import io
import json
from pathlib import Path

from traceview.model.load import open_path
from traceview.model.writers.events_csv import csv_lines, csv_rows


def rows_of(path: Path) -> list[dict[str, str]]:
    text = b"".join(csv_lines(open_path(str(path)).trace)).decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_event_is_a_line(data: Path):
    trace = open_path(str(data / "xspace/tpu_one_step")).trace
    assert len(rows_of(data / "xspace/tpu_one_step")) == trace.event_count


def test_a_line_tells_where_and_when(data: Path):
    row = next(row for row in rows_of(data / "xspace/tpu_v5e_jax") if row["track"] == "Steps")
    assert (row["section"], row["name"], row["start_ps"], row["duration_ps"]) == (
        "TPU 0",
        "0",
        "20001077148",
        "1705017975",
    )
    assert json.loads(row["args"])["device_duration_ps"] == 1705017975


def test_a_text_that_a_spreadsheet_would_run_is_made_harmless():
    found = csv_rows([("=cmd|' /C calc'!A0", 'say "a", b', -1)]).decode()
    assert found == '"\'=cmd|\' /C calc\'!A0","say ""a"", b",-1\r\n'.replace(
        "\"'=cmd|' /C calc'!A0\"", "'=cmd|' /C calc'!A0"
    )
