"""Names on events: each is drawn once into an atlas, then all are put up in one call."""

from __future__ import annotations

from typing import cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPixmap

from traceview.model.strings import StringTable
from traceview.model.trace import Bools, Doubles, Ids
from traceview.ui.text import clean

LEAST_WIDTH = 26  # logical px of an event that gets a label
PADDING = 4
LIMIT = 120  # characters
WIDEST = 600  # logical px
ATLAS_WIDTH = 2048
ATLAS_BYTES = 32 << 20
FIRST_LINES = 32
NEW_NAMES_A_FRAME = 250  # 14 us each: the rest follow with the next frame
FRAGMENT = 10  # doubles of a QPainter.PixmapFragment: x y left top w h sx sy rotation opacity

Places = NDArray[np.int32]


class Atlas:
    """Distinct names in one pixmap, line by line; lines not seen for longest are used again.

    ``x``, ``line`` and ``width`` int32 by name id, in device pixels; ``line`` -1: not drawn.
    ``width`` may exceed what is drawn of the name (``widest``). ``cut`` int16[line, x] is how
    much of the name at x may be shown for x to be its last pixel: it ends between two letters.
    """

    def __init__(self, font: QFont, colour: str, ratio: float) -> None:
        self._font = QFont(font)
        self._font.setPixelSize(round(font.pixelSize() * ratio))
        metrics = QFontMetrics(self._font)
        self._ascent = metrics.ascent()
        self._metrics = metrics
        self._colour = QColor(colour)
        self.height = metrics.height()
        self.widest = min(round(WIDEST * ratio), ATLAS_WIDTH)
        self.padding = round(PADDING * ratio)
        self.ellipsis = metrics.horizontalAdvance("…") + 1
        self._most_lines = ATLAS_BYTES // (ATLAS_WIDTH * 4 * self.height)
        self.x, self.line, self.width = (np.full(0, -1, np.int32) for _ in range(3))
        self.cut = np.zeros((FIRST_LINES, ATLAS_WIDTH), np.int16)
        self._advance: dict[str, float] = {}
        self._used = np.zeros(1, np.int64)  # frame in which a line was last wanted
        self._fill = 0  # px taken of the open line
        self._open = 0
        self._frame = 0
        self.pixmap = self._blank(FIRST_LINES)
        self._draw("…", 0, 0)
        self._open_line()

    def want(self, strings: StringTable, names: Ids) -> bool:
        """Draw what is missing of ``names`` (distinct ids); false when some have to wait."""
        self._frame += 1
        if len(strings) > len(self.x):
            self._grow(len(strings))
        lines = self.line[names]
        self._used[lines[lines >= 0]] = self._frame
        missing = names[lines < 0]
        for name in missing[:NEW_NAMES_A_FRAME].tolist():
            if not self._add(name, clean(strings[name], LIMIT)):
                return True  # more names than fit: those left stay without label
        return len(missing) <= NEW_NAMES_A_FRAME

    def _add(self, name: int, text: str) -> bool:
        width = self._metrics.horizontalAdvance(text) + 1
        taken = min(width, self.widest)
        if self._fill + taken > ATLAS_WIDTH and not self._open_line():
            return False
        self._draw(text, self._fill, self._open)
        self.x[name], self.line[name], self.width[name] = self._fill, self._open, width
        self.cut[self._open, self._fill : self._fill + taken] = self._cuts(text)[:taken]
        self._used[self._open] = self._frame
        self._fill += taken
        return True

    def _open_line(self) -> bool:
        """Begin a new line, or the one that was not wanted for longest."""
        if len(self._used) < self._most_lines:
            self._open = len(self._used)
            self._used = np.append(self._used, self._frame)
            if (self._open + 1) * self.height > self.pixmap.height():
                self._enlarge()
        else:
            line = int(self._used[1:].argmin()) + 1
            if self._used[line] == self._frame:
                return False
            self._open = line
            self.line[self.line == line] = -1
            self._clear(line)
        self._fill = 0
        return True

    def _cuts(self, text: str) -> NDArray[np.int16]:
        """For each pixel of a text, where the last letter before it ends."""
        for letter in set(text) - self._advance.keys():
            self._advance[letter] = QFontMetricsF(self._font).horizontalAdvance(letter)
        ends = np.cumsum([0.0] + [self._advance[letter] for letter in text])
        pixel = np.arange(self.widest)
        return ends[ends.searchsorted(pixel, "right") - 1].astype(np.int16)

    def _draw(self, text: str, x: int, line: int) -> None:
        painter = QPainter(self.pixmap)
        painter.setFont(self._font)
        painter.setPen(self._colour)
        top = line * self.height
        painter.setClipRect(QRect(x, top, self.widest, self.height))
        painter.drawText(QPointF(x, top + self._ascent), text)
        painter.end()

    def _clear(self, line: int) -> None:
        painter = QPainter(self.pixmap)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
        painter.fillRect(0, line * self.height, ATLAS_WIDTH, self.height, QColor(0, 0, 0, 0))
        painter.end()

    def _enlarge(self) -> None:
        old = self.pixmap
        lines = min(2 * len(self.cut), self._most_lines)
        self.cut = np.pad(self.cut, ((0, lines - len(self.cut)), (0, 0)))
        self.pixmap = self._blank(lines)
        painter = QPainter(self.pixmap)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(0, 0, old)
        painter.end()

    def _blank(self, lines: int) -> QPixmap:
        pixmap = QPixmap(ATLAS_WIDTH, lines * self.height)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap

    def _grow(self, size: int) -> None:
        more = np.full(size - len(self.x), -1, np.int32)
        self.x, self.line, self.width = (
            np.concatenate((column, more)) for column in (self.x, self.line, self.width)
        )


def draw_labels(
    painter: QPainter, atlas: Atlas, name: Ids, x0: Places, x1: Places, top: Places
) -> None:
    """Put names into the boxes [x0, x1) whose text begins at ``top``; all in device pixels."""
    drawn = atlas.line[name] >= 0
    rows = fragments(atlas, *(column[drawn] for column in (name, x0, x1, top)))
    if len(rows):
        pieces = cast(
            QPainter.PixmapFragment,
            shiboken6.wrapInstance(rows.ctypes.data, QPainter.PixmapFragment),
        )
        painter.drawPixmapFragments(pieces, len(rows), atlas.pixmap)


def fragments(atlas: Atlas, name: Ids, x0: Places, x1: Places, top: Places) -> Doubles:
    """The pieces of the atlas to put up, float64[n, 10]: each label, then the ellipses."""
    width = atlas.width[name]
    room = np.minimum(x1 - x0 - 2 * atlas.padding + 1, atlas.widest)
    cut: Bools = width > room
    last = np.clip(room - atlas.ellipsis, 0, atlas.widest - 1)
    end = np.minimum(atlas.x[name] + last, ATLAS_WIDTH - 1)
    shown = np.where(cut, atlas.cut[atlas.line[name], end], width)
    source = np.stack((atlas.x[name], atlas.line[name] * atlas.height), axis=1)
    seen = shown > 0
    labels = _pieces((x0 + atlas.padding)[seen], top[seen], source[seen], shown[seen], atlas.height)
    begin = (x0 + atlas.padding + shown)[cut]
    dots = np.zeros((len(begin), 2), np.int32)
    dot_width = np.full(len(begin), atlas.ellipsis, np.int32)
    return np.concatenate((labels, _pieces(begin, top[cut], dots, dot_width, atlas.height)))


def _pieces(left: Places, top: Places, source: Places, width: Places, height: int) -> Doubles:
    pieces = np.zeros((len(left), FRAGMENT))
    # A fragment is placed by its middle; whole widths keep its edges on whole pixels.
    pieces[:, 0] = left + width / 2
    pieces[:, 1] = top + height / 2
    pieces[:, 2:4] = source
    pieces[:, 4] = width
    pieces[:, 5] = height
    pieces[:, 6:8] = 1
    pieces[:, 9] = 1
    return pieces
