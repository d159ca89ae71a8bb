"""Substitutions weighed by 300-dimensional vectors that are in memory already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import corpus
import numpy as np
import peers
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg

if TYPE_CHECKING:
    from collections.abc import Iterator

DIMENSION = 300


def weighted(effort: Effort) -> Iterator[Row]:
    """Alignments of least weight, and weights of sclite's alignments, against jiwer without any weights."""
    texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    words = corpus.Language(corpus.TYPES, seed=1).words
    # Around one direction, so that cosines are 0.2 on average, as those of real words.
    vectors = 0.5 + np.random.default_rng(4).standard_normal((len(words), DIMENSION), dtype=np.float32)
    weights = mg.Weights.from_vectors(words, vectors)
    runs = {
        goal: lambda goal=goal: mg.align(*texts, policy="sclite", threads=1, weights=weights, goal=goal)
        for goal in ("total", "after")
    }
    times = best({**runs, "jiwer": peers.jiwer_words(*texts)}, effort.rounds(15))
    yield Row("alignment of least weight by vectors", "jiwer, no weights", Faster(5), times["total"], times["jiwer"])
    yield Row("weight of sclite's alignment", "jiwer, no weights", Faster(5), times["after"], times["jiwer"])
