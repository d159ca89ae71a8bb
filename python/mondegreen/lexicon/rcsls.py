"""RCSLS: the map that maximizes CSLS of the dictionary's pairs, by gradient descent on a convex loss.

The authors' program shrinks its step where the loss grew, but goes on from where it grew to. Here such a step is taken
back, so the loss falls with every iteration.
Source: Joulin, Bojanowski, Mikolov, Jégou and Grave, "Loss in translation: learning bilingual word mapping with a
retrieval criterion", EMNLP 2018.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mondegreen.errors import ScoreError
from mondegreen.lexicon.mapping import Trial, solve_procrustes
from mondegreen.lexicon.methods import Solution, Task
from mondegreen.lexicon.neighbors import Neighbors, find_nearest
from mondegreen.lexicon.seeds import RowPairs
from mondegreen.lexicon.space import Floats, Indices

# A step this small changes nothing.
MIN_STEP = 1e-4


class Point(NamedTuple):
    """A matrix, the loss there, and the neighbors it was found with."""

    matrix: Floats
    loss: float
    left: Neighbors
    right: Neighbors


def solve(task: Task) -> Solution:
    """The matrix of the source side; the target side stays."""
    if task.pairs is None:
        raise ScoreError("rcsls learns from a dictionary; give one, or --supervision identical")
    loss, rate = Loss(task, task.pairs), task.options.rate
    current = loss.evaluate(solve_procrustes(task.left[task.pairs.left], task.right[task.pairs.right]))
    trials: list[Trial] = []
    task.add_trial(trials, Trial(0, len(task.pairs), -current.loss))
    for iteration in range(1, task.options.iterations + 1):
        gradient = loss.gradient(current)
        while rate > MIN_STEP:
            stepped = current.matrix - np.float32(rate) * gradient
            tried = loss.evaluate(clip_spectrum(stepped) if task.options.spectral else stepped)
            if tried.loss < current.loss:
                break
            rate /= 2
        else:
            break
        current = tried
        task.add_trial(trials, Trial(iteration, len(task.pairs), -current.loss))
    matrix = current.matrix
    return Solution(matrix, np.eye(matrix.shape[1], dtype=np.float32), trials, len(trials) - 1)


class Loss:
    """The dictionary as the loss sees it: the distinct words of each side, and how many pairs each is in."""

    def __init__(self, task: Task, pairs: RowPairs) -> None:
        self.task = task
        self.left, self.right = WordCounts.from_rows(pairs.left), WordCounts.from_rows(pairs.right)
        self.product = task.left[pairs.left].T @ task.right[pairs.right]

    def evaluate(self, matrix: Floats) -> Point:
        """The loss of a matrix, by the neighbors that it makes."""
        options, right = self.task.options, self.task.right
        mapped = self.task.left @ matrix
        count = min(options.neighbors, len(mapped), len(right))
        near_left = find_nearest(mapped[self.left.rows], right, count, threads=options.threads)
        near_right = find_nearest(right[self.right.rows], mapped, count, threads=options.threads)
        loss = -2 * np.vdot(self.product.astype(np.float64), matrix)
        loss += self.left.sum(near_left.scores) + self.right.sum(near_right.scores)
        return Point(matrix, float(loss) / self.left.pairs, near_left, near_right)

    def gradient(self, point: Point) -> Floats:
        """Where the loss grows fastest, with the neighbors held fixed."""
        left, right = self.task.left, self.task.right
        pulls = self.left.weight_vectors(left).T @ average_neighbors(right, point.left.indices)
        pulls += average_neighbors(left, point.right.indices).T @ self.right.weight_vectors(right)
        return np.asarray((pulls - 2 * self.product) / np.float32(self.left.pairs), dtype=np.float32)


class WordCounts(NamedTuple):
    """The rows of one side's words, each once, and in how many pairs each is."""

    rows: Indices
    counts: Indices
    pairs: int

    @classmethod
    def from_rows(cls, indices: Indices) -> WordCounts:
        return cls(*np.unique(indices, return_counts=True), len(indices))

    def sum(self, scores: Floats) -> float:
        """The mean score of each word, summed over the pairs."""
        return float(self.counts @ scores.mean(axis=1, dtype=np.float64))

    def weight_vectors(self, vectors: Floats) -> Floats:
        return vectors[self.rows] * self.counts[:, None].astype(np.float32)


def average_neighbors(vectors: Floats, near: Indices) -> Floats:
    total = vectors[near[:, 0]]
    for column in near.T[1:]:
        total += vectors[column]
    return np.asarray(total / np.float32(near.shape[1]))


def clip_spectrum(matrix: Floats) -> Floats:
    """The nearest matrix that makes no vector longer."""
    first, lengths, second = np.linalg.svd(matrix.astype(np.float64))
    return np.asarray((first * np.minimum(lengths, 1)) @ second, dtype=np.float32)
