"""Means of word vectors: plain, without stop words, and weighted by inverse frequency."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np

from mondegreen.component import Option
from mondegreen.encoders.base import Values, make_count_check, make_number_check
from mondegreen.encoders.word_encoder import OPTIONS, Bag, ComponentRemovingEncoder, MeanEncoder
from mondegreen.errors import ScoreError

# The mean length of a sentence, from which the constant of uSIF is found.
MEAN_SENTENCE_LENGTH = 11


class Average(MeanEncoder):
    """The mean of word vectors.

    Formula: sum of the vectors of the words that have one, over their number; alike is the cosine.
    Caveats: frequent words weigh most. Vectors keep their lengths, which in word2vec's own files are small for such
        words; from vectors scaled to one length the result is worse.
    Source: the baseline of Voleti et al., "Investigating the Effects of Word Substitution Errors on Sentence
        Embeddings", ICASSP 2019, which takes each word of a sentence once (words=set).
    """

    name = "avg"
    version = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option("words", ("set", "all"), "how repeated words of a sentence count: once, or each time"),
        *(option for option in OPTIONS if option.name != "words"),
    )

    def average_words(self, bag: Bag) -> Values:
        return bag.mean(np.ones(len(bag.words)))

    def encode(self, sentences: Sequence[str]) -> Values:
        return self.compute_means(sentences)


class AverageWithoutStopWords(Average):
    """The mean of word vectors without stop words.

    Formula: as `avg`, of the words that are no stop words.
    Caveats: which words those are is the list's to say: `--stop-words FILE`, else spaCy's of the language.
    Source: as `avg`, with the 179 words of NLTK.
    """

    name = "avg-stop"
    without_stop_words = True


class SmoothInverseFrequency(ComponentRemovingEncoder):
    """SIF: means weighted by inverse frequency, without the common component.

    Formula: v = sum of a / (a + p(w)) x(w) over the sum of those weights, p(w) the share of all words that w is; then
        v - u (u v), u the first right singular vector of all sentences of the run.
    Caveats: a sentence's vector depends on all others of the run, both sides. A word that the frequencies do not know
        weighs most.
    Source: Arora et al., "A Simple but Tough-to-Beat Baseline for Sentence Embeddings", ICLR 2017.
    """

    name = "sif"
    version = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "a",
            ("0.001",),
            "smoothing constant above 0: lower values discount frequent words more",
            make_number_check(1e-12),
        ),
        *OPTIONS,
    )
    count = 1

    def average_words(self, bag: Bag) -> Values:
        a = float(self.chosen["a"])
        return bag.mean(a / (a + self.frequencies.of_words(bag.words)))

    def compute_shares(self, squares: Values) -> Values:
        return np.ones(len(squares))


class UnsupervisedSmoothInverseFrequency(ComponentRemovingEncoder):
    """uSIF: like SIF, with a constant computed from the frequencies, and several components removed.

    Formula: weights a / (a / 2 + p(w)); a = (1 - alpha) / (alpha V / 2), V the number of words that have a frequency,
        alpha the share of them of which p > 1 - (1 - 1 / V)^11. Then v - sum of l_i u_i (u_i v) over the first 5 right
        singular vectors u_i, l_i = s_i^2 over the sum of those squares.
    Caveats: as `sif`. Voleti et al. (2019) take away l_i^2 by an oversight (power=2). Ethayarajh's program also divides
        each dimension of a sentence's vectors by its length over the sentence (norm=dimensions).
    Source: K. Ethayarajh, "Unsupervised Random Walk Sentence Embeddings: A Strong but Simple Baseline", RepL4NLP 2018.
    """

    name = "usif"
    version = 1
    options: ClassVar[tuple[Option, ...]] = (
        Option("components", ("5",), "number of principal components removed: 0 or more", make_count_check(0)),
        Option("power", ("1", "2"), "exponent of the share that is removed along each"),
        Option("norm", ("none", "dimensions"), "what each dimension of a sentence's vectors is divided by"),
        *OPTIONS,
    )

    @property
    def count(self) -> int:
        return int(self.chosen["components"])

    @cached_property
    def a(self) -> float:
        """The constant."""
        size = len(self.frequencies)
        above = self.frequencies.above(1 - (1 - 1 / size) ** MEAN_SENTENCE_LENGTH) / size
        if not 0 < above < 1:
            raise ScoreError(f"usif cannot find its constant from {size} frequencies; give those of more words")
        return (1 - above) / (above * size / 2)

    def average_words(self, bag: Bag) -> Values:
        weights = self.a / (self.a / 2 + self.frequencies.of_words(bag.words))
        return self.by_dimension(bag, weights) if self.chosen["norm"] == "dimensions" else bag.mean(weights)

    def by_dimension(self, bag: Bag, weights: Values) -> Values:
        """The same of vectors of which each dimension has length 1 over the sentence."""
        each = weights[bag.indices]
        totals = bag.sums(each)[:, None]
        lengths = np.sqrt(bag.sums(bag.vectors[bag.indices] ** 2))
        sums = bag.sums(bag.vectors[bag.indices] * each[:, None])
        return np.divide(sums, totals * lengths, out=np.zeros_like(sums), where=totals * lengths > 0)

    def compute_shares(self, squares: Values) -> Values:
        """The share that each component has among those that are taken."""
        return np.asarray((squares / squares.sum()) ** int(self.chosen["power"])) if len(squares) else squares
