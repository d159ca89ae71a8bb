"""Files that grow: of any size, with what tempts readers to go through the whole of it again for each part."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NEEDS = {"parquet": "pyarrow", "pronunciations": "panphon"}


def members(count: int) -> list[str]:
    """Objects of which each has a member of its own."""
    return [json.dumps({"utterance": f"u{at}", "text": "a", f"c{at}": "1"}) for at in range(count)]


def by_key(rows: list[str]) -> bytes:
    """The same in an object."""
    return "{{{}}}".format(",".join(f'"k{at}": {row}' for at, row in enumerate(rows))).encode()


def columns(count: int, separator: str) -> bytes:
    """A table of so many columns."""
    head = ["utterance", "text", *(f"c{at}" for at in range(count))]
    return f"{separator.join(head)}\nu1{separator}a{f'{separator}1' * count}\n".encode()


def tokens(token: bytes) -> Callable[[int, bytes], bytes]:
    """One token again and again, in the middle of a sound file."""

    def made(count: int, sound: bytes) -> bytes:
        middle = sound.find(b" ", len(sound) // 2)
        return sound[:middle] + token * count + sound[middle:]

    return made


TOKENS = (b"a", b" ", b"\n", b"a=", b"=>", b'a="', b"{a/", b"<a ", b"&a;", b'"', b"(")
MADE: dict[str, Callable[[int, bytes], bytes]] = {
    "the same again": lambda count, sound: sound * (20 * count // max(len(sound), 1)),
    "members": lambda count, _: "\n".join(members(count)).encode(),
    "a list of members": lambda count, _: f"[{','.join(members(count))}]".encode(),
    "members by key": lambda count, _: by_key(members(count)),
    "rows of members": lambda count, _: b'{"reports":[{"report":"map","title":"","rows":[%b]}]}'
    % ",".join(members(count)).encode(),
    "columns": lambda count, _: columns(count, ","),
    "columns of tsv": lambda count, _: columns(count, "\t"),
    "words": lambda count, _: b" ".join(b"w%d" % at for at in range(count)),
    "lines": lambda count, _: b"".join(b"w%d a b 1\n" % at for at in range(count)),
    "equals": lambda count, _: b" = ".join(b"w%d" % at for at in range(count)),
    "choices": lambda count, _: b"a | " + b" ; ".join(b"w%d" % at for at in range(count)),
    "lines of choices": lambda count, _: b"".join(b"a | w%d\n" % at for at in range(count)),
    "nested": lambda count, _: b"[" * count + b"]" * count,
    **{f"{token!r}": tokens(token) for token in TOKENS},
}  # fmt: skip


def parquet(count: int) -> bytes:
    """A table of so many columns."""
    import pyarrow
    from pyarrow.parquet import write_table

    stream = BytesIO()
    write_table(pyarrow.table({"utterance": ["u1"], "text": ["a"], **{f"c{at}": ["1"] for at in range(count)}}), stream)
    return stream.getvalue()


def makers_of(door: str) -> dict[str, Callable[[int, bytes], bytes]]:
    """What makes files for a door, of a size and from a sound file."""
    return {"columns": lambda count, _: parquet(count)} if door == "parquet" else MADE


def sound_file(inputs: dict[str, bytes]) -> bytes:
    """The longest of the short ones."""
    return max(inputs.values(), key=lambda data: len(data) if len(data) < 3_000 else 0)
