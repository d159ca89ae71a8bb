"""The arguments of chfilt.pl, checked in its order."""

from typing import NamedTuple

from mondegreen.dropin.sctk.chfilt.usage import USAGE
from mondegreen.dropin.sctk.perl import DieError, getopt_long, place, readable

NAME = "chfilt.pl"
SPEC = ["s:f", "p:f", "l=s", "b:f", "e:f", "o=s", "t:s", "q:s", "a", "d", "m", "i", "k", "E", "c", "C=s"]
LANGUAGES = (b"japanese", b"mandarin", b"english", b"spanish", b"arabic", b"german")
# In which letters beyond ASCII have capitals too.
LATIN1 = {b"german", b"spanish"}
ACCENTS = bytes.maketrans(bytes(range(0xE0, 0x100)), bytes(range(0xC0, 0xE0)))
FOREVER = b"999999"


class Options(NamedTuple):
    """What is asked for; times are kept as they were written, as the output may show them so."""

    language: bytes
    source: bytes
    target: bytes
    format: bytes
    start: bytes
    end: bytes
    translations: dict[bytes, bytes]
    equivalents: dict[bytes, bytes]
    marks_optional: bool
    both_hyphens: bool
    mississippi: bool
    gaps: bool
    keeps_empty: bool
    drops_overlaps: bool
    keeps_contractions: bool
    channels: bytes
    padding: bytes
    smoothing: bytes

    @property
    def identity(self) -> bytes:
        """What the conversation is called: the file's name without folder and ending."""
        name = self.source.rpartition(b"/")[2]
        return name.rpartition(b".")[0] if b"." in name else name

    @property
    def hesitation(self) -> bytes:
        """What stands for a hesitation."""
        return b" (%HESITATION) " if self.marks_optional else b"%HESITATION"


def parsed(arguments: list[bytes]) -> "Options | bytes":
    """The options, or what is printed of those that cannot be followed."""
    given, words, fine = getopt_long(arguments, SPEC, cased=True)
    if not fine:
        raise DieError(b"\n" + USAGE + b"\nError: Failed to parse argements" + place(NAME, 157))
    wrong = wrong_option(given) or wrong_words(words)
    return b"\n%b\n%b\n\n" % (USAGE, wrong) if wrong else made(given, *words)


def wrong_option(given: dict[str, bytes]) -> bytes:
    """What is wrong with the options; some of it ends the program at once."""
    if given.get("o", b"stm") not in {b"stm", b"pem"}:
        return b"Error: Unrecognized format type --> %b" % given["o"]
    if "l" not in given:
        return b"Error: Language option is required"
    if not any(language in given["l"] for language in LANGUAGES):
        return b"Error: Language not recognized"
    if "C" in given and not given["C"].startswith((b"numbers", b"letters")):
        raise DieError(b"Error: Unknown channel conversion '%b'" % given["C"] + place(NAME, 195))
    if "i" in given and ("b" not in given or "e" not in given):
        raise DieError(USAGE + b"\nError: -i requires -b and -e to be used" + place(NAME, 199))
    return b""


def wrong_words(words: list[bytes]) -> bytes:
    """What is wrong with the paths."""
    if len(words) != 2:
        return (b"Input and Output Not Specified", b"Output Not Specified", b"", b"Too many arguments ")[
            min(len(words), 3)
        ]
    return b"" if readable(words[0]) else b"Input file %b does not exist" % words[0]


def made(given: dict[str, bytes], source: bytes, target: bytes) -> Options:
    """The options, once they are known to be in order."""
    language = given["l"]
    return Options(
        language=language,
        source=source,
        target=target,
        format=given.get("o", b"stm"),
        start=given.get("b", b"0"),
        end=given.get("e", FOREVER),
        translations=translated(given.get("t", b""), language),
        equivalents=equal(given.get("q", b""), language),
        marks_optional="d" in given,
        both_hyphens="a" in given,
        mississippi="m" in given,
        gaps="i" in given,
        keeps_empty="k" in given,
        drops_overlaps="E" in given,
        keeps_contractions="c" in given,
        channels=given.get("C", b""),
        padding=given.get("p", b"-1"),
        smoothing=given.get("s", b"-1"),
    )


def upper(text: bytes, language: bytes) -> bytes:
    """The text in the capitals of the language."""
    return text.upper().translate(ACCENTS) if language in LATIN1 else text.upper()


def translated(pairs: bytes, language: bytes) -> dict[bytes, bytes]:
    """What is written for which word, of `A=B:C=D`."""
    parts = [upper(pair, language).split(b"=") for pair in pairs.split(b":") if pair]
    return {words[0]: words[1] for words in parts if len(words) > 1}


def equal(classes: bytes, language: bytes) -> dict[bytes, bytes]:
    """The alternatives of each word, of `A=B=C:D=E`."""
    found = {}
    for each in classes.split(b":"):
        words = upper(each, language).rstrip(b"=")
        whole = b"{ %b }" % upper(each, language).replace(b"=", b" / ")
        found.update(dict.fromkeys(words.split(b"=") if words else [], whole))
    return found
