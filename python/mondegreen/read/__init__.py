"""Read: every format gives a corpus; one format, one file."""

import os
from typing import Protocol

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.read.lines import load_lines
from mondegreen.registry import find, load

# In the order of the sniff: the first that recognises a file reads it, and `lines` takes what is left.
FORMATS = {"kaldi": "mondegreen.read.kaldi:KaldiText", "lines": "mondegreen.read.lines:PlainLines"}


class Format(Protocol):
    """What a format's class can do."""

    @staticmethod
    def recognises(lines: list[str]) -> bool:
        """Whether these lines look like the format."""

    @staticmethod
    def read(lines: list[str], name: str) -> Corpus:
        """The corpus that these lines hold; `name` is their file."""


def read(path: str | os.PathLike[str], format: str | None = None) -> Corpus:
    """The corpus in a file, in the format of that name or else the one that the file looks like."""
    name = os.fspath(path)
    chosen: Format | None = None if format is None else find("format", format, FORMATS)
    lines = load_lines(name)
    if not lines:
        raise ScoreError("the file is empty", path=name)
    return (chosen or sniff(lines)).read(lines, name)


def sniff(lines: list[str]) -> Format:
    """The first format that recognises the beginning of a file."""
    beginning = lines[:1000]
    first: Format = next(each for each in map(load, FORMATS.values()) if each.recognises(beginning))
    return first
