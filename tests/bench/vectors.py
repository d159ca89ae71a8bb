"""Whole metrics that weigh errors by 300-dimensional vectors, words without a vector counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import corpus
import numpy as np
import peers
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg
from mondegreen.resources.vectors import Listed

if TYPE_CHECKING:
    from collections.abc import Iterator

DIMENSION = 300


def vectors(effort: Effort) -> Iterator[Row]:
    """EmbER and WER-S with vectors in memory, against jiwer without any weights, and speechbrain's EmbER."""
    texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    words = corpus.Language(corpus.TYPES, seed=1).words
    matrix = 0.5 + np.random.default_rng(4).standard_normal((len(words), DIMENSION), dtype=np.float32)
    resources = mg.Resources(None, {"vectors": Listed(words, matrix, "bench")})
    runs = {
        name: lambda name=name: mg.score(*texts, [name], resources=resources, threads=1) for name in ("ember", "wer-s")
    }
    times = best({**runs, "jiwer": peers.jiwer_words(*texts)}, effort.rounds(15))
    yield Row("EmbER, a whole run", "jiwer, no weights", Faster(4), times["ember"], times["jiwer"])
    yield Row("WER-S, a whole run", "jiwer, no weights", Faster(4), times["wer-s"], times["jiwer"])
    peer = "speechbrain's EmbeddingErrorRateSimilarity and what it needs"
    if reason := peers.absent("torch", "speechbrain.utils.metric_stats"):
        yield Row("EmbER, a whole run", peer, Faster(50), skipped=reason)
        return
    theirs = peers.speechbrain_ember(*texts, words, matrix)
    times = best({"ember": runs["ember"], "speechbrain": theirs}, effort.rounds(5))
    yield Row("EmbER, a whole run", peer, Faster(50), times["ember"], times["speechbrain"])
