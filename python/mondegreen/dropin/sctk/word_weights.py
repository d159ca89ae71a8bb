"""What words weigh (`sclite -w`): a list of words with their weights."""

from __future__ import annotations

import os
from math import isfinite

from mondegreen._core import atof
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.streams import err
from mondegreen.errors import ScoreError

COMMENT = (
    b"Warning: The comment designation is now ;;, the line below\n"
    b"         has only one comment character, this may be an error\n         %b\n"
)


class WordWeights:
    """The weights of the first column."""

    def __init__(self, path: bytes) -> None:
        self.path = path
        self.known: dict[bytes, float] = {}
        self.missing = 0.0
        self.titles: list[bytes] = []

    @property
    def source(self) -> bytes:
        """What reports say of it."""
        title = self.titles[0] if self.titles else b"%b Col 1" % self.path
        return b'%b Column "%b"' % (self.path, title)


def read_weights(path: bytes) -> WordWeights:
    """The weights in a file; `unity` is no file, but 1 for every word."""
    weights = WordWeights(path)
    if path == b"unity":
        weights.missing = 1.0
        weights.titles.append(b"Unity Weighting")
        return weights
    try:
        with open(path, "rb") as file:
            lines = list(file)
    except OSError:
        err(b"Warning: Could not open Word-weight file: %b No words loaded ! ! ! !\n" % path)
        raise unreadable(path) from None
    for number, line in enumerate(lines, start=1):
        take(weights, line, number)
    return weights


def take(weights: WordWeights, line: bytes, number: int) -> None:
    """Takes a line: a word, or a comment that names the columns or weighs words that are missing."""
    if line[:1] == b";" and line[:2] != b";;":
        err(COMMENT % line)
    words = line.split()
    if words and line[:2] != b";;":
        if len(words) < 2:
            err(b"Error: Unable to parse line %d of WWF file '%b'\n" % (number, line))
            raise unreadable(weights.path)
        weights.known.setdefault(words[0], weight(words[1], weights.path, number))
    elif b"'headings'" in line.lower():
        behind = line[line.lower().index(b"'headings'") :]
        place = behind.lower().find(b"'word spelling'")
        if place < 0:
            err(b"Warning: Unable to parse label line %b" % line)
            return
        weights.titles += behind[place + len(b"'word spelling'") :].split(b"'")[1::2]
    elif b"default missing weight" in line.lower():
        quoted = line.split(b"'")
        if len(quoted) < 3:
            err(b"Warning: Failure to parse 'Default missing weight' %b" % line)
            return
        weights.missing = weight(quoted[1], weights.path, number)


def weight(text: bytes, path: bytes, line: int) -> float:
    """A number; nothing can be aligned by one without end, or by none."""
    value = atof(text)
    if not isfinite(value):
        told = text.decode("utf-8", "replace")
        raise ScoreError(f"{told!r} is no weight; give a number", path=os.fsdecode(path), line=line)
    return value


def unreadable(path: bytes) -> Refusal:
    """Says that there are no weights."""
    return Refusal(b"Error: Unable to read WWL file '%b'\n" % path)
