"""The bar below the menu."""

from traceview.ui.main_window import SMALLEST_SIZE


def test_everything_fits_the_smallest_window(window, open_in, small):
    open_in(window, small)
    assert window.toolbar.minimumSizeHint().width() <= SMALLEST_SIZE[0]


def test_the_search_field_takes_the_room_there_is(window, open_in, small):
    open_in(window, small)
    widths = []
    for width in SMALLEST_SIZE[0], 1400:
        window.resize(width, 700)
        window.grab()
        widths.append(window.toolbar.search._field.width())
    assert widths[0] < widths[1] == 250
