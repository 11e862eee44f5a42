"""Tables: the result of every analysis and the input of every view and export."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traceview.model.format import UNKNOWN, count, duration, number_text, share, size
from traceview.model.trace import Bools, Ints


class Unit(StrEnum):
    """What a column's numbers are; it decides how a person reads them."""

    NONE = ""
    COUNT = "count"
    PICOSECONDS = "ps"
    BYTES = "bytes"
    SHARE = "fraction"


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column: texts, or a numpy array of numbers (nan: unknown).

    ``name`` is for scripts and holds the unit ("wall_ps"), ``title`` is for people. With
    ``labels`` the values are ids, and ``labels[row]`` is what stands for them.
    """

    name: str
    title: str
    values: NDArray[Any] | tuple[str, ...]
    unit: Unit = Unit.NONE
    labels: tuple[str, ...] | None = None

    @property
    def texts(self) -> tuple[str, ...] | None:
        """The column as text, None when it is one of numbers."""
        return self.values if isinstance(self.values, tuple) else self.labels

    def take(self, rows: Ints) -> Column:
        """The column of other rows."""
        values, labels = self.values, self.labels
        return replace(
            self,
            values=_picked(values, rows) if isinstance(values, tuple) else values[rows],
            labels=None if labels is None else _picked(labels, rows),
        )

    def order(self, descending: bool = False) -> Ints:
        """Rows in the order of this column, stable, what is unknown last; int64."""
        if self.texts is not None:
            folded = [text.casefold() for text in self.texts]
            rows = sorted(range(len(folded)), key=folded.__getitem__, reverse=descending)
            return np.array(rows, np.int64)
        values = np.asarray(self.values)
        if not descending:
            return np.argsort(values, kind="stable")
        order = len(values) - 1 - np.argsort(values[::-1], kind="stable")[::-1]
        unknown = np.isnan(values[order])
        return np.concatenate((order[~unknown], order[unknown]))

    def cell(self, row: int) -> str:
        """One value for a person."""
        if self.texts is not None:
            return self.texts[row]
        value = self.values[row]
        if np.isnan(value):
            return UNKNOWN
        match self.unit:
            case Unit.PICOSECONDS:
                return duration(float(value))
            case Unit.BYTES:
                return size(float(value))
            case Unit.SHARE:
                return share(float(value))
        return count(int(value)) if value == int(value) else number_text(float(value), 2)

    def plain(self, row: int) -> str | int | float | None:
        """One value for a program; None where it is unknown."""
        if self.texts is not None:
            return self.texts[row]
        value = np.asarray(self.values)[row]
        return None if np.isnan(value) else value.item()


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns of equal length under a title."""

    columns: tuple[Column, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if len({len(column.values) for column in self.columns}) > 1:
            raise ValueError("columns differ in length")

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.columns[0].values) if self.columns else 0

    def __getitem__(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    def sort(self, name: str, descending: bool = False) -> Ints:
        """Rows in the order of a column, int64; ``take`` them for a sorted table."""
        return self[name].order(descending)

    def matching(self, needle: str) -> Bools:
        """Which rows hold ``needle`` in a text, case ignored; bool[rows]."""
        folded = needle.casefold()
        mask = np.zeros(self.rows, np.bool_)
        for column in self.columns:
            if column.texts is not None:
                mask |= np.fromiter((folded in text.casefold() for text in column.texts), np.bool_)
        return mask

    def take(self, rows: Ints) -> Table:
        """The table of other rows."""
        return replace(self, columns=tuple(column.take(rows) for column in self.columns))

    def records(self) -> list[dict[str, str | int | float | None]]:
        """One mapping a row, ready for JSON."""
        return [
            {column.name: column.plain(row) for column in self.columns} for row in range(self.rows)
        ]

    def to_csv(self, delimiter: str = ",") -> str:
        """CSV with column names, exact numbers, and text that no spreadsheet takes for a formula.

        See OWASP, CSV injection: a leading quote keeps "=", "+", "-", "@" from being one.
        """
        text = io.StringIO()
        writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
        writer.writerow(column.name for column in self.columns)
        for row in range(self.rows):
            writer.writerow(_guarded(column.plain(row)) for column in self.columns)
        return text.getvalue()

    def to_tsv(self) -> str:
        """The same with tabs, as spreadsheets paste it."""
        return self.to_csv("\t")

    def to_markdown(self) -> str:
        """A Markdown table as a person reads it: titles, rounded numbers with units."""
        heads = [column.title for column in self.columns]
        rules = ["---" if column.texts is not None else "---:" for column in self.columns]
        cells = [[column.cell(row) for column in self.columns] for row in range(self.rows)]
        return "".join(map(_markdown_row, [heads, rules, *cells]))

    def to_text(self) -> str:
        """Plain text as a person reads it, columns aligned by spaces."""
        rows = [[column.cell(row) for column in self.columns] for row in range(self.rows)]
        cells = [[column.title for column in self.columns], *rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        left = [column.texts is not None for column in self.columns]
        return "".join(_aligned(row, widths, left) for row in cells)


def _picked(texts: tuple[str, ...], rows: Ints) -> tuple[str, ...]:
    return tuple(texts[row] for row in rows.tolist())


def _guarded(value: str | int | float | None) -> str | int | float | None:
    risky = isinstance(value, str) and value.lstrip()[:1] in {"=", "+", "-", "@"}
    return f"'{value}" if risky else value


def _markdown_row(cells: Iterable[str]) -> str:
    escapes = str.maketrans({"|": r"\|", "\\": r"\\", "<": "&lt;", "\n": " ", "\r": " "})
    return "| " + " | ".join(cell.translate(escapes) for cell in cells) + " |\n"


def _aligned(cells: Iterable[str], widths: Iterable[int], left: Iterable[bool]) -> str:
    padded = (
        cell.ljust(width) if to_left else cell.rjust(width)
        for cell, width, to_left in zip(cells, widths, left, strict=True)
    )
    return "  ".join(padded).rstrip() + "\n"
