"""Kaldi's command lines (`program [--option=value ...] arguments`), its messages on standard error and its exit codes.

A program declares itself in one place:

    @program("compute-wer", USAGE, Option("mode", "strict", "What a missing hypothesis is"), arguments=(2,))
    def run(call: Call) -> int:
        ...

which makes of `run` a function of the words after the program's name (and, if need be, of three streams) that returns
the exit code. Options are read as by Kaldi's `ParseOptions` (util/parse-options.cc).
"""

from __future__ import annotations

import os
import sys
from itertools import takewhile

from mondegreen.dropin.emulation.numbers import parse_whole_float, parse_whole_int

TYPE_CHECKING = False  # a program that starts a hundred times in a recipe must not wait for `typing`

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Container, Sequence
    from typing import Any, BinaryIO

    Streams = tuple[BinaryIO, BinaryIO, BinaryIO]
    Value = bool | int | float | str

VERSION = "5.5"
# The exit code of an error that Kaldi reports, and of one at which it aborts (128 + SIGABRT).
ERROR_CODE, ABORT_CODE = 255, 134
# Nothing here is a regular expression: loading `re` takes longer than all the rest of a small program.
UNQUOTED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[]~#^_-+=:.,/")
TRUE, FALSE = {"true", "t", "1", ""}, {"false", "f", "0"}


def decode_bytes(data: bytes) -> str:
    """Decode bytes of any encoding so that `encode_text` gives them back."""
    return data.decode("utf-8", "surrogateescape")


def encode_text(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


class KaldiError(Exception):
    """A failure that a program reports, with the function of Kaldi's that would have found it."""

    code = ERROR_CODE

    def __init__(self, what: str, where: str = "main") -> None:
        super().__init__(what)
        self.what = what
        self.where = where


class KaldiAbortError(KaldiError):
    """A failure that Kaldi notices too late to report: it aborts, and what was not yet printed is lost."""

    code = ABORT_CODE


class KaldiAssertionError(KaldiAbortError):
    """A condition that Kaldi asserts."""


class Console:
    """The standard error of one program, in the format of Kaldi's messages."""

    def __init__(self, program: str, stream: BinaryIO) -> None:
        self.program = program
        self.stream = stream

    def write(self, text: str) -> None:
        """Write at once, as Kaldi does: a later failure must not lose it."""
        self.stream.write(encode_text(text))
        self.stream.flush()

    def report(self, level: str, what: str, where: str = "main") -> None:
        self.write(f"{level} ({self.program}[{VERSION}]:{where}()) {what}\n")

    def log(self, what: str, where: str = "main") -> None:
        self.report("LOG", what, where)

    def warn(self, what: str, where: str = "main") -> None:
        self.report("WARNING", what, where)

    def fail(self, error: KaldiError) -> None:
        if isinstance(error, KaldiAssertionError):
            self.report("ASSERTION_FAILED", f"Assertion failed: ({error.what})", error.where)
            return
        self.report("ERROR", error.what, error.where)
        self.write("\nkaldi::KaldiFatalError\n")


class Entry:
    """An entry point: a program as the registry calls it; subclasses implement `answer`."""

    def __call__(
        self,
        arguments: Sequence[bytes],
        stdin: BinaryIO | None = None,
        stdout: BinaryIO | None = None,
        stderr: BinaryIO | None = None,
    ) -> int:
        """Return the exit code for the words after the program's name."""
        words = [os.fsdecode(argument) for argument in arguments]
        return self.answer(words, (stdin or sys.stdin.buffer, stdout or sys.stdout.buffer, stderr or sys.stderr.buffer))

    def answer(self, words: Sequence[str], streams: Streams) -> int:
        raise NotImplementedError


class Option:
    """An option: its name, its default, whose type is that of its value, and its purpose.

    A number is a C++ `float` unless it is declared `double`.
    """

    def __init__(self, name: str, default: Value, purpose: str, *, double: bool = False) -> None:
        self.name = name
        self.default = default
        self.purpose = purpose
        self.double = double

    def parse(self, text: str, *, given: bool) -> Value:
        """Parse the value, or the absence of one; a ValueError says what is wrong."""
        if isinstance(self.default, bool):
            return parse_bool(text, self.name, given=given)
        if isinstance(self.default, int):
            return parse_whole_int(text)
        if isinstance(self.default, float):
            return parse_whole_float(text, double=self.double)
        if not given:
            raise ValueError(f"Invalid option --{self.name} (option format is --x=y).")
        return text

    def format_help(self) -> str:
        default, kind = str(self.default), "double" if self.double else type(self.default).__name__
        if isinstance(self.default, bool):
            default = default.lower()
        elif isinstance(self.default, str):
            default, kind = f'"{default}"', "string"
        elif isinstance(self.default, float):
            default = f"{self.default:.6g}"
        return f"  --{self.name:<25} : {self.purpose} ({kind}, default = {default})\n"


STANDARD_OPTIONS = (
    Option("config", "", "Configuration file to read (this option may be repeated)"),
    Option("help", default=False, purpose="Print out usage message"),
    Option("print-args", default=True, purpose="Print the command line arguments (to stderr)"),
    Option("verbose", 0, "Verbose level (higher->more logging)"),
)


def parse_bool(text: str, name: str, *, given: bool) -> bool:
    if given and not text:
        raise ValueError(f"Invalid option --{name}=")
    if text.lower() in TRUE:
        return True
    if text.lower() in FALSE:
        return False
    raise ValueError(f"Invalid format for boolean argument [expected true or false]: {text}")


def quote_word(word: str) -> str:
    """Quote a word as Kaldi's `ParseOptions::Escape` does, so that a shell would read it back."""
    if word and UNQUOTED.issuperset(word):
        return word
    if "'" in word and not set(word) & set('"`$\\'):
        return f'"{word}"'
    return "'" + word.replace("'", "'\\''") + "'"


class Program:
    """What a program takes: its options, its own first, and the numbers of arguments that are enough."""

    def __init__(self, name: str, usage: str, options: Sequence[Option], arguments: Container[int]) -> None:
        self.name = name
        self.usage = usage
        self.options = {option.name: option for option in (*options, *STANDARD_OPTIONS)}
        self.own_count = len(options)
        self.arguments = arguments

    def format_help(self, argv: Sequence[str] | None = None) -> str:
        """Return the usage and all options, and the command line if one is given, to look for a mistake in it."""
        lines = [option.format_help() for option in self.options.values()]
        own = ["Options:\n", *lines[: self.own_count]] if self.own_count else []
        standard = ["\nStandard options:\n", *lines[self.own_count :], "\n"]
        text = "".join(["\n", self.usage.strip("\n"), "\n\n", *own, *standard])
        return text if argv is None else f"{text}Command line was: {self.format_command_line(argv)}\n"

    def format_command_line(self, argv: Sequence[str]) -> str:
        """Return the command line as Kaldi repeats it, with a space at the end."""
        return "".join(f"{quote_word(word)} " for word in (self.name, *argv))


class Call:
    """One call of a program: its options, its arguments, its streams.

    Calls that run side by side share a `cache` of what they read.
    """

    def __init__(
        self, program: Program, argv: Sequence[str], streams: Streams, cache: dict[str, Any] | None = None
    ) -> None:
        self.program = program
        self.argv = argv
        self.stdin, self.stdout, stderr = streams
        self.console = Console(program.name, stderr)
        self.values: dict[str, Value] = {name: option.default for name, option in program.options.items()}
        self.arguments: list[str] = []
        self.named_files: Counter[tuple[int, int] | str] | None = None
        self.cache: dict[str, Any] = {} if cache is None else cache

    def flag(self, name: str) -> bool:
        return bool(self.values[name])

    def integer(self, name: str) -> int:
        return int(self.values[name])

    def number(self, name: str) -> float:
        return float(self.values[name])

    def text(self, name: str) -> str:
        return str(self.values[name])

    def argument(self, index: int) -> str:
        """Return an argument; empty if fewer were given, as for Kaldi's optional ones."""
        return self.arguments[index] if index < len(self.arguments) else ""

    def parse(self) -> None:
        """Parse the command line: configuration files first, so that options override them wherever they stand."""
        options = list(takewhile(is_option, self.argv))
        # --help and --config are looked for among and after the arguments too, up to `--`.
        for word in filter(is_option, takewhile("--".__ne__, self.argv)):
            name, value, _ = self.split_option(word)
            if name == "config":
                self.read_config(value)
            elif name == "help":
                raise HelpRequested
        for word in options:
            self.set_option(word, f"Invalid option {word}")
        rest = list(self.argv[len(options) :])
        if "--" in rest:
            rest.remove("--")
        self.arguments = rest

    def split_option(self, word: str) -> tuple[str, str, bool]:
        """Return the name and the value of an option, and whether it came with a value."""
        name, equals, value = word[2:].partition("=")
        if equals and not name:
            self.console.write(self.program.format_help(self.argv))
            raise KaldiError(f"Invalid option (no key): {word}", "SplitLongArg")
        return name.replace("_", "-").lower(), value.strip(), bool(equals)

    def set_option(self, word: str, unknown: str) -> None:
        name, value, given = self.split_option(word)
        if name not in self.values:
            self.console.write(self.program.format_help(self.argv))
            raise KaldiError(unknown, "Read")
        try:
            self.values[name] = self.program.options[name].parse(value, given=given)
        except ValueError as error:
            self.console.write(self.program.format_help(self.argv))
            raise KaldiError(str(error), "SetOption") from None

    def read_config(self, path: str) -> None:
        """Set the options of a configuration file, one per line."""
        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as stream:
                lines = stream.read().split("\n")
        except OSError:
            raise KaldiError(f"Cannot open config file: {path}", "ReadConfigFile") from None
        for number, line in enumerate(lines, 1):
            word = line.partition("#")[0].strip()
            if word and not word.startswith("--"):
                raise KaldiError(
                    f"Reading config file {path}: line {number} does not look like an option of a Kaldi program, "
                    "which is of the form --x=y (files that a shell is to source lack the '--')",
                    "ReadConfigFile",
                )
            if word:
                self.set_option(word, f"Invalid option {line} in config file {path}")


class HelpRequested(Exception):  # noqa: N818 - it is no error
    """The command line asks for help."""


def is_option(word: str) -> bool:
    return word.startswith("--") and word != "--"


class ProgramEntry(Entry):
    """The entry point of a program, which does its work on a call."""

    def __init__(self, program: Program, work: Callable[[Call], int]) -> None:
        self.program = program
        self.work = work

    def answer(self, words: Sequence[str], streams: Streams) -> int:
        return run_call(self.work, Call(self.program, words, streams))


def program(
    name: str, usage: str, *options: Option, arguments: Container[int]
) -> Callable[[Callable[[Call], int]], ProgramEntry]:
    """Make a program of a function of a call."""
    return lambda work: ProgramEntry(Program(name, usage, options, arguments), work)


def run_call(work: Callable[[Call], int], call: Call) -> int:
    """Run a program to its exit code."""
    try:
        call.parse()
        if call.flag("print-args"):
            call.console.write(f"{call.program.format_command_line(call.argv)}\n")
        if len(call.arguments) not in call.program.arguments:
            call.console.write(call.program.format_help(call.argv))
            return 1
        code = work(call)
        call.stdout.flush()
    except HelpRequested:
        call.console.write(call.program.format_help())
        return 0
    except BrokenPipeError:
        raise
    except (KaldiError, ValueError, OSError) as error:
        failure = to_kaldi_error(error)
        call.console.fail(failure)
        return failure.code
    return code


def to_kaldi_error(error: Exception) -> KaldiError:
    """Wrap the core's error about a lattice (a ValueError), or one of the system, as Kaldi would report it."""
    if isinstance(error, KaldiError):
        return error
    if isinstance(error, OSError):
        return KaldiError(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
    return KaldiError(str(error))
