"""Tables of numbers and of lists of numbers that are read, text or binary."""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.lattices import data_of
from mondegreen.dropin.kaldi.objects import FLOAT, INT, MARK
from mondegreen.dropin.kaldi.options import INT32
from mondegreen.dropin.kaldi.readers import SEQUENTIAL
from mondegreen.dropin.kaldi.specifiers import Rspecifier

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    from mondegreen.dropin.kaldi.options import Call

    T = TypeVar("T")


class Cursor:
    """Bytes and how far they were read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def key(self) -> bytes:
        """The next key; none at the end."""
        rest = self.data[self.place :].lstrip() if self.data[self.place : self.place + 1].isspace() else None
        if rest is not None:
            self.place = len(self.data) - len(rest)
        if self.place == len(self.data):
            return b""
        end = self.place
        while end < len(self.data) and not self.data[end : end + 1].isspace():
            end += 1
        key = self.data[self.place : end]
        self.place = end + (self.data[end : end + 1] in (b" ", b"\t"))
        return key

    def line(self) -> bytes:
        """The rest of the line."""
        end = self.data.find(b"\n", self.place)
        line = self.data[self.place : end if end >= 0 else None]
        self.place = end + 1 if end >= 0 else len(self.data)
        return line

    def is_binary(self) -> bool:
        """Whether a binary object begins here; its mark is passed."""
        binary = self.data.startswith(MARK, self.place)
        self.place += len(MARK) * binary
        return binary

    def whole(self) -> int:
        """A whole number in bytes."""
        size, value = INT.unpack_from(self.data, self.place)
        self.place += INT.size
        if size != INT.size - 1:
            raise ValueError(f"numbers of {size} bytes are not read")
        return int(value)

    def real(self) -> float:
        """A number in bytes."""
        size, value = FLOAT.unpack_from(self.data, self.place)
        self.place += FLOAT.size
        if size != FLOAT.size - 1:
            raise ValueError(f"numbers of {size} bytes are not read")
        return float(value)


def wholes(cursor: Cursor) -> list[int]:
    """A list of whole numbers."""
    if cursor.is_binary():
        return [cursor.whole() for _ in range(cursor.whole())]
    numbers = [int(field) for field in plain(cursor.line()).split()]
    if not all(number in INT32 for number in numbers):
        raise ValueError("numbers of more than 32 bits are not read")
    return numbers


def real(cursor: Cursor) -> float:
    """A number."""
    return cursor.real() if cursor.is_binary() else float(plain(cursor.line()))


def pairs(cursor: Cursor) -> list[tuple[float, float]]:
    """A list of pairs of numbers, in text with a semicolon between two."""
    if cursor.is_binary():
        return [(cursor.real(), cursor.real()) for _ in range(cursor.whole())]
    fields = [part.split() for part in plain(cursor.line()).split(b";")]
    return [(float(begin), float(end)) for begin, end in (fields if any(fields) else [])]


def plain(line: bytes) -> bytes:
    """A line of numbers, none of them written as Python alone reads it."""
    if b"_" in line:
        raise ValueError("this is no line of numbers")
    return line


def lists(call: Call, text: str) -> Iterator[tuple[bytes, list[int]]]:
    """Each key of a table with its list of whole numbers."""
    return values(call, text, wholes)


def times(call: Call, text: str) -> Iterator[tuple[bytes, list[tuple[float, float]]]]:
    """Each key of a table with its pairs of times."""
    return values(call, text, pairs)


def numbers(call: Call, text: str) -> Iterator[tuple[bytes, float]]:
    """Each key of a table with its number."""
    return values(call, text, real)


def values(call: Call, text: str, read: Callable[[Cursor], T]) -> Iterator[tuple[bytes, T]]:
    """Each key of a table with its object."""
    from struct import error

    name = ""
    try:
        for key, cursor in entries(call, Rspecifier(text)):
            name = printable(key)
            yield key, read(cursor)
    except (ValueError, error):
        raise KaldiError(f"Object read failed for key {name}, reading {text}", SEQUENTIAL) from None


def entries(call: Call, specifier: Rspecifier) -> Iterator[tuple[bytes, Cursor]]:
    """Each key, and the bytes in which its object comes next."""
    cursor = Cursor(data_of(call, specifier.name))
    if specifier.script:
        for line in cursor.data.splitlines():
            fields = line.split(None, 1)
            if len(fields) == 2:
                yield fields[0], Cursor(data_of(call, os.fsdecode(fields[1].strip())))
        return
    while key := cursor.key():
        yield key, cursor
