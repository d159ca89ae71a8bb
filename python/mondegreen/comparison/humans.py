"""How often metrics agree with people who chose between two hypotheses.

The protocol of HATS: a triplet counts where enough people voted and a large enough share of them for one side. A metric
is right where its strictly better score is on the side with strictly more votes; equal scores, and equal votes, are
wrong. So ties cost a metric as much as errors do, and are counted apart.
Source: T. Bañeras-Roux et al., HATS: An Open data set Integrating Human Perception Applied to the Evaluation of
Automatic Speech Recognition Metrics, 2023.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.comparison.paired_tests import cross_tabulate, mcnemar_test
from mondegreen.comparison.preferences import Fitted, Preferences, Verdict
from mondegreen.comparison.statistics import correct_by_holm
from mondegreen.errors import ScoreError
from mondegreen.formats.rated import LEAST_VOTES, Triplets
from mondegreen.metrics.base import percent
from mondegreen.metrics.support.noise import SUMS, NoiseWidth, settle_noise
from mondegreen.metrics.support.rows import Groups, Rows
from mondegreen.pairs import Pairs
from mondegreen.results.interval import Bootstrap, resample_rows
from mondegreen.results.score import Score
from mondegreen.results.shown import Drawable

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]

# What the columns are called, and the share of votes that the larger side must have in them.
SHARES = {"100 %": 1.0, "70 %": 0.7, "all": 0.0}


USUAL = Bootstrap("reference", 10_000)


@dataclass(frozen=True, slots=True)
class Choices:
    """The votes of people, `votes[triplet, side]`, and how many of them make a triplet count."""

    votes: NDArray[np.int64]
    least: int = LEAST_VOTES

    @classmethod
    def of(cls, votes: Sequence[Sequence[int]], least: int = LEAST_VOTES) -> Choices:
        """The votes of people, of which some triplet must have enough."""
        choices = cls(np.array(votes, dtype=np.int64).reshape(-1, 2), least)
        check_triplets(choices)
        return choices

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
    """In how many of the triplets a metric is right, and in how many it scores both sides equally."""

    right: int
    triplets: int
    ties: int

    @property
    def percent(self) -> float:
        return percent(self.right, self.triplets)

    @property
    def error(self) -> float:
        share = self.right / self.triplets if self.triplets else math.nan
        return 100 * math.sqrt(share * (1 - share) / self.triplets) if self.triplets else math.nan


class Duel(NamedTuple):
    """Two metrics over all triplets: how often one alone is right, and McNemar's p-value."""

    first: str
    second: str
    only_first: int
    only_second: int
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Humans(Drawable):
    """Which side each metric prefers in each triplet, -1, 1 or 0, and what people chose; and weights, if fitted."""

    preferences: Mapping[str, NDArray[np.int64]]
    choices: Choices
    references: Sequence[str] = ()
    how: Bootstrap = USUAL
    fitted: Fitted | None = None

    def agreement(self, label: str, share: float, only: Flags | None = None) -> Agreement:
        """How often a metric agrees with people where so large a share of them does, perhaps in some triplets only."""
        counted, preferred = self.counted(share, only), self.preferences[label]
        return Agreement(
            int((self.right(label) & counted).sum()), int(counted.sum()), int((counted & (preferred == 0)).sum())
        )

    def interval(self, label: str, share: float, only: Flags | None = None) -> tuple[float, float]:
        """Between which percentages the agreement lies when references are drawn with all their triplets."""
        counted = self.counted(share, only)
        groups = Groups.of(REFERENCE, self.references or [*map(str, range(len(counted)))])
        rows = Rows.of(("right", "triplets"), [self.right(label) & counted, counted])
        sums = rows.by(groups).values
        found = resample_rows(sums[sums[:, 1] > 0], self.how, None) if counted.any() else np.zeros((0, 2))
        shares = 100 * found[:, 0] / np.where(found[:, 1] > 0, found[:, 1], np.nan)
        if not np.isfinite(shares).any():
            return math.nan, math.nan
        tail = (100 - self.how.level) / 2
        low, high = np.nanpercentile(shares, [tail, 100 - tail]).tolist()
        return low, high

    def counted(self, share: float, only: Flags | None = None) -> Flags:
        """Of each triplet, whether so large a share of people agrees in it, and it is among the `only` ones."""
        counted = self.choices.counted(share)
        return counted if only is None else counted & only

    def verdicts(self) -> list[Verdict]:
        """How often the fitted model agrees with people on references that it has not seen."""
        return [
            Verdict(part, name, *self.agreement(FITTED, share, which)[:2], *self.interval(FITTED, share, which))
            for part, which in (self.fitted.parts() if self.fitted else {}).items()
            for name, share in SHARES.items()
        ]

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


def metric_losses(score: Score) -> Values:
    """A metric's loss of each hypothesis; NaN where it is not defined."""
    sign = 1 if score.metric.better == "lower" else -1
    return sign * score.metric.scores(score.rows)


def preferred_side(losses: Values, noise: NoiseWidth = SUMS) -> NDArray[np.int64]:
    """Which side is better: -1 the first, 1 the second, 0 for a tie within the metric's noise."""
    gain = settle_noise(losses[:, 0] - losses[:, 1], noise.width(*losses.T))
    return np.nan_to_num(np.sign(gain)).astype(np.int64)


def check_triplets(choices: Choices) -> None:
    if not choices.counted(0).any():
        most = int(choices.votes.sum(axis=1).max(initial=0))
        raise ScoreError(f"no triplet has {choices.least} votes; the maximum is {most}")


# What a fitted model is called beside the metrics.
FITTED = "fitted"
REFERENCE = "reference"


def pair_sides(triplets: Triplets) -> Pairs:
    """The references with the first hypotheses, and behind them those with the second."""
    reference, *hypotheses = triplets.texts
    ids = [f"{line}{side}" for side in "AB" for line in triplets.lines]
    return Pairs(ids, reference * 2, [*chain.from_iterable(hypotheses)], (triplets.path, triplets.path))


def judge_metrics(
    scores: Mapping[str, Score], choices: Choices, references: Sequence[str], how: Bootstrap = USUAL
) -> Humans:
    """What the metrics of a run over both sides prefer."""
    losses = {label: split_sides(metric_losses(score)) for label, score in scores.items()}
    preferences = {label: preferred_side(each, scores[label].metric.noise) for label, each in losses.items()}
    return Humans(preferences, choices, references, how)


def split_sides(values: Values) -> Values:
    """Numbers of both sides, `[triplet, side]`."""
    return np.asarray(values.reshape(2, -1).T)


def collect_preferences(roots: Values, choices: Choices, references: Sequence[str]) -> Preferences:
    """The triplets as `fit_preferences` takes them; those that do not count teach nothing."""
    first, second = np.split(roots, 2)
    votes = choices.votes.sum(axis=1).astype(np.float64)
    shares = np.divide(choices.votes[:, 1], votes, out=np.full(len(votes), 0.5), where=votes > 0)
    return Preferences(first - second, shares, votes * choices.counted(0), Groups.of(REFERENCE, references).index)


def add_fitted(found: Humans, fitted: Fitted) -> Humans:
    """The same with the model's choices among the metrics'."""
    sides = preferred_side(np.column_stack([fitted.margins, np.zeros(len(fitted.margins))]))
    return replace(found, preferences={**found.preferences, FITTED: sides}, fitted=fitted)
