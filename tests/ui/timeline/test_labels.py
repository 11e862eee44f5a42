"""Names on events."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from traceview.model.strings import StringTable
from traceview.ui.theme import ui_font
from traceview.ui.timeline.painting.labels import (
    ATLAS_BYTES,
    ATLAS_WIDTH,
    NEW_NAMES_A_FRAME,
    PADDING,
    Atlas,
    draw_labels,
    fragments,
)

X, Y, LEFT, TOP, WIDTH, HEIGHT = range(6)


@pytest.fixture
def atlas(qapp) -> Atlas:
    return Atlas(ui_font(11), "#000000", 1.0)


def placed(atlas: Atlas, strings: StringTable, boxes: list[tuple[str, int, int]]) -> np.ndarray:
    name = strings.intern_all(text for text, _, _ in boxes)
    assert atlas.want(strings, np.unique(name))
    x0, x1 = (np.array([box[side] for box in boxes], np.int32) for side in (1, 2))
    return fragments(atlas, name, x0, x1, np.full(len(boxes), 7, np.int32))


def test_a_name_with_room_is_put_up_whole_at_the_left(atlas):
    strings = StringTable()
    (label,) = placed(atlas, strings, [("fusion.1", 100, 300)])
    assert label[X] - label[WIDTH] / 2 == 100 + PADDING
    assert label[Y] - label[HEIGHT] / 2 == 7
    assert label[WIDTH] == atlas.width[strings.intern("fusion.1")]
    assert label[6:].tolist() == [1, 1, 0, 1]


def test_a_name_without_room_is_cut_and_followed_by_an_ellipsis(atlas):
    strings = StringTable()
    label, dots = placed(atlas, strings, [("convolution_fusion.1", 100, 150)])
    assert 0 < label[WIDTH] < atlas.width[0]
    assert dots[X] - dots[WIDTH] / 2 == label[X] + label[WIDTH] / 2
    assert dots[X] + dots[WIDTH] / 2 <= 150 - PADDING + 1
    assert (dots[LEFT], dots[TOP]) == (0, 0)


def test_a_name_is_cut_between_two_letters(atlas):
    strings = StringTable()
    metrics = atlas._metrics
    for right in range(130, 200):
        label, _ = placed(atlas, strings, [("convolution_fusion_with_a_name.1", 100, right)])
        ends = {
            metrics.horizontalAdvance("convolution_fusion_with_a_name.1"[:n]) for n in range(30)
        }
        assert min(abs(label[WIDTH] - end) for end in ends) <= 2


def test_where_no_letter_fits_only_the_ellipsis_stands(atlas):
    rows = placed(atlas, StringTable(), [("WWW", 0, 2 * PADDING + atlas.ellipsis)])
    assert rows[:, LEFT].tolist() == [0]


def test_edges_of_pieces_are_whole_pixels(atlas):
    boxes = [(f"name {n}", 3 * n, 3 * n + 30 + n) for n in range(60)]
    rows = placed(atlas, StringTable(), boxes)
    for edge in (rows[:, X] - rows[:, WIDTH] / 2, rows[:, Y] - rows[:, HEIGHT] / 2):
        assert (edge == np.rint(edge)).all()


def test_pieces_come_from_within_the_atlas(atlas):
    boxes = [("long " * 40 + str(n), 0, 40 + 13 * n) for n in range(80)]
    rows = placed(atlas, StringTable(), boxes)
    assert (rows[:, LEFT] + rows[:, WIDTH] <= ATLAS_WIDTH).all()
    assert (rows[:, TOP] + rows[:, HEIGHT] <= atlas.pixmap.height()).all()


def test_many_new_names_come_over_several_frames(atlas):
    strings = StringTable()
    names = strings.intern_all(f"kernel {n}" for n in range(2 * NEW_NAMES_A_FRAME + 1))
    assert [atlas.want(strings, names) for _ in range(3)] == [False, False, True]
    assert (atlas.line[names] >= 0).all()


def test_the_atlas_keeps_its_size_and_the_names_in_use(atlas):
    strings = StringTable()
    kept = strings.intern_all(["kept"])
    for block in range(60):
        names = strings.intern_all(f"{'x' * 90} {block} {n}" for n in range(NEW_NAMES_A_FRAME))
        atlas.want(strings, np.concatenate((kept, names)))
    assert atlas.pixmap.width() * atlas.pixmap.height() * 4 <= ATLAS_BYTES
    assert atlas.line[kept[0]] >= 0
    assert (atlas.line < 0).any()


def test_a_name_that_turns_text_around_is_shown_harmless(atlas):
    strings = StringTable()
    plain, turned = strings.intern_all(["ab", "a\u202eb"])
    atlas.want(strings, np.array([plain, turned]))
    assert atlas.width[turned] > atlas.width[plain]


def test_labels_are_drawn(atlas):
    strings = StringTable()
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    name = strings.intern_all(["fusion"])
    atlas.want(strings, name)
    painter = QPainter(image)
    box = (np.array([edge], np.int32) for edge in (20, 120, 5))
    draw_labels(painter, atlas, name, *box)
    painter.end()
    pixels = np.array(image.constBits()).reshape(40, 200, 4)
    dark = np.argwhere(pixels[:, :, 0] < 128)
    assert len(dark) > 20
    assert dark[:, 1].min() >= 20 + PADDING
    assert dark[:, 1].max() <= 20 + PADDING + atlas.width[name[0]]
