"""Read: every format gives a corpus, and takes one; one format, one file."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.read.lines import load_lines
from mondegreen.registry import find, load

# In the order of the sniff: the first that recognises a file reads it, and `lines` takes what is left.
FORMATS = {"kaldi": "mondegreen.read.kaldi:KaldiText", "lines": "mondegreen.read.lines:PlainLines"}


class Format(Protocol):
    """What a format's class can do. Its docstring is its page: the first sentence says what the format is."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    @staticmethod
    def recognises(lines: Sequence[str]) -> bool:
        """Whether these lines, the first of a file, look like the format."""

    @staticmethod
    def read(lines: list[str], name: str) -> Corpus:
        """The corpus that these lines hold; `name` is their file."""

    @staticmethod
    def write(corpus: Corpus) -> Iterable[str]:
        """The lines that hold the corpus."""


def read(path: str | os.PathLike[str], format: str | None = None, encoding: str = "utf-8") -> Corpus:
    """The corpus in a file, in the format of that name or else the one that the file looks like."""
    name = os.fspath(path)
    chosen: type[Format] | None = None if format is None else find("format", format, FORMATS)
    lines = load_lines(name, encoding)
    if not lines:
        raise ScoreError("the file is empty", path=name)
    kind = chosen or sniff(lines)
    return replace(kind.read(lines, name), format=kind.name)


def sniff(lines: list[str]) -> type[Format]:
    """The first format that recognises the beginning of a file."""
    beginning = lines[:1000]
    first: type[Format] = next(each for each in map(load, FORMATS.values()) if each.recognises(beginning))
    return first
