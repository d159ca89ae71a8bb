"""Nearest neighbors and induced dictionaries, by exhaustive search in the core.

Products are made in blocks, O(n m d) time for n and m words of d dimensions in bounded memory. CSLS takes off each
similarity the mean of both words' nearest neighbors, so that hubs do not win (Conneau et al. 2018).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mondegreen import _core
from mondegreen.lexicon.space import Floats, Indices
from mondegreen.progress import counted_progress

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
