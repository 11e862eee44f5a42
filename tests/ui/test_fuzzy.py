"""How well letters fit a title."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traceview.ui.fuzzy import score

letters = st.text("abc XY·", max_size=12)


def best(wanted: str, *texts: str) -> str:
    return max(texts, key=lambda text: score(wanted, text) or float("-inf"))


@pytest.mark.parametrize(
    ("wanted", "texts"),
    [
        ("zoom", ["Zoom in", "No zooming"]),
        ("ops", ["XLA Ops", "Stops"]),
        ("top", ["Stop", "The old one, put"]),
        ("xo", ["XLA Ops", "Exit the loop"]),
        ("grid", ["Grid", "Grid of steps"]),
    ],
)
def test_the_first_fits_better_than_the_second(wanted, texts):
    assert best(wanted, *reversed(texts)) == texts[0]


def test_every_word_must_fit_in_any_order():
    assert score("ops tpu", "TPU 0 · XLA Ops") is not None
    assert score("ops gpu", "TPU 0 · XLA Ops") is None


def test_a_word_inside_is_found_at_the_beginning_of_a_later_one():
    assert score("op", "stop op") == pytest.approx(score("op", "sixt op"))


@given(letters, letters)
def test_only_what_has_the_letters_in_order_fits(wanted, text):
    def scattered(word: str) -> bool:
        left = iter(text.casefold())
        return all(letter in left for letter in word)

    fits = all(scattered(word) for word in wanted.casefold().split())
    assert (score(wanted, text) is not None) == fits


@given(letters)
def test_a_text_fits_itself_and_nothing_fits_all(text):
    assert (score(text, text) is not None, score("", text) is not None) == (True, True)
