"""Back and forward as in a browser."""

from hypothesis import given
from hypothesis import strategies as st

from traceview.ui.history import LIMIT, History


def same(before: int, after: int) -> bool:
    return before // 10 == after // 10


def visited(*entries: int) -> History[int]:
    history: History[int] = History()
    for entry in entries:
        history = history.noted(entry, same)
    return history


def test_back_and_forward_pass_the_same_entries():
    history = visited(10, 20, 30)
    back = [history.gone(-1).current, history.gone(-2).current]
    assert (back, history.gone(-2).gone(1).current) == ([20, 10], 20)


def test_beyond_the_ends_nothing_changes():
    history = visited(10, 20)
    assert (history.gone(1), history.gone(-2), History().gone(-1)) == (history, history, History())


def test_an_entry_like_the_current_one_takes_its_place_and_keeps_what_is_forward():
    history = visited(10, 20, 30).gone(-1).noted(25, same)
    assert (history.entries, history.at) == ((10, 25, 30), 1)


def test_another_entry_forgets_what_was_forward():
    history = visited(10, 20, 30).gone(-2).noted(40, same)
    assert (history.entries, history.at) == ((10, 40), 1)


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(-3, 3)), max_size=150))
def test_the_current_entry_is_always_the_one_noted_last_or_gone_to(steps):
    history: History[int] = History()
    for entry, step in steps:
        history = history.noted(entry, same)
        assert history.current == entry
        assert len(history.entries) <= LIMIT
        expected = history.at + step if history.can_go(step) else history.at
        history = history.gone(step)
        assert history.at == expected


def test_the_oldest_go_beyond_the_limit():
    history = visited(*range(0, 10 * (LIMIT + 5), 10))
    assert (len(history.entries), history.entries[0], history.at) == (LIMIT, 50, LIMIT - 1)
