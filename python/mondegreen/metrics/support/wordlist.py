"""Lists of words and phrases: a file of one on each line, blank lines skipped."""

from __future__ import annotations

from functools import cache

from mondegreen.batch import Settings
from mondegreen.errors import ScoreError
from mondegreen.io.source import get_stamp, load_lines
from mondegreen.metrics.base import Option
from mondegreen.normalization import normalize
from mondegreen.tokenization import tokenize_texts

ALL = "all"


def check_path(value: str) -> None:
    """Whether it can be a file's name; whether there is one is seen when it is read."""
    if not value.strip():
        raise ValueError(value)


LIST = Option("list", (ALL,), "file of words or phrases, one a line; or all words", check_path)


def read_phrases(file: str, settings: Settings) -> frozenset[tuple[str, ...]]:
    """The words and phrases of a file, normalized and tokenized as the run does it."""
    texts = normalize(read_lines(file), settings.normalize, "references")
    found = frozenset(tuple(words) for words in tokenize_texts(texts, "words", settings.tokenize) if words)
    if not found:
        raise ScoreError("holds no words", path=file)
    return found


def read_lines(file: str) -> tuple[str, ...]:
    """The lines of a file as they are, read once for all batches, and again if the file was changed."""
    return cache_lines(file, get_stamp(file))


@cache
def cache_lines(file: str, _stamp: tuple[int, ...] | None) -> tuple[str, ...]:
    """The lines of a file as it is by this stamp."""
    return tuple(load_lines(file))


def read_words(file: str, settings: Settings) -> frozenset[str]:
    """The words of a file, as above; phrases are no words."""
    found = read_phrases(file, settings)
    if long := next((phrase for phrase in sorted(found) if len(phrase) > 1), None):
        raise ScoreError(f'"{" ".join(long)}" is a phrase; give a list of words, one a line', path=file)
    return frozenset(phrase[0] for phrase in found)
