"""Writes XSpaces in every way that protobuf's rules allow, not just as serializers do."""

from __future__ import annotations

from random import Random

STAT_NAMES = 40
METADATA = 50


def varint(value: int, padded_to: int = 0) -> bytes:
    value %= 1 << 64
    out = bytearray()
    while value >= 0x80 or len(out) + 1 < padded_to:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


class OddWriter:
    """Random spaces; ``oddness`` 0 writes fields as serializers do, 1 nearly never."""

    def __init__(self, seed: int, oddness: float, events: int) -> None:
        self.random = Random(seed)
        self.oddness = oddness
        self.events = events

    def odd(self, share: float = 1.0) -> bool:
        return self.random.random() < self.oddness * share

    def tag(self, number: int, wire_type: int) -> bytes:
        return varint(number << 3 | wire_type, self.random.randint(2, 5) if self.odd(0.1) else 0)

    def number(self, number: int, value: int) -> bytes:
        return self.tag(number, 0) + varint(value, 10 if self.odd(0.1) else 0)

    def message(self, number: int, value: bytes) -> bytes:
        padded = self.random.randint(2, 5) if self.odd(0.1) else 0
        return self.tag(number, 2) + varint(len(value), padded) + value

    def unknown(self) -> bytes:
        number = self.random.choice((12, 77, 2047, 100_000))
        match self.random.randrange(5):
            case 0:
                return self.number(number, self.random.getrandbits(64))
            case 1:
                return self.tag(number, 1) + self.random.randbytes(8)
            case 2:
                return self.message(number, b'"\x05\x08\x01' * self.random.randrange(9))
            case 3:
                inner = self.number(1, 5) + self.message(4, b'"\x02\x08\x01')
                return varint(number << 3 | 3) + inner + varint(number << 3 | 4)
            case _:
                return self.tag(number, 5) + self.random.randbytes(4)

    def arranged(self, fields: list[bytes]) -> bytes:
        if self.odd(0.3):
            fields.insert(self.random.randint(0, len(fields)), self.unknown())
        if self.odd(0.3):
            self.random.shuffle(fields)
        return b"".join(fields)

    def whole(self) -> int:
        """A number of any length, negative at times."""
        value = self.random.getrandbits(self.random.choice((1, 7, 8, 14, 30, 48, 50, 56, 60, 63)))
        return -value if self.odd(0.1) else value

    def stat(self) -> bytes:
        fields = [self.number(1, self.random.randint(0 if self.odd(0.1) else 1, STAT_NAMES))]
        fields += (self.value() for _ in range(2 if self.odd(0.1) else 1))
        if self.odd(0.05):
            fields.append(self.number(1, self.random.randint(1, STAT_NAMES)))
        if self.odd(0.05):
            fields.pop()
        return self.arranged(fields)

    def value(self) -> bytes:
        match self.random.randrange(6):
            case 0:
                return self.tag(2, 1) + self.random.randbytes(6) + b"\x00\x40"
            case 1:
                return self.number(3, self.random.getrandbits(64))
            case 2:
                return self.number(4, self.whole() * self.random.choice((1, -1)))
            case 3:
                long = self.odd(0.02)
                times = self.random.randrange(3, 9_000) if long else self.random.randrange(9)
                return self.message(5, b'"\x02\x08\x01' * times)
            case 4:
                return self.message(6, self.random.randbytes(self.random.randrange(30)))
            case _:
                return self.number(7, self.random.randint(1, STAT_NAMES))

    def event(self) -> bytes:
        fields = []
        if not self.odd(0.1):
            fields.append(self.number(1, self.whole() if self.odd(0.05) else self.metadata_id()))
        if not self.odd(0.1):
            fields.append(self.number(2, self.whole()))
        if self.odd(0.05):
            fields.append(self.number(5, self.random.randrange(100)))
        if not self.odd(0.2):
            fields.append(self.number(3, self.whole() >> 3))
        fields += (self.message(4, self.stat()) for _ in range(self.random.choice((0, 0, 1, 5, 9))))
        if self.odd(0.05):
            fields.append(self.number(1, self.metadata_id()))
        return self.arranged(fields)

    def metadata_id(self) -> int:
        return self.random.randint(1, METADATA)

    def line(self, line_id: int) -> bytes:
        fields = [
            self.number(1, line_id),
            self.message(2, b'line "\x08 %d' % line_id),
            self.number(3, 10**18 if self.odd(0.5) else 5),
        ]
        fields += (self.message(4, self.event()) for _ in range(self.random.randrange(self.events)))
        fields.append(self.message(11, b""))
        return self.arranged(fields)

    def metadata(self, key: int) -> bytes:
        fields = [self.number(1, key), self.message(2, b"m%d" % key)]
        if key % 3 == 0:
            fields.append(self.message(4, b"shown %d" % key))
        fields += (self.message(5, self.stat()) for _ in range(self.random.choice((0, 2))))
        return self.number(1, key) + self.message(2, b"".join(fields))

    def plane(self, number: int) -> bytes:
        fields = [self.number(1, number), self.message(2, b"plane %d" % number)]
        fields += (self.message(3, self.line(i)) for i in range(self.random.randint(1, 3)))
        fields += (self.message(4, self.metadata(key)) for key in range(1, METADATA))
        for key in range(1, STAT_NAMES):
            named = self.number(1, key) + self.message(2, b"stat %d" % (key % 30))
            fields.append(self.message(5, self.number(1, key) + self.message(2, named)))
        fields.append(self.message(6, self.stat()))
        return self.arranged(fields)

    def space(self) -> bytes:
        fields = [self.message(1, self.plane(i)) for i in range(self.random.randint(1, 2))]
        return self.arranged([*fields, self.message(4, b"a host")])
