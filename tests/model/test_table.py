from __future__ import annotations

import csv
import io
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.model.table import Column, Table, Unit

NAMES = Column("name", "Name", np.array([7, 3, 5]), labels=("beta", "Alpha", "beta"))
TIME = Column("time_ps", "Time", np.array([1500, 20, 1500]), Unit.PICOSECONDS)
SHARE = Column("share", "Share", np.array([0.5, math.nan, 0.25]), Unit.SHARE)
TABLE = Table((NAMES, TIME, SHARE), "Ops")


@pytest.mark.parametrize(
    ("name", "descending", "rows"),
    [
        ("name", False, [1, 0, 2]),
        ("name", True, [0, 2, 1]),
        ("time_ps", False, [1, 0, 2]),
        ("time_ps", True, [0, 2, 1]),
        ("share", False, [2, 0, 1]),
        ("share", True, [0, 2, 1]),
    ],
)
def test_sorting_is_stable_and_the_unknown_comes_last(name, descending, rows):
    assert TABLE.sort(name, descending).tolist() == rows


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=20), st.booleans())
def test_whole_numbers_sort_exactly(numbers, descending):
    column = Column("n", "N", np.array(numbers, np.int64))
    rows = sorted(range(len(numbers)), key=numbers.__getitem__, reverse=descending)
    assert column.order(descending).tolist() == rows


def test_taking_rows_keeps_them_together():
    table = TABLE.take(np.array([2, 1]))
    assert (table.rows, table.title) == (2, "Ops")
    assert table["name"].texts == ("beta", "Alpha")
    assert table["name"].values.tolist() == [5, 3]
    assert table["time_ps"].values.tolist() == [1500, 20]


def test_rows_are_found_by_any_text():
    assert TABLE.matching("ALPH").tolist() == [False, True, False]
    assert TABLE.matching("").tolist() == [True, True, True]


def test_cells_are_for_people():
    assert [column.cell(0) for column in TABLE.columns] == ["beta", "1.500 ns", "50.0 %"]
    assert [column.cell(1) for column in TABLE.columns] == ["Alpha", "20 ps", "—"]
    assert Column("size_bytes", "Size", np.array([2048]), Unit.BYTES).cell(0) == "2.000 KiB"
    assert Column("n", "N", np.array([12345]), Unit.COUNT).cell(0) == "12\u2009345"
    assert Column("n", "N", np.array([2.5, 3.0])).cell(0) == "2.50"


def test_records_are_ready_for_json():
    assert json.loads(json.dumps(TABLE.records()))[1] == {
        "name": "Alpha",
        "time_ps": 20,
        "share": None,
    }


def test_csv_holds_exact_numbers_under_names_with_units():
    assert TABLE.to_csv() == "name,time_ps,share\nbeta,1500,0.5\nAlpha,20,\nbeta,1500,0.25\n"
    assert TABLE.to_tsv().startswith("name\ttime_ps\tshare\nbeta\t1500\t0.5\n")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\t=1", " =1"])
def test_no_text_becomes_a_formula(text):
    table = Table((Column("name", "Name", (text,)), Column("n", "N", np.array([-1]))))
    cells = list(csv.reader(io.StringIO(table.to_csv(), newline="")))[1]
    assert cells == [f"'{text}", "-1"]


@given(st.text(alphabet='a,"\n\t;', max_size=8))
def test_csv_and_tsv_give_any_text_back(text):
    table = Table((Column("name", "Name", (text,)), Column("n", "N", np.array([1]))))
    for written, delimiter in ((table.to_csv(), ","), (table.to_tsv(), "\t")):
        read = csv.reader(io.StringIO(written, newline=""), delimiter=delimiter)
        assert list(read)[1] == [text, "1"]


def test_markdown_is_one_line_a_row():
    table = Table((Column("name", "Name", ("a|b\n<i>",)), TIME.take(np.array([0]))))
    assert table.to_markdown() == ("| Name | Time |\n| --- | ---: |\n| a\\|b &lt;i> | 1.500 ns |\n")


def test_columns_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="length"):
        Table((TIME, Column("n", "N", np.array([1]))))


def test_a_table_without_columns_has_no_rows():
    assert (Table(()).rows, Table(()).records(), Table(()).to_csv()) == (0, [], "\n")


def test_plain_text_is_aligned_as_a_person_reads_it():
    table = Table(
        (
            Column("name", "Name", ("a", "long name")),
            Column("wall_ps", "Wall time", np.array([1_500_000, 2]), Unit.PICOSECONDS),
        )
    )
    assert table.to_text() == ("Name       Wall time\na           1.500 µs\nlong name       2 ps\n")
