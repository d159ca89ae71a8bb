"""The order in which hubscr.pl wants stm and ctm files: by file, channel and time."""

import re
from collections.abc import Callable

from mondegreen.dropin.sctk.perl import lines, number

SEPARATOR = re.compile(rb"(\s+)")


def sorted_ctm(data: bytes) -> bytes:
    """The lines of a ctm file in order, without comments and empty lines."""
    return arranged(data, 4, lambda _: b"")


def sorted_stm(data: bytes) -> bytes:
    """The lines of an stm file in order, after its comments."""
    return arranged(data, 6, lambda comment: comment)


def arranged(data: bytes, time: int, kept: Callable[[bytes], bytes]) -> bytes:
    """What is kept of the comments, then the lines by file, by what separates it from the channel, channel and time.

    The original means to sort by the channel first and takes the blanks before it. Lines begin without blanks, and
    the last may come before others without a line feed.
    """
    comments: list[bytes] = []
    records: list[tuple[bytes, bytes, bytes, float, bytes]] = []
    for line in lines(data):
        line = line.lstrip()  # noqa: PLW2901 - only so is it looked at
        if not line or line.startswith(b";;"):
            comments.append(kept(line))
            continue
        parts = SEPARATOR.split(line)
        parts += [b""] * (time + 1 - len(parts))
        records.append((parts[0], parts[1], parts[2], number(parts[time]), line))
    records.sort(key=lambda record: record[:4])
    return b"".join(comments + [record[4] for record in records])
