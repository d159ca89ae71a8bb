"""Where the transcript stands in a line of each kind of input, and how the line is put together again."""

import re
from collections.abc import Callable, Iterable, Iterator

from mondegreen.dropin.sctk.csrfilt.ctm import expanded
from mondegreen.dropin.sctk.perl import chomped, fields

# From a line to its text and its rest, or nothing where it cannot be cut.
Cut = Callable[[bytes], "tuple[bytes, bytes] | None"]
# From lines of text and those of rests to those of the file.
Join = Callable[[Iterable["tuple[bytes, bytes]"]], Iterator[bytes]]

BLANKS = re.compile(rb"[ \t]+")
STM = (
    re.compile(rb"(\s*\S+\s*\S+\s*\S+\s*\S+\s*\S+\s*<\S+>)(.*)$"),
    re.compile(rb"(\s*\S+\s*\S+\s*\S+\s*\S+\s*\S+)(.*)$"),
)
TRN = re.compile(rb"(.*)(\(.*\))\s*$")
LEXEME = re.compile(rb" LEXEME.* (?:lex|fp|un-lex|for-lex|alpha|acronym|interjection|propernoun|other) ")
MARK = re.compile(rb"([{}/@])")


def stm(line: bytes) -> tuple[bytes, bytes] | None:
    """Text follows five fields and the labels, if there are any."""
    found = STM[0].match(line) or STM[1].match(line)
    return (found[2] + b"\n", found[1] + b"\n") if found else None


def trn(line: bytes) -> tuple[bytes, bytes] | None:
    """Text stands before the last parentheses."""
    found = TRN.match(line)
    return (found[1] + b"\n", found[2] + b"\n") if found else None


def txt(line: bytes) -> tuple[bytes, bytes]:
    """All is text."""
    return line, b"\n"


def ctm(line: bytes) -> tuple[bytes, bytes]:
    """The fifth field is text; lines begin with a blank, and so with an empty field."""
    return field(line, 5)


def rttm(line: bytes) -> tuple[bytes, bytes]:
    """The sixth field is text where a word is told of."""
    return field(line, 6) if LEXEME.match(line) else (b"\n", line)


def field(line: bytes, place: int) -> tuple[bytes, bytes]:
    """A field, and the line without it."""
    parts = fields(line)
    text = parts.pop(place) if len(parts) > place else b""
    return text + b"\n", b" ".join(parts) + b"\n"


def before(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Texts before rests."""
    return (squeezed(chomped(text) + rest) for text, rest in pairs)


def after(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Texts after rests."""
    return (squeezed(rest[:-1] + text) for text, rest in pairs)


def alone(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Texts; what was a comment is an empty line."""
    return (squeezed(text) for text, _ in pairs)


def in_ctm(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Texts in the fifth field, a line for each word."""
    return map(squeezed, expanded(inserted(chomped(text), rest, 5) for text, rest in pairs))


def in_rttm(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """Texts in the sixth field, several words and alternatives being joined by underlines."""
    return (squeezed(inserted(joined(chomped(text)), rest, 6)) for text, rest in pairs)


def joined(text: bytes) -> bytes:
    """The text as one field."""
    if not text.split() or not re.search(rb"\s", text):
        return text
    text = re.sub(rb"\s+", b" ", MARK.sub(rb" \1 ", text))
    return re.sub(rb"\s", b"_", re.sub(rb"\s$", b"", re.sub(rb"^\s", b"", text)))


def inserted(text: bytes, rest: bytes, place: int) -> bytes:
    """The line with its text again; one without is left as it is."""
    if not text:
        return rest
    parts = fields(rest)
    parts.insert(place, text)
    return b" ".join(parts) + b"\n"


def squeezed(line: bytes) -> bytes:
    """The line without blanks at its ends, and one where there were several, unless it is a comment."""
    if line.startswith(b";"):
        return line
    return BLANKS.sub(b" ", chomped(line).strip(b" \t")) + (b"\n" if line.endswith(b"\n") else b"")


# Kind of input -> how lines are cut and joined, and the line of the original's code that dies where one cannot be cut.
LAYOUTS: dict[bytes, tuple[Cut, Join, int]] = {
    b"ctm": (ctm, in_ctm, 0),
    b"stm": (stm, after, 16),
    b"trn": (trn, before, 13),
    b"txt": (txt, alone, 0),
    b"rttm": (rttm, in_rttm, 0),
}
