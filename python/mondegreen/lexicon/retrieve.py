"""Translations of words: by cosine, by inverted softmax, or by CSLS."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.cache import Cache
from mondegreen.errors import ScoreError
from mondegreen.lexicon.nearest import NEIGHBORS, Neighbors, find_nearest, measure_neighborhoods
from mondegreen.lexicon.space import check_dimensions
from mondegreen.resources.vectors import digest_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mondegreen.lexicon.space import Space

COSINE, SOFTMAX, CSLS = "cosine", "softmax", "csls"
WAYS = (CSLS, COSINE, SOFTMAX)
# Source words, drawn by chance, over which the inverted softmax normalises (Smith et al. 2017), and how sharply.
SOFTMAX_SAMPLE, INVERSE_TEMPERATURE = 10_000, 30.0
# Cosines are made of so many source words at a time.
BLOCK_ROWS = 256
# What the means of the target words are called in the cache.
CACHE_KEY = "targets"


@dataclass(frozen=True)
class Retriever:
    """Both spaces in the common one, of unit vectors; the `cache` keeps what takes long to find of them."""

    source: Space
    target: Space
    neighbors: int = NEIGHBORS
    seed: int = 0
    threads: int | None = None
    cache: Cache = field(default_factory=Cache)

    def __post_init__(self) -> None:
        check_dimensions(self.source, self.target)

    def filter_known(self, words: Sequence[str]) -> list[str]:
        """The words that have a vector."""
        return [word for word in words if word in self.source.indices]

    def translate(self, words: Sequence[str], count: int, method: str = CSLS) -> Neighbors:
        """The best target words of words that are known, and how good they are."""
        queries = self.source.matrix[[self.source.indices[word] for word in words]]
        return find_nearest(queries, self.target.matrix, count, self.compute_penalties(method), self.threads)

    def compute_penalties(self, method: str) -> NDArray[np.float32] | None:
        """What is taken off the similarity with each target word, which alone may change the order of them."""
        if method == COSINE:
            return None
        if method == CSLS:
            return np.asarray(self.neighborhood_means / 2, dtype=np.float32)
        if method == SOFTMAX:
            return self.softmax_log_sums
        raise ScoreError(f'there is no way to translate "{method}"; choose from {", ".join(WAYS)}')

    @cached_property
    def neighborhood_means(self) -> NDArray[np.float32]:
        """The mean similarity of each target word with its nearest source words."""
        identity = (
            f"neighbourhoods {self.neighbors} {digest_matrix(self.source.matrix)} {digest_matrix(self.target.matrix)}"
        )
        cached = self.cache.get_many(identity, [CACHE_KEY]).get(CACHE_KEY, b"")
        if len(cached) == 4 * len(self.target):
            return np.frombuffer(cached, "<f4")
        means = measure_neighborhoods(self.source.matrix, self.target.matrix, self.neighbors, self.threads)[1]
        self.cache.put_many(identity, {CACHE_KEY: means.astype("<f4").tobytes()})
        return means

    @cached_property
    def softmax_log_sums(self) -> NDArray[np.float32]:
        """What divides the softmax of each target word over source words, as a logarithm on the cosine's scale."""
        count = min(SOFTMAX_SAMPLE, len(self.source))
        sample = np.random.default_rng(self.seed).choice(len(self.source), count, replace=False)
        total = np.zeros(len(self.target))
        for begin in range(0, count, BLOCK_ROWS):
            # Cosines are at most 1, so that this is at most 1 too.
            cosines = self.source.matrix[sample[begin : begin + BLOCK_ROWS]] @ self.target.matrix.T
            total += np.exp(INVERSE_TEMPERATURE * (cosines - 1)).sum(axis=0, dtype=np.float64)
        return np.asarray(np.log(np.maximum(total, np.finfo(float).tiny)) / INVERSE_TEMPERATURE, dtype=np.float32)
