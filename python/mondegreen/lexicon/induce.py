"""Dictionaries that two mapped sides suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen import _core
from mondegreen.lexicon.nearest import NEIGHBORS, make_contiguous
from mondegreen.progress import counted_progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


class InducedDictionary(NamedTuple):
    """The translation of each row in both directions, and the mean of the greatest similarity of each row."""

    forward: NDArray[np.intp]
    backward: NDArray[np.intp]
    objective: float

    def union(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The pairs of both directions, one behind the other."""
        left, right = np.arange(len(self.forward)), np.arange(len(self.backward))
        return np.concatenate([left, self.backward]), np.concatenate([self.forward, right])

    def mutual(self, rank: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The pairs on which both directions agree, of the `rank` most frequent words of each side."""
        left = np.flatnonzero(self.backward[self.forward] == np.arange(len(self.forward)))
        kept = left[(left < rank) & (self.forward[left] < rank)]
        return kept, self.forward[kept]


class Inducer:
    """Induces one dictionary after the other."""

    def __init__(self, neighbors: int = NEIGHBORS, seed: int = 0, threads: int | None = None) -> None:
        self.core = _core.Inducer()
        self.neighbors = neighbors
        self.threads = threads
        self.draws = np.random.default_rng(seed)

    def induce(self, left: NDArray[np.float32], right: NDArray[np.float32], keep: float = 1.0) -> InducedDictionary:
        """The dictionary of two sides of unit vectors; each similarity counts with the probability `keep`."""
        seed = int(self.draws.integers(1 << 63))
        with counted_progress("dictionary", 2 * len(left)) as advance:
            forward, backward, objective = self.core.induce(
                make_contiguous(left), make_contiguous(right), self.neighbors, keep, seed, advance, self.threads
            )
        return InducedDictionary(
            np.frombuffer(forward, "<u4").astype(np.intp), np.frombuffer(backward, "<u4").astype(np.intp), objective
        )
