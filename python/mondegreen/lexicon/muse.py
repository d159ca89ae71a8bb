"""MUSE: a rotation from pairs, refined by the dictionaries it induces itself.

Source: Conneau, Lample, Ranzato, Denoyer and Jégou, "Word translation without parallel data", ICLR 2018. Their program
keeps the iteration that is best on the evaluation dictionary; here the criterion chooses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mondegreen.lexicon.induce import Inducer
from mondegreen.lexicon.linear import solve_procrustes
from mondegreen.lexicon.mapping import Trial
from mondegreen.lexicon.methods import NONE, Solution
from mondegreen.lexicon.steps import normalize_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.induce import InducedDictionary
    from mondegreen.lexicon.methods import Task

# Dictionaries are induced from so many of the most frequent words.
REFINEMENT_WORDS = 10_000


def solve(task: Task) -> Solution:
    """The rotation of the source side; the target side stays."""
    first = find_initial_rotation(task)
    inducer = Inducer(task.options.neighbors, task.options.seed, task.options.threads)
    right = normalize_rows(task.right)
    rotation, count = first, 0 if task.pairs is None else len(task.pairs)
    trials: list[Trial] = []
    rotations = []
    for iteration in range(task.options.refinements + 1):
        left = normalize_rows(task.left @ rotation)
        induced = inducer.induce(left, right)
        rotations.append(rotation)
        task.add_trial(trials, Trial(iteration, count, task.criterion(left, right, induced.forward)))
        if iteration < task.options.refinements:
            rotation, count = refine_rotation(task, induced)
    chosen = max(range(len(trials)), key=lambda index: (trials[index].criterion, -index))
    return Solution(rotations[chosen], np.eye(len(rotation), dtype=np.float32), trials, chosen)


def find_initial_rotation(task: Task) -> NDArray[np.float32]:
    """The rotation to refine."""
    if task.options.supervision != NONE or task.pairs is not None:
        assert task.pairs is not None
        return solve_procrustes(task.left[task.pairs.left], task.right[task.pairs.right])
    if task.options.start == "adversarial":
        from mondegreen.lexicon.adversarial import learn_rotation

        return learn_rotation(task)
    from mondegreen.lexicon.profiles import pair_by_profiles

    pairs = pair_by_profiles(task.left, task.right, task.options)
    return solve_procrustes(task.left[pairs.left], task.right[pairs.right])


def refine_rotation(task: Task, induced: InducedDictionary) -> tuple[NDArray[np.float32], int]:
    """The rotation of the pairs on which both directions agree, and how many there are."""
    left, right = induced.mutual(min(REFINEMENT_WORDS, task.options.rank))
    return solve_procrustes(task.left[left], task.right[right]), len(left)
