import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from traceview.model.table import Column, Table, Unit
from traceview.ui.table_model import FRACTION, TableModel
from traceview.ui.widgets.table_view import TableView


@pytest.fixture
def model(qapp) -> TableModel:
    made = TableModel()
    made.set_table(
        Table(
            (
                Column("name", "Name", ("b<i>", "a\x07", "c" * 10_000)),
                Column("size", "Size", np.array([1.0, np.nan, 3.0]), Unit.BYTES),
                Column("share", "Share", np.array([0.25, 0.0, 0.75]), Unit.SHARE),
            )
        )
    )
    return made


def column(model: TableModel, number: int) -> list[str]:
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_the_model_keeps_qts_rules(model):
    tester = QAbstractItemModelTester(model)
    model.sort(1, Qt.SortOrder.DescendingOrder)
    model.set_table(model.table.take(np.array([0])))
    assert tester.model() is model


def test_cells_are_clean_and_capped(model):
    assert [len(text) for text in column(model, 0)] == [4, 1, 401]


def test_what_is_unknown_is_a_dash_and_sorts_last(model):
    seen = []
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        model.sort(1, order)
        seen.append(column(model, 1))
    assert seen == [["1 B", "3 B", "—"], ["3 B", "1 B", "—"]]


def test_a_share_has_a_bar(model):
    assert [model.index(0, number).data(FRACTION) for number in range(3)] == [None, None, 0.25]


def test_a_row_is_known_by_its_place_in_the_table(model):
    model.sort(2, Qt.SortOrder.DescendingOrder)
    assert [model.source_row(row) for row in range(3)] == [2, 0, 1]


def test_the_sorting_stays_when_the_table_changes(model):
    model.sort(2, Qt.SortOrder.DescendingOrder)
    model.set_table(model.table)
    assert column(model, 2) == ["75.0 %", "25.0 %", "0"]


def test_tooltips_are_escaped(model):
    shown = model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert shown == "<qt>b&lt;i&gt;</qt>"


def test_arrows_move_and_letters_are_left_to_the_page(qtbot, model):
    view = TableView("Table", model)
    qtbot.addWidget(view)
    view.show()
    view.setCurrentIndex(model.index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_C)
    assert view.currentIndex().row() == 1


def test_a_table_is_painted_with_every_kind_of_cell(qtbot, model):
    view = TableView("Table", model)
    qtbot.addWidget(view)
    view.resize(500, 200)
    view.show()
    image = view.grab().toImage()
    colours = {image.pixelColor(x, 40).name() for x in range(0, 500, 1)}
    assert len(colours) > 5
