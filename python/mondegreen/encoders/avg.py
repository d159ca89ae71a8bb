"""The mean of word vectors, of all words or without those that say little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from mondegreen.component import Option
from mondegreen.encoders.base import Values
from mondegreen.encoders.word_encoder import OPTIONS, Bag, MeanEncoder


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
