"""RCSLS: the map that makes CSLS of the dictionary's pairs greatest, by steps downhill of a convex loss.

The authors' program shrinks its step where the loss grew, but goes on from where it grew to. Here such a step is taken
back, so the loss falls with every iteration.
Source: Joulin, Bojanowski, Mikolov, Jégou and Grave, "Loss in translation: learning bilingual word mapping with a
retrieval criterion", EMNLP 2018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.lexicon.linear import procrustes
from mondegreen.lexicon.mapping import Trial
from mondegreen.lexicon.methods import Solved
from mondegreen.lexicon.nearest import nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.methods import Task

# A step this small changes nothing.
LEAST = 1e-4


class Slope(NamedTuple):
    """The loss at a place, and where it grows fastest."""

    loss: float
    gradient: NDArray[np.float32]


def solve(task: Task) -> Solved:
    """The matrix of the source side; the target side stays."""
    if task.pairs is None:
        raise ScoreError("rcsls learns from a dictionary; give one, or --supervision identical")
    matrix = procrustes(task.left[task.pairs.left], task.right[task.pairs.right])
    here, rate = slope(task, matrix), task.options.rate
    trials: list[Trial] = []
    task.tell(trials, Trial(0, len(task.pairs), -here.loss))
    for iteration in range(1, task.options.iterations + 1):
        while rate > LEAST:
            tried = matrix - rate * here.gradient
            tried = clipped(tried) if task.options.spectral else tried
            there = slope(task, tried)
            if there.loss < here.loss:
                break
            rate /= 2
        else:
            break
        matrix, here = tried, there
        task.tell(trials, Trial(iteration, len(task.pairs), -here.loss))
    return Solved(matrix, np.eye(matrix.shape[1], dtype=np.float32), trials, len(trials) - 1)


def slope(task: Task, matrix: NDArray[np.float32]) -> Slope:
    """The loss, with the neighbours as they are here, and its gradient."""
    assert task.pairs is not None
    left, right = task.pairs.left, task.pairs.right
    mapped = task.left @ matrix
    count = min(task.options.neighbours, len(task.left), len(task.right))
    near_left = around(mapped, task.right, left, count, task.options.threads)
    near_right = around(task.right, mapped, right, count, task.options.threads)
    pulls = 2 * task.right[right] - means(task.right, near_left)
    loss = -np.einsum("ij,ij->", mapped[left], pulls, dtype=np.float64)
    loss += np.einsum("ij,ij->", means(mapped, near_right), task.right[right], dtype=np.float64)
    gradient = means(task.left, near_right).T @ task.right[right] - task.left[left].T @ pulls
    return Slope(float(loss) / len(left), gradient / np.float32(len(left)))


def around(
    queries: NDArray[np.float32], others: NDArray[np.float32], places: NDArray[np.intp], count: int, threads: int | None
) -> NDArray[np.intp]:
    """The nearest rows of the other side to each of these rows, which are looked for once."""
    distinct, back = np.unique(places, return_inverse=True)
    return nearest(queries[distinct], others, count, threads=threads).places[back]


def means(vectors: NDArray[np.float32], near: NDArray[np.intp]) -> NDArray[np.float32]:
    """The mean of the vectors at the places of each row."""
    total = vectors[near[:, 0]]
    for column in near.T[1:]:
        total += vectors[column]
    return np.asarray(total / np.float32(near.shape[1]))


def clipped(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """The nearest matrix that makes no vector longer."""
    first, lengths, second = np.linalg.svd(matrix.astype(np.float64))
    return np.asarray((first * np.minimum(lengths, 1)) @ second, dtype=np.float32)
