import ast
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

import traceview.ui
from traceview.ui.text import LIMIT, clean, plain_label, set_text, tooltip

UI = Path(traceview.ui.__file__).parent
SOURCES = sorted(path for path in UI.rglob("*.py") if path != UI / "text.py")

# Widgets that guess whether their text is rich; text.py alone makes the one that does not.
RICH = {"QLabel", "QMessageBox", "QTextBrowser", "QTextEdit", "QErrorMessage", "QWhatsThis"}


def test_control_characters_are_taken_out():
    assert clean("a\x00b\x1b[31mc\x7fd\x9be") == "ab[31mcde"


def test_a_name_stays_on_one_line():
    assert clean("a\nb\tc\u2028d") == "a b c d"


def test_marks_of_direction_become_visible():
    assert clean("abc\u202etxt.exe\u2066") == "abc[U+202E]txt.exe[U+2066]"


def test_a_megabyte_is_capped():
    assert len(clean("x" * 1_000_000)) == LIMIT + 1


def test_lone_surrogates_are_taken_out():
    assert clean("a\ud800b") == "ab"


@pytest.mark.parametrize("name", ["<img src='/etc/passwd'>", "<b>bold</b>", "a&lt;b", "<lambda>"])
def test_a_label_shows_markup_literally(qtbot, name):
    label = plain_label(name)
    qtbot.addWidget(label)
    assert (label.text(), label.textFormat()) == (name, Qt.TextFormat.PlainText)


def test_a_label_stays_plain_when_its_text_changes(qtbot):
    label = plain_label("x")
    qtbot.addWidget(label)
    set_text(label, "<img src='/etc/x'\x00>")
    assert (label.text(), label.textFormat()) == ("<img src='/etc/x'>", Qt.TextFormat.PlainText)


@pytest.mark.parametrize("name", ["<img src='/etc/passwd'>", "a & b", "</qt><b>x", "plain"])
def test_a_tooltip_shows_its_text_literally(qapp, name):
    document = QTextDocument()
    document.setHtml(tooltip(name))
    assert document.toPlainText() == name


def test_an_empty_tooltip_is_none():
    assert tooltip("") == ""


def calls(path: Path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else ""
            yield node, name or getattr(function, "id", "")


def is_call_of(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == name


def is_safe_tooltip(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or is_call_of(node, "tooltip")


def where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(UI)}:{node.lineno}"


def test_only_text_py_makes_widgets_that_guess_at_rich_text():
    made = [where(p, node) for p in SOURCES for node, name in calls(p) if name in RICH]
    assert made == []


def test_tooltips_go_through_the_escaping_helper():
    unsafe = [
        where(p, node)
        for p in SOURCES
        for node, name in calls(p)
        if name == "setToolTip" and not is_safe_tooltip(node.args[-1])
    ]
    assert unsafe == []


def test_item_tooltips_go_through_the_escaping_helper():
    unsafe = [
        where(p, node)
        for p in SOURCES
        for node, name in calls(p)
        if name in ("setData", "setItemData")
        and any("ToolTipRole" in ast.unparse(argument) for argument in node.args)
        and not is_safe_tooltip(node.args[-1] if name == "setData" else node.args[1])
    ]
    assert unsafe == []


def test_no_widget_is_told_to_take_rich_text():
    told = [
        where(p, node)
        for p in SOURCES
        for node, name in calls(p)
        if name in ("setTextFormat", "setHtml", "insertHtml", "setMarkdown", "setOpenExternalLinks")
    ]
    assert told == []


def test_tooltips_shown_at_once_are_escaped():
    unsafe = [
        where(p, node)
        for p in SOURCES
        for node, name in calls(p)
        if name == "showText" and not is_safe_tooltip(node.args[1])
    ]
    assert unsafe == []
