import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from traceview.model.readers.trace_event.pairs import dense, numbered, paired

ITEMS = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60)


def brute_pairs(items: list[tuple[int, bool]]) -> tuple[set[tuple[int, int]], set[int], set[int]]:
    stacks: dict[int, list[int]] = {}
    pairs, lone = set(), set()
    for index, (group, begin) in enumerate(items):
        stack = stacks.setdefault(group, [])
        if begin:
            stack.append(index)
        elif stack:
            pairs.add((stack.pop(), index))
        else:
            lone.add(index)
    return pairs, {index for stack in stacks.values() for index in stack}, lone


@given(ITEMS)
def test_ends_close_the_last_open_begin_of_their_group(items: list[tuple[int, bool]]):
    group = np.array([group for group, _ in items], np.int64)
    begin = np.array([begin for _, begin in items], np.bool_)
    found = paired(group, begin)
    pairs = set(zip(found.begin.tolist(), found.end.tolist(), strict=True))
    expected = brute_pairs(items)
    assert (pairs, set(found.open_begin.tolist()), set(found.lone_end.tolist())) == expected


@given(st.lists(st.tuples(st.integers(-2, 3), st.integers(-(2**40), 2**40)), max_size=40))
def test_distinct_tuples_get_numbers_in_their_order(rows: list[tuple[int, int]]):
    columns = np.array(rows, np.int64).reshape(-1, 2).T
    expected = [sorted(set(rows)).index(row) for row in rows]
    assert numbered(columns[0], columns[1]).tolist() == expected


@given(st.lists(st.integers(-5, 300_000), max_size=40))
def test_codes_become_dense(codes: list[int]):
    expected = [sorted(set(codes)).index(code) for code in codes]
    assert dense(np.array(codes, np.int64)).tolist() == expected
