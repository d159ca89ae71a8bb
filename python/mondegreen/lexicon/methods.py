"""The methods by name, what all of them are given and return, and the criteria that select an iteration.

An iteration is never selected by the dictionary that evaluates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mondegreen.component import Registry
from mondegreen.lexicon.mapping import Trial
from mondegreen.lexicon.neighbors import NEIGHBORS, Inducer
from mondegreen.lexicon.seeds import RowPairs
from mondegreen.lexicon.space import Floats, Indices

METHODS = Registry(
    "method",
    {
        "muse": "mondegreen.lexicon.muse:solve",
        "vecmap": "mondegreen.lexicon.vecmap:solve",
        "rcsls": "mondegreen.lexicon.rcsls:solve",
    },
)
DICTIONARY, SEMI, IDENTICAL, NONE = "dictionary", "semi", "identical", "none"
# The default normalization of vectors, as the authors of each method do.
DEFAULT_STEPS = {"muse": (), "vecmap": ("unit", "centre", "unit"), "rcsls": ("unit", "centre", "unit")}


@dataclass(frozen=True)
class MethodOptions:
    """The options of all methods; each ignores those of others.

    `rank` limits the words from which dictionaries are induced, `patience` is how many iterations without a gain
    VecMap waits (not given: few, and many where the mapping then fails), `rate` the first step of RCSLS.
    """

    supervision: str = DICTIONARY
    refinements: int = 5
    iterations: int = 15
    rank: int = 20_000
    patience: int | None = None
    rate: float = 4.0
    spectral: bool = False
    neighbors: int = NEIGHBORS
    start: str = "profiles"
    epochs: int = 5
    samples: int = 1_000_000
    seed: int = 0
    threads: int | None = None

    def make_inducer(self) -> Inducer:
        return Inducer(self.neighbors, self.seed, self.threads)


# Greater for a better mapping: of both sides mapped, of length 1, and the CSLS translation of each left row.
Criterion = Callable[[Floats, Floats, Indices], float]


@dataclass(frozen=True)
class Task:
    """Both sides after their steps, the pairs to start from, and the criterion that selects an iteration."""

    left: Floats
    right: Floats
    pairs: RowPairs | None
    criterion: Criterion
    options: MethodOptions
    report_trial: Callable[[Trial], object]

    def add_trial(self, trials: list[Trial], trial: Trial) -> None:
        trials.append(trial)
        self.report_trial(trial)


class Solution(NamedTuple):
    """A matrix for each side, and all iterations; `chosen` is the index of the selected one."""

    left: Floats
    right: Floats
    trials: Sequence[Trial]
    chosen: int


Method = Callable[[Task], Solution]
# The source words whose translations are compared.
COMPARED_WORDS = 10_000


def measure_similarity(left: Floats, right: Floats, forward: Indices) -> float:
    """The mean cosine between the most frequent source words and their translations."""
    translations = forward[:COMPARED_WORDS]
    return float(np.einsum("ij,ij->i", left[: len(translations)], right[translations]).mean(dtype=np.float64))


def make_held_out_criterion(pairs: RowPairs) -> Criterion:
    """The share of held-out source words whose translation is among theirs in `pairs`."""
    gold: dict[int, set[int]] = {}
    for left, right in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True):
        gold.setdefault(left, set()).add(right)

    def measure_accuracy(_left: Floats, _right: Floats, forward: Indices) -> float:
        return sum(int(forward[headword]) in targets for headword, targets in gold.items()) / len(gold)

    return measure_accuracy
