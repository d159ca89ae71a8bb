"""Kaldi's command lines: `program [--option=value ...] arguments`, read as its option parser reads them.

A program declares itself in one place:

    @program("compute-wer", USAGE, Option("mode", "strict", "What a missing hypothesis is"), arguments=(2,))
    def run(call: Call) -> int:
        ...

which makes of `run` a function of the words after the program's name, and if need be of three streams, that returns
the exit code.
"""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import Console, KaldiError
from mondegreen.dropin.kaldi.entry import Entry

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence
    from typing import Any, BinaryIO

    from mondegreen.dropin.kaldi.entry import Streams

    Value = bool | int | float | str

# Nothing here is a regular expression: to load what reads them takes longer than all the rest of a small program.
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[]~#^_-+=:.,/")
TRUE, FALSE = {"true", "t", "1", ""}, {"false", "f", "0"}
INT32 = range(-(2**31), 2**31)


class Option:
    """An option: its name, its default, which says what kind of value it takes, and what it is for.

    A number is a `float` of 32 bits unless it is declared `double`.
    """

    def __init__(self, name: str, default: Value, purpose: str, *, double: bool = False) -> None:
        self.name = name
        self.default = default
        self.purpose = purpose
        self.double = double

    @property
    def kind(self) -> str:
        """What Kaldi's help calls the kind of value."""
        if isinstance(self.default, float):
            return "double" if self.double else "float"
        return {bool: "bool", int: "int", str: "string"}[type(self.default)]

    def read(self, text: str, *, given: bool) -> Value:
        """The value of a text, and whether there was one at all; a ValueError says what is wrong."""
        if isinstance(self.default, bool):
            return truth(text, self.name, given=given)
        if isinstance(self.default, int):
            return whole(text)
        if isinstance(self.default, float):
            return number(text, double=self.double)
        if not given:
            raise ValueError(f"Invalid option --{self.name} (option format is --x=y).")
        return text

    def help(self) -> str:
        """The option's line in the help."""
        shown = self.default
        if isinstance(shown, bool):
            shown = str(shown).lower()
        elif isinstance(shown, str):
            shown = f'"{shown}"'
        elif isinstance(shown, float):
            shown = f"{shown:.6g}"
        return f"  --{self.name:<25} : {self.purpose} ({self.kind}, default = {shown})\n"


STANDARD = (
    Option("config", "", "Configuration file to read (this option may be repeated)"),
    Option("help", default=False, purpose="Print out usage message"),
    Option("print-args", default=True, purpose="Print the command line arguments (to stderr)"),
    Option("verbose", 0, "Verbose level (higher->more logging)"),
)


def truth(text: str, name: str, *, given: bool) -> bool:
    """Yes or no; the name alone means yes."""
    if given and not text:
        raise ValueError(f"Invalid option --{name}=")
    if text.lower() in TRUE:
        return True
    if text.lower() in FALSE:
        return False
    raise ValueError(f"Invalid format for boolean argument [expected true or false]: {text}")


def whole(text: str) -> int:
    """A whole number of 32 bits."""
    digits = text.strip().lstrip("+-")
    well_formed = text.isascii() and digits.isdigit() and len(text.strip()) - len(digits) < 2
    try:
        value = int(text) if well_formed else None
    except ValueError:  # Python makes no number of some thousand digits
        value = None
    if value is None or value not in INT32:
        raise ValueError(f'Invalid integer option "{text}"')
    return value


def number(text: str, *, double: bool) -> float:
    """A number, as near as its kind comes to it."""
    try:
        value = float("" if "_" in text else text)
    except ValueError:
        raise ValueError(f'Invalid floating-point option "{text}"') from None
    return value if double else single(value)


def single(value: float) -> float:
    """The number of 32 bits nearest to a number: what a C++ `float` keeps of it."""
    from struct import pack, unpack

    try:
        return float(unpack("f", pack("f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def quoted(word: str) -> str:
    """A word as Kaldi shows it so that a shell would read it back."""
    if word and PLAIN.issuperset(word):
        return word
    if "'" in word and not set(word) & set('"`$\\'):
        return f'"{word}"'
    return "'" + word.replace("'", "'\\''") + "'"


def normal(name: str) -> str:
    """The one spelling of an option's name."""
    return name.replace("_", "-").lower()


class Program:
    """What a program takes."""

    def __init__(self, name: str, usage: str, options: Sequence[Option], arguments: Container[int]) -> None:
        self.name = name
        self.usage = usage
        self.options = {option.name: option for option in (*options, *STANDARD)}
        self.own = len(options)
        self.arguments = arguments

    def help(self, argv: Sequence[str] | None = None) -> str:
        """The usage and all options; with a command line, that too, for those who look for their mistake in it."""
        lines = [option.help() for option in self.options.values()]
        own = ["Options:\n", *lines[: self.own]] if self.own else []
        text = "".join(["\n", self.usage.strip("\n"), "\n\n", *own, "\nStandard options:\n", *lines[self.own :], "\n"])
        return text if argv is None else f"{text}Command line was: {self.shown(argv)}\n"

    def shown(self, argv: Sequence[str]) -> str:
        """The command line as Kaldi repeats it, with a blank at the end."""
        return "".join(f"{quoted(word)} " for word in (self.name, *argv))


class Call:
    """One call of a program: its options, its arguments, its streams."""

    def __init__(
        self,
        program: Program,
        argv: Sequence[str],
        stdin: BinaryIO,
        stdout: BinaryIO,
        stderr: BinaryIO,
        kept: dict[str, Any] | None = None,
    ) -> None:
        self.program = program
        self.argv = argv
        self.stdin = stdin
        self.stdout = stdout
        self.console = Console(program.name, stderr)
        self.values: dict[str, Value] = {name: option.default for name, option in program.options.items()}
        self.arguments: list[str] = []
        # What calls side by side read but once.
        self.kept: dict[str, Any] = {} if kept is None else kept

    def flag(self, name: str) -> bool:
        """The value of a yes-or-no option."""
        return bool(self.values[name])

    def whole(self, name: str) -> int:
        """The value of an option that takes a whole number."""
        return int(self.values[name])

    def number(self, name: str) -> float:
        """The value of an option that takes a number."""
        return float(self.values[name])

    def text(self, name: str) -> str:
        """The value of an option that takes a text."""
        return str(self.values[name])

    def argument(self, place: int) -> str:
        """The argument at a place, counted from 0; empty where fewer were given, as in Kaldi's optional ones."""
        return self.arguments[place] if place < len(self.arguments) else ""

    def parse(self) -> None:
        """Reads the command line: configuration files first, so that options beat them wherever they stand."""
        options = leading_options(self.argv)
        for word in before_dashes(self.argv):
            name, value, _ = self.split(word)
            if name == "config":
                self.configure(value)
            elif name == "help":
                raise HelpWanted
        for word in options:
            self.set(word, f"Invalid option {word}")
        rest = list(self.argv[len(options) :])
        if "--" in rest:
            rest.remove("--")
        self.arguments = rest
        self.console.verbose = self.whole("verbose")

    def split(self, word: str) -> tuple[str, str, bool]:
        """The name and the value of an option, and whether it came with a value."""
        name, equals, value = word[2:].partition("=")
        if equals and not name:
            self.console.raw(self.program.help(self.argv))
            raise KaldiError(f"Invalid option (no key): {word}", "SplitLongArg")
        return normal(name), value.strip(), bool(equals)

    def set(self, word: str, unknown: str) -> None:
        """Takes one option."""
        name, value, given = self.split(word)
        if name not in self.values:
            self.console.raw(self.program.help(self.argv))
            raise KaldiError(unknown, "Read")
        try:
            self.values[name] = self.program.options[name].read(value, given=given)
        except ValueError as error:
            self.console.raw(self.program.help(self.argv))
            raise KaldiError(str(error), "SetOption") from None

    def configure(self, path: str) -> None:
        """Takes the options of a configuration file, one a line."""
        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as stream:
                lines = stream.read().split("\n")
        except OSError:
            raise KaldiError(f"Cannot open config file: {path}", "ReadConfigFile") from None
        for count, line in enumerate(lines, 1):
            word = line.partition("#")[0].strip()
            if word and not word.startswith("--"):
                raise KaldiError(
                    f"Reading config file {path}: line {count} does not look like an option of a Kaldi program, "
                    "which is of the form --x=y (files that a shell is to source lack the '--')",
                    "ReadConfigFile",
                )
            if word:
                self.set(word, f"Invalid option {line} in config file {path}")


class HelpWanted(Exception):  # noqa: N818 - it is no error
    """Somebody asked for help."""


def leading_options(argv: Sequence[str]) -> list[str]:
    """The words before the first argument, or before `--`."""
    options: list[str] = []
    for word in argv:
        if not word.startswith("--") or word == "--":
            break
        options.append(word)
    return options


def before_dashes(argv: Sequence[str]) -> Iterator[str]:
    """The options before `--`, those between and behind arguments too: help and configuration are looked for in all."""
    for word in argv:
        if word == "--":
            return
        if word.startswith("--"):
            yield word


class Door(Entry):
    """A program as others call it."""

    def __init__(self, declared: Program, work: Callable[[Call], int]) -> None:
        self.program = declared
        self.work = work
        self.__doc__ = work.__doc__

    def answer(self, words: Sequence[str], streams: Streams) -> int:
        """Reads the command line, and runs the program."""
        return answer(self.work, Call(self.program, words, *streams))


def program(
    name: str, usage: str, *options: Option, arguments: Container[int]
) -> Callable[[Callable[[Call], int]], Door]:
    """Makes a program of a function of a call; `arguments` holds the numbers of arguments that are enough."""
    return lambda work: Door(Program(name, usage, options, arguments), work)


def answer(work: Callable[[Call], int], call: Call) -> int:
    """Runs a program to its exit code."""
    try:
        call.parse()
        if call.flag("print-args"):
            call.console.raw(f"{call.program.shown(call.argv)}\n")
        if len(call.arguments) not in call.program.arguments:
            call.console.raw(call.program.help(call.argv))
            return 1
        code = work(call)
        call.stdout.flush()
    except HelpWanted:
        call.console.raw(call.program.help())
        return 0
    except KaldiError as error:
        call.console.fail(error)
        return error.code
    except ValueError as error:  # what is wrong with a lattice, and where
        failed = KaldiError(str(error))
        call.console.fail(failed)
        return failed.code
    except BrokenPipeError:
        raise
    except OSError as error:
        failed = KaldiError(f"{error.filename}: {error.strerror}" if error.filename else error.strerror or str(error))
        call.console.fail(failed)
        return failed.code
    return code
