"""VecMap: one map on a dictionary, or self-learning from a small one, from words spelled alike, or from nothing.

While it learns the map is a rotation, and induced dictionaries leave similarities aside by chance: ever fewer of them
where the objective stops growing. At the end a map that re-weighs directions is made once.
Source: Artetxe, Labaka and Agirre, "A robust self-learning method for fully unsupervised cross-lingual mappings of word
embeddings", ACL 2018, and the settings that their program recommends.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.induce import Inducer
from mondegreen.lexicon.linear import reweighted, rotation
from mondegreen.lexicon.mapping import Trial
from mondegreen.lexicon.methods import DICTIONARY, Solved
from mondegreen.lexicon.profiles import profile_pairs
from mondegreen.lexicon.seeds import Pairs
from mondegreen.wording import amount

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.methods import Task

# How likely a similarity counts at first, how much likelier at each stage, and what counts as a gain.
KEEP, GROWTH, GAIN = 0.1, 2.0, 1e-6
# Iterations without a gain. The authors' program waits for 50, which made no mapping of English and French better.
PATIENCE, PATIENT = 10, 50


def solve(task: Task) -> Solved:
    """The matrices of both sides."""
    if task.options.supervision == DICTIONARY:
        assert task.pairs is not None
        told_of_few(task.pairs, task.left.shape[1])
        return Solved(*final(task, task.pairs), [], 0)
    pairs = task.pairs if task.pairs is not None else profile_pairs(task.left, task.right, task.options)
    trials: list[Trial] = []
    pairs = learned_pairs(task, pairs, trials)
    return Solved(*final(task, pairs), trials, len(trials) - 1)


def told_of_few(pairs: Pairs, dimension: int) -> None:
    """Warns of a dictionary with which every direction can be made to agree, so that none tells anything."""
    words = min(len(np.unique(side)) for side in (pairs.left, pairs.right))
    if words < dimension:
        few = f"{amount(words, 'word')} for vectors of {dimension} numbers, too few for vecmap to weigh them"
        warnings.warn(f"the dictionary has {few}; --method muse makes more of it", ScoreWarning, stacklevel=3)


def final(task: Task, pairs: Pairs) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The map that re-weighs directions."""
    if len(pairs) < 2:
        raise ScoreError("one pair makes no mapping; give a dictionary of more words that have vectors")
    return reweighted(task.left[pairs.left], task.right[pairs.right])


def learned_pairs(task: Task, pairs: Pairs, trials: list[Trial]) -> Pairs:
    """The dictionary of the last iteration."""
    options = task.options
    left, right = task.left[: options.rank], task.right[: options.rank]
    inducer = Inducer(options.neighbours, options.seed, options.threads)
    patience = PATIENCE if options.patience is None else options.patience
    keep, best, gained = KEEP, float("-inf"), 0
    for iteration in range(1, 1 << 30):
        if iteration - gained > patience:
            if keep >= 1:
                break
            keep, gained = min(1.0, GROWTH * keep), iteration
        product = task.left[pairs.left].T @ task.right[pairs.right]
        induced = inducer.induce(left @ rotation(product), right, keep)
        pairs = Pairs(*induced.union())
        task.tell(trials, Trial(iteration, len(pairs), induced.objective))
        if induced.objective - best >= GAIN:
            best, gained = induced.objective, iteration
    return pairs
