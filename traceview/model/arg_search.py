"""Finds events by their args."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from traceview.model.filter_terms import ArgIs, Sign
from traceview.model.strings import StringTable
from traceview.model.trace import ArgSource, ArgValue, Bools, Doubles, Ids, Ints

ONE_BY_ONE = 300_000  # events whose args are read one after the other, at the most


class TooManyError(ValueError):
    """The args of so many events would have to be read one by one."""


def arg_is(
    strings: StringTable,
    args: ArgSource | None,
    arg_at: Ints,
    test: ArgIs,
    compare: Mapping[Sign, Any],
) -> Bools:
    """Which events have the arg and pass the test; bool[n].

    Integers are compared as integers, with unsigned ones of 2**63 and more by their bits. A text
    equals another when case is ignored.
    """
    passes = np.zeros(len(arg_at), np.bool_)
    having = (arg_at >= 0).nonzero()[0]
    if args is None or not len(having):
        return passes
    at = arg_at[having]
    match test.sign:
        case Sign.HAS:
            passes[having] = _contains(strings, args, at, test)
        case Sign.EQUAL | Sign.OTHER:
            equal, present = _equal(strings, args, at, test)
            passes[having] = equal if test.sign is Sign.EQUAL else present & ~equal
        case _:
            values, present = args.doubles(at, test.key)
            passes[having] = present & compare[test.sign](values, float(test.value))
    return passes


def any_arg(args: ArgSource | None, arg_at: Ints, texts: tuple[str, ...]) -> Bools:
    """Which events have an arg whose name or value contains one of the texts; bool[n].

    Raises TooManyError when there are more than ``ONE_BY_ONE`` to read.
    """
    if args is None:
        return np.zeros(len(arg_at), np.bool_)
    if len(arg_at) > ONE_BY_ONE:
        raise TooManyError(
            f"the arguments of {len(arg_at):,} events would be read one by one; name others, too, "
            "as in track:ops, or one argument, as in arg.shape:128"
        )
    folded = [text.casefold() for text in texts]
    hits = (at >= 0 and _mentions(args, at, folded) for at in arg_at.tolist())
    return np.fromiter(hits, np.bool_, len(arg_at))


def _mentions(args: ArgSource, arg_at: int, folded: list[str]) -> bool:
    said = [f"{arg.name}\n{_text(arg.value)}".casefold() for arg in args.args(arg_at)]
    return any(text in each for each in said for text in folded)


def _text(value: ArgValue) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


def _contains(strings: StringTable, args: ArgSource, at: Ints, test: ArgIs) -> Bools:
    folded = test.value.casefold()
    ids = args.texts(at, test.key)
    distinct, which = np.unique(ids, return_inverse=True)
    said = ["" if i < 0 else strings[i] for i in distinct.tolist()]
    in_text = np.array([folded in each.casefold() for each in said], np.bool_)
    hits: Bools = in_text[which]
    values, present = args.doubles(at, test.key)
    if present.any():
        hits[present] |= _digits_contain(args, at[present], test.key, values[present], folded)
    return hits


def _digits_contain(args: ArgSource, at: Ints, key: str, values: Doubles, folded: str) -> Bools:
    """Numbers by their digits: integers whole, others as Python writes them."""
    whole, integer = args.integers(at, key)
    hits = np.zeros(len(at), np.bool_)
    for numbers, mine in ((whole, integer), (values, ~integer)):
        distinct, which = np.unique(numbers[mine], return_inverse=True)
        hits[mine] = np.array([folded in str(n) for n in distinct.tolist()], np.bool_)[which]
    return hits


def _equal(strings: StringTable, args: ArgSource, at: Ints, test: ArgIs) -> tuple[Bools, Bools]:
    """Which are equal, and which have the arg at all."""
    ids = args.texts(at, test.key)
    doubles, present = args.doubles(at, test.key)
    equal = _equal_texts(strings, ids, test.value)
    try:
        bits = np.uint64(int(test.value) % (1 << 64)).astype(np.int64)
        whole, integer = args.integers(at, test.key)
        equal |= integer & (whole == bits)
        equal |= present & ~integer & (doubles == float(test.value))
    except ValueError:
        number = _number(test.value)
        equal |= present & (doubles == number) if number is not None else False
    return equal, present | (ids >= 0)


def _equal_texts(strings: StringTable, ids: Ids, value: str) -> Bools:
    folded = value.casefold()
    distinct, which = np.unique(ids, return_inverse=True)
    same = [i >= 0 and strings[i].casefold() == folded for i in distinct.tolist()]
    hits: Bools = np.array(same, np.bool_)[which]
    return hits


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
