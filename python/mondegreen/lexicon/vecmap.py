"""VecMap: one map on a dictionary, or self-learning from a small one, from words spelled alike, or from nothing.

While it learns the map is a rotation, and induced dictionaries ignore similarities at random (stochastic dropout): ever
fewer of them where the objective stops growing. At the end a map that re-weighs directions is made once.
Source: Artetxe, Labaka and Agirre, "A robust self-learning method for fully unsupervised cross-lingual mappings of word
embeddings", ACL 2018, and the settings that their program recommends.
"""

from __future__ import annotations

import warnings

import numpy as np

from mondegreen.errors import ScoreError, ScoreWarning, pluralize
from mondegreen.lexicon.mapping import Trial, nearest_rotation, solve_reweighted
from mondegreen.lexicon.methods import DICTIONARY, Solution, Task
from mondegreen.lexicon.seeds import RowPairs, pair_by_profiles
from mondegreen.lexicon.space import Floats

# How likely a similarity counts at first, how much likelier at each stage, and what counts as a gain.
KEEP_PROBABILITY, KEEP_GROWTH, MIN_GAIN = 0.1, 2.0, 1e-6
# Iterations without a gain. The authors' program waits for 50, which made no mapping of English and French better.
PATIENCE, LONG_PATIENCE = 10, 50


def solve(task: Task) -> Solution:
    """The matrices of both sides."""
    if task.options.supervision == DICTIONARY:
        assert task.pairs is not None
        warn_of_few_words(task.pairs, task.left.shape[1])
        return Solution(*solve_final(task, task.pairs), [], 0)
    pairs = task.pairs
    if pairs is None:
        pairs = pair_by_profiles(task.left, task.right, task.options.make_inducer(), task.options.rank)
    trials: list[Trial] = []
    pairs = learn_pairs(task, pairs, trials)
    return Solution(*solve_final(task, pairs), trials, len(trials) - 1)


def warn_of_few_words(pairs: RowPairs, dimension: int) -> None:
    """Warns of a dictionary so small that every direction can be made to agree (overfitting)."""
    words = min(len(np.unique(side)) for side in (pairs.left, pairs.right))
    if words < dimension:
        few = f"{pluralize(words, 'word')} for vectors of {dimension} numbers, too few for vecmap to reweight them"
        warnings.warn(f"the dictionary has {few}; --method muse works better with so few", ScoreWarning, stacklevel=3)


def solve_final(task: Task, pairs: RowPairs) -> tuple[Floats, Floats]:
    if len(pairs) < 2:
        raise ScoreError("one pair is not enough for a mapping; give a dictionary of more words that have vectors")
    return solve_reweighted(task.left[pairs.left], task.right[pairs.right])


def learn_pairs(task: Task, pairs: RowPairs, trials: list[Trial]) -> RowPairs:
    options = task.options
    left, right = task.left[: options.rank], task.right[: options.rank]
    inducer = options.make_inducer()
    patience = PATIENCE if options.patience is None else options.patience
    keep, best, gained = KEEP_PROBABILITY, float("-inf"), 0
    for iteration in range(1, 1 << 30):
        if iteration - gained > patience:
            if keep >= 1:
                break
            keep, gained = min(1.0, KEEP_GROWTH * keep), iteration
        product = task.left[pairs.left].T @ task.right[pairs.right]
        induced = inducer.induce(left @ nearest_rotation(product), right, keep)
        pairs = RowPairs(*induced.union())
        task.add_trial(trials, Trial(iteration, len(pairs), induced.objective))
        if induced.objective - best >= MIN_GAIN:
            best, gained = induced.objective, iteration
    return pairs
