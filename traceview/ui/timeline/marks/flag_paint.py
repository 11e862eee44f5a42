"""How the flags of marks and the gaps between them look, and what stands on them."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from traceview.model.format import duration, exact_time
from traceview.ui.marks import Mark, MarkKind
from traceview.ui.text import clean
from traceview.ui.theme import Theme, mix, ui_font
from traceview.ui.timeline.marks.flags import POLE, Flag, GapLine

LANE = 20  # height of a row of flags
FLAG = 17
PADDING = 6.0
CROSS = 14.0  # width of the × at the end of a flag
WORDS_LIMIT = 80
ELIDE = Qt.TextElideMode.ElideRight
TINT, CHOSEN_TINT, INK = 0.16, 0.36, 0.75


def words_of(mark: Mark, room: float = math.inf) -> str:
    """What stands on a flag: a note's text, elided; an interval's name, if it fits, and length."""
    text, metrics = clean(mark.text, WORDS_LIMIT), _metrics()
    if mark.kind is MarkKind.NOTE:
        return text if room == math.inf else metrics.elidedText(text, ELIDE, room)
    length = duration(mark.dur_ps)
    whole = f"{text} · {length}" if text else length
    return whole if metrics.horizontalAdvance(whole) <= room else length


def describe(mark: Mark) -> str:
    """A mark in one line: its words, when it is, and how long."""
    parts = [clean(mark.text), exact_time(mark.start_ps)]
    if mark.dur_ps:
        parts.append(duration(mark.dur_ps))
    return " · ".join(part for part in parts if part)


def needed_px(mark: Mark) -> float:
    """Width of a flag with its words, of an interval at least its length, and with the ×."""
    words = words_of(mark) if mark.kind is MarkKind.NOTE else duration(mark.dur_ps)
    return _metrics().horizontalAdvance(words) + PADDING + CROSS + 2


def paint_flag(
    painter: QPainter, flag: Flag, theme: Theme, top: float, chosen: bool, cross: bool
) -> None:
    """A tinted flag on its pole, underlined for as long as its interval is."""
    token = flag.mark.colour.token(theme)
    tint = mix(theme.chrome, token, CHOSEN_TINT if chosen else TINT)
    body = QRectF(flag.left, top + 1, flag.end - flag.left, FLAG)
    painter.fillRect(body, QColor(tint))
    painter.fillRect(QRectF(flag.left, top + 1, POLE, FLAG), QColor(token))
    line = QRectF(flag.left, top + FLAG - 1, flag.right - flag.left, 2)
    painter.fillRect(line, QColor(token))
    if flag.words[1] > flag.words[0]:
        painter.setFont(ui_font(11, 500))
        painter.setPen(QColor(mix(token, theme.fg, INK)))
        _paint_words(painter, flag, top, cross)


def paint_gap(painter: QPainter, gap: GapLine, theme: Theme, top: float, width: float) -> None:
    """A dimension line with its length, on a strip ``width`` px wide."""
    room, y = gap.right - gap.left, top + LANE // 2 - 1
    if room < 4:
        return
    line = QColor(theme.fg3)
    painter.fillRect(QRectF(gap.left + 1, y, room - 2, 1), line)
    for x in (gap.left + 1, gap.right - 2):
        painter.fillRect(QRectF(x, y - 3, 1, 7), line)
    words = duration(gap.dur_ps)
    needed = _metrics().horizontalAdvance(words) + 8
    left, right = max(gap.left, 0.0), min(gap.right, width)
    if right - left >= needed + 16:
        place = QRectF((left + right - needed) / 2, y - 8, needed, 17)
        painter.fillRect(place, QColor(theme.chrome))
        painter.setFont(ui_font(11, 500))
        painter.setPen(QColor(theme.fg2))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


def _paint_words(painter: QPainter, flag: Flag, top: float, cross: bool) -> None:
    left, right = flag.words
    place = QRectF(left + PADDING, top, right - left - PADDING, LANE - 1)
    if cross:
        place.setRight(flag.end - CROSS)
        at_end = QRectF(flag.end - CROSS, top, CROSS, LANE - 1)
        painter.drawText(at_end, Qt.AlignmentFlag.AlignCenter, "×")
    words = words_of(flag.mark, place.width() + 1)
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)


def _metrics() -> QFontMetricsF:
    return QFontMetricsF(ui_font(11, 500))
