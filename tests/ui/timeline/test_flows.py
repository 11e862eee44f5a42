from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from tests.ui.timeline.desk import COPY, FUSION, LOAD, OPS, READ, STEPS, THREAD, US
from traceview.model.trace import EventId, Trace, frozen_flows
from traceview.ui.session import Selection
from traceview.ui.timeline.details.flow_facts import flow_groups_of
from traceview.ui.timeline.flow_steps import categories_of, fill_flows
from traceview.ui.timeline.painting.arrows import NOWHERE, heights_of, in_categories, thinned

Key = Qt.Key
GREY = (LOAD, FUSION, 110, 120, "launch")
HOPS = (GREY, (FUSION, COPY, 150, 210, "launch"), (READ, COPY, 240, 220, "data"))


@pytest.fixture
def trace(trace: Trace) -> Trace:
    """The trace of all timeline tests with three flows: load, fusion.1, copy.1; read, copy.1."""
    columns = [
        (a.track, a.index, b.track, b.index, start * US, end * US, trace.strings.intern(category))
        for a, b, start, end, category in HOPS
    ]
    *ends, category = np.array(columns, np.int64).T
    return replace(trace, flows=frozen_flows(*ends, category, category))


def test_an_end_stands_in_the_middle_of_its_row(desk, trace):
    layout = desk.canvas.sheet.layout
    y, height = layout.place(OPS, 0)
    heights = heights_of(trace, layout)
    assert heights.arrive.tolist() == [y + height // 2] * 3


def test_an_end_in_a_collapsed_section_stands_at_its_heading(desk, trace):
    desk.canvas.sheet.toggle_section(1)
    layout = desk.canvas.sheet.layout
    heading = layout.headings[1]
    heights = heights_of(trace, layout)
    assert heights.leave[[0, 2]].tolist() == [heading.y + heading.height // 2] * 2


def test_categories_choose_their_hops(trace):
    assert in_categories(trace, frozenset({"launch"})).tolist() == [True, True, False]


def test_arrows_over_one_another_are_one(desk, trace):
    heights = heights_of(trace, desk.canvas.sheet.layout)
    many = np.array([0] * 100 + [1])
    assert thinned(trace.flows, heights, many, 1.0).tolist() == [0, 1]


def test_brackets_follow_flows(desk):
    desk.session.set_selection(Selection((LOAD,)))
    desk.key(Key.Key_BracketRight)
    assert desk.session.selection.single == FUSION
    desk.key(Key.Key_BracketRight)
    assert desk.session.selection.single == COPY
    desk.key(Key.Key_BracketLeft)
    assert desk.session.selection.single == READ


def test_without_a_flow_the_keys_say_so(desk, qtbot):
    desk.session.set_selection(Selection((EventId(STEPS, 0),)))
    with qtbot.waitSignal(desk.session.message) as said:
        desk.key(Key.Key_BracketRight)
    assert said.args == ["No flow leaves this event"]


def test_the_menu_shows_all_flows_of_a_category(desk, trace):
    menu = QMenu()
    fill_flows(menu, desk.session)
    actions = {action.text(): action for action in menu.actions()}
    actions["launch  (2)"].trigger()
    assert desk.session.flow_categories == {"launch"}
    actions["All flows"].trigger()
    assert desk.session.flow_categories == {"launch", "data"}
    assert categories_of(trace) == [("data", 1), ("launch", 2)]


def test_arrows_of_the_selection_are_painted(desk):
    before = desk.lanes.grab().toImage()
    desk.session.set_selection(Selection((FUSION,)))
    arrow = desk.at(THREAD, 1, 110)
    changed = desk.lanes.grab().toImage()
    differing = [
        (x, y)
        for x in range(int(arrow.x()) - 3, int(arrow.x()) + 30)
        for y in range(changed.height())
        if before.pixel(x, y) != changed.pixel(x, y)
    ]
    assert differing


def test_the_details_link_both_ends(trace):
    groups = {group.title: group.facts for group in flow_groups_of(trace, FUSION)}
    found = {title: [(f.name, f.value, f.target) for f in facts] for title, facts in groups.items()}
    assert found == {
        "Flows in": [("launch", "load", LOAD)],
        "Flows out": [("launch", "copy.1", COPY)],
    }


def test_hidden_ends_have_no_arrow(desk, trace):
    heights = heights_of(trace, desk.canvas.sheet.layout)
    assert NOWHERE not in heights.leave
