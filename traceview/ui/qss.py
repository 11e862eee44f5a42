"""The style sheet: what a palette cannot say, such as radii and paddings.

Rules go by type, or by two properties: ``kind`` for what a widget is, ``rank`` for how loud its
text is. Everything that shows data is painted.
"""

from __future__ import annotations

from traceview.ui.tokens import Theme


def style_sheet(theme: Theme) -> str:
    """The application's style sheet."""
    field = theme.page if theme.name == "dark" else theme.card  # the deeper, and the whiter one
    return _BARS.format(t=theme) + _FIELDS.format(t=theme, field=field) + _SURFACES.format(t=theme)


_BARS = """
QMenuBar {{ background: {t.chrome}; padding: 1px 6px; border: 0 }}
QMenuBar::item {{ padding: 4px 9px; border-radius: 4px; background: transparent }}
QMenuBar::item:selected, QMenu::item:selected {{ background: {t.accbg} }}
QMenu {{ background: {t.card}; border: 1px solid {t.line}; padding: 4px }}
QMenu::item {{ padding: 5px 24px 5px 28px; border-radius: 4px }}
QMenu::item:disabled {{ color: {t.fg3} }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 2px }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 2px }}
QScrollBar::handle {{ background: {t.line}; border-radius: 3px }}
QScrollBar::handle:vertical {{ min-height: 28px }}
QScrollBar::handle:horizontal {{ min-width: 28px }}
QScrollBar::handle:hover {{ background: {t.fg3} }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0 }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent }}
QToolTip {{ background: {t.raised}; color: {t.fg}; border: 1px solid {t.line}; padding: 4px 6px }}
"""

_FIELDS = """
QLineEdit, QComboBox, QPushButton {{
    background: {t.card}; border: 1px solid {t.line}; border-radius: 6px; min-height: 26px }}
QLineEdit {{ background: {field}; padding: 0 6px; selection-background-color: {t.accbg} }}
QComboBox {{ padding: 0 4px 0 10px }}
QComboBox::drop-down {{ border: 0; width: 24px }}
QComboBox::down-arrow {{ image: none }}
QComboBox QAbstractItemView {{ background: {t.card}; border: 1px solid {t.line}; padding: 4px }}
QPushButton {{ padding: 0 12px; font-weight: 500 }}
QPushButton[kind="primary"] {{
    background: {t.acc}; border-color: {t.acc}; color: {t.onacc}; font-weight: 600 }}
QPushButton[kind="link"] {{ background: transparent; border-color: transparent; color: {t.acc};
    padding: 0 4px }}
QPushButton[kind="segment"] {{
    border-radius: 0; min-height: 20px; padding: 0 10px; color: {t.fg2} }}
QPushButton[kind="segment"]:checked {{
    background: {t.accbg}; border-color: {t.acc}; color: {t.fg} }}
QPushButton[kind="status"], QToolButton {{
    background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px }}
QPushButton[kind="status"] {{ color: {t.fg2}; font-size: 11px; min-height: 16px; padding: 0 4px }}
QPushButton:hover, QToolButton:hover {{ background: {t.raised} }}
QPushButton[kind="primary"]:hover {{ border-color: {t.fg} }}
QPushButton:disabled {{ color: {t.fg3} }}
QLineEdit:focus, QComboBox:focus, QPushButton:focus, QToolButton:focus {{
    border: 2px solid {t.acc} }}
QPushButton[kind="primary"]:focus {{ border-color: {t.fg} }}
"""

_SURFACES = """
QWidget[kind="chrome"], QStatusBar {{ background: {t.chrome} }}
QStatusBar::item {{ border: 0 }}
QFrame[kind="card"] {{ background: {t.card}; border: 1px solid {t.line}; border-radius: 8px }}
QFrame[kind="rule"] {{ background: {t.line}; border: 0 }}
QLabel {{ background: transparent }}
QLabel[kind="key"] {{
    background: {t.raised}; border: 1px solid {t.line}; border-radius: 4px; padding: 1px 5px }}
QLabel[rank="2"] {{ color: {t.fg2} }}
QLabel[rank="3"] {{ color: {t.fg3} }}
QHeaderView, QAbstractScrollArea[kind="flat"] {{ background: transparent; border: 0 }}
QSplitter::handle {{ background: {t.line} }}
QProgressBar {{ background: {t.track}; border: 0; border-radius: 3px; max-height: 6px }}
QProgressBar::chunk {{ background: {t.acc}; border-radius: 3px }}
"""
