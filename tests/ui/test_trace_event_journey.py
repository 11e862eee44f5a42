"""Trace-event files in the window, by keyboard: counters, flows, objects, filters, export."""

import csv
import gzip
import json
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu

from traceview.model.flow_links import outgoing, target
from traceview.model.load import open_path
from traceview.model.trace import EventId, TrackKind
from traceview.ui.capture_lines import capture_lines
from traceview.ui.main_window import MainWindow
from traceview.ui.session import Selection

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


class Typist:
    """Types into a window that shows one capture."""

    def __init__(self, qtbot, window: MainWindow) -> None:
        self.qtbot, self.window, self.session = qtbot, window, window.session

    def press(self, *keys) -> None:
        for key in keys:
            QTest.keyClick(self.window.focusWidget(), key)
            self.rest()

    def type(self, text: str) -> None:
        QTest.keyClicks(self.window.focusWidget(), text)
        self.rest()

    def rest(self) -> None:
        self.qtbot.waitUntil(lambda: not self.window.page.busy)

    def select(self, event: EventId) -> None:
        self.session.set_selection(Selection((event,)))
        self.rest()

    def facts(self) -> set[str]:
        """The texts beside the table of the details pane."""
        found = self.window.page.details.facts.findChildren(QLabel)
        links = self.window.page.details.facts.findChildren(QAbstractButton)
        return {widget.text() for widget in (*found, *links)}

    def first(self, kind: TrackKind) -> EventId:
        tracks = enumerate(self.session.trace.tracks)
        return EventId(next(n for n, track in tracks if track.kind is kind), 0)


@pytest.fixture
def typist(qtbot, window, open_in, data):
    def open_file(name: str) -> Typist:
        open_in(window, data / "trace_event" / name)
        return Typist(qtbot, window)

    return open_file


def test_a_counter_is_read_sample_by_sample(typist):
    person = typist("mlp_sgd.memory.json.gz")
    person.select(person.first(TrackKind.COUNTER))
    person.press(Key.Key_Right, Key.Key_Right)
    assert person.session.selection.single.index == 2
    track = person.session.trace.tracks[person.session.selection.single.track]
    value = int(track.counter.values[2, 0])
    assert any(f"{value:,}".replace(",", "\u2009") in text for text in person.facts())


def test_flows_are_followed_and_drawn(typist):
    person = typist("torch_cpu_mem.json.gz")
    flows = person.session.trace.flows
    event = EventId(int(flows.from_track[0]), int(flows.from_index[0]))
    person.select(event)
    assert "Flows out" in person.facts()
    person.press(Key.Key_BracketRight)
    assert person.session.selection.single == target(flows, int(outgoing(flows, event)[0]))
    person.press(Key.Key_BracketLeft)
    assert person.session.selection.single == event


def test_an_object_tells_its_life(typist):
    person = typist("mlp_sgd.memory.json.gz")
    person.select(person.first(TrackKind.OBJECTS))
    assert {"Created", "Deleted", "Lifetime"} <= person.facts()
    table = person.window.page.details.table()
    assert [column.name for column in table.columns] == [
        "allocator",
        "shape",
        "dtype",
        "requested_bytes",
        "time_ps",
    ]


def test_a_filter_finds_by_duration_and_steps_through_its_matches(typist):
    person = typist("torch_cpu_mem.json.gz")
    person.press(Key.Key_Slash)
    person.type("aten dur>1ms")
    search = person.window.page.search
    person.qtbot.waitUntil(lambda: search.matches is not None)
    matches = search.matches
    trace = person.session.trace
    found = [
        (trace.strings[int(trace.tracks[n].events.name[i])], int(trace.tracks[n].events.dur_ps[i]))
        for n, index in matches.by_track()
        for i in index.tolist()
    ]
    assert found
    assert all("aten" in name and dur_ps > 10**9 for name, dur_ps in found)
    person.press(Key.Key_Return)
    assert person.session.selection.single in matches


def test_a_wrong_filter_says_what_is_wrong(typist):
    person = typist("torch_cpu_mem.json.gz")
    person.press(Key.Key_Slash)
    person.type("dur>soon")
    field = person.window.toolbar.search.field
    person.qtbot.waitUntil(lambda: "soon" in field.accessibleDescription())


@pytest.mark.parametrize("index", range(5))
def test_everything_that_can_be_exported_is_written(typist, tmp_path, index: int):
    person = typist("multi_cpu.memory.json.gz")
    person.select(EventId(0, 0))
    export = person.window.page.exports()[index]
    path = tmp_path / f"out{export.suffixes[0]}"
    with person.qtbot.waitSignal(person.window.exports.written):
        person.window.exports.write(export, str(path))
    data = path.read_bytes()
    match export.suffixes[0]:
        case ".csv":
            assert len(list(csv.DictReader(data.decode().splitlines()))) == 1
        case ".png":
            assert data.startswith(b"\x89PNG")
        case ".svg":
            assert b"<title>" in data
        case ".json.gz":
            assert open_path(str(path)).event_count == person.session.trace.event_count
        case ".csv.gz":
            rows = gzip.decompress(data).decode().splitlines()
            assert len(list(csv.DictReader(rows))) == person.session.trace.event_count


def test_an_export_that_cannot_be_written_says_why(typist, tmp_path):
    person = typist("multi_cpu.memory.json.gz")
    export = person.window.page.exports()[1]
    with person.qtbot.waitSignal(person.window.exports.failed):
        person.window.exports.write(export, str(tmp_path / "missing" / "out.png"))
    assert person.window.banner.isVisible()


def test_the_export_menu_lists_what_can_be_written(typist):
    person = typist("multi_cpu.memory.json.gz")
    menu = QMenu()
    person.window.fill_exports(menu)
    titles = {action.text(): action.isEnabled() for action in menu.actions()}
    assert titles["Selection as CSV…"] is False
    assert titles["Visible timeline as SVG…"] is True


def test_a_cut_capture_says_so_in_a_banner(window, open_in, data, tmp_path):
    whole = gzip.decompress((data / "trace_event/viztracer_fib.json.gz").read_bytes())
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(gzip.compress(whole)[:-3000])
    open_in(window, cut)
    assert window.banner.isVisible()
    assert window.banner.is_warning


def test_the_file_tells_what_it_says_of_itself(window, open_in, data):
    open_in(window, data / "trace_event/torch_cpu_mem.json.gz")
    lines = list(capture_lines(window.session.capture))
    assert any(line.startswith("schemaVersion: ") for line in lines)


def test_a_folder_of_timelines_is_a_list_of_runs(window, open_in, data, tmp_path):
    source = data / "trace_event/mlp_sgd.memory.json.gz"
    for step in (10, 20):
        shutil.copy(source, tmp_path / f"timeline-{step}.json.gz")
    (tmp_path / "notes.json").write_text(json.dumps({"not": "a trace"}))
    open_in(window, tmp_path)
    assert len(window.opener.current.runs) == 2
