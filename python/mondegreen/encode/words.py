"""What all encoders of word vectors share: which words of a sentence count, and their vectors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mondegreen.encode.base import Encoder
from mondegreen.errors import ScoreError
from mondegreen.measure.choices import Option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.encode.base import Values
    from mondegreen.resources.stopwords import StopWords
    from mondegreen.resources.vectors import WordVectors

VECTORS = "raw-vectors"
OPTIONS = (
    Option("words", ("all", "set"), "of a word that comes again in a sentence: each time, or once"),
    Option("case", ("lower", "keep"), "of words when they are looked up"),
    Option("vectors", ("default",), "a file or a spaCy pipeline", str),
)


@dataclass(frozen=True, slots=True)
class Bag:
    """The words of sentences, one sentence after the other: their places among `words`, and how many each has."""

    words: Sequence[str]
    vectors: Values
    places: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the words of each sentence begin."""
        found: NDArray[np.int64] = np.cumsum(self.counts) - self.counts
        return found

    def sums(self, values: Values) -> Values:
        """The sum of what each sentence's words have, 0 of none."""
        found = np.zeros((len(self.counts), *values.shape[1:]))
        there = self.counts > 0
        if there.any():
            found[there] = np.add.reduceat(values, self.starts[there])
        return found

    def mean(self, weights: Values) -> Values:
        """The weighted mean of each sentence's vectors; zero of no vector, or of no weight."""
        each = weights[self.places]
        totals = self.sums(each)[:, None]
        sums = self.sums(self.vectors[self.places] * each[:, None])
        return np.divide(sums, totals, out=np.zeros_like(sums), where=totals > 0)


class WordEncoder(Encoder):
    """An encoder that stands on word vectors; with `without_stop_words` it leaves out words that say little.

    Unless it is `ordered`, the words of a sentence are taken in one order, so that what is found of the same words is
    the same to the last digit.
    """

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    without_stop_words: ClassVar[bool] = False
    ordered: ClassVar[bool] = False

    def uses(self) -> Mapping[str, str | None]:
        """Vectors, and stop words if they are left out."""
        return {VECTORS: self.vectors_name, **({"stop-words": None} if self.without_stop_words else {})}

    @property
    def vectors_name(self) -> str | None:
        """The name of the vectors, if it has some of its own."""
        return None if self.chosen["vectors"] == "default" else self.chosen["vectors"]

    @property
    def vectors(self) -> WordVectors:
        """The vectors."""
        found: WordVectors = self.resources.get(VECTORS, self.vectors_name)
        return found

    def words(self, sentence: str) -> Sequence[str]:
        """The words of a sentence that count, whether or not they have vectors."""
        found = (sentence.lower() if self.chosen["case"] == "lower" else sentence).split()
        if self.without_stop_words:
            stop: StopWords = self.resources.get("stop-words")
            found = [word for word in found if word.lower() not in stop]
        return list(dict.fromkeys(found)) if self.chosen["words"] == "set" else found

    def bag(self, sentences: Sequence[str]) -> Bag:
        """The words of sentences that have vectors."""
        texts = [self.words(sentence) for sentence in sentences]
        if not self.ordered:
            texts = [sorted(text) for text in texts]
        distinct = list(dict.fromkeys(chain.from_iterable(texts)))
        has = self.vectors.has(distinct).tolist()
        known = [word for word, yes in zip(distinct, has, strict=True) if yes]
        place = {word: at for at, word in enumerate(known)}
        found = [[place[word] for word in text if word in place] for text in texts]
        places = np.fromiter(chain.from_iterable(found), np.int64)
        counts = np.fromiter(map(len, found), np.int64, len(found))
        return Bag(known, self.rows(known), places, counts)

    def rows(self, words: Sequence[str]) -> Values:
        """Their vectors, as wide as they are even where there is none."""
        found = np.asarray(self.vectors.rows(words), dtype=np.float64)
        odd = np.flatnonzero(~np.isfinite(found).all(axis=1))
        if len(odd):
            raise ScoreError(f'the vector of "{words[odd[0]]}" holds a value that is not a finite number')
        return found
