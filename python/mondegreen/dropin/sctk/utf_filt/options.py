"""The arguments of utf_filt.pl, checked in its order."""

from typing import NamedTuple

from mondegreen.dropin.sctk.perl import NO_SUCH_FILE, DieError, called, getopt_long, number, place, readable
from mondegreen.dropin.sctk.utf_filt.usage import USAGE

NAME = "utf_filt.pl"
SPEC = ["p", "w", "k", "c", "h", "d:i", "f=s", "e=s", "i=s", "o=s", "t", "n", "s=s"]
FORMATS = (b"IESTM", b"STM", b"IECTM", b"CTM", b"IESM", b"SM")
# What is asked for, and the line of the original that dies where it is not.
REQUIRED = (
    ("f", b"Error: Output format required", 378),
    ("o", b"Error: Output file required", 379),
    ("i", b"Error: Input UTF file required", 380),
    ("e", b"Error: SGML DTD file required", 381),
)


class Options(NamedTuple):
    """What is asked for."""

    format: bytes
    dtd: bytes
    source: bytes
    target: bytes
    separates_overlaps: bool
    word_times: bool
    keeps_excluded: bool
    focus: bool
    expands_contractions: bool
    drops_sounds: bool
    debug: float

    @property
    def tags_names(self) -> bool:
        """Whether the output shows named entities."""
        return self.format.startswith(b"IE")


def usage() -> bytes:
    """The help, which names the program as it was called."""
    return USAGE % (called(NAME), called(NAME))


def parsed(arguments: list[bytes]) -> Options | None:
    """The options, or nothing where help is asked for."""
    given, _, _ = getopt_long(arguments, SPEC, cased=True)
    if "h" in given:
        return None
    if "k" in given and "p" not in given:
        raise refusal(b"Error: option -k only valid with option -p", 358)
    form = given.get("f", b"").upper()
    if "f" in given and form not in FORMATS:
        raise refusal(b"Error: Unknown format '%b'" % form, 364)
    for letter, what, line in (("e", b"DTD", 367), ("i", b"Input", 371)):
        if letter in given and not readable(given[letter]):
            message = b"Error: %b file '%b' is not a readable file" % (what, given[letter])
            raise DieError(message + place(NAME, line), NO_SUCH_FILE)
    for letter, message, line in REQUIRED:
        if letter not in given:
            raise refusal(message, line)
    if "w" in given and form not in {b"CTM", b"IECTM"}:
        raise DieError(b"ERROR: use -w only with IECTM format\n")
    return made(given, form)


def refusal(message: bytes, line: int) -> DieError:
    """The help and what is wrong."""
    return DieError(usage() + message + place(NAME, line))


def made(given: dict[str, bytes], form: bytes) -> Options:
    """The options, once they are known to be in order."""
    return Options(
        format=form,
        dtd=given["e"],
        source=given["i"],
        target=given["o"],
        separates_overlaps="p" in given,
        word_times="w" in given,
        keeps_excluded="k" in given,
        focus="c" not in given,
        expands_contractions="t" not in given,
        drops_sounds="n" not in given,
        debug=number(given.get("d", b"0")),
    )
