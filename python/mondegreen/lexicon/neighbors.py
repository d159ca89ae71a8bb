"""Nearest neighbors, and what they give: induced dictionaries, and translations by cosine, inverted softmax or CSLS.

Products are made in blocks, O(n m d) time for n and m words of d dimensions in bounded memory. CSLS takes off each
similarity the mean of both words' nearest neighbors, so that hubs do not win (Conneau et al. 2018).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from mondegreen import _core
from mondegreen.cache import Cache, users_folder
from mondegreen.errors import ScoreError
from mondegreen.lexicon.mapping import Mapping, normalize_rows
from mondegreen.lexicon.mapping import load as load_mapping
from mondegreen.lexicon.space import Floats, Indices, Space, check_dimensions, fold_case, load_side
from mondegreen.plan.lexicon import NeighborsPlan, Retrieval, TranslatePlan
from mondegreen.progress import counted_progress
from mondegreen.resources.vectors import digest_matrix

# Nearest neighbors whose mean similarity CSLS takes off (Conneau et al. 2018).
NEIGHBORS = 10


class Neighbors(NamedTuple):
    """The best rows of the other side for each row, the best first, and their scores."""

    indices: Indices
    scores: Floats


def find_nearest(
    queries: Floats, targets: Floats, count: int, penalties: Floats | None = None, threads: int | None = None
) -> Neighbors:
    """The targets with the greatest product, less the penalty of each target."""
    less = None if penalties is None else as_float32(penalties)
    with counted_progress("neighbors", len(queries)) as advance:
        indices, scores = _core.nearest(as_float32(queries), as_float32(targets), count, less, advance, threads)
    return decode_neighbors(indices, scores, len(queries))


def measure_neighborhoods(
    left: Floats, right: Floats, count: int = NEIGHBORS, threads: int | None = None
) -> tuple[Floats, Floats]:
    """The mean product of each row of both sides with its nearest on the other."""
    with counted_progress("neighborhoods", len(left)) as advance:
        lefts, rights = _core.neighborhoods(as_float32(left), as_float32(right), count, advance, threads)
    return np.frombuffer(lefts, "<f4"), np.frombuffer(rights, "<f4")


def rank_by_csls(
    left: Floats, right: Floats, count: int, neighbors: int = NEIGHBORS, threads: int | None = None
) -> Neighbors:
    """The best right rows of each left row by CSLS, for all left rows at once."""
    with counted_progress("neighbors", len(left)) as advance:
        indices, scores, _, _ = _core.csls(as_float32(left), as_float32(right), count, neighbors, advance, threads)
    return decode_neighbors(indices, scores, len(left))


def decode_neighbors(indices: bytes, scores: bytes, queries: int) -> Neighbors:
    shape = (queries, len(indices) // 4 // max(queries, 1))
    return Neighbors(
        np.frombuffer(indices, "<u4").reshape(shape).astype(np.intp), np.frombuffer(scores, "<f4").reshape(shape)
    )


def as_float32(matrix: Floats) -> Floats:
    """The numbers as the core reads them, contiguous and little-endian."""
    return np.ascontiguousarray(matrix, dtype="<f4")


class InducedDictionary(NamedTuple):
    """The translation of each row in both directions, and the mean of the greatest similarity of each row."""

    forward: Indices
    backward: Indices
    objective: float

    def union(self) -> tuple[Indices, Indices]:
        """The pairs of both directions, concatenated."""
        left, right = np.arange(len(self.forward)), np.arange(len(self.backward))
        return np.concatenate([left, self.backward]), np.concatenate([self.forward, right])

    def mutual(self, rank: int) -> tuple[Indices, Indices]:
        """The pairs on which both directions agree, of the `rank` most frequent words of each side."""
        left = np.flatnonzero(self.backward[self.forward] == np.arange(len(self.forward)))
        known = left[(left < rank) & (self.forward[left] < rank)]
        return known, self.forward[known]


class Inducer:
    """Induces one dictionary after the other."""

    def __init__(self, neighbors: int = NEIGHBORS, seed: int = 0, threads: int | None = None) -> None:
        self.core = _core.Inducer()
        self.neighbors = neighbors
        self.threads = threads
        self.draws = np.random.default_rng(seed)

    def induce(self, left: Floats, right: Floats, keep: float = 1.0) -> InducedDictionary:
        """The dictionary of two sides of unit vectors; each similarity counts with the probability `keep`."""
        seed = int(self.draws.integers(1 << 63))
        with counted_progress("dictionary", 2 * len(left)) as advance:
            forward, backward, objective = self.core.induce(
                as_float32(left), as_float32(right), self.neighbors, keep, seed, advance, self.threads
            )
        return InducedDictionary(
            np.frombuffer(forward, "<u4").astype(np.intp), np.frombuffer(backward, "<u4").astype(np.intp), objective
        )


COSINE, SOFTMAX, CSLS = "cosine", "softmax", "csls"
WAYS = (CSLS, COSINE, SOFTMAX)
# Source words, sampled at random, over which the inverted softmax normalizes (Smith et al. 2017), and how sharply.
SOFTMAX_SAMPLE, INVERSE_TEMPERATURE = 10_000, 30.0
# Cosines are made of so many source words at a time.
BLOCK_ROWS = 256
# The key of the target words' neighborhood means in the cache.
CACHE_KEY = "targets"


@dataclass(frozen=True)
class Retriever:
    """Both spaces in the common one, of unit vectors; the `cache` stores neighborhood means."""

    source: Space
    target: Space
    neighbors: int = NEIGHBORS
    seed: int = 0
    threads: int | None = None
    cache: Cache = field(default_factory=Cache)

    def __post_init__(self) -> None:
        check_dimensions(self.source, self.target)

    def filter_known(self, words: Sequence[str]) -> list[str]:
        return [word for word in words if word in self.source.indices]

    def translate(self, words: Sequence[str], count: int, method: str = CSLS) -> Neighbors:
        """The best target words of words that are known, and how good they are."""
        queries = self.source.matrix[[self.source.indices[word] for word in words]]
        return find_nearest(queries, self.target.matrix, count, self.compute_penalties(method), self.threads)

    def compute_penalties(self, method: str) -> Floats | None:
        """What is subtracted from the similarity with each target word, which alone may change their order."""
        if method == COSINE:
            return None
        if method == CSLS:
            return np.asarray(self.neighborhood_means / 2, dtype=np.float32)
        if method == SOFTMAX:
            return self.softmax_log_sums
        raise ScoreError(f'there is no retrieval method "{method}"; choose from {", ".join(WAYS)}')

    @cached_property
    def neighborhood_means(self) -> Floats:
        """The mean similarity of each target word with its nearest source words."""
        identity = (
            f"neighborhoods {self.neighbors} {digest_matrix(self.source.matrix)} {digest_matrix(self.target.matrix)}"
        )
        cached = self.cache.get_many(identity, [CACHE_KEY]).get(CACHE_KEY, b"")
        if len(cached) == 4 * len(self.target):
            return np.frombuffer(cached, "<f4")
        means = measure_neighborhoods(self.source.matrix, self.target.matrix, self.neighbors, self.threads)[1]
        self.cache.put_many(identity, {CACHE_KEY: means.astype("<f4").tobytes()})
        return means

    @cached_property
    def softmax_log_sums(self) -> Floats:
        """The logarithm of the softmax denominator of each target word over source words, on the cosine's scale."""
        count = min(SOFTMAX_SAMPLE, len(self.source))
        sample = np.random.default_rng(self.seed).choice(len(self.source), count, replace=False)
        total = np.zeros(len(self.target))
        for begin in range(0, count, BLOCK_ROWS):
            # Cosines are at most 1, so that this is at most 1 too.
            cosines = self.source.matrix[sample[begin : begin + BLOCK_ROWS]] @ self.target.matrix.T
            total += np.exp(INVERSE_TEMPERATURE * (cosines - 1)).sum(axis=0, dtype=np.float64)
        return np.asarray(np.log(np.maximum(total, np.finfo(float).tiny)) / INVERSE_TEMPERATURE, dtype=np.float32)


def make_retriever(plan: Retrieval, mapping: Mapping | None, source: Space, target: Space) -> Retriever:
    """Both sides in one space; without a mapping they are there already."""
    if mapping is not None:
        one, other = mapping.map_spaces(source, target)
    else:
        one, other = (side.with_matrix(normalize_rows(side.matrix)) for side in (source, target))
    cache = Cache(None if plan.no_cache else plan.cache or users_folder())
    return Retriever(one, other, plan.neighbors, threads=plan.threads, cache=cache)


# The ranked words and their scores; none of a word that has no vector.
Ranking = list[tuple[str, float]] | None


def translate_words(plan: TranslatePlan, words: Iterable[str]) -> Iterator[tuple[str, Ranking]]:
    """Each word with its best translations; both sides are loaded before the first word is asked for."""
    mapping = load_mapping(plan.mapping) if plan.mapping else None
    retriever = make_retriever(plan, mapping, load_side(plan, plan.source), load_side(plan, plan.target))
    retriever.compute_penalties(plan.way)
    for word in words:
        yield word, rank_targets(plan, retriever, fold_case(word, keep_case=plan.keep_case), plan.top)


def list_neighbors(plan: NeighborsPlan) -> Iterator[tuple[str, Ranking]]:
    """Each word of the plan with its nearest neighbors in its own language, which it is not itself."""
    space = load_side(plan, plan.vectors)
    retriever = make_retriever(plan, None, space, space)
    for word in plan.words_asked:
        name = fold_case(word, keep_case=plan.keep_case)
        ranking = rank_targets(plan, retriever, name, plan.top + 1)
        yield word, ranking and [pair for pair in ranking if pair[0] != name][: plan.top]


def rank_targets(plan: TranslatePlan | NeighborsPlan, retriever: Retriever, word: str, count: int) -> Ranking:
    if not retriever.filter_known([word]):
        return None
    found = retriever.translate([word], count, plan.way)
    names = [retriever.target.words[index] for index in found.indices[0].tolist()]
    return list(zip(names, found.scores[0].tolist(), strict=True))


def format_ranking(word: str, ranking: Ranking, *, scores: bool) -> str:
    """A line of tab-separated cells, the word first."""
    cells = ["-"] if ranking is None else [f"{name} {score:.4f}" if scores else name for name, score in ranking]
    return "\t".join([word, *cells])
