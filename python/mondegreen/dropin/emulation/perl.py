"""What Perl does for scripts and what shows in their output: splitting, lines, files and deaths.

Programs that recipes start by the hundred import this module, so `re` is loaded only where needed.
"""

from __future__ import annotations

import os
import sys

from mondegreen.dropin.emulation.streams import ExitError, write_parts

TYPE_CHECKING = False  # type checkers know the name; no program must wait for `typing`

if TYPE_CHECKING:
    from re import Pattern

UPPER_LATIN1 = bytes.maketrans(bytes(range(0xE0, 0x100)), bytes(range(0xC0, 0xE0)))
MONTHS = b"Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
# What a script ends with where it dies and `errno` is 0, and where a file is missing (ENOENT).
DIED, NO_SUCH_FILE = 255, 2
# What `errno` is after a file was opened, until its end was read: that of the test for a terminal (ENOTTY).
NO_TERMINAL = 25


class DieError(ExitError):
    """A script ended by `die`, which says where unless the message ends in a line feed."""

    def __init__(
        self, message: bytes, script: str = "", line: int = 0, *, code: int = DIED, input_position: str = ""
    ) -> None:
        is_line = message.endswith(b"\n")
        super().__init__(message if is_line else message + format_location(script, line, input_position), code)


def format_location(script: str, line: int, input_position: str = "") -> bytes:
    """Where `die` and `warn` say they are: ` at SCRIPT line 3, <FILE> line 7.`."""
    tail = f", {input_position}" if input_position else ""
    return b" at %b line %d%b.\n" % (get_program_name(script), line, tail.encode())


def get_program_name(script: str) -> bytes:
    """`$0`: the name that the script was called by."""
    return os.fsencode(sys.argv[0] if os.path.basename(sys.argv[0]) == script else script)


def format_now() -> bytes:
    """The time as scripts print when they are run: `2004 Nov 9 at 09:05:00`."""
    from time import localtime, strftime

    now = localtime()
    return b"%d %b %d at %b" % (now.tm_year, MONTHS[now.tm_mon - 1], now.tm_mday, strftime("%H:%M:%S", now).encode())


def split_fields(text: bytes) -> list[bytes]:
    r"""`split(/\s+/)`: spaces at the beginning leave an empty first field; empty fields at the end are dropped."""
    fields = text.split()
    return [b"", *fields] if fields and text[:1].isspace() else fields


def split_fields_at_most(text: bytes, splits: int) -> list[bytes]:
    r"""`split(/\s+/, text, splits + 1)`: at so many places at the most; empty fields at the end stay."""
    import re

    return re.split(rb"\s+", text, maxsplit=splits)


def split_lines(text: bytes) -> list[bytes]:
    """The lines with their ends, which are line feeds and nothing else."""
    lines = [line + b"\n" for line in text.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def chomp(line: bytes) -> bytes:
    return line[:-1] if line.endswith(b"\n") else line


def uppercase(text: bytes, *, latin1: bool) -> bytes:
    """The text with ASCII letters in upper case, and those of Latin-1 if that is wanted."""
    return text.upper().translate(UPPER_LATIN1) if latin1 else text.upper()


def compile_pattern(text: bytes, flags: int = 0) -> Pattern[bytes]:
    """Text of an input as a pattern, as a script interpolates it; Python's warnings about it are not shown."""
    import re
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return re.compile(text, flags)


def read_file(path: bytes, failure: DieError | None = None) -> bytes:
    """What `open` reads, where `-` is standard input; a file that cannot be read is the failure, if one is given."""
    if path == b"-":
        return sys.stdin.buffer.read()
    try:
        with open(os.fsdecode(path), "rb") as stream:
            return stream.read()
    except OSError:
        if failure is None:
            raise
        raise failure from None


def is_readable(path: bytes) -> bool:
    """Perl's `-r`."""
    return os.access(path, os.R_OK)


def is_file(path: bytes) -> bool:
    """Perl's `-f`."""
    return os.path.isfile(path)


def write_file(path: bytes, text: bytes, failure: DieError, *, is_named: bool = False) -> None:
    """Write a file, whole or not at all, where `-` is standard output; one that cannot be written is the failure."""
    if not write_parts(path, [text], is_named=is_named):
        raise failure
