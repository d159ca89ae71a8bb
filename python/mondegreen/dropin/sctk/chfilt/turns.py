"""The turns of a Callhome transcript: lines that begin with times and a speaker, and those that go on from them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mondegreen.dropin.sctk.chfilt.options import NAME, Options
from mondegreen.dropin.sctk.perl import DieError, chomped, fields, lines, place, warn

COMMENT = re.compile(rb"\[\[[^]]*\]\]")
FIRST_WORD = re.compile(rb"^\S+\s+")
BEGINNING = re.compile(rb"\s*\d+\.\d*\s+\d+\.\d*\s+[AB]\d*:")
HEADER = re.compile(rb"(.*[AB][0-9]*):\s*")
CONTRACTION = re.compile(rb'<contraction\s+e_form="([^"]+)">([^ \t\n\r\f)]+)', re.IGNORECASE)
PART = re.compile(rb"\[[^\[=]+=>")
BETWEEN = re.compile(rb"[\s,.?]+")
APOSTROPHE = re.compile(rb"\w'\w+")
POSSESSIVE = re.compile(rb"\w's\n?\Z")


class Turn(NamedTuple):
    """Who says what, when."""

    start: bytes
    end: bytes
    speaker: bytes
    text: bytes


def turns(data: bytes, options: Options) -> Iterator[Turn]:
    """The turns of a transcript."""
    for line in joined(kept(data, options), options):
        found = HEADER.match(chomped(line))
        if not found:
            raise DieError(b"Unable to strip the line header of '%b'" % chomped(line) + place(NAME, 341))
        start, end, speaker = (fields(found[1]) + [b""] * 3)[:3]
        yield Turn(start, end, speaker, chomped(line)[found.end() :])


def kept(data: bytes, options: Options) -> Iterator[bytes]:
    """The lines without comments; those that are empty without them go."""
    for line in lines(data):
        line = COMMENT.sub(b"", line)  # noqa: PLW2901 - only so is it looked at
        if line.strip() and not line.startswith(b"#"):
            yield FIRST_WORD.sub(b"", line) if options.mississippi else line


def joined(parts: Iterator[bytes], options: Options) -> list[bytes]:
    """A line for each turn. Contractions are looked for where it begins, and not where it goes on."""
    whole: list[bytes] = []
    for line in parts:
        if BEGINNING.match(line):
            whole.append(contractions(line, options))
        elif whole:
            whole[-1] = whole[-1][:-1] + b" " + line
        else:
            message = b"Illegal format, first line does not have a begin time, end time and channel"
            raise DieError(message + place(NAME, 324))
    return whole


def contractions(line: bytes, options: Options) -> bytes:
    """The line with its marked contractions written out, or without the marks; others are told of."""
    if not options.keeps_contractions:
        for word in BETWEEN.split(CONTRACTION.sub(b"", line)):
            if APOSTROPHE.search(word) and not POSSESSIVE.search(word):
                warn(b'Warning: Possible non-annotated contraction "%b"\n' % word)
    while found := CONTRACTION.search(line):
        new = found[2] if options.keeps_contractions else PART.sub(b" ", found[1]).replace(b"]", b"").lstrip()
        if new == found[0]:
            raise DieError(b"Error: unable to expand the contraction\n")
        line = line[: found.start()] + new + line[found.end() :]
    if b"<contrac" in line:
        message = b"Error: Contraction not handled " + line
        raise DieError(message if line.endswith(b"\n") else message + place(NAME, 320))
    return line
