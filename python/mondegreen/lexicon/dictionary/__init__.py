"""Bilingual dictionaries: one format a file, each to the same pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from mondegreen.errors import ScoreError
from mondegreen.io.source import label, load_lines
from mondegreen.lexicon.spelling import folded
from mondegreen.registry import find

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS = {
    "muse": "mondegreen.lexicon.dictionary.muse:read",
    "tsv": "mondegreen.lexicon.dictionary.tsv:read",
    "csv": "mondegreen.lexicon.dictionary.csv:read",
    "tmx": "mondegreen.lexicon.dictionary.tmx:read",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A source word and one of its translations, with what the dictionary tells of the source word."""

    source: str
    target: str
    frequency: float | None = None
    pos: str = ""

    @property
    def several_words(self) -> bool:
        """Whether a side has a blank within; a hyphen is none."""
        return " " in self.source or " " in self.target


@dataclass(frozen=True)
class Dictionary:
    """Pairs, each once, in the order of the file."""

    pairs: Sequence[Pair]
    name: str = ""

    @property
    def words(self) -> list[tuple[str, str]]:
        """Both words of each pair."""
        return [(pair.source, pair.target) for pair in self.pairs]


class Reader(Protocol):
    """What reads a format."""

    def __call__(self, lines: Sequence[str], path: str) -> list[Pair]:
        """The pairs of all lines."""


def load(path: str, format: str | None = None, encoding: str = "utf-8", *, keep_case: bool = False) -> Dictionary:
    """The dictionary in a file, in the format that is named, or that the file looks like."""
    lines = load_lines(path, encoding)
    name = format or recognised(path, lines)
    read: Reader = find("dictionary format", name, FORMATS)
    found = read(lines, label(path))
    if not found:
        raise ScoreError("there is no pair in this dictionary", path=label(path))
    distinct: dict[tuple[str, str], Pair] = {}
    for each in found:
        source, target = (folded(word, keep_case=keep_case) for word in (each.source, each.target))
        pair = replace(each, source=source, target=target)
        distinct.setdefault((pair.source, pair.target), pair)
    return Dictionary(list(distinct.values()), label(path))


def recognised(path: str, lines: Sequence[str]) -> str:
    """The format by the file's ending, else by the tabs in its first line."""
    name = path.lower().removesuffix(".gz")
    for ending in ("csv", "tmx", "tsv"):
        if name.endswith(f".{ending}"):
            return ending
    first = next((line for line in lines if line.strip()), "")
    return "tsv" if "\t" in first else "muse"
