"""Nearest neighbours, by the core: products in blocks, so that memory is bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen import _core
from mondegreen.progress import counted_progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Neighbours whose mean similarity tells how crowded a place is (Conneau et al. 2018).
NEIGHBORS = 10


class Neighbors(NamedTuple):
    """Of each row of one side the best of the other, the best first, and how near they are."""

    indices: NDArray[np.intp]
    scores: NDArray[np.float32]


def find_nearest(
    queries: NDArray[np.float32],
    targets: NDArray[np.float32],
    count: int,
    penalties: NDArray[np.float32] | None = None,
    threads: int | None = None,
) -> Neighbors:
    """The targets with the greatest product, less what is taken off each target."""
    less = None if penalties is None else make_contiguous(penalties)
    with counted_progress("neighbours", len(queries)) as advance:
        indices, scores = _core.nearest(
            make_contiguous(queries), make_contiguous(targets), count, less, advance, threads
        )
    return decode_neighbors(indices, scores, len(queries))


def measure_neighborhoods(
    left: NDArray[np.float32], right: NDArray[np.float32], count: int = NEIGHBORS, threads: int | None = None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean product of each row of both sides with its nearest on the other."""
    with counted_progress("neighbourhoods", len(left)) as advance:
        lefts, rights = _core.neighbourhoods(make_contiguous(left), make_contiguous(right), count, advance, threads)
    return np.frombuffer(lefts, "<f4"), np.frombuffer(rights, "<f4")


def rank_by_csls(
    left: NDArray[np.float32],
    right: NDArray[np.float32],
    count: int,
    neighbors: int = NEIGHBORS,
    threads: int | None = None,
) -> Neighbors:
    """The best right rows of each left row by CSLS, for all left rows at once."""
    with counted_progress("neighbours", len(left)) as advance:
        indices, scores, _, _ = _core.csls(
            make_contiguous(left), make_contiguous(right), count, neighbors, advance, threads
        )
    return decode_neighbors(indices, scores, len(left))


def decode_neighbors(indices: bytes, scores: bytes, queries: int) -> Neighbors:
    """What the core found, a row for each query."""
    shape = (queries, len(indices) // 4 // max(queries, 1))
    return Neighbors(
        np.frombuffer(indices, "<u4").reshape(shape).astype(np.intp), np.frombuffer(scores, "<f4").reshape(shape)
    )


def make_contiguous(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """The numbers as the core looks at them."""
    return np.ascontiguousarray(matrix, dtype="<f4")
