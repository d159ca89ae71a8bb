"""Whether a mapping is one: no dictionary for evaluation is needed to see that it most likely failed."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreWarning
from mondegreen.lexicon.induce import Inducer
from mondegreen.lexicon.linear import solve_procrustes
from mondegreen.lexicon.methods import NONE, SEMI
from mondegreen.lexicon.nearest import find_nearest
from mondegreen.lexicon.seeds import RowPairs
from mondegreen.lexicon.steps import normalize_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mondegreen.lexicon.mapping import Mapping
    from mondegreen.lexicon.methods import MethodOptions
    from mondegreen.lexicon.space import Space

# English and French agreed on 97 % of their pairs, spaces that have nothing in common on three quarters; English and
# Russian, of 3,000 words each, on 84 % while no word of a dictionary was right.
MIN_AGREEMENT = 0.9
CHECKED_WORDS = 5_000
# Where a dictionary was given, its words must be found among so many best, and oftener than by chance. Half of 394
# pairs of English and Russian found 38 % of the other half among 5,000 words.
TRANSFER_DEPTH = 10
MIN_TRANSFER, CHANCE_FACTOR = 0.02, 2


def measure_agreement(mapping: Mapping, source: Space, target: Space, options: MethodOptions) -> float:
    """Of pairs that the mapping finds the share that a rotation learned from other such pairs finds too.

    A mapping of what languages have in common does not depend on which words it is learned from.
    """
    left, right = (
        space.matrix for space in mapping.map_spaces(source.first(CHECKED_WORDS), target.first(CHECKED_WORDS))
    )
    inducer = Inducer(options.neighbors, options.seed, options.threads)
    pairs = RowPairs(*inducer.induce(left, right).mutual(CHECKED_WORDS))
    if len(pairs) < 2:
        return 0.0
    shuffled = np.random.default_rng(options.seed).permutation(len(pairs))
    half = len(pairs) // 2
    same = 0
    for learn_from, look_at in ((shuffled[:half], shuffled[half:]), (shuffled[half:], shuffled[:half])):
        turned = left @ solve_procrustes(left[pairs.left[learn_from]], right[pairs.right[learn_from]])
        forward = inducer.induce(turned, right).forward
        same += int((forward[pairs.left[look_at]] == pairs.right[look_at]).sum())
    return same / len(pairs)


def measure_transfer(
    left: NDArray[np.float32], right: NDArray[np.float32], pairs: RowPairs, options: MethodOptions
) -> float:
    """Of a dictionary's words the share found among the best by a rotation that was learned from other words."""
    headwords = np.unique(pairs.left)
    half = np.isin(pairs.left, np.random.default_rng(options.seed).permutation(headwords)[: len(headwords) // 2])
    found = []
    targets = normalize_rows(right)
    for learn_from in (half, ~half):
        turned = solve_procrustes(left[pairs.left[learn_from]], right[pairs.right[learn_from]])
        queries = normalize_rows(left[pairs.left[~learn_from]] @ turned)
        if len(queries):
            indices = find_nearest(queries, targets, TRANSFER_DEPTH, threads=options.threads).indices
            found.append((indices == pairs.right[~learn_from][:, None]).any(axis=1))
    return float(np.concatenate(found).mean())


def is_trusted(mapping: Mapping) -> bool:
    """Whether nothing makes one doubt a mapping."""
    found, words = mapping.about["transfer"], mapping.about["target"]["words"]
    if found is None:
        return bool(mapping.about["agreement"] >= MIN_AGREEMENT)
    return bool(found >= MIN_TRANSFER + CHANCE_FACTOR * min(1, TRANSFER_DEPTH / words))


def warn_of_failed_attempt(mapping: Mapping) -> None:
    """Tells of an attempt that failed, and that another is made."""
    about = mapping.about
    what = f"attempt {about['attempts']} (seed {about['seed']}) has most likely failed: {describe_failure(mapping)}"
    warnings.warn(f"{what}; trying once more", ScoreWarning, stacklevel=3)


def warn_of_failure(mapping: Mapping, options: MethodOptions) -> None:
    """Warns of a mapping that is most likely none, and of what may help: another seed where anything is drawn."""
    if not is_trusted(mapping):
        drawn = mapping.about["method"] != "muse" or options.start == "adversarial"
        other = "another --seed" if drawn else "more --refinements, --method vecmap"
        hint = f"; try {other}, more words, or a small dictionary" if options.supervision in (NONE, SEMI) else ""
        warnings.warn(
            f"the mapping has most likely failed: {describe_failure(mapping)}{hint}", ScoreWarning, stacklevel=3
        )


def describe_failure(mapping: Mapping) -> str:
    """What makes one doubt a mapping, and the criterion of the iteration that was chosen."""
    trials, chosen = mapping.trials, mapping.about["chosen"]
    criterion = "".join([f", criterion {trial.criterion:.5f}" for trial in trials if trial.iteration == chosen][-1:])
    if (found := mapping.about["transfer"]) is not None:
        what = f"half of the dictionary finds only {100 * found:.1f} % of the other half"
        return f"{what} among the {TRANSFER_DEPTH} best{criterion}; is it of these languages, and of enough words?"
    share = 100 * mapping.about["agreement"]
    return f"only {share:.0f} % of its pairs are found without having been learned from{criterion}"
