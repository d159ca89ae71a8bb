"""What Perl does for scripts and what shows in their output: splitting, lines, files, warnings and deaths."""

import os
import re
import sys
import warnings
from collections.abc import Callable

SPACES = re.compile(rb"\s+")
# What a script ends with where it dies and `errno` is 0, and where a file is missing (ENOENT).
DIED, NO_SUCH_FILE = 255, 2


class DieError(Exception):
    """A script ended by `die`: its message, and its exit code."""

    def __init__(self, message: bytes, code: int = DIED) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def catch_die(main: Callable[[list[bytes]], int]) -> Callable[[list[bytes]], int]:
    """The program with `die` caught: its message goes to standard error."""

    def run(arguments: list[bytes]) -> int:
        try:
            return main(arguments)
        except DieError as death:
            sys.stdout.flush()
            warn(death.message)
            return death.code

    return run


def warn(message: bytes) -> None:
    """Writes to standard error after everything that went to standard output."""
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message)
    sys.stderr.buffer.flush()


def format_location(script: str, line: int, input_position: str = "") -> bytes:
    """Where `die` and `warn` say they are: ` at SCRIPT line 3, <FILE> line 7.`."""
    tail = f", {input_position}" if input_position else ""
    return b" at %b line %d%b.\n" % (get_program_name(script), line, tail.encode())


def get_program_name(script: str) -> bytes:
    """`$0`: the name that the script was called by."""
    return os.fsencode(sys.argv[0] if os.path.basename(sys.argv[0]) == script else script)


def split_fields(text: bytes) -> list[bytes]:
    r"""`split(/\s+/)`: spaces at the beginning leave an empty first field; empty fields at the end are dropped."""
    fields = SPACES.split(text)
    while fields and not fields[-1]:
        fields.pop()
    return fields


def split_lines(text: bytes) -> list[bytes]:
    """The lines with their ends, which are line feeds and nothing else."""
    lines = [line + b"\n" for line in text.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def chomp(line: bytes) -> bytes:
    return line[:-1] if line.endswith(b"\n") else line


def compile_pattern(text: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Text of an input as a pattern, as a script interpolates it; Python's warnings about it are not shown."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return re.compile(text, flags)


def read_file(path: bytes) -> bytes:
    """What `open` reads: `-` is standard input."""
    if path == b"-":
        return sys.stdin.buffer.read()
    with open(os.fsdecode(path), "rb") as stream:
        return stream.read()


def is_readable(path: bytes) -> bool:
    """Perl's `-r`."""
    return os.access(path, os.R_OK)


def is_file(path: bytes) -> bool:
    """Perl's `-f`."""
    return os.path.isfile(path)


def write_file(path: bytes, text: bytes, complaint: bytes) -> None:
    """Writes the file, whole or not at all: `-` is standard output. A file that cannot be written ends the script."""
    from mondegreen.errors import ScoreError
    from mondegreen.output import plain_output

    try:
        with plain_output(os.fsdecode(path)) as out:
            out.write(text)
    except ScoreError:
        raise DieError(complaint, NO_SUCH_FILE) from None
