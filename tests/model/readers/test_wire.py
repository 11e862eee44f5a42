from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.model.readers.odd_wire import varint as encoded
from traceview.model.readers.swar import unaligned, varints
from traceview.model.readers.wire import CutError, WireError, fields, varint


@given(st.integers(0, (1 << 64) - 1), st.integers(0, 10))
def test_a_varint_of_any_length_is_read_back(value: int, padded_to: int) -> None:
    data = encoded(value, padded_to) + b"\xff"
    assert varint(memoryview(data), 0, len(data)) == (value, len(data) - 1)


@given(st.lists(st.integers(0, (1 << 64) - 1), min_size=1))
def test_varints_of_up_to_eight_bytes_are_read_at_once(values: list[int]) -> None:
    pieces = [encoded(value) for value in values]
    data = np.frombuffer(b"".join(pieces) + bytes(8), np.uint8)
    at = np.cumsum([0, *map(len, pieces[:-1])])
    found, length = varints(unaligned(data, "<u8")[at])
    assert length.tolist() == [min(len(piece), 9) for piece in pieces]
    short = length < 9
    assert found[short].tolist() == np.array(values, np.uint64)[short].tolist()


@pytest.mark.parametrize(
    ("data", "what", "offset"),
    [
        (b"\x08", "the data ends within a number", 1),
        (b"\x08" + b"\xff" * 11, "a number is longer than 10 bytes", 1),
        (b"\x00\x01", "there is no field 0", 0),
        (b"\x08\x01\x0e", "there is no value of type 6 here", 2),
        (b"\x08\x01\x0c", "there is no value of type 4 here", 2),
        (b"\x0b\x08\x01", "the data ends within a group", 1),
        (b"\x0b" * 200, "groups are nested too deeply", 101),
        (b"\x0a\x05abc", "a field needs 5 bytes, 3 are there", 0),
        (b"\x09abc", "a field needs 8 bytes, 3 are there", 0),
    ],
)
def test_bytes_that_are_no_protobuf_are_named_with_their_place(
    data: bytes, what: str, offset: int
) -> None:
    with pytest.raises(WireError) as raised:
        list(fields(memoryview(data), 0, len(data)))
    assert (raised.value.what, raised.value.offset) == (what, offset)


def test_a_cut_field_tells_what_it_needs_and_has() -> None:
    with pytest.raises(CutError) as raised:
        list(fields(memoryview(b"\x08\x01\x12\x7fabc"), 0, 7))
    cut = raised.value
    assert (cut.number, cut.offset, cut.start, cut.needs, cut.has) == (2, 2, 4, 127, 3)
