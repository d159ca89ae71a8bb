"""Whole metrics that weigh errors by 300-dimensional vectors, words without a vector counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import corpus
import numpy as np
import peers
from table import Faster, Row
from timing import Effort, best

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.measure import metric
from mondegreen.resources.vectors import Listed

if TYPE_CHECKING:
    from collections.abc import Iterator

DIMENSION = 300


def vectors(effort: Effort) -> Iterator[Row]:
    """EmbER and WER-S with vectors in memory against jiwer without any weights."""
    texts = corpus.corpus(effort.size(corpus.UTTERANCES), effort.size(corpus.WORDS))
    words = corpus.Language(corpus.TYPES, seed=1).words
    matrix = 0.5 + np.random.default_rng(4).standard_normal((len(words), DIMENSION), dtype=np.float32)
    settings = Settings(resources=mg.Resources(None, {"vectors": Listed(words, matrix)}), threads=1)
    kinds = {name: metric(name) for name in ("ember", "wer-s")}
    runs = {name: lambda kind=kind: kind.measure(Batch(*texts, settings)) for name, kind in kinds.items()}
    times = best({**runs, "jiwer": peers.jiwer_words(*texts)}, effort.rounds(9))
    yield Row("EmbER, words without vectors counted", "jiwer, no weights", Faster(2), times["ember"], times["jiwer"])
    yield Row("WER-S, words without vectors counted", "jiwer, no weights", Faster(2), times["wer-s"], times["jiwer"])
