"""How often metrics agree with people who chose between two hypotheses of the same reference.

The protocol of HATS: a triplet counts where enough people voted and a large enough share of them for one side. A metric
is right where its strictly better score is on the side with strictly more votes; equal scores, and equal votes, are
wrong. So ties cost a metric as much as errors do, and are counted apart.
Source: T. Bañeras-Roux et al., HATS: An Open data set Integrating Human Perception Applied to the Evaluation of
Automatic Speech Recognition Metrics, 2023.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.compare.holm import correct_by_holm
from mondegreen.compare.mcnemar import cross_tabulate, mcnemar_test
from mondegreen.errors import ScoreError
from mondegreen.measure.noise import SUMS, settled
from mondegreen.read.triplets import LEAST_VOTES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.aggregate.score import Score
    from mondegreen.measure.noise import NoiseWidth

    Values = NDArray[np.float64]
    Flags = NDArray[np.bool_]

# What the columns are called, and the share of votes that the larger side must have in them.
SHARES = {"100 %": 1.0, "70 %": 0.7, "all": 0.0}


@dataclass(frozen=True, slots=True)
class Choices:
    """The votes of people, `votes[triplet, side]`, and how many of them make a triplet count."""

    votes: NDArray[np.int64]
    least: int = LEAST_VOTES

    def counted(self, share: float) -> Flags:
        """Of each triplet, whether enough people voted, and so large a share of them for one side."""
        total, most = self.votes.sum(axis=1), self.votes.max(axis=1, initial=0)
        found: Flags = (total >= max(self.least, 1)) & (most >= share * total)
        return found

    @property
    def sides(self) -> NDArray[np.int64]:
        """Which side has more votes: -1 the first, 1 the second, 0 neither."""
        found: NDArray[np.int64] = np.sign(self.votes[:, 1] - self.votes[:, 0])
        return found


class Agreement(NamedTuple):
    """In how many of so many triplets a metric is right, and in how many it scores both sides alike."""

    right: int
    triplets: int
    ties: int

    @property
    def percent(self) -> float:
        """The share that is right; NaN of no triplets."""
        return 100 * self.right / self.triplets if self.triplets else math.nan

    @property
    def error(self) -> float:
        """The standard error of that share."""
        share = self.right / self.triplets if self.triplets else math.nan
        return 100 * math.sqrt(share * (1 - share) / self.triplets) if self.triplets else math.nan


class Duel(NamedTuple):
    """Two metrics over all triplets: where one alone is right, and how likely so uneven a split is by chance."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Humans:
    """Which side each metric prefers in each triplet, -1, 1 or 0, and what people chose."""

    preferences: Mapping[str, NDArray[np.int64]]
    choices: Choices

    def agreement(self, label: str, share: float) -> Agreement:
        """How often a metric agrees with people where so large a share of them does."""
        counted, preferred = self.choices.counted(share), self.preferences[label]
        return Agreement(
            int((self.right(label) & counted).sum()), int(counted.sum()), int((counted & (preferred == 0)).sum())
        )

    def right(self, label: str) -> Flags:
        """Of each triplet, whether a metric prefers what people do."""
        found: Flags = (self.preferences[label] == self.choices.sides) & (self.choices.sides != 0)
        return found

    def duels(self) -> list[Duel]:
        """Every metric against every other, by McNemar's test, corrected by Holm's method."""
        counted = self.choices.counted(0)
        found = []
        for first, second in combinations(self.preferences, 2):
            sides = (self.right(label)[counted].tolist() for label in (first, second))
            table = cross_tabulate(zip(*sides, strict=True))
            p = mcnemar_test(table)
            found.append(Duel(first, second, table.only_first_right, table.only_second_right, p, p))
        return [
            duel._replace(corrected=p)
            for duel, p in zip(found, correct_by_holm([duel.p for duel in found]), strict=True)
        ]


def metric_losses(scores: Sequence[Score]) -> Values:
    """How bad each hypothesis is by a metric, `[triplet, side]`, so that less is better; NaN where it says nothing."""
    sign = 1 if scores[0].metric.better == "lower" else -1
    return sign * np.column_stack([score.metric.scores(score.rows) for score in scores])


def preferred_side(losses: Values, noise: NoiseWidth = SUMS) -> NDArray[np.int64]:
    """Which side is better: -1 the first, 1 the second, 0 where neither is, or by no more than the metric's noise."""
    gain = settled(losses[:, 0] - losses[:, 1], noise.width(*losses.T))
    return np.nan_to_num(np.sign(gain)).astype(np.int64)


def check_triplets(choices: Choices) -> None:
    """Refuses triplets of which none counts."""
    if not choices.counted(0).any():
        most = int(choices.votes.sum(axis=1).max(initial=0))
        raise ScoreError(f"no triplet has {choices.least} votes; the most that any has is {most}")
