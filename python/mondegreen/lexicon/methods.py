"""The methods by name, and what all of them are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mondegreen.lexicon.criterion import Criterion
    from mondegreen.lexicon.mapping import Trial
    from mondegreen.lexicon.seeds import RowPairs

METHODS = {
    "muse": "mondegreen.lexicon.muse:solve",
    "vecmap": "mondegreen.lexicon.vecmap:solve",
    "rcsls": "mondegreen.lexicon.rcsls:solve",
}
DICTIONARY, SEMI, IDENTICAL, NONE = "dictionary", "semi", "identical", "none"
SUPERVISION = (DICTIONARY, SEMI, IDENTICAL, NONE)
# What is done to vectors first, where nothing is asked for; as the authors of each method do.
DEFAULT_STEPS = {"muse": (), "vecmap": ("unit", "centre", "unit"), "rcsls": ("unit", "centre", "unit")}


@dataclass(frozen=True)
class MethodOptions:
    """What can be chosen of a method; what it does not know it leaves alone.

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
    neighbors: int = 10
    start: str = "profiles"
    epochs: int = 5
    samples: int = 1_000_000
    seed: int = 0
    threads: int | None = None


@dataclass(frozen=True)
class Task:
    """Both sides after their steps, the pairs to start from, and by what an iteration is chosen."""

    left: NDArray[np.float32]
    right: NDArray[np.float32]
    pairs: RowPairs | None
    criterion: Criterion
    options: MethodOptions
    report_trial: Callable[[Trial], object]

    def add_trial(self, trials: list[Trial], trial: Trial) -> None:
        """Keeps an iteration, and tells of it."""
        trials.append(trial)
        self.report_trial(trial)


class Solution(NamedTuple):
    """A matrix for each side, and the iterations that were seen; `chosen` is the one that this is."""

    left: NDArray[np.float32]
    right: NDArray[np.float32]
    trials: Sequence[Trial]
    chosen: int


class Method(Protocol):
    """What finds the matrices."""

    def __call__(self, task: Task) -> Solution:
        """The matrices of both sides."""
