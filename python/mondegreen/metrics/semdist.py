"""Semantic distance of sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Metric, Option, percent
from mondegreen.metrics.support.noise import MODEL, SUMS
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.metrics.support.weighed import (
    HYP_VECTORS,
    VECTORS,
    filter_known,
    list_distinct,
    load_sides,
    name_vectors,
)
from mondegreen.resources.modelfiles import DIGITS
from mondegreen.resources.vectors import WordVectors

# The model that is no encoder: the mean of the vectors of a sentence's words.
WORDS = "words"


class SemanticDistance(Metric):
    """Semantic distance.

    Measures: the semantic distance of hypothesis and reference: the cosine distance of their sentence embeddings.
    Formula: 100 times the mean over the utterances of 1 - cos(u, v); u and v are the vectors of the two sentences.
        With `model=words` they are means of the words' unit vectors; `hyp-vectors` then names the vectors of
        hypotheses in another language, mapped into the space of the references.

    Example:
        >>> import mondegreen as mg
        >>> from mondegreen.resources.sentence_models import Sentences
        >>> toy = Sentences.of({"the cat sat": [1, 0], "the cat sad": [3, 4]})
        >>> run = mg.score(
        ...     ["the cat sat"], ["the cat sad"], metrics=["semdist"], resources=mg.Resources(None, {"sentences": toy})
        ... )
        >>> round(run["semdist"].value, 4)
        40.0

    Caveats: a mean over utterances: a short one counts as much as a long one. 0 for equal texts, at most 200. An empty
        side has the model's vector of the empty text. Scores of different models are not comparable. A model sees no
        more of a sentence than its window; truncation is reported. For hypotheses in another language the encoder must
        know both; the default knows English. Words without a vector are excluded from means; if a side has no other
        words, the pair counts as orthogonal, or as equal if its texts are. Texts with the same token IDs are equal,
        and for means texts with the same words in another order. Models of the BERT family are computed by our own
        encoder, others by sentence-transformers (`doctor` says which). Distances are rounded to 1e-5 points; those
        within 1e-4 are the same. NaN without any utterance.
    Source: Kim et al., "Semantic Distance: A New Metric for ASR Performance Analysis Towards Spoken Language
        Understanding", Interspeech 2021.
    """

    name = "semdist"
    version = 2
    better = "lower"
    columns = ("distance", "utterances")
    unit = "sentences"
    options = (
        Option("model", ("default",), "a sentence-transformers model by name or directory, or `words`", str),
        VECTORS,
        HYP_VECTORS,
        Option("long", ("cut", "window"), "sentences longer than the model's window: truncate, or encode by windows"),
    )

    @property
    def model(self) -> str | None:
        return self.changes.get("model")

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.by_words = self.model == WORDS
        self.noise = SUMS if self.by_words else MODEL
        if self.by_words:
            self.unit = "words"  # which are looked up
        elif vain := [option.name for option in (VECTORS, HYP_VECTORS) if self.changes.get(option.name)]:
            raise ScoreError(f"{self.name}: {vain[0]} applies to word vectors; add model={WORDS}")

    def uses(self) -> Mapping[str, str | None]:
        return name_vectors(self) if self.by_words else {"sentences": self.model}

    def measure(self, batch: Batch) -> Rows:
        """The distance of each pair, and 1 for the pair; equal texts need no model."""
        if self.by_words:
            return self.rows(self.distances(batch), np.ones(len(batch.references)))
        self.refuse_another_language(batch)
        pairs = list(zip(batch.references, batch.hypotheses, strict=True))
        differ = [index for index, (one, other) in enumerate(pairs) if one != other]
        distances = np.zeros(len(pairs))
        if differ:
            texts = [pairs[index][side] for side in (0, 1) for index in differ]
            resources = batch.settings.resources
            vectors = resources.get("sentences", self.model).encode(texts, self.chosen["long"], resources.cache)
            left, right = vectors[: len(differ)].astype(np.float64), vectors[len(differ) :].astype(np.float64)
            distances[differ] = np.round(cosine_distances(left, right), DIGITS)
        return self.rows(distances, np.ones(len(pairs)))

    def refuse_another_language(self, batch: Batch) -> None:
        """Refuses the default encoder, which knows one language, where the run has vectors of another."""
        chosen = batch.settings.resources.chosen
        if HYP_VECTORS.name in chosen and self.model is None and "sentences" not in chosen:
            raise ScoreError(
                f"{self.name}: the default encoder knows one language; write {self.name}:model={WORDS} for the means "
                "of the words' vectors, or name an encoder of both languages as sentences"
            )

    def distances(self, batch: Batch) -> NDArray[np.float64]:
        """Those of the means of the words' vectors; of a pair of which a side has none, 1, or 0 where it is equal."""
        tokens = batch.tokens("words")
        vectors = load_sides(self, batch.settings)
        vectors.tell(*map(list_distinct, tokens))
        one, other = (average_vectors(*side) for side in zip(vectors, tokens, strict=True))
        same = [list(left) == list(right) for left, right in zip(*tokens, strict=True)]
        nothing = ~(one.any(axis=1) & other.any(axis=1))
        equal = np.array(same, dtype=np.bool_) & (nothing | (not vectors.across))
        return np.where(equal, 0.0, cosine_distances(one, other))

    def score(self, total: Row) -> float:
        """The mean distance, times 100."""
        return percent(total.distance, total.utterances)


def cosine_distances(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 less the cosine of rows of length 1; exactly 0 where both are the same, and no zeros."""
    same = (left == right).all(axis=1) & left.any(axis=1)
    return np.where(same, 0.0, np.clip(1 - np.einsum("ij,ij->i", left, right), 0, 2))


def average_vectors(vectors: WordVectors, texts: Sequence[Sequence[str]]) -> NDArray[np.float64]:
    """The direction of the mean of each text's words that have vectors; zero where none has one."""
    words, rows = filter_known(vectors, list_distinct(texts))
    places = {word: place for place, word in enumerate(words)}
    # In one order, so that the same words in another order have the same sum to the last digit.
    found = [[places[word] for word in sorted(text) if word in places] for text in texts]
    units = normalize_rows(rows.astype(np.float64))
    sums = [units[each].sum(axis=0) for each in found]
    return normalize_rows(np.array(sums).reshape(len(texts), units.shape[1]))


def normalize_rows(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of length 1; zero ones stay zero."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.asarray(matrix / np.where(lengths > 0, lengths, 1))
