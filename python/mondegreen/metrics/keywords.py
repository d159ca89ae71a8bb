"""Keywords and phrases that were found, and files that list such: one on each line, blank lines skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache

from mondegreen.batch import Batch, Settings
from mondegreen.errors import ScoreError
from mondegreen.io.source import get_stamp, load_lines
from mondegreen.metrics.base import Occurrences, Option
from mondegreen.metrics.support.rows import Rows
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


Words = tuple[str, ...]


class Keywords(Occurrences):
    r"""Recall and precision of keywords and phrases.

    Measures: recall, precision or F1 of the keywords and phrases of a list.
    Formula: recall 100 H / R, precision 100 H / P, f1 200 H / (R + P); R occurrences in references, P in hypotheses, H
        in both sides of a pair: the smaller of the two numbers for each keyword.

    Example:
        >>> import mondegreen as mg
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "list").write_text("green tea\ncup\n")
        ...     spec = f"keywords:list={folder}/list"
        ...     run = mg.score(["a cup of green tea"], ["a cup of greens tea"], metrics=[spec])
        >>> run[spec].value
        50.0

    Caveats: where in an utterance a keyword stands does not matter, so that no choice among alignments does.
        Occurrences may overlap: with "tea" and "green tea" on the list, "green tea" holds both. Without a list every
        word is a keyword; where the references have none, recall is NaN. Words are compared as they are after
        normalization, and so are those of the list.
    Source: the usage of keyword spotting; texterrors reports the same for single words.
    """

    name = "keywords"
    version = 1
    options = (LIST, Option("of", ("recall", "precision", "f1"), "which rate"))

    def measure(self, batch: Batch) -> Rows:
        """Hits and occurrences, by pair."""
        file = self.chosen["list"]
        listed = None if file == ALL else group_by_length(read_phrases(file, batch.settings))
        return self.count_hits(
            (count_occurrences(said, listed), count_occurrences(heard, listed))
            for said, heard in zip(*batch.tokens(), strict=True)
        )


def count_occurrences(words: Sequence[str], listed: Mapping[int, Container[Words]] | None) -> Counter[Words]:
    """How often each keyword or phrase occurs, of those listed by their length; every word is one where none are."""
    if listed is None:
        return Counter((word,) for word in words)
    runs = (tuple(words[at : at + length]) for length in listed for at in range(len(words) - length + 1))
    return Counter(run for run in runs if run in listed[len(run)])


def group_by_length(found: Iterable[Words]) -> dict[int, set[Words]]:
    """Phrases by how many words they have."""
    made: dict[int, set[Words]] = {}
    for phrase in found:
        made.setdefault(len(phrase), set()).add(phrase)
    return made
