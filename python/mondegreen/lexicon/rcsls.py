"""RCSLS: the map that makes CSLS of the dictionary's pairs greatest, by steps downhill of a convex loss.

The authors' program shrinks its step where the loss grew, but goes on from where it grew to. Here such a step is taken
back, so the loss falls with every iteration.
Source: Joulin, Bojanowski, Mikolov, Jégou and Grave, "Loss in translation: learning bilingual word mapping with a
retrieval criterion", EMNLP 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    from mondegreen.lexicon.nearest import Nearest

# A step this small changes nothing.
LEAST = 1e-4


class Place(NamedTuple):
    """A matrix, the loss there, and the neighbours it was found with."""

    matrix: NDArray[np.float32]
    loss: float
    left: Nearest
    right: Nearest


def solve(task: Task) -> Solved:
    """The matrix of the source side; the target side stays."""
    if task.pairs is None:
        raise ScoreError("rcsls learns from a dictionary; give one, or --supervision identical")
    loss, rate = Loss.of(task), task.options.rate
    here = loss.place(procrustes(task.left[task.pairs.left], task.right[task.pairs.right]))
    trials: list[Trial] = []
    task.tell(trials, Trial(0, len(task.pairs), -here.loss))
    for iteration in range(1, task.options.iterations + 1):
        gradient = loss.gradient(here)
        while rate > LEAST:
            tried = here.matrix - np.float32(rate) * gradient
            there = loss.place(clipped(tried) if task.options.spectral else tried)
            if there.loss < here.loss:
                break
            rate /= 2
        else:
            break
        here = there
        task.tell(trials, Trial(iteration, len(task.pairs), -here.loss))
    matrix = here.matrix
    return Solved(matrix, np.eye(matrix.shape[1], dtype=np.float32), trials, len(trials) - 1)


@dataclass(frozen=True)
class Loss:
    """The dictionary as the loss sees it: the distinct words of each side, and how many pairs each is in."""

    task: Task
    left: Words
    right: Words
    product: NDArray[np.float32]

    @classmethod
    def of(cls, task: Task) -> Loss:
        """That of a task with pairs."""
        assert task.pairs is not None
        left, right = task.left[task.pairs.left], task.right[task.pairs.right]
        return cls(task, Words.of(task.pairs.left), Words.of(task.pairs.right), left.T @ right)

    def place(self, matrix: NDArray[np.float32]) -> Place:
        """The loss of a matrix, by the neighbours that it makes."""
        options, right = self.task.options, self.task.right
        mapped = self.task.left @ matrix
        count = min(options.neighbours, len(mapped), len(right))
        near_left = nearest(mapped[self.left.rows], right, count, threads=options.threads)
        near_right = nearest(right[self.right.rows], mapped, count, threads=options.threads)
        loss = -2 * np.vdot(self.product.astype(np.float64), matrix)
        loss += self.left.sum(near_left.scores) + self.right.sum(near_right.scores)
        return Place(matrix, float(loss) / self.left.pairs, near_left, near_right)

    def gradient(self, place: Place) -> NDArray[np.float32]:
        """Where the loss grows fastest, with the neighbours held fixed."""
        left, right = self.task.left, self.task.right
        pulls = self.left.weighed(left).T @ means(right, place.left.places)
        pulls += means(left, place.right.places).T @ self.right.weighed(right)
        return np.asarray((pulls - 2 * self.product) / np.float32(self.left.pairs), dtype=np.float32)


class Words(NamedTuple):
    """The rows of one side's words, each once, and in how many pairs each is."""

    rows: NDArray[np.intp]
    counts: NDArray[np.intp]
    pairs: int

    @classmethod
    def of(cls, places: NDArray[np.intp]) -> Words:
        """Those of pairs."""
        return cls(*np.unique(places, return_counts=True), len(places))

    def sum(self, scores: NDArray[np.float32]) -> float:
        """The mean score of each word, summed over the pairs."""
        return float(self.counts @ scores.mean(axis=1, dtype=np.float64))

    def weighed(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Each word's vector times its pairs."""
        return vectors[self.rows] * self.counts[:, None].astype(np.float32)


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
