"""What Perl does for SCTK's scripts and what shows in their output: numbers, fields, options and deaths."""

import os
import re
import sys
import warnings
from collections.abc import Callable, Container, Iterable
from pathlib import Path

NUMBER = re.compile(
    rb"\s*([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|inf(?:inity)?|nan))", re.IGNORECASE
)
BLANKS = re.compile(rb"\s+")
NUMERIC = {"f": re.compile(rb"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?"), "i": re.compile(rb"[-+]?\d+")}
OPTION = re.compile(rb"(--|-)(.+)", re.DOTALL)
# What a script ends with where it dies and the system has nothing to complain of, and where a file is missing.
DIED, NO_SUCH_FILE = 255, 2


class DieError(Exception):
    """A script ended by `die`: what it says, and its exit code."""

    def __init__(self, message: bytes, code: int = DIED) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def mortal(main: Callable[[list[bytes]], int]) -> Callable[[list[bytes]], int]:
    """The program, whose death is told on standard error."""

    def run(arguments: list[bytes]) -> int:
        try:
            return main(arguments)
        except DieError as death:
            sys.stdout.flush()
            warn(death.message)
            return death.code

    return run


def warn(message: bytes) -> None:
    """Writes to standard error after what went to standard output."""
    sys.stdout.buffer.flush()
    sys.stderr.buffer.write(message)
    sys.stderr.buffer.flush()


def place(name: str, line: int, read: str = "") -> bytes:
    """Where a script says that it warned or died: ` at NAME line 3.`; `read` is what it had read of an input."""
    tail = f", {read}" if read else ""
    return b" at %b line %d%b.\n" % (called(name), line, tail.encode())


def number(text: bytes) -> float:
    """The number that a text begins with, else 0."""
    found = NUMBER.match(text)
    return float(found[1]) if found else 0.0


def fields(text: bytes) -> list[bytes]:
    """What `split` on blanks gives: a blank at the beginning leaves an empty field first; empty ones at the end go."""
    parts = BLANKS.split(text)
    while parts and not parts[-1]:
        parts.pop()
    return parts


def lines(text: bytes) -> list[bytes]:
    """The lines with what ends them, which is a line feed and nothing else."""
    parts = [line + b"\n" for line in text.split(b"\n")]
    last = parts.pop()[:-1]
    return [*parts, last] if last else parts


def chomped(line: bytes) -> bytes:
    """The line without the line feed at its end."""
    return line[:-1] if line.endswith(b"\n") else line


def compiled(text: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Text of an input as the pattern that a script takes it for; what Python thinks of its style is not told."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return re.compile(text, flags)


def read_file(path: bytes) -> bytes:
    """What `open` reads: `-` is standard input."""
    if path == b"-":
        return sys.stdin.buffer.read()
    return Path(os.fsdecode(path)).read_bytes()


def readable(path: bytes) -> bool:
    """Whether `-r` holds."""
    return os.access(path, os.R_OK)


def is_file(path: bytes) -> bool:
    """Whether `-f` holds."""
    return Path(os.fsdecode(path)).is_file()


def getopts(arguments: list[bytes], spec: str) -> tuple[dict[str, bytes], list[bytes]]:
    """Getopt::Std: letters may be joined, those with a colon take a value; unknown ones are told and passed over."""
    options: dict[str, bytes] = {}
    rest = list(arguments)
    while rest and len(rest[0]) > 1 and rest[0].startswith(b"-"):
        word = rest.pop(0)
        if word == b"--":
            break
        letters = word[1:].decode("latin-1")
        while letters:
            letter, letters = letters[0], letters[1:]
            where = spec.find(letter) if letter != ":" else -1
            if where < 0:
                warn(b"Unknown option: %b\n" % letter.encode("latin-1"))
            elif spec[where + 1 : where + 2] == ":":
                value, letters = letters.encode("latin-1"), ""
                if not value and not rest:
                    break  # Perl leaves the option as if it had not been given
                options[letter] = value or rest.pop(0)
            else:
                options[letter] = b"1"
    return options, rest


def getopt_long(
    arguments: list[bytes], spec: Iterable[str], *, cased: bool = False, final: Container[str] = ()
) -> tuple[dict[str, bytes], list[bytes], bool]:
    """Getopt::Long: names, which may be cut short, `=s` with a value, `:s`, `:f`, `:i` with one that may be missing.

    Gives the options, the other words, and whether all was well; what was not is told on standard error. Behind an
    option of `final` nothing is looked at: its script ends there.
    """
    kinds = {name: one[len(name) :] for one in spec for name in re.findall(r"^\w+", one)}
    options: dict[str, bytes] = {}
    others: list[bytes] = []
    rest = list(arguments)
    fine = True
    while rest:
        word = rest.pop(0)
        if word == b"--":
            others += rest
            break
        found = OPTION.fullmatch(word)
        if not found:
            others.append(word)
            continue
        name, value = named(found[2], cased=cased)
        name = whole(name, kinds)
        if name in final and value is None:
            return {**options, name: b"1"}, others + rest, fine
        try:
            options[name] = taken(name, kinds, value, rest)
        except LookupError as error:
            fine = False
            warn(b"%b\n" % error.args[0])
    return options, others, fine


def named(word: bytes, *, cased: bool) -> tuple[str, bytes | None]:
    """An option's name, and the value that is joined to it."""
    name, equals, value = (word, b"", b"") if word[:1] == b"=" else word.partition(b"=")
    text = name.decode("latin-1")
    return (text if cased else lowered(text)), (value if equals else None)


def whole(name: str, kinds: dict[str, str]) -> str:
    """The one name that begins so, if there is one."""
    found = [kind for kind in kinds if kind.startswith(name)]
    return found[0] if len(found) == 1 and name not in kinds else name


def lowered(text: str) -> str:
    """The text with ASCII letters in lower case."""
    return text.encode("latin-1").lower().decode("latin-1")


def taken(name: str, kinds: dict[str, str], value: bytes | None, rest: list[bytes]) -> bytes:
    """The value of an option, taken from the words that follow where it is not joined to it."""
    if name not in kinds:
        raise LookupError(b"Unknown option: " + name.encode("latin-1"))
    kind = kinds[name]
    if not kind:
        if value is not None:
            raise LookupError(b"Option %b does not take an argument" % name.encode("latin-1"))
        return b"1"
    if value is None and kind.startswith("="):
        if not rest:
            raise LookupError(b"Option %b requires an argument" % name.encode("latin-1"))
        return rest.pop(0)
    if kind[1:] in NUMERIC:
        return numeric(NUMERIC[kind[1:]], value, rest)
    if value is None:
        value = rest.pop(0) if rest and (rest[0] == b"-" or not OPTION.fullmatch(rest[0])) else b""
    return value


def numeric(form: re.Pattern[bytes], value: bytes | None, rest: list[bytes]) -> bytes:
    """An optional number: what is none stays among the words."""
    if value is None:
        value = rest.pop(0) if rest and form.fullmatch(rest[0]) else b"0"
    return value


def called(name: str) -> bytes:
    """`$0`: what the script was called by."""
    return os.fsencode(sys.argv[0] if Path(sys.argv[0]).name == name else name)


def write_file(path: bytes, text: bytes, complaint: bytes) -> None:
    """Writes what `open` opened for writing, whole or not at all: `-` is standard output."""
    from mondegreen.errors import ScoreError
    from mondegreen.output import plain_output

    try:
        with plain_output(os.fsdecode(path)) as out:
            out.write(text)
    except ScoreError:
        raise DieError(complaint, NO_SUCH_FILE) from None
