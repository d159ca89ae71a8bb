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


def catch_exit(main: Callable[[list[bytes]], int]) -> Callable[[list[bytes]], int]:
    """The program with `ExitError` caught: its message goes to standard error."""
    from functools import wraps

    @wraps(main)
    def run(arguments: list[bytes]) -> int:
        try:
            return main(arguments)
        except ExitError as end:
            warn(end.message)
            return end.code

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


def write_parts(path: bytes, parts: Iterable[bytes], on_open: Callable[[], None] | None = None) -> bool:
    """Write a file, whole or not at all; false if it cannot be opened, and then no part was read."""
    from mondegreen.errors import ScoreError
    from mondegreen.output import binary_output

    try:
        with binary_output(os.fsdecode(path), gzips=False) as stream:
            if on_open is not None:
                on_open()
            for part in parts:
                stream.write(part)
    except ScoreError:
        return False
    return True
