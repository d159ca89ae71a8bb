"""What is known of words: how frequent they are, and which say little by themselves, such as "the".

Frequencies come from a file of counts, from the `wordfreq` package, or are counted in texts; stop words from a file of
one on each line, or are spaCy's of a language.

spaCy brings lists for some seventy languages, and nothing need be fetched for them. Others count other words among
them: NLTK's English list, which Voleti, Liss and Berisha used, has 179 words and spaCy's 326: figures need their own.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.digest import digest_text, file_identity
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.cache import Cache

COUNT = re.compile(r"[0-9]{1,99}")
INSTALL = "pip install 'mondegreen[robustness]'"


class Frequencies:
    """Lower-case words, with the relative frequency of each in a language."""

    def __init__(self, shares: Mapping[str, float], identity: str) -> None:
        self.shares = shares
        self.identity = identity

    @classmethod
    def of(cls, counts: Mapping[str, float], identity: str | None = None) -> Frequencies:
        """The shares that counts give; of words that differ in case alone, together."""
        together: Counter[str] = Counter()
        for word, count in counts.items():
            together[word.lower()] += count  # type: ignore[assignment] # half a count is one too
        total = sum(together.values())
        if not total > 0:
            raise ScoreError("there is no word to count, so no frequencies")
        name = identity or f"counted-{digest_text(repr(sorted(together.items())))}"
        return cls({word: count / total for word, count in together.items()}, name)

    @classmethod
    def counted(cls, texts: Iterable[Sequence[str]]) -> Frequencies:
        return cls.of(Counter(word for words in texts for word in words))

    def __len__(self) -> int:
        return len(self.shares)

    def of_words(self, words: Sequence[str]) -> NDArray[np.float64]:
        """The share of each word; 0 of one that is not known."""
        return np.fromiter((self.shares.get(word.lower(), 0.0) for word in words), np.float64, len(words))

    def above(self, share: float) -> int:
        """How many words have a greater share."""
        return sum(each > share for each in self.shares.values())


def load_frequencies(name: str | None, language: str | None, cache: Cache | None = None) -> Frequencies:
    """The counts in a file of lines `word count`, else what `wordfreq` knows of the language."""
    if name is not None and name != "wordfreq":
        return read_counts(name, cache)
    if language is None:
        raise ScoreError("word frequencies need a language; name it with --language, or give a file of counts")
    if find_spec("wordfreq") is None:
        raise ScoreError(f"word frequencies need wordfreq, or a file of counts: {INSTALL}")
    from wordfreq import available_languages, get_frequency_dict

    if language not in available_languages():
        raise ScoreError(f'wordfreq knows no frequencies of "{language}"; give a file of counts')
    return Frequencies(get_frequency_dict(language), f"wordfreq-{language}-{version('wordfreq')}")


def read_counts(name: str, cache: Cache | None = None) -> Frequencies:
    """Counts from lines of a word and a number."""
    counts: Counter[str] = Counter()
    for number, line in enumerate(load_lines(name), 1):
        if not line.strip():
            continue
        word, *rest = line.split()
        if len(rest) != 1 or not COUNT.fullmatch(rest[0]):
            raise ScoreError(f'expected a word and a count, found "{line.strip()[:40]}"', path=name, line=number)
        counts[word] += int(rest[0])
    if not sum(counts.values()):
        raise ScoreError("this file holds no count above 0", path=name)
    return Frequencies.of(counts, file_identity(Path(name), cache=cache))


@dataclass(frozen=True)
class StopWords:
    """The words in lower case; `identity` names the list."""

    words: frozenset[str]
    identity: str

    def __contains__(self, word: str) -> bool:
        return word in self.words


def load_stop_words(name: str | None, language: str | None, cache: Cache | None = None) -> StopWords:
    """The words of a file, else those of spaCy for the language."""
    if name is not None:
        words = frozenset(line.strip().lower() for line in load_lines(name) if line.strip())
        if not words:
            raise ScoreError("this file holds no word", path=name)
        return StopWords(words, file_identity(Path(name), cache=cache))
    if language is None:
        raise ScoreError("stop words need a language; name it with --language, or give a file: --stop-words FILE")
    if find_spec("spacy") is None:
        what = "stop words need spaCy, or a file: --stop-words FILE"
        raise ScoreError(f"{what}; install spaCy with `pip install 'mondegreen[linguistic]'`")
    try:
        found = import_module(f"spacy.lang.{language}.stop_words").STOP_WORDS
    except ImportError as error:
        raise ScoreError(f'spaCy has no stop words of "{language}"; give a file: --stop-words FILE') from error
    from spacy.about import __version__

    return StopWords(frozenset(map(str.lower, found)), f"spacy-{language}-{__version__}")
