"""Bases of the encoders of word vectors: words looked up, weighted means, and means without common components.

The common components are the first right singular vectors of all sentence vectors, by an eigendecomposition of their
uncentered product with itself: O(n d^2 + d^3) time for n sentences, O(d^2) memory (Arora et al., ICLR 2017).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mondegreen.component import Option
from mondegreen.encoders.base import Encoder, Values
from mondegreen.errors import ScoreError
from mondegreen.resources import Resources
from mondegreen.resources.memo import Memo
from mondegreen.resources.vectors import WordVectors
from mondegreen.resources.word_lists import Frequencies, StopWords

VECTORS = "raw-vectors"
OPTIONS = (
    Option("words", ("all", "set"), "how repeated words of a sentence count: each time, or once"),
    Option("case", ("lower", "keep"), "of words when they are looked up"),
    Option("vectors", ("default",), "a file or a spaCy pipeline", str),
)


@dataclass(frozen=True, slots=True)
class Bag:
    """The words of concatenated sentences: their indices in `words`, and how many each sentence has."""

    words: Sequence[str]
    vectors: Values
    indices: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def starts(self) -> NDArray[np.int64]:
        """Where the words of each sentence begin."""
        found: NDArray[np.int64] = np.cumsum(self.counts) - self.counts
        return found

    def sums(self, values: Values) -> Values:
        """The sum of what each sentence's words have, 0 of none."""
        found = np.zeros((len(self.counts), *values.shape[1:]))
        nonempty = self.counts > 0
        if nonempty.any():
            found[nonempty] = np.add.reduceat(values, self.starts[nonempty])
        return found

    def mean(self, weights: Values) -> Values:
        """The weighted mean of each sentence's vectors; zero of no vector, or of no weight."""
        each = weights[self.indices]
        totals = self.sums(each)[:, None]
        sums = self.sums(self.vectors[self.indices] * each[:, None])
        return np.divide(sums, totals, out=np.zeros_like(sums), where=totals > 0)


class WordEncoder(Encoder):
    """An encoder that stands on word vectors; with `without_stop_words` it skips stop words.

    Unless it is `ordered`, the words of a sentence are taken in one order, so that what is found of the same words is
    the same to the last digit.
    """

    options: ClassVar[tuple[Option, ...]] = OPTIONS
    without_stop_words: ClassVar[bool] = False
    ordered: ClassVar[bool] = False

    def uses(self) -> Mapping[str, str | None]:
        return {VECTORS: self.vectors_name, **({"stop-words": None} if self.without_stop_words else {})}

    @property
    def vectors_name(self) -> str | None:
        return None if self.chosen["vectors"] == "default" else self.chosen["vectors"]

    @property
    def vectors(self) -> WordVectors:
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
        index = {word: at for at, word in enumerate(known)}
        found = [[index[word] for word in text if word in index] for text in texts]
        indices = np.fromiter(chain.from_iterable(found), np.int64)
        counts = np.fromiter(map(len, found), np.int64, len(found))
        return Bag(known, self.rows(known), indices, counts)

    def rows(self, words: Sequence[str]) -> Values:
        """Their vectors, as wide as they are even where there is none."""
        found = np.asarray(self.vectors.rows(words), dtype=np.float64)
        infinite = np.flatnonzero(~np.isfinite(found).all(axis=1))
        if len(infinite):
            raise ScoreError(f'the vector of "{words[infinite[0]]}" holds a value that is not a finite number')
        return found


# Bytes of cached means: some fifty thousand sentences.
MEMO_BYTES = 128 * 2**20


class MeanEncoder(WordEncoder):
    """An encoder whose `means` of some sentences do not depend on others."""

    def __init__(self, resources: Resources, **chosen: str) -> None:
        super().__init__(resources, **chosen)
        self.memo: Memo[Values] = Memo(MEMO_BYTES)

    @abstractmethod
    def average_words(self, bag: Bag) -> Values:
        """The mean of each sentence."""

    def compute_means(self, sentences: Sequence[str]) -> Values:
        """The mean of each sentence, recomputed only for sentences that are no longer cached."""
        known: dict[Hashable, Values] = {
            sentence: row for sentence in sentences if (row := self.memo.get(sentence)) is not None
        }
        missing = list(dict.fromkeys(sentence for sentence in sentences if sentence not in known))
        if missing:
            new: dict[Hashable, Values] = dict(zip(missing, self.average_words(self.bag(missing)), strict=True))
            self.memo.update(new)
            known |= new
        return np.array([known[sentence] for sentence in sentences]).reshape(len(sentences), -1)


FREQUENCIES = "frequencies"


class ComponentRemovingEncoder(MeanEncoder):
    """Weighted means, less a share of what lies along each of the first right singular vectors of all of them.

    The matrix of all means is not centered. Only its product with itself is kept, so that memory does not grow with
    the number of sentences.
    """

    def __init__(self, resources: Resources, **chosen: str) -> None:
        super().__init__(resources, **chosen)
        self.directions = np.zeros((0, 1))
        self.shares = np.zeros(0)

    def uses(self) -> Mapping[str, str | None]:
        return {**super().uses(), FREQUENCIES: None}

    @property
    def frequencies(self) -> Frequencies:
        found: Frequencies = self.resources.get(FREQUENCIES)
        return found

    @property
    @abstractmethod
    def count(self) -> int:
        """How many components are taken away."""

    @abstractmethod
    def compute_shares(self, squares: Values) -> Values:
        """The share that is taken away along each component, from their squared singular values."""

    def fit(self, batches: Iterable[Sequence[str]]) -> None:
        """Finds the components of all sentences."""
        product = np.zeros((1, 1))  # as wide as the first found
        for sentences in batches:
            found = self.compute_means(sentences)
            product = product + found.T @ found
        squares, directions = np.linalg.eigh(product)
        squares, directions = squares[::-1][: self.count].clip(0), directions.T[::-1][: self.count]
        positive = squares > 0
        self.directions, self.shares = directions[positive], self.compute_shares(squares[positive])

    def encode(self, sentences: Sequence[str]) -> Values:
        """The means without the components."""
        found = self.compute_means(sentences)
        if not len(self.directions):
            return found
        common: Values = (found @ self.directions.T * self.shares) @ self.directions
        return found - common
