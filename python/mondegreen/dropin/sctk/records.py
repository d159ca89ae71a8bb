"""What the Arabic filters share: they read lines of text, ctm or stm, and change the words in them."""

import re
from collections.abc import Callable

from mondegreen.dropin.sctk.perl import NO_SUCH_FILE, DieError, chomped, lines, place, read_file, readable

FORMATS = {b"txt", b"ctm", b"stm"}
SEPARATOR = re.compile(rb"(\s+)")
LABELS = re.compile(rb"<[^<>]*>\n?")
# Where the word of a ctm line, the labels of an stm line, and what follows these stand among fields and separators.
WORD, LABEL, TEXT = 8, 10, 12


def opened(name: str, usage: bytes, words: list[bytes], line: int, read: Callable[[], bytes]) -> tuple[bytes, bytes]:
    """The bytes of the first path, and the second path. `line` is that where the original begins to check them."""
    if len(words) > 2:
        raise DieError(usage + b"\nToo many arguments" + place(name, line))
    if len(words) == 1:
        raise DieError(usage + b"\nOutput Not Specified" + place(name, line + 1))
    if not words:
        raise DieError(usage + b"\nInput and Output Not Specified" + place(name, line + 2))
    source, target = words
    if source == b"-":
        return read(), target
    if not readable(source):
        raise DieError(usage + b"\nError: Input file %b does not exist\n" % source, NO_SUCH_FILE)
    return read_file(source), target


def changed(data: bytes, kind: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The lines with their words changed; comments stay as they are, which plain text has none of."""
    parts = (chomped(line) for line in lines(data))
    return b"".join(one_changed(line, kind, change) + b"\n" for line in parts)


def one_changed(line: bytes, kind: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """One line with its words changed."""
    if kind == b"txt":
        return change(line)
    if line.startswith((b";;", b"#")):
        return line
    return in_ctm(line, change) if kind == b"ctm" else in_stm(line, change)


def cut(line: bytes, most: int = 0) -> tuple[bytes, list[bytes]]:
    """The blanks before a line, and its fields with the separators between them, at least as many as are changed."""
    rest = line.lstrip()
    parts = SEPARATOR.split(rest, most)
    return line[: len(line) - len(rest)], parts


def in_ctm(line: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """A line of ctm with its word changed."""
    head, parts = cut(line)
    if len(parts) > WORD:
        parts[WORD] = change(parts[WORD])
    return head + b"".join(parts)


def in_stm(line: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """A line of stm with its text changed."""
    head, parts = cut(line, 6)
    if len(parts) > LABEL and LABELS.fullmatch(parts[LABEL]):
        parts[TEXT:] = [change(part) for part in parts[TEXT:]]
    else:
        parts[LABEL:] = [change(b"".join(parts[LABEL:]))]
    return head + b"".join(parts)
