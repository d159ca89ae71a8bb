"""One word heard as two, and two as one: rows of a table whose words, or candidates, have a blank."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mondegreen import _core
from mondegreen.corrupt.building import parsed
from mondegreen.corrupt.table import Candidate, Table
from mondegreen.errors import ScoreError
from mondegreen.progress import counted_progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.corrupt.pronunciations import Pronunciations
    from mondegreen.lexicon.space import Space

    Row = list[tuple[str, float]]

# What is heard is put together from so many of the most frequent words: rarer ones would sound odd.
FREQUENT = 10_000
# It is nearer in sound than this, and there are so many of the nearest.
NEAR, COUNT = 15.0, 5


class Phrases:
    """What is heard in place of words and of pairs of words, found among frequent words by their sounds."""

    def __init__(self, vectors: Space, pronunciations: Pronunciations, threads: int | None = None) -> None:
        frequent = [word for word in list(dict.fromkeys(vectors.words))[:FREQUENT] if word.isalpha()]
        said = dict(zip(frequent, pronunciations.of(frequent), strict=True))
        self.words = [word for word in frequent if said[word]]
        self.ways = [said[word][:1] for word in self.words]
        self.pronunciations, self.threads = pronunciations, threads

    def splits(self, words: Sequence[str]) -> dict[str, Row]:
        """Pairs of words for each word; a pair that holds the word itself would be a word too many."""
        said = self.pronunciations.of(words)
        found = self.heard([ways[:1] for ways in said], two=True)
        return {
            word: [(f"{one} {other}", far) for one, other, far in row if word not in (one, other)]
            for word, row in zip(words, found, strict=True)
        }

    def merges(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Row]:
        """Words for each pair of words; one of the two would be a word lost."""
        words = list(dict.fromkeys(word for pair in pairs for word in pair))
        said = dict(zip(words, self.pronunciations.of(words), strict=True))
        together = [[[*said[one][0], *said[other][0]]] if said[one] and said[other] else [] for one, other in pairs]
        found = self.heard(together, two=False)
        return {
            " ".join(pair): [(word, far) for word, _, far in row if word not in pair]
            for pair, row in zip(pairs, found, strict=True)
        }

    def heard(self, queries: Sequence[Sequence[Sequence[str]]], *, two: bool) -> list[list[tuple[str, str, float]]]:
        """The words, one or two, that sound most like each query, and how far they are."""
        phonology = self.pronunciations.phonology([*queries, *self.ways])
        sides = (phonology.spoken(parsed(phonology, side)) for side in (queries, self.ways))
        with counted_progress("phrases", len(queries)) as told:
            rows = _core.phrases_heard(*sides, two=two, threshold=NEAR, count=COUNT, told=told, threads=self.threads)
        return [
            [(self.words[one], "" if other is None else self.words[other], far) for one, other, far in row]
            for row in rows
        ]


def with_phrases(table: Table, texts: Iterable[str], phrases: Phrases, share: float) -> tuple[Table, float]:
    """The table with phrases, and how many errors more than one a substitution makes in these plain texts on average.

    Of the substitutions of a word, half of the share are two words, where it sounds like two; another half goes to
    it and the next together, where they sound like one (`merge` of a draw).
    """
    if not 0 <= share <= 1:
        raise ScoreError(f"the share of phrases is {share:g}; give a number from 0 to 1")
    singles: Counter[str] = Counter()
    doubles: Counter[tuple[str, str]] = Counter()
    for text in texts:
        words = [word if word in table else "" for word in text.split()]
        singles.update(filter(None, words))
        doubles.update(pair for pair in pairwise(words) if all(pair))
    split = {word: row for word, row in phrases.splits(list(singles)).items() if row}
    merged = {word: row for word, row in phrases.merges(list(doubles)).items() if row}
    rows = {word: table[word] for word in table}
    for word, row in split.items():
        single = [each._replace(probability=each.probability * (1 - share / 2)) for each in rows[word]]
        rows[word] = [*single, *candidates(row, share / 2)]
    rows |= {pair: list(candidates(row, 1.0)) for pair, row in merged.items()}
    count = max(singles.total(), 1)
    often = sum(singles[word] for word in split) + sum(doubles[one, other] for one, other in map(two, merged))
    return Table.of(rows, {**table.about, "phrases": f"{share:g}"}), share / 2 * often / count


def two(pair: str) -> tuple[str, str]:
    """The words of a pair."""
    one, _, other = pair.partition(" ")
    return one, other


def candidates(row: Row, share: float) -> Iterator[Candidate]:
    """Candidates by their distances in sound, as likely as the paper has it, together as likely as the share."""
    distances = np.array([far for _, far in row])
    mean = float(distances.mean())
    weights = np.exp(-(distances**2) / (2 * mean**2)) if mean else np.ones(len(row))
    for (word, far), weight in zip(row, weights / weights.sum(), strict=True):
        yield Candidate(word, share * float(weight), far, float("nan"))
