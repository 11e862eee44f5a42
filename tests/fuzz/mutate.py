"""Damage to files, as bad disks, cut copies and careless writers do it."""

from __future__ import annotations

from random import Random

# Numbers that overflow something, and words that stand where they must not.
ODD_TOKENS = (
    b"null", b"true", b"[]", b"{}", b'""', b"-1", b"0", b"-0.0", b"1e400", b"1e-400", b"1.5e9",
    b"9223372036854775807", b"-9223372036854775808", b"18446744073709551616",
    b"999999999999999999999999999999.999999999999", b'"123"', b'"0x1"', b"NaN", b"Infinity",
    b'"\\ud800"', b"\xff\xfe", b"[[[[[[[[", b'{"a":', b",", b"}", b"]", b'"',
)  # fmt: skip
KEYS = (
    b'"ph"', b'"ts"', b'"dur"', b'"pid"', b'"tid"', b'"name"', b'"args"', b'"id"', b'"id2"',
    b'"cat"', b'"s"', b'"bp"', b'"bind_id"', b'"sf"', b'"cname"', b'"tdur"', b'"entries"',
)  # fmt: skip
PHASES = tuple(b'"%c"' % phase for phase in b"XBEiIRbneSTpFstfCNODMPvc()Q")
SWAPS = bytes.maketrans(b"[]{}:,", b"{}[],:")


def mutated(random: Random, content: bytes, other: bytes, text: bool) -> bytes:
    """``content`` with some damage; ``other`` is a file to splice in."""
    result = bytearray(content)
    for _ in range(random.choice((1, 1, 2, 5, 30))):
        if not result:
            break
        damage = random.choice((*_BYTES, *_TOKENS) if text else _BYTES)
        damage(random, result, other)
    return bytes(result)


def _flip(random: Random, result: bytearray, other: bytes) -> None:
    result[random.randrange(len(result))] ^= 1 << random.randrange(8)


def _replace(random: Random, result: bytearray, other: bytes) -> None:
    result[random.randrange(len(result))] = random.randrange(256)


def _delete(random: Random, result: bytearray, other: bytes) -> None:
    at = random.randrange(len(result))
    del result[at : at + random.choice((1, 3, 20, 2000))]


def _cut(random: Random, result: bytearray, other: bytes) -> None:
    if random.random() < 0.2:
        del result[random.randrange(len(result)) :]


def _insert(random: Random, result: bytearray, other: bytes) -> None:
    at = random.randrange(len(result))
    result[at:at] = random.randbytes(random.randrange(1, 12))


def _duplicate(random: Random, result: bytearray, other: bytes) -> None:
    at, start = random.randrange(len(result)), random.randrange(len(result))
    result[at:at] = result[start : start + random.choice((5, 50, 500))]


def _splice(random: Random, result: bytearray, other: bytes) -> None:
    at, start = random.randrange(len(result)), random.randrange(len(other))
    result[at : at + 100] = other[start : start + random.choice((10, 100, 1000))]


def _token(random: Random, result: bytearray, other: bytes) -> None:
    """Another value behind a colon."""
    at = result.find(b":", random.randrange(len(result))) + 1
    end = min((e for e in (result.find(c, at) for c in (b",", b"}")) if e >= 0), default=at)
    result[at:end] = random.choice(ODD_TOKENS)


def _phase(random: Random, result: bytearray, other: bytes) -> None:
    at = result.find(b'"ph"', random.randrange(len(result)))
    at = result.find(b'"', at + 4) if at >= 0 else -1
    if at >= 0:
        result[at : at + 3] = random.choice(PHASES)


def _key(random: Random, result: bytearray, other: bytes) -> None:
    key = random.choice(KEYS)
    at = result.find(key, random.randrange(len(result)))
    if at >= 0:
        result[at : at + len(key)] = random.choice(KEYS)


def _swap(random: Random, result: bytearray, other: bytes) -> None:
    """A bracket, colon or comma becomes another one."""
    start = random.randrange(len(result))
    for at in range(start, min(start + 200, len(result))):
        if result[at] in b"[]{}:,":
            result[at : at + 1] = result[at : at + 1].translate(SWAPS)
            return


def _quote(random: Random, result: bytearray, other: bytes) -> None:
    at = result.find(b'"', random.randrange(len(result)))
    if at >= 0:
        del result[at]


_BYTES = (_flip, _replace, _delete, _cut, _insert, _duplicate, _splice)
_TOKENS = (_token, _phase, _key, _swap, _quote)
