"""Command lines as the originals read them: Perl's Getopt::Std and Getopt::Long, and those of SCTK's programs in C."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from typing import TypeVar

from mondegreen.dropin.emulation.streams import ExitError, err, out, warn

T = TypeVar("T")

# What the value of an optional number looks like, and what Perl calls it.
NUMERIC_VALUES = {
    "f": (re.compile(rb"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?"), b"real number"),
    "i": (re.compile(rb"[-+]?\d+"), b"number"),
}
LONG_OPTION = re.compile(rb"(--|-)(.+)", re.DOTALL)


class ArgumentReader:
    """The words of a command line as SCTK's programs in C take them: options start with `-`, values do not.

    `refusal` is what such a program says of a word that is missing, behind its usage text.
    """

    def __init__(self, words: list[bytes], usage: bytes, refusal: bytes) -> None:
        self.words = list(words)
        self.usage = usage
        self.refusal = refusal
        self.given: set[bytes] = set()

    def read_options(self, options: T, readers: Mapping[bytes, Callable[[T, ArgumentReader], None]]) -> None:
        """Fills in the options, each by its reader; the first word that is none ends them, and the rest is ignored."""
        if not self.words:
            raise self.refuse(b"Arguments reguired")
        while self.words and self.words[0][:1] == b"-":
            option = self.words.pop(0)
            if option not in readers:
                out(b"Illegal argument: %b\n" % option)
                raise ExitError(self.usage)
            self.given.add(option)
            readers[option](options, self)

    def refuse(self, reason: bytes) -> ExitError:
        return ExitError(self.usage + self.refusal % reason)

    def read_value(self) -> bytes | None:
        """The next word unless it is an option."""
        return self.words.pop(0) if self.words and self.words[0][:1] != b"-" else None

    def read_word(self, missing: bytes) -> bytes:
        """The next word, even if it looks like an option."""
        if not self.words:
            raise self.refuse(missing)
        return self.words.pop(0)

    def read_values(self, missing: bytes | None = None) -> list[bytes]:
        """All words up to the next option; it is an error if none is left and `missing` says so."""
        if missing is not None and not self.words:
            raise self.refuse(missing)
        return list(iter(self.read_value, None))


Reader = Callable[[object, ArgumentReader], None]


def set_flag(name: str) -> Reader:
    """The reader of an option without a value."""
    return lambda options, _: setattr(options, name, True)


def set_word(name: str, missing: bytes, convert: Callable[[bytes], object] = bytes) -> Reader:
    """The reader of an option that takes the next word, which may look like an option."""
    return lambda options, reader: setattr(options, name, convert(reader.read_word(missing)))


def toggle_names(
    attribute: str, kind: bytes, missing: bytes, known: Mapping[str, set[str]], presets: Mapping[str, set[str]]
) -> Reader:
    """The reader of an option that selects what is named, and deselects it where it is named again.

    A preset replaces all that was named before; what is not known is reported and ignored.
    """

    def read(options: object, reader: ArgumentReader) -> None:
        selected: set[str] = getattr(options, attribute)
        for word in reader.read_values(missing):
            name = word.decode("latin-1")
            if name in presets:
                selected = presets[name]
            elif name in known:
                selected = selected ^ known[name]
            else:
                err(b"Unknown %b '%b'\n" % (kind, word))
        setattr(options, attribute, selected)

    return read


def parse_getopt_std(arguments: list[bytes], spec: str) -> tuple[dict[str, bytes], list[bytes]]:
    """Getopt::Std: letters may be joined, those with a colon take a value; unknown ones are reported and skipped."""
    options: dict[str, bytes] = {}
    rest = list(arguments)
    while rest and len(rest[0]) > 1 and rest[0].startswith(b"-"):
        word = rest.pop(0)
        if word == b"--":
            break
        letters = word[1:].decode("latin-1")
        while letters:
            letter, letters = letters[0], letters[1:]
            index = spec.find(letter) if letter != ":" else -1
            if index < 0:
                warn(b"Unknown option: %b\n" % letter.encode("latin-1"))
            elif spec[index + 1 : index + 2] == ":":
                value, letters = letters.encode("latin-1"), ""
                if not value and not rest:
                    break  # Perl leaves the option as if it had not been given
                options[letter] = value or rest.pop(0)
            else:
                options[letter] = b"1"
    return options, rest


def parse_getopt_long(
    arguments: list[bytes], spec: Iterable[str], *, case_sensitive: bool = False, final: Container[str] = ()
) -> tuple[dict[str, bytes], list[bytes], bool]:
    """Getopt::Long: names may be abbreviated; `=s` and `=i` take a value, `:s`, `:f` and `:i` one that may be missing.

    An option of several names, as in `file|f=s`, goes by its first one. Returns the options, the other words, and
    whether all was well; errors go to standard error. Nothing behind an option of `final` is read: its script ends
    there.
    """
    kinds: dict[str, str] = {}
    first: dict[str, str] = {}
    for entry in spec:
        names = re.findall(r"\w+", entry.partition("=")[0].partition(":")[0])
        kinds |= dict.fromkeys(names, entry[len("|".join(names)) :])
        first |= dict.fromkeys(names, names[0])
    options: dict[str, bytes] = {}
    others: list[bytes] = []
    rest = list(arguments)
    is_valid = True
    while rest:
        word = rest.pop(0)
        if word == b"--":
            others += rest
            break
        found = LONG_OPTION.fullmatch(word)
        if not found:
            others.append(word)
            continue
        name, value = _split_option(found[2], case_sensitive=case_sensitive)
        complete = [each for each in kinds if each.startswith(name)]
        name = complete[0] if len(complete) == 1 else name
        if name in final and value is None:
            return {**options, name: b"1"}, others + rest, is_valid
        try:
            taken = _take_value(name, kinds, value, rest)
            options[first[name]] = taken
        except LookupError as error:
            is_valid = False
            warn(b"%b\n" % error.args[0])
    return options, others, is_valid


def _split_option(word: bytes, *, case_sensitive: bool) -> tuple[str, bytes | None]:
    """An option's name, and the value that is joined to it by `=`."""
    name, equals, value = (word, b"", b"") if word[:1] == b"=" else word.partition(b"=")
    return (name if case_sensitive else name.lower()).decode("latin-1"), (value if equals else None)


def _take_value(name: str, kinds: dict[str, str], value: bytes | None, rest: list[bytes]) -> bytes:
    """The value of an option, from the words that follow where it is not joined to it."""
    if name not in kinds:
        raise LookupError(b"Unknown option: " + name.encode("latin-1"))
    kind = kinds[name]
    if not kind:
        if value is not None:
            raise LookupError(b"Option %b does not take an argument" % name.encode("latin-1"))
        return b"1"
    if kind.startswith("="):
        if value == b"" or (value is None and not rest):
            raise LookupError(b"Option %b requires an argument" % name.encode("latin-1"))
        value = rest.pop(0) if value is None else value
    if numeric := NUMERIC_VALUES.get(kind[1:]):
        pattern, expected = numeric
        if value and not pattern.fullmatch(value):
            reason = b'Value "%b" invalid for option %b (%b expected)'
            raise LookupError(reason % (value, name.encode("latin-1"), expected))
        return value or (rest.pop(0) if value is None and rest and pattern.fullmatch(rest[0]) else b"0")
    if value is not None:
        return value
    return rest.pop(0) if rest and (rest[0] == b"-" or not LONG_OPTION.fullmatch(rest[0])) else b""
