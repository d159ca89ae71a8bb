"""What becomes of a file in the hands of a fuzzer: one or several changes, of the kinds that real files suffer."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

LONGEST = 1 << 16
# What some format, codec or parser treats in a way of its own.
PIECES = [
    *(
        b"\r",
        b"\r\n",
        b"\0",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\x1a",
        b"\x1b[2J",
    ),
    *(
        text.encode()
        for text in ("\u2028", "\x85", "\x0b", "\u00a0", "\u202e", "e\u0301", "\U0010ffff", "İ", "ß", "٣", "²")
    ),
    *(
        b"nan",
        b"NaN",
        b"-inf",
        b"Infinity",
        b"1e999",
        b"-1",
        b"-0",
        b"0x10",
        b"1_000",
        b"9" * 25,
        b"9" * 5000,
        b"1e-400",
    ),
    *(
        b"true",
        b"null",
        b"[]",
        b"{}",
        b"[" * 3000,
        b'{"a":' * 2000,
        b'"\\ud800"',
        b'"\\u0000"',
        b"\\",
        b'"',
        b"'",
        b"(" * 300,
    ),
    *(
        b"../../x",
        b"=1+1",
        b"<a>",
        b"&lt;",
        b"<!ENTITY a 'a'>",
        b"%s%n",
        b"\t\t",
        b"  ",
        b" ",
        b"\t",
        b";;",
        b"#",
        b"{",
        b"}",
    ),
    *(
        b" / ",
        b"=>",
        b"[ ]",
        b"---",
        b"-->",
        b"00:00:01.000",
        b"1.5",
        b"10",
        b"@",
        b"<eps>",
        b"__import__('os')",
        b"\n\n",
    ),
]
SEPARATORS = (b"\n", b"\t", b" ", b",", b":", b'"')


def mutated(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    """The bytes after one change, or some."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(CHANGES)(data, others, rng)[:LONGEST]
    return data


def span(data: bytes, rng: Random) -> tuple[int, int]:
    """Two places, mostly near each other."""
    first = rng.randint(0, len(data))
    return first, min(len(data), first + rng.choice((1, 2, 4, 16, 256)))


def cut_end(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def without(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    first, last = span(data, rng)
    return data[:first] + data[last:]


def repeated(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    first, last = span(data, rng)
    return data[:last] + data[first:last] * rng.choice((1, 1, 2, 100)) + data[last:]


def with_piece(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    first, last = span(data, rng)
    return data[:first] + rng.choice(PIECES) + data[rng.choice((first, last)) :]


def with_bytes(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4))):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice(
                (rng.randrange(256), rng.choice(b'\n\t ,:;"(){}[]<>/\\-.09'))
            )
    return bytes(changed)


def crossed(data: bytes, others: Sequence[bytes], rng: Random) -> bytes:
    other = rng.choice(others)
    first, last = span(other, rng)
    place = rng.randint(0, len(data))
    return data[:place] + rng.choice((other[first:last], other[first:])) + data[place:]


def fields_changed(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    """A line, cell or member of JSON that is left out, doubled, exchanged for another, or put in another's place."""
    separator = rng.choice(SEPARATORS)
    fields = data.split(separator)
    one, other = rng.randrange(len(fields)), rng.randrange(len(fields))
    how = rng.randrange(5)
    if how == 0:
        del fields[one]
    elif how == 1:
        fields.insert(other, fields[one])
    elif how == 2:
        fields[one], fields[other] = fields[other], fields[one]
    elif how == 3:
        fields[one] = rng.choice(PIECES)
    else:
        fields[one] = fields[other]
    return separator.join(fields)


def recoded(data: bytes, _others: Sequence[bytes], rng: Random) -> bytes:
    """The same text with other line ends, in another encoding, or packed."""
    how = rng.randrange(6)
    if how == 0:
        return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n")))
    if how == 1:
        return data.decode("utf-8", "replace").encode(rng.choice(("utf-16", "latin-1", "utf-8-sig")), "replace")
    if how == 2:
        return gzip.compress(data, mtime=0)[: rng.choice((None, None, -3, 12))]
    return fields_changed(data, _others, rng)


CHANGES: list[Callable[[bytes, Sequence[bytes], Random], bytes]] = [
    cut_end,
    without,
    repeated,
    with_piece,
    with_piece,
    with_bytes,
    crossed,
    fields_changed,
    fields_changed,
    fields_changed,
    recoded,
]
