"""What original programs write, as bytes, and how they end: standard streams, whole files, messages and exit codes."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # type checkers know the name; no program must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class ExitError(Exception):
    """The end of a program before its work is done: what it says on standard error, and its exit code."""

    def __init__(self, message: bytes, code: int = 1) -> None:
        super().__init__(message.decode("utf-8", "replace").strip())
        self.message = message
        self.code = code


# The command lines of the programs that run; hubscr.pl's comes before those of the programs that it calls.
COMMAND_LINES: list[list[bytes]] = []


def catch_exit(main: Callable[[list[bytes]], int]) -> Callable[[list[bytes]], int]:
    """The program with `ExitError` caught: its message goes to standard error."""
    from functools import wraps

    @wraps(main)
    def run(arguments: list[bytes]) -> int:
        COMMAND_LINES.append(arguments)
        try:
            return main(arguments)
        except ExitError as end:
            warn(end.message)
            return end.code
        finally:
            COMMAND_LINES.pop()

    return run


def out(text: bytes) -> None:
    sys.stdout.buffer.write(text)


def err(text: bytes) -> None:
    """Write to standard error, at once."""
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()


def warn(text: bytes) -> None:
    """Write to standard error, after everything that went to standard output."""
    sys.stdout.flush()
    err(text)


def write_parts(
    path: bytes, parts: Iterable[bytes], on_open: Callable[[], None] | None = None, *, is_named: bool = False
) -> bool:
    """Write a file, whole or not at all; false if it cannot be opened, and then no part was read.

    `is_named` is of a file that the command line itself names as an output.
    """
    from mondegreen.errors import ScoreError
    from mondegreen.output import binary_output

    refuse_input(path, is_named=is_named)
    try:
        with binary_output(os.fsdecode(path), gzips=False) as stream:
            if on_open is not None:
                on_open()
            for part in parts:
                stream.write(part)
    except ScoreError:
        return False
    return True


def refuse_input(path: bytes, *, is_named: bool) -> None:
    """End the program where what it is about to write is a file that it reads, by whatever name."""
    place = identify(path)
    for words in COMMAND_LINES if place else ():
        if sum(any(identify(name) == place for name in list_names(word)) for word in words) > is_named:
            raise ExitError(b"Error: %b is an input and would be overwritten; name another output\n" % path)


def list_names(word: bytes) -> set[bytes]:
    """What of a word may name a file: all of it, or what is behind an option, or before the title of a system."""
    return {word, word[2:], word.partition(b"=")[2], word.partition(b"\\#")[0]} - {b""}


def identify(path: bytes) -> tuple[int, int] | None:
    """What a file is whatever it is called; nothing of what is no file."""
    from stat import S_ISREG

    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if S_ISREG(found.st_mode) else None
