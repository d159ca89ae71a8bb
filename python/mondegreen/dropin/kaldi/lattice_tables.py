"""Tables of lattices, numbers and lists of numbers: how each object is read and written, in text and in binary.

Binary objects other than lattices start with a mark, and each number in them with its size (base/io-funcs.h).
"""

from __future__ import annotations

import os
from io import BytesIO
from struct import Struct, error, pack

from mondegreen import _core
from mondegreen.dropin.emulation.numbers import INT32, format_c_float, round_to_float32
from mondegreen.dropin.kaldi.command import KaldiError, decode_bytes
from mondegreen.dropin.kaldi.kaldi_io import check_script_entry, open_input
from mondegreen.dropin.kaldi.tables import SEQUENTIAL, Rspecifier, TableReader
from mondegreen.dropin.kaldi.writers import Holder

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, BinaryIO, TypeVar

    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.command import Call
    from mondegreen.dropin.kaldi.kaldi_io import Input

    Pairs = Sequence[tuple[float, float]]
    T = TypeVar("T")

BINARY_MARK = b"\0B"
FST_MARK = pack("<i", 2125659606)
INT_FIELD, FLOAT_FIELD = Struct("<bi"), Struct("<bf")
NUMBER_SIZE = 4


class LatticeReader(TableReader):
    """Reads the lattices of a table, one in memory at a time."""

    def __init__(self, call: Call, rspecifier: str, *, compact: bool = True, kind: str = SEQUENTIAL) -> None:
        self.compact = compact
        super().__init__(rspecifier, call.stdin, call.console, kind)

    def open_archive(self, stream: BinaryIO, name: str) -> _core.LatticeArchive:
        return _core.LatticeArchive(stream, to_utf8_name(name), compact=self.compact)

    def read_archive(self) -> Iterator[tuple[bytes, Lattice]]:
        archive = self.open_archive(self.source.stream, self.specifier.name or "-")
        while True:
            try:
                entry = next(archive, None)
            except ValueError as failure:
                self.console.warn(str(failure), "Next")
                self.has_failed = True
                return
            if entry is None:
                return
            yield entry

    def read_object(self, key: bytes, source: Input) -> Lattice | None:
        try:
            return self.open_archive(source.stream, source.name).object(to_utf8_name(os.fsdecode(key)))
        except ValueError as failure:
            self.console.warn(str(failure), "EnsureObjectLoaded")
            return None


class TransducerReader(LatticeReader):
    """Reads the automata of a table, as expanded lattices whose transition ids are the words that are read."""

    def open_archive(self, stream: BinaryIO, name: str) -> _core.LatticeArchive:
        return _core.LatticeArchive.of_transducers(stream, to_utf8_name(name))


def read_transducer(call: Call, name: str) -> Lattice:
    """Read the binary automaton of a file."""
    data = read_file(call, name)
    if not data.startswith(FST_MARK):
        raise KaldiError(f"Reading FST: error reading FST header from {name}; it must be a binary automaton", "ReadFst")
    try:
        return _core.LatticeArchive.of_transducers(BytesIO(data), to_utf8_name(name)).object("")
    except ValueError as failure:
        raise KaldiError(f"Could not read fst from {name}: {failure}", "ReadFstKaldi") from None


def to_utf8_name(name: str) -> str:
    """Return a file name as UTF-8, for the core's messages."""
    return os.fsencode(name).decode("utf-8", "replace")


def read_file(call: Call, name: str) -> bytes:
    try:
        source = open_input(name, call.stdin)
    except OSError as failure:
        raise KaldiError(f"Error opening input stream {name}: {failure.strerror or failure}", "Input") from None
    data = source.stream.read()
    status = source.close()
    if status:
        call.console.warn(f"Pipe {name} had nonzero return status {status}", "Close")
    return data


class Cursor:
    """Bytes and how far they were read."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = 0

    def read_key(self) -> bytes:
        """Read the next key; empty at the end."""
        while self.data[self.offset : self.offset + 1].isspace():
            self.offset += 1
        start = end = self.offset
        while end < len(self.data) and not self.data[end : end + 1].isspace():
            end += 1
        self.offset = end + (self.data[end : end + 1] in (b" ", b"\t")) * (end > start)
        return self.data[start:end]

    def read_line(self) -> bytes:
        """Read the rest of a line of numbers."""
        end = self.data.find(b"\n", self.offset)
        line = self.data[self.offset : end if end >= 0 else None]
        self.offset = end + 1 if end >= 0 else len(self.data)
        if b"_" in line:  # which Python alone reads as part of a number
            raise ValueError("this is no line of numbers")
        return line

    def read_mark(self) -> bool:
        """Return whether a binary object starts here, and pass its mark."""
        is_binary = self.data.startswith(BINARY_MARK, self.offset)
        self.offset += len(BINARY_MARK) * is_binary
        return is_binary

    def read_field(self, field: Struct) -> Any:  # noqa: ANN401 - an int or a float
        size, value = field.unpack_from(self.data, self.offset)
        self.offset += field.size
        if size != NUMBER_SIZE:
            raise ValueError(f"numbers of {size} bytes are not read")
        return value


def parse_integers(cursor: Cursor) -> list[int]:
    if cursor.read_mark():
        return [cursor.read_field(INT_FIELD) for _ in range(cursor.read_field(INT_FIELD))]
    numbers = [int(field) for field in cursor.read_line().split()]
    if not all(number in INT32 for number in numbers):
        raise ValueError("numbers of more than 32 bits are not read")
    return numbers


def parse_float(cursor: Cursor) -> float:
    return float(cursor.read_field(FLOAT_FIELD) if cursor.read_mark() else cursor.read_line())


def parse_times(cursor: Cursor) -> list[tuple[float, float]]:
    """Parse pairs of times, in text with a semicolon between two."""
    if cursor.read_mark():
        count = cursor.read_field(INT_FIELD)
        return [(cursor.read_field(FLOAT_FIELD), cursor.read_field(FLOAT_FIELD)) for _ in range(count)]
    fields = [part.split() for part in cursor.read_line().split(b";")]
    return [(float(begin), float(end)) for begin, end in (fields if any(fields) else [])]


def read_values(call: Call, rspecifier: str, parse: Callable[[Cursor], T]) -> Iterator[tuple[bytes, T]]:
    name = ""
    try:
        for key, cursor in read_entries(call, Rspecifier(rspecifier)):
            name = decode_bytes(key)
            yield key, parse(cursor)
    except (ValueError, error):
        raise KaldiError(f"Object read failed for key {name}, reading {rspecifier}", SEQUENTIAL) from None


def read_entries(call: Call, specifier: Rspecifier) -> Iterator[tuple[bytes, Cursor]]:
    """Yield each key, and the bytes in which its object comes next."""
    cursor = Cursor(read_file(call, specifier.name))
    if specifier.is_script:
        for line in cursor.data.splitlines():
            fields = line.split(None, 1)
            if len(fields) == 2:
                check_script_entry(fields[1].strip())
                yield fields[0], Cursor(read_file(call, os.fsdecode(fields[1].strip())))
        return
    while key := cursor.read_key():
        yield key, cursor


def pack_int(value: int) -> bytes:
    return INT_FIELD.pack(NUMBER_SIZE, value)


def pack_float(value: float) -> bytes:
    return FLOAT_FIELD.pack(NUMBER_SIZE, value)


def format_float(value: float) -> str:
    """Format a number as a C++ stream of seven digits prints a `float`."""
    return format_c_float(b"%.7g", round_to_float32(value)).decode()


def pack_pairs(pairs: Pairs, pack_first: Callable[[Any], bytes]) -> bytes:
    return pack_int(len(pairs)) + b"".join([pack_first(first) + pack_float(second) for first, second in pairs])


def format_integers(numbers: Sequence[int]) -> bytes:
    return ("".join([f"{number} " for number in numbers]) + "\n").encode()


def pack_integers(numbers: Sequence[int]) -> bytes:
    fields = [field for number in (len(numbers), *numbers) for field in (NUMBER_SIZE, number)]
    return BINARY_MARK + pack("<" + "bi" * (len(numbers) + 1), *fields)


def format_times(pairs: Pairs) -> bytes:
    text = " ; ".join(f"{format_float(begin)} {format_float(end)}" for begin, end in pairs)
    return f"{text} \n".encode() if pairs else b"\n"


def format_integer_pairs(pairs: Sequence[tuple[int, int]]) -> bytes:
    return (" ; ".join(f"{first} {second}" for first, second in pairs) + (" \n" if pairs else "\n")).encode()


def format_posteriors(frames: Sequence[Pairs]) -> bytes:
    """Format what may be in each frame or sausage bin, with its posterior, in brackets."""
    bins = ["".join([f"{number} {format_float(posterior)} " for number, posterior in frame]) for frame in frames]
    return ("".join([f"[ {one}] " for one in bins]) + "\n").encode()


def pack_posteriors(frames: Sequence[Pairs]) -> bytes:
    return BINARY_MARK + pack_int(len(frames)) + b"".join([pack_pairs(frame, pack_int) for frame in frames])


INTEGER = Holder(lambda number: b"%d \n" % number, lambda number: BINARY_MARK + pack_int(number))
FLOAT = Holder(lambda number: f"{format_float(number)} \n".encode(), lambda number: BINARY_MARK + pack_float(number))
INTEGERS = Holder(format_integers, pack_integers)
INTEGER_PAIRS = Holder(
    format_integer_pairs,
    lambda pairs: BINARY_MARK + pack_int(len(pairs)) + b"".join(pack_int(one) for pair in pairs for one in pair),
)
TIMES = Holder(format_times, lambda pairs: BINARY_MARK + pack_pairs(pairs, pack_float))
POSTERIORS = Holder(format_posteriors, pack_posteriors)
# A compact lattice has strings of transition ids on its arcs, the other one id or none, an acceptor words alone.
COMPACT_LATTICE = Holder(lambda lattice: lattice.write(text=True), lambda lattice: lattice.write())
ACCEPTOR = Holder(lambda lattice: lattice.write_acceptor(text=True), lambda lattice: lattice.write_acceptor())
LATTICE = Holder(lambda lattice: lattice.write(compact=False, text=True), lambda lattice: lattice.write(compact=False))
